"""Jetons: from moves to balances, and to the fiches and jetons that each player then holds. Knows no rule of play.

Every set of moves sums to zero over players, pot and bank, because each move has a payer and a payee.
"""

from collections.abc import Iterable, Sequence
from operator import add

from scoring.model import FICHE, Move, Purse


def build_cave(coups: int) -> Purse:
    """Return the purse that each player brings (BRU-07): a fiche for each coup, and 20 jetons."""
    return Purse(FICHE * (coups + 1), coups, FICHE)


def compute_net(moves: Iterable[Move], size: int) -> list[int]:
    """Return what the moves change, in jetons, for each seat, then the pot, then the bank; the sum is zero."""
    balance = [0] * (size + 2)
    for payer, payee, jetons, _ in moves:
        balance[payer] -= jetons
        balance[payee] += jetons
    return balance


def net_payments(moves: Iterable[Move], size: int) -> list[tuple[int, int, int]]:
    """Net all payments between players: return (payer, payee, jetons) for each sum that is still to be handed over.

    Debtors are taken in the order of the players, and each pays the first creditor first.
    """
    balance = compute_net((move for move in moves if move[0] < size and move[1] < size), size)[:size]
    handed: list[tuple[int, int, int]] = []
    for payer in range(size):
        for payee in range(size):
            amount = min(balance[payee], -balance[payer])
            if amount > 0:
                handed.append((payer, payee, amount))
                balance[payer] += amount
                balance[payee] -= amount
    return handed


def settle_moves(purses: Sequence[Purse], moves: Iterable[Move]) -> tuple[list[int], tuple[Purse, ...]]:
    """Apply one event's moves: return the net by party, and each seat's purse afterwards (formats.md, `holdings`).

    The stake goes first, as a fiche where the player has one. Each sum from the pot or the bank is given in whole
    fiches as far as possible; its rest and all payments make one sum of jetons; then fiches are changed into jetons for
    each player who has too few jetons.
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
    return balance, tuple(map(_change_fiches, totals, fiches))


def _change_fiches(total: int, fiches: int) -> Purse:
    """Return the purse of `total` jetons in all, with so many `fiches`; fiches are changed while jetons are
    below zero."""
    jetons = total - fiches * FICHE
    if jetons < 0 and fiches:
        changed = min(fiches, -(jetons // FICHE))
        return Purse(total, fiches - changed, jetons + changed * FICHE)
    return Purse(total, fiches, jetons)
