"""What a list says of a payment: a word or an amount, in French, English or Italian."""

import re
from dataclasses import dataclass

PAID = {
    "oui",
    "yes",
    "si",
    "sì",
    "x",
    "ok",
    "vrai",
    "true",
    "payé",
    "payée",
    "paid",
    "pagato",
    "réglé",
    "validé",
    "✓",
    "✔",
}
NOT_PAID = {"non", "no", "faux", "false", "impayé", "unpaid", "dû", "-", "—"}
AMOUNT = re.compile(r"(\d{1,6})(?:[.,](\d{1,2}))?")


@dataclass(frozen=True)
class PaidWord:
    """What was said: whether it is paid, and the amount in cents if one was named."""

    done: bool
    cents: int | None = None

    def compute_cents(self, due: int) -> int:
        """Return what was paid, where this much was due."""
        return self.cents if self.cents is not None else due * self.done


def read_paid(text: str) -> PaidWord | None:
    """Return what a cell says of a payment; None if it cannot be understood."""
    word = text.strip().casefold()
    if word in PAID or word in NOT_PAID:
        return PaidWord(word in PAID)
    cents = read_cents(word.replace("eur", ""))
    return None if cents is None else PaidWord(cents > 0, cents)


def read_cents(text: str) -> int | None:
    """Return an amount as one types it, in cents: «5», «5,50 €» or «5.5»; None for anything else."""
    typed = "".join(text.replace("€", "").split())
    amount = AMOUNT.fullmatch(typed)
    if amount is None or not typed.isascii():
        return None
    return int(amount[1]) * 100 + int((amount[2] or "0").ljust(2, "0"))
