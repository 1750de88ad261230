"""What a list says of a payment: a word or an amount, in French, English or Italian."""

import re
from dataclasses import dataclass

from scoring.letters import fold_letters
from tournaments.models.currencies import get_decimals, read_minor_units
from tournaments.presentation.text.numbers import CURRENCY_SIGNS

PAID = frozenset(
    {"oui", "vrai", "paye", "payee", "regle", "reglee", "valide", "validee", "encaisse", "acquitte"}
    | {"yes", "true", "paid"}
    | {"si", "pagato", "pagata", "vero"}
    | {"x", "ok", "✓", "✔"}
)
NOT_PAID = frozenset(
    {"non", "no", "faux", "false", "falso", "impaye", "impayee", "non paye", "non payee", "unpaid", "not paid", "du"}
    | {"non pagato", "-", "—"}
)
FREE = frozenset(
    {"gratuit", "gratuite", "offert", "offerte", "exonere", "exoneree", "invite", "invitee", "free", "gratis"}
)
PERCENT = re.compile(r"(\d{1,3})(?:[.,](\d))?\s*%", re.ASCII)


@dataclass(frozen=True)
class PaidWord:
    """What a list says of one payment: whether it is paid (`done`), and the amount in minor units if one was named."""

    done: bool
    cents: int | None = None

    def compute_cents(self, due: int) -> int:
        """Return the amount paid in minor units: the one that was named, else `due` if it is paid, else 0."""
        return self.cents if self.cents is not None else due * self.done


def read_paid(text: str, currency: str) -> PaidWord | None:
    """Return what a cell says of a payment in this currency; None if it cannot be understood."""
    word = fold_letters(text.strip())
    if word in FREE:
        return PaidWord(True, 0)
    if word in PAID or word in NOT_PAID:
        return PaidWord(word in PAID)
    cents = read_amount(word, currency)
    return None if cents is None else PaidWord(cents > 0, cents)


def read_consent(text: str) -> bool | None:
    """Return whether a cell says yes or no; None if it says neither."""
    word = fold_letters(text.strip())
    return word in PAID if word in PAID or word in NOT_PAID else None


def read_amount(text: str, currency: str) -> int | None:
    """Return an amount in minor units, its currency named or not; None for anything else."""
    return read_minor_units(remove_currency(text.strip().lower(), currency), get_decimals(currency))


def read_reduction(text: str, price: int, currency: str) -> int | None:
    """Return by how much this price is reduced, in minor units; the text is an amount or a percentage. None for another
    text."""
    bare = text.strip().lstrip("-−– ")
    part = PERCENT.fullmatch(bare)
    if part:
        return price * int(part[1] + (part[2] or "0")) // 1000
    return read_amount(bare, currency)


def remove_currency(text: str, currency: str) -> str:
    """Return a typed amount without the sign or the code of its currency: «5,50 €» → «5,50»."""
    for name in (CURRENCY_SIGNS.get(currency, currency), currency, currency.casefold()):
        text = text.replace(name, "").replace(name.lower(), "")
    return text.strip()
