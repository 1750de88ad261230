"""Build the proof of drawn rounds: what they reach, beside what no rounds with the same table sizes can beat,
the bound on unequal seats included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from tournaments.draws import bounds, meetings, seats
from tournaments.draws.allotment import allot_by_kind, sum_costs
from tournaments.draws.bounds import Bound, RoundShape
from tournaments.draws.model import DrawRound, Proof

Counts = Sequence[int]
"""One player's seat counts, by seat."""


def compute_gap_bound(coming: Sequence[RoundShape], previous: Sequence[DrawRound]) -> int:
    """Return the least possible `seat_gap` of all rounds together, `previous` ones as they were played.

    Without previous rounds and with everybody present throughout, it holds for draws in which all rest in turn;
    otherwise for every draw.
    """
    size = max(
        [seats.get_largest_size([one.tables for one in previous]), *(max(one.sizes, default=0) for one in coming)]
    )
    seen = seats.count_seats([one.tables for one in previous], size)
    if len(coming) == 1:
        return _bound_one_round(coming[0], seen, size)
    if not previous and len(set(coming)) == 1:
        return _bound_equal_rounds(coming, size)
    return max(
        (_bound_one_player(mine, sum(p in one.present for one in coming)) for p, mine in seen.items()), default=0
    )


def compute_gap(counts: Counts) -> int:
    """Return the largest difference between two seat counts of one player, over all players."""
    return max(counts) - min(counts) if counts else 0


# --- one round ---------------------------------------------------------------------------------------------


def _bound_one_round(coming: RoundShape, seen: seats.Counts, size: int) -> int:
    """Return the least gap that one round can reach, whoever sits with whom.

    Each player gets one seat, as many of each seat as there are tables with it, and the others rest. `seen`: earlier
    seat counts by player.
    """
    new = (0,) * size
    kinds = Counter([tuple(seen[p]) if p in seen else new for p in coming.present])
    least = max((compute_gap(mine) for p, mine in seen.items() if p not in coming.present), default=0)
    rooms = [sum(table > seat for table in coming.sizes) for seat in range(max(coming.sizes, default=0))]
    rooms.append(len(coming.present) - coming.seats)
    after = [(_list_gaps_after(kind, len(rooms) - 1), count) for kind, count in kinds.items()]
    while True:
        costs: Counter[tuple[int, ...]] = Counter()
        for mine, count in after:
            costs[tuple([int(each > least) for each in mine])] += count
        if not sum_costs(allot_by_kind(costs, rooms)):
            return least
        least += 1


def _list_gaps_after(mine: Counts, places: int) -> list[int]:
    """Return the gap between a player's highest and lowest seat count after he takes each of the first `places` seats,
    then after a rest. `mine`: his seat counts so far."""
    low, high = min(mine, default=0), max(mine, default=0)
    lowest = sum(count == low for count in mine)
    raised = [max(high, count + 1) - (low + (count == low and lowest == 1)) for count in mine[:places]]
    return [*raised, high - low]


# --- several rounds ----------------------------------------------------------------------------------------


def _bound_one_player(mine: Counts, rounds: int) -> int:
    """Return the least gap between the seat counts of one player who sits in `rounds` more rounds. `mine`: his counts
    so far, of which the lowest are raised one by one."""
    high, least = max(mine), 0
    while sum(max(0, high - least - count) for count in mine) > rounds:
        least += 1
    return least


def _bound_equal_rounds(coming: Sequence[RoundShape], size: int) -> int:
    """Return the least gap of several rounds that are all alike, with none before them.

    With everybody resting in turn, each player sits equally often, or once more. With a gap of g at most, a certain
    number of a player's sittings must be in the last seats (`_count_in_last_seats`); all players together have no more
    of those than there are tables large enough.
    """
    rounds, one = len(coming), coming[0]
    if not one.present or not one.sizes:
        return 0
    each, more = divmod(rounds * one.seats, len(one.present))
    sittings = {each: len(one.present) - more, each + 1: more}
    uneven = any(many and often % size for often, many in sittings.items())
    least = int(uneven)
    while any(
        sum(many * _count_in_last_seats(last, size, often, least) for often, many in sittings.items())
        > rounds * sum(max(0, table - (size - last)) for table in one.sizes)
        for last in range(1, size)
    ):
        least += 1
    return least


def _count_in_last_seats(last: int, size: int, often: int, least: int) -> int:
    """Return how many of `often` sittings must be in the `last` of `size` seats.

    The seat counts differ by at most `least`: the smallest of the counts of the last seats is at most their mean, and
    no other count exceeds it by more than `least`.
    """
    count = 0
    while often - count > (size - last) * (count // last + least):
        count += 1
    return count


def build_proof(
    rounds: Sequence[DrawRound],
    previous: Sequence[DrawRound],
    past: Counter[tuple[int, int]],
    coming: Sequence[RoundShape],
    forbidden: Collection[tuple[int, int]],
    bound: Bound | None = None,
    mates: Collection[tuple[int, int]] = (),
) -> Proof:
    """Return the proof of these rounds: the measures that they reach, and the bounds that no draw can beat.

    rounds: the rounds drawn.
    previous: the rounds before them.
    past: how often each pair met in `previous`.
    coming: the players present and the table sizes of `rounds`.
    forbidden: the pairs that must not meet, lower number first.
    mates: the pairs that should not meet, lower number first.
    bound: what `bounds.compute_lower_bound` returns for all that, where it is known already.

    Where a forbidden pair meets after all, the bound supposes that all of them may meet; likewise for mates.
    """
    drawn = meetings.count_meetings(rounds)
    clashes, together = (sum(drawn[pair] for pair in pairs) for pairs in (forbidden, mates))
    if bound is None or clashes or together:
        apart = {*(() if clashes else forbidden), *(() if together else mates)}
        bound = bounds.compute_lower_bound(coming, past, previous, apart)
    met = meetings.add_counts(past, drawn)
    return Proof(
        repeats=meetings.count_repeats(met),
        lower_bound=bound.repeats,
        pair_cost=meetings.compute_pair_cost(met),
        pair_cost_bound=bound.pair_cost,
        forbidden_met=clashes,
        seat_gap=seats.compute_seat_gap([*previous, *rounds]),
        seat_gap_bound=compute_gap_bound(coming, previous),
    )
