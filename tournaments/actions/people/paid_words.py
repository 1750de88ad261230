"""What a list says of a payment: a word or an amount, in French, English or Italian."""

from dataclasses import dataclass

from tournaments.models.currencies import get_decimals, read_minor_units
from tournaments.presentation.text.numbers import CURRENCY_SIGNS

PAID = frozenset(
    {"oui", "vrai", "payé", "payée", "réglé", "validé"}
    | {"yes", "true", "paid"}
    | {"si", "sì", "pagato"}
    | {"x", "ok", "✓", "✔"}
)
NOT_PAID = {"non", "no", "faux", "false", "impayé", "unpaid", "dû", "-", "—"}


@dataclass(frozen=True)
class PaidWord:
    """What was said: whether it is paid, and the amount in minor units if one was named."""

    done: bool
    cents: int | None = None

    def compute_cents(self, due: int) -> int:
        """Return what was paid, where this much was due."""
        return self.cents if self.cents is not None else due * self.done


def read_paid(text: str, currency: str) -> PaidWord | None:
    """Return what a cell says of a payment in this currency; None if it cannot be understood."""
    word = text.strip().casefold()
    if word in PAID or word in NOT_PAID:
        return PaidWord(word in PAID)
    cents = read_minor_units(remove_currency(word, currency), get_decimals(currency))
    return None if cents is None else PaidWord(cents > 0, cents)


def remove_currency(text: str, currency: str) -> str:
    """Return a typed amount without the sign or the code of its currency: «5,50 €» → «5,50»."""
    for name in (CURRENCY_SIGNS.get(currency, currency), currency, currency.casefold()):
        text = text.replace(name, "")
    return text.strip()
