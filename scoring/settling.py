"""Settle balances that sum to zero by as few hand-overs as possible. Knows no game: a balance is a whole number, of
jetons or of cents.

Parties whose balances sum to zero settle among themselves, in as many such groups as there can be; a group of n needs
n - 1 hand-overs. To find the most groups takes time that doubles with each party, so that it is done for few parties
only.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

MOST_SPLIT = 16
"""The most parties that are split into as many groups as possible."""


class HandOver(NamedTuple):
    """What one party hands another, both by their place in the list of balances, from 0."""

    payer: int
    payee: int
    amount: int


class Settlement(NamedTuple):
    """Hand-overs after which nobody owes anything, by payer, then payee. `is_shortest`: fewer cannot do it."""

    hand_overs: list[HandOver]
    is_shortest: bool


def settle_balances(balance: Sequence[int]) -> Settlement:
    """Settle these balances, whose sum is zero: below zero is owed, above is due.

    Up to MOST_SPLIT parties by the fewest hand-overs. Where more parties are left after each two opposite balances are
    settled, the greatest debt goes to the greatest due until nothing is left, which may take some hand-overs more.
    """
    if sum(balance):
        raise ValueError(f"balances sum to {sum(balance)}, not to zero")
    parties = [party for party, due in enumerate(balance) if due]
    if len(parties) <= MOST_SPLIT:
        return Settlement(sorted(_settle_groups(balance, _split_into_groups(balance, parties))), is_shortest=True)
    pairs = _pair_opposites(balance, parties)
    rest = sorted(set(parties) - {party for pair in pairs for party in pair})
    is_shortest = len(rest) <= MOST_SPLIT
    found = (
        _settle_groups(balance, _split_into_groups(balance, rest)) if is_shortest else _settle_greatest(balance, rest)
    )
    return Settlement(sorted([*_settle_groups(balance, pairs), *found]), is_shortest)


def _settle_groups(balance: Sequence[int], groups: Iterable[Sequence[int]]) -> list[HandOver]:
    """Settle each group for itself: each payer in turn pays the first payee who is still owed something."""
    left, found = list(balance), list[HandOver]()
    for group in groups:
        for payer, payee in permutations(group, 2):
            amount = min(left[payee], -left[payer])
            if amount > 0:
                found.append(HandOver(payer, payee, amount))
                left[payer] += amount
                left[payee] -= amount
    return found


def _split_into_groups(balance: Sequence[int], parties: Sequence[int]) -> list[list[int]]:
    """Split the parties into as many groups as possible that sum to zero. The first party's group is as small as it can
    be then, and the earliest of that size; so is the next one's among the others."""
    sums, most = _count_groups([balance[party] for party in parties])
    groups: list[list[int]] = []
    left = len(sums) - 1
    while left:
        places = [place for place in range(len(parties)) if left >> place & 1]
        first, others = 1 << places[0], [1 << place for place in places[1:]]
        masks = (first + sum(mates) for size in range(1, len(others) + 1) for mates in combinations(others, size))
        group = next(mask for mask in masks if not sums[mask] and most[left ^ mask] + 1 == most[left])
        groups.append([party for place, party in enumerate(parties) if group >> place & 1])
        left ^= group
    return groups


def _count_groups(due: Sequence[int]) -> tuple[list[int], bytearray]:
    """Return, for each subset of the parties as a bit mask: the sum of their balances, and how many groups that sum to
    zero can be made of it one after another."""
    sums, most = [0] * (1 << len(due)), bytearray(1 << len(due))
    for mask in range(1, len(sums)):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + due[low.bit_length() - 1]
        best, bits = 0, mask
        while bits:
            bit = bits & -bits
            best = max(best, most[mask ^ bit])
            bits ^= bit
        most[mask] = best + (not sums[mask])
    return sums, most


def _pair_opposites(balance: Sequence[int], parties: Iterable[int]) -> list[tuple[int, int]]:
    """Pair each party with one of the opposite balance, as far as there are any: no settlement is shorter without."""
    waiting: dict[int, list[int]] = {}
    pairs: list[tuple[int, int]] = []
    for party in parties:
        opposite = waiting.get(-balance[party])
        if opposite:
            pairs.append((opposite.pop(0), party))
        else:
            waiting.setdefault(balance[party], []).append(party)
    return pairs


def _settle_greatest(balance: Sequence[int], parties: Iterable[int]) -> list[HandOver]:
    """Let the greatest debt go to the greatest due, again and again: at most one hand-over fewer than parties."""
    left = {party: balance[party] for party in parties}
    found: list[HandOver] = []
    while left:
        payer, payee = (pick(left, key=left.__getitem__) for pick in (min, max))
        amount = min(-left[payer], left[payee])
        found.append(HandOver(payer, payee, amount))
        for party, change in ((payer, amount), (payee, -amount)):
            left[party] += change
            if not left[party]:
                del left[party]
    return found
