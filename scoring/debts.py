"""Debts between players: who holds less than nothing in the book, and to whom he probably owes it. Nobody can lay less
than nothing on the table, so a debt shows there as jetons that another player lacks.

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

    `held`: the jetons in the book; `counted`: those on the table, of the players who have counted; `noted`: creditors
    that the players named, by debtor. The creditor proposed is a player who has just as much less on the table than in
    the book; else the one who lacks all that is still owed; else, where nobody lacks anything, the bank.
    """
    owed = {name: -jetons for name, jetons in held.items() if jetons < 0}
    lacking = {name: held[name] - counted[name] for name in counted if held[name] > counted[name] and name not in owed}
    for name in owed:
        if noted.get(name) in lacking:
            lacking[noted[name]] -= owed[name]
    proposed = _propose_creditors({name: jetons for name, jetons in owed.items() if name not in noted}, lacking)
    creditors: dict[str, str | None] = {**proposed, **noted}
    return tuple(Debt(name, jetons, creditors[name], name in noted) for name, jetons in owed.items())


def _propose_creditors(owed: Mapping[str, int], lacking: Mapping[str, int]) -> dict[str, str | None]:
    """Return by debtor the creditor that the count shows; `owed`: by debtor, what he owes in jetons; `lacking`: by
    player, the jetons short of the book."""
    left = dict(lacking)
    found: dict[str, str | None] = {}
    for name, jetons in owed.items():
        found[name] = next((each for each, lack in left.items() if lack == jetons), None)
        if found[name] is not None:
            left[str(found[name])] = 0
    open_debts = [name for name, creditor in found.items() if creditor is None]
    to_all = sum(owed[name] for name in open_debts)
    last = next((each for each, lack in left.items() if lack and lack == to_all), None)
    return found | dict.fromkeys(open_debts, BANK if last is None and not any(left.values()) else last)


def settle_debts(counted: Mapping[str, int], debts: Iterable[Debt]) -> dict[str, int]:
    """Return, by player who has counted, the jetons that he would have counted had every debt been paid (below zero:
    not enough to pay), so that they can be compared with the book."""
    settled = dict(counted)
    for debt in debts:
        if debt.debtor in settled:
            settled[debt.debtor] -= debt.jetons
        if debt.creditor in settled:
            settled[debt.creditor] += debt.jetons
    return settled
