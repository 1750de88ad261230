"""How evenly seats can be shared at the best: proved lower bounds on the largest difference between two of a player's
seat counts, whatever the tables.

Knows how many sit where and who sat where before, as `bounds` does; never the draw that it judges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tournaments.draws import seats
from tournaments.draws.allotting import share, total
from tournaments.draws.bounds import Coming
from tournaments.draws.model import Round

Counts = Sequence[int]


def lower(coming: Sequence[Coming], previous: Sequence[Round]) -> int:
    """The least `seat_gap` of all rounds together, `previous` ones as they were played. Where nothing went before and
    everybody stays it holds for draws in which all rest in turn; else for every draw."""
    size = max([seats.largest([one.tables for one in previous]), *(max(one.sizes, default=0) for one in coming)])
    seen = seats.counts([one.tables for one in previous], size)
    if len(coming) == 1:
        return _of_one(coming[0], seen, size)
    if not previous and len(set(coming)) == 1:
        return _of_equal(coming, size)
    return max((_alone(mine, sum(p in one.present for one in coming)) for p, mine in seen.items()), default=0)


def gap(counts: Counts) -> int:
    """The largest difference between two of these counts."""
    return max(counts) - min(counts) if counts else 0


# --- one round ---------------------------------------------------------------------------------------------


def _of_one(coming: Coming, seen: seats.Counts, size: int) -> int:
    """Seats given out one to a player, as many of each as there are, rests for the others: the smallest gap with which
    that can be done, no matter who sits with whom."""
    new = (0,) * size
    kinds = Counter([tuple(seen[p]) if p in seen else new for p in coming.present])
    least = max((gap(mine) for p, mine in seen.items() if p not in coming.present), default=0)
    rooms = [sum(table > seat for table in coming.sizes) for seat in range(max(coming.sizes, default=0))]
    rooms.append(len(coming.present) - coming.seats)
    after = [(_after(kind, len(rooms) - 1), count) for kind, count in kinds.items()]
    while True:
        costs: Counter[tuple[int, ...]] = Counter()
        for mine, count in after:
            costs[tuple([int(each > least) for each in mine])] += count
        if not total(share(costs, rooms)):
            return least
        least += 1


def _after(mine: Counts, places: int) -> list[int]:
    """The gap after each of the seats, then after a rest."""
    low, high = min(mine, default=0), max(mine, default=0)
    lowest = sum(count == low for count in mine)
    raised = [max(high, count + 1) - (low + (count == low and lowest == 1)) for count in mine[:places]]
    return [*raised, high - low]


# --- several rounds ----------------------------------------------------------------------------------------


def _alone(mine: Counts, rounds: int) -> int:
    """The least gap of one player who sits in so many rounds more: his lowest counts are raised one by one."""
    high, least = max(mine), 0
    while sum(max(0, high - least - count) for count in mine) > rounds:
        least += 1
    return least


def _of_equal(coming: Sequence[Coming], size: int) -> int:
    """Rounds that are all alike, from the first one on. Who rests in turn sits as often as anybody else, or once more.

    With a gap of g at the most, so many of a player's sittings must be in the last seats (`_in_the_last`); all players
    together have no more of those than there are tables large enough.
    """
    rounds, one = len(coming), coming[0]
    if not one.present or not one.sizes:
        return 0
    each, more = divmod(rounds * one.seats, len(one.present))
    sittings = {each: len(one.present) - more, each + 1: more}
    uneven = any(many and often % size for often, many in sittings.items())
    least = int(uneven)
    while any(
        sum(many * _in_the_last(last, size, often, least) for often, many in sittings.items())
        > rounds * sum(max(0, table - (size - last)) for table in one.sizes)
        for last in range(1, size)
    ):
        least += 1
    return least


def _in_the_last(last: int, size: int, often: int, least: int) -> int:
    """How many of so many sittings must be in the `last` of `size` seats, counts differing by `least` at the most: the
    smallest of these counts is their mean at the most, and no other exceeds it by more."""
    found = 0
    while often - found > (size - last) * (found // last + least):
        found += 1
    return found
