"""Jetons: from moves to balances, and what each then holds in fiches and jetons. Knows no rule of play.

Whatever is moved sums to zero over players, pot and bank, because each move has a payer and a payee.
"""

from collections.abc import Iterable, Sequence
from operator import add

from scoring.model import FICHE, Move, Purse


def cave(coups: int) -> Purse:
    """What each brings (BRU-07): a fiche for each coup, and 20 jetons."""
    return Purse(FICHE * (coups + 1), coups, FICHE)


def net(moves: Iterable[Move], size: int) -> list[int]:
    """What the moves change for each seat, then for the pot, then for the bank: their sum is zero."""
    balance = [0] * (size + 2)
    for payer, payee, jetons, _ in moves:
        balance[payer] -= jetons
        balance[payee] += jetons
    return balance


def netted(moves: Iterable[Move], size: int) -> list[tuple[int, int, int]]:
    """Who hands whom how much, once all payments between players are netted: payer, payee, jetons.

    In the order of the players, who owes gives first to the first that is owed.
    """
    balance = net((move for move in moves if move[0] < size and move[1] < size), size)[:size]
    handed: list[tuple[int, int, int]] = []
    for payer in range(size):
        for payee in range(size):
            amount = min(balance[payee], -balance[payer])
            if amount > 0:
                handed.append((payer, payee, amount))
                balance[payer] += amount
                balance[payee] -= amount
    return handed


def settled(purses: Sequence[Purse], moves: Iterable[Move]) -> tuple[list[int], tuple[Purse, ...]]:
    """The net of one event's moves, and the purses after it (formats.md, `holdings`).

    The stake goes first, a fiche where there is one. Each sum from the pot or the bank gives its whole
    fiches; the rest and the payments make one sum of jetons; then who has too few jetons changes fiches.
    """
    size = len(purses)
    balance = [0] * (size + 2)
    fiches = [purse.fiches for purse in purses]
    for payer, payee, jetons, _ in moves:
        balance[payer] -= jetons
        balance[payee] += jetons
        if payer >= size:
            fiches[payee] += jetons // FICHE
        elif payee == size and fiches[payer]:
            fiches[payer] -= 1
    totals = map(add, [purse.total for purse in purses], balance)
    return balance, tuple(map(_changed, totals, fiches))


def _changed(total: int, fiches: int) -> Purse:
    """So much in all, of which so many fiches: fiches are changed while jetons are below zero."""
    jetons = total - fiches * FICHE
    if jetons < 0 and fiches:
        changed = min(fiches, -(jetons // FICHE))
        return Purse(total, fiches - changed, jetons + changed * FICHE)
    return Purse(total, fiches, jetons)
