"""What can lie before a player who owes: a holding below zero is a debt, and shows on the table as what another lacks.

Exact integers; a creditor is proposed only where the count shows him, and nobody is owed anything by it: the book moves
nothing for a debt.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

BANK = ""  # stands for the bank, which lends a stake (BRU-20), among the names of creditors


class Debt(NamedTuple):
    """What `debtor` owes, in jetons (above zero). `creditor`: to whom, BANK for the bank, None where nothing shows it;
    `noted`: the players have said so, else it is proposed."""

    debtor: str
    jetons: int
    creditor: str | None
    noted: bool


def find_debts(held: Mapping[str, int], counted: Mapping[str, int], noted: Mapping[str, str]) -> tuple[Debt, ...]:
    """Return the debt of every player who holds less than nothing, in the order of `held`.

    `held`: the jetons in the book, `counted`: those on the table, of the players who have counted; `noted`: creditors
    that the players named, by debtor. Proposed is who lacks just what is owed; else who lacks all that is still owed;
    else, where nobody lacks anything, the bank.
    """
    owed = {name: -jetons for name, jetons in held.items() if jetons < 0}
    lacking = {name: held[name] - counted[name] for name in counted if held[name] > counted[name] and name not in owed}
    for name, jetons in owed.items():
        if noted.get(name) in lacking:
            lacking[noted[name]] -= jetons
    open_debts = {name: jetons for name, jetons in owed.items() if name not in noted}
    proposed: dict[str, str | None] = {}
    for name, jetons in open_debts.items():
        creditor = next((each for each, lack in lacking.items() if lack == jetons), None)
        if creditor is not None:
            lacking[creditor] = 0
            proposed[name] = creditor
    left = {name: jetons for name, jetons in open_debts.items() if name not in proposed}
    to_all = next((each for each, lack in lacking.items() if lack and lack == sum(left.values())), None)
    if to_all is None and not any(lacking.values()):
        to_all = BANK
    proposed |= dict.fromkeys(left, to_all)
    return tuple(Debt(name, jetons, (proposed | dict(noted))[name], name in noted) for name, jetons in owed.items())


def settle_debts(counted: Mapping[str, int], debts: Iterable[Debt]) -> dict[str, int]:
    """Return what would have been counted had every debt been paid, below zero where nothing was left to pay with: this
    compares with the book."""
    settled = dict(counted)
    for debt in debts:
        if debt.debtor in settled:
            settled[debt.debtor] -= debt.jetons
        if debt.creditor in settled:
            settled[debt.creditor] += debt.jetons
    return settled
