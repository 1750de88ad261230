"""Settle balances that sum to zero by as few hand-overs as possible. Knows no game: a balance is a whole number, of
jetons or of cents.

Parties whose balances sum to zero settle among themselves, in as many such groups as there can be; a group of n needs
n - 1 hand-overs. To find the most groups takes time that doubles with each party, so that it is done for few parties
only.
"""

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

MOST_SPLIT = 20
"""The most parties that are split into as many groups as possible."""
SMALLEST_GROUP = 3
"""The fewest parties of a group once every two opposite balances are settled."""


class HandOver(NamedTuple):
    """What one party hands to another; both are given by their place in the list of balances, from 0."""

    payer: int
    payee: int
    amount: int


class Settlement(NamedTuple):
    """Hand-overs after which nobody owes anything, sorted by payer, then payee. `is_shortest`: no fewer will do."""

    hand_overs: list[HandOver]
    is_shortest: bool


def settle_balances(balance: Sequence[int], circles: Sequence[Sequence[int]] = ()) -> Settlement:
    """Return hand-overs that settle these balances; below zero a party owes, above zero it is owed.

    There are as few as possible for up to MOST_SPLIT parties, not counting pairs of opposite balances; for more parties
    there may be a few more than needed. In that case each of the `circles` (parties that played among themselves alone)
    settles by itself if that takes fewer. Raise ValueError if the balances do not sum to zero.
    """
    if sum(balance):
        raise ValueError(f"balances sum to {sum(balance)}, not to zero")
    whole = _settle_parties(balance, range(len(balance)))
    if whole.is_shortest or not circles:
        return whole
    closed = [circle for circle in circles if not sum(balance[party] for party in circle)]
    others = sorted(set(range(len(balance))) - {party for circle in closed for party in circle})
    hand_overs = [_settle_parties(balance, circle).hand_overs for circle in (*closed, others)]
    apart = Settlement(sorted(each for some in hand_overs for each in some), is_shortest=False)
    return min(whole, apart, key=lambda settled: len(settled.hand_overs))


def _settle_parties(balance: Sequence[int], among: Iterable[int]) -> Settlement:
    """Return the hand-overs that settle the balances of these parties, whose sum is zero."""
    parties = [party for party in among if balance[party]]
    pairs = _pair_opposites(balance, parties)
    rest = sorted(set(parties) - {party for pair in pairs for party in pair})
    if len(rest) <= MOST_SPLIT:
        groups = [*pairs, *_split_into_groups(balance, rest)]
        return Settlement(sorted(_settle_groups(balance, groups)), is_shortest=True)
    threes = _find_threes(balance, rest)
    left = sorted(set(rest) - {party for three in threes for party in three})
    hand_overs = [*_settle_groups(balance, [*pairs, *threes]), *_settle_greatest(balance, left)]
    return Settlement(sorted(hand_overs), is_shortest=False)


def _settle_groups(balance: Sequence[int], groups: Iterable[Sequence[int]]) -> list[HandOver]:
    """Return the hand-overs that settle each group by itself: each payer pays the first who is still owed something."""
    left, hand_overs = list(balance), list[HandOver]()
    for group in groups:
        for payer, payee in permutations(group, 2):
            amount = min(left[payee], -left[payer])
            if amount > 0:
                hand_overs.append(HandOver(payer, payee, amount))
                left[payer] += amount
                left[payee] -= amount
    return hand_overs


def _split_into_groups(balance: Sequence[int], parties: Sequence[int]) -> list[list[int]]:
    """Split the parties into as many groups as possible whose balances sum to zero. Of several such splits, take that
    in which the group of the first party is smallest, of equally small ones the first; and so on for the parties
    left."""
    whole = (1 << len(parties)) - 1
    masks = GroupSearch([balance[party] for party in parties]).split(whole)
    return [[party for place, party in enumerate(parties) if mask >> place & 1] for mask in masks]


class GroupSearch:
    """A search for the most groups whose balances sum to zero. A group is a bit mask of places in the balances."""

    def __init__(self, due: Sequence[int]) -> None:
        self._by_lowest: dict[int, list[int]] = {}
        self._found: dict[int, tuple[int, ...]] = {0: ()}
        for mask in sorted(_list_groups(due), key=list_places):
            self._by_lowest.setdefault(mask & -mask, []).append(mask)
        for groups in self._by_lowest.values():
            groups.sort(key=int.bit_count)  # the sort is stable: of one size, the earliest first

    def split(self, left: int) -> tuple[int, ...]:
        """Return the groups, as many as possible, that the places in `left` form; all are bit masks of sum zero."""
        if left not in self._found:
            self._found[left] = self._search(left)
        return self._found[left]

    def _search(self, left: int) -> tuple[int, ...]:
        best: tuple[int, ...] = ()
        for group in self._by_lowest[left & -left]:
            rest = left ^ group
            if not best or 1 + rest.bit_count() // SMALLEST_GROUP > len(best):
                found = (group, *self.split(rest)) if group & left == group else ()
                best = max(best, found, key=len)
        return best


def _list_groups(due: Sequence[int]) -> list[int]:
    """Return each non-empty subset of the balances that sums to zero, as a bit mask of places."""
    sums = [0]
    for one in due:
        sums += [before + one for before in sums]
    return [mask for mask, total in enumerate(sums) if mask and not total]


def list_places(mask: int) -> list[int]:
    """Return the places whose bits are set in `mask`, the lowest first."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def _pair_opposites(balance: Sequence[int], parties: Iterable[int]) -> list[tuple[int, int]]:
    """Return pairs of parties with opposite balances, each party in one at most; this never costs a hand-over."""
    waiting: dict[int, list[int]] = {}
    pairs: list[tuple[int, int]] = []
    for party in parties:
        opposite = waiting.get(-balance[party])
        if opposite:
            pairs.append((opposite.pop(0), party))
        else:
            waiting.setdefault(balance[party], []).append(party)
    return pairs


def _find_threes(balance: Sequence[int], parties: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return groups of three parties, by their places, whose balances sum to zero. Each party is in one at most;
    whichever is found first stays."""
    free = dict.fromkeys(parties)
    threes = []
    for one in parties:
        seen: dict[int, int] = {}
        for two in (party for party in free if party > one and one in free):
            third = seen.get(-balance[one] - balance[two])
            if third is not None:
                threes.append((one, third, two))
                break
            seen[balance[two]] = two
        else:
            continue
        for party in threes[-1]:
            del free[party]
    return threes


def _settle_greatest(balance: Sequence[int], parties: Iterable[int]) -> list[HandOver]:
    """Settle the balances of these parties, which sum to zero: again and again the greatest debtor pays the greatest
    creditor. Return the hand-overs; there are fewer than parties."""
    left = {party: balance[party] for party in parties}
    hand_overs: list[HandOver] = []
    while left:
        payer, payee = (pick(left, key=left.__getitem__) for pick in (min, max))
        amount = min(-left[payer], left[payee])
        hand_overs.append(HandOver(payer, payee, amount))
        for party, change in ((payer, amount), (payee, -amount)):
            left[party] += change
            if not left[party]:
                del left[party]
    return hand_overs
