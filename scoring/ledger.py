"""Jetons: from moves to balances, and to the fiches and jetons that each player then holds. Knows no rule of play.

Every set of moves sums to zero over players, pot and bank, because each move has a payer and a payee.
"""

from collections.abc import Iterable, Sequence
from itertools import permutations
from operator import add

from scoring.model import FICHE, Move, Purse
from scoring.settling import HandOver, settle_balances


def build_cave(coups: int) -> Purse:
    """Return the purse that each player brings (BRU-07): a fiche for each coup, and 20 jetons."""
    return Purse(FICHE * (coups + 1), coups, FICHE)


def compute_net(moves: Iterable[Move], size: int) -> list[int]:
    """Return the change in jetons that the moves make, for each seat, then the pot, then the bank; the sum is zero."""
    balance = [0] * (size + 2)
    for payer, payee, jetons, _ in moves:
        balance[payer] -= jetons
        balance[payee] += jetons
    return balance


def net_pairwise(moves: Iterable[Move], size: int) -> list[tuple[int, int, int]]:
    """Return (payer, payee, jetons), by seat, for each two players whose payments to each other do not cancel out."""
    paid = [[0] * size for _ in range(size)]
    for payer, payee, jetons, _ in moves:
        if payer < size and payee < size:
            paid[payer][payee] += jetons
    pairs = permutations(range(size), 2)
    return [(one, other, due) for one, other in pairs if (due := paid[one][other] - paid[other][one]) > 0]


def settle_shortest(moves: Iterable[Move], size: int) -> list[HandOver]:
    """Return the fewest hand-overs (payer, payee, amount), by seat, that settle all payments between players."""
    balance = compute_net((move for move in moves if move[0] < size and move[1] < size), size)[:size]
    return settle_balances(balance).hand_overs


def settle_moves(purses: Sequence[Purse], moves: Iterable[Move]) -> tuple[list[int], tuple[Purse, ...]]:
    """Apply one event's moves: return the change in jetons of each seat, pot and bank, and the purses afterwards.

    First each stake goes, as a fiche where the player has one. What the pot or the bank gives is given in whole fiches
    as far as possible; the rest of it and all payments are added up for each player as jetons. A player who then has
    too few single jetons changes fiches (formats.md, `holdings`).
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
    """Return a purse of `total` jetons with that many fiches, or with fewer where single jetons would be below zero:
    fiches are then changed into jetons."""
    jetons = total - fiches * FICHE
    if jetons < 0 and fiches:
        changed = min(fiches, -(jetons // FICHE))
        return Purse(total, fiches - changed, jetons + changed * FICHE)
    return Purse(total, fiches, jetons)
