"""Lower bounds on repeated meetings: what no draw can beat, with proofs.

Five arguments, each proved where it stands: pigeonhole on pairs, each player alone (rests, late-comers), the pairs left
over, rounds against rounds, and small halls of which every draw was tried. The largest bound counts. Both measures
include the meetings of earlier rounds: `repeats` = Σ over pairs of max(0, meetings − 1); `pair_cost` = Σ over pairs of
C(meetings, 2).

Knows only how many players sit where and who met before; never the draw that is measured.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations_with_replacement

from tournaments.draws import meetings
from tournaments.draws.model import DrawRound

Shape = tuple[int, ...]
"""The sizes of one round's tables, as (4, 3, 3)."""

TRIED_IN_FULL: dict[Shape, int] = {
    (4, 3, 3, 3): 4,
    (4, 4, 3, 3): 4,
    (4, 4, 3, 3, 3): 5,
    (4, 4, 4, 3, 3): 5,
    (4, 4, 4, 4, 3): 5,
    (5, 4, 4, 4, 4): 5,
    (5, 5, 4, 4, 4): 5,
    (5, 5, 5, 4, 4): 5,
}
"""By table sizes of a round in which everybody sits, the most rounds without a repeated meeting: all were tried, and
`benchmarks/_exhaustive_rounds.py` does it again."""


@dataclass(frozen=True)
class Bound:
    """What no draw can go below: the number of repeated meetings, and the pair cost Σ C(meetings, 2)."""

    repeats: int
    pair_cost: int


@dataclass(frozen=True)
class RoundShape:
    """The shape of one round to draw: the players present, and its table sizes.

    Where the sum of the sizes is less than the number of players, the others rest.
    """

    present: frozenset[int]
    sizes: Shape

    @property
    def seats(self) -> int:
        """How many players sit in the round."""
        return sum(self.sizes)

    @property
    def meetings(self) -> int:
        """How many meetings the round holds: pairs at one table, over all tables."""
        return sum(choose2(size) for size in self.sizes)


def choose2(n: int) -> int:
    """Return the number of pairs among n players: n·(n − 1)/2."""
    return n * (n - 1) // 2


def compute_lower_bound(
    coming: Sequence[RoundShape],
    met: Counter[tuple[int, int]],
    previous: Sequence[DrawRound],
    forbidden: Iterable[tuple[int, int]] = (),
) -> Bound:
    """Return the best bound on the repeated meetings of all rounds together: those to draw, and `previous` as they were
    played.

    coming: the rounds to draw.
    met: how often each pair met in `previous`.
    forbidden: pairs that the draws in question never seat together.
    """
    apart = {(min(pair), max(pair)) for pair in forbidden}
    rows = _count_rows(coming, met, apart)
    before = Bound(meetings.count_repeats(met), meetings.compute_pair_cost(met))
    bounds = [_bound_by_pairs(coming, rows), _bound_by_players(coming, rows), _bound_by_pairs_left(coming)]
    bounds += [_bound_by_rounds(coming, previous), _bound_by_all_rounds(coming), _bound_by_trial(coming)]
    repeats = before.repeats + max(bound.repeats for bound in bounds)
    cost = before.pair_cost + max(bound.pair_cost for bound in bounds)
    return _strengthen_bounds(repeats, cost, len(coming) + len(previous))


def _strengthen_bounds(repeats: int, cost: int, rounds: int) -> Bound:
    """Strengthen each measure's bound by the other's.

    A pair met m ≥ 1 times adds C(m, 2) ≥ m − 1 to the cost, and C(m, 2) = (m − 1)·m/2 ≤ (m − 1)·rounds/2. So cost ≥
    repeats, and repeats ≥ 2·cost/rounds.
    """
    if not rounds:
        return Bound(0, 0)
    return Bound(max(repeats, -(-2 * cost // rounds)), max(cost, repeats))


# --- pairs and players -------------------------------------------------------------------------------------

NEVER = -1
"""More earlier meetings than any pair has: stands for those of a forbidden pair."""
Row = tuple[tuple[int, int], ...]
"""One player's earlier meetings with the others, as (times met, number of others), the fewest times first."""


def _count_rows(
    coming: Sequence[RoundShape], met: Counter[tuple[int, int]], forbidden: set[tuple[int, int]]
) -> Counter[tuple[Row, int]]:
    """Count the players by situation, as (row of their earlier meetings, number of rounds for which they are there). A
    row counts only others whom the player may meet."""
    attends = _list_rounds_by_player(coming)
    groups = Counter(attends.values())
    together = {(v, w) for v in groups for w in groups if set(v) & set(w)}
    mates = {w: sum(n for v, n in groups.items() if (v, w) in together) - 1 for w in groups}
    marks = {**met, **dict.fromkeys(forbidden, NEVER)}
    special: defaultdict[int, list[int]] = defaultdict(list)
    everybody = len(groups) == 1
    for (p, q), times in marks.items():
        if p in attends and q in attends and (everybody or (attends[p], attends[q]) in together):
            special[times] += p, q
    counts = [(times, Counter(ends)) for times, ends in special.items()]
    kinds = Counter((attends[p], tuple([(times, count[p]) for times, count in counts])) for p in attends)
    rows: Counter[tuple[Row, int]] = Counter()
    for (w, some), alike in kinds.items():
        rows[_build_row(mates[w], dict(some)), len(w)] += alike
    return rows


def _list_rounds_by_player(coming: Sequence[RoundShape]) -> dict[int, tuple[int, ...]]:
    """Return the rounds, from 0, for which each player is there."""
    attends: dict[int, tuple[int, ...]] = {}
    for r, one in enumerate(coming):
        for p in one.present:
            attends[p] = (*attends.get(p, ()), r)
    return attends


def _build_row(others: int, special: dict[int, int]) -> Row:
    """Return the earlier meetings of a player as (times met, number of others), without those whom he must not meet.
    `others`: how many there are with him; `special`: by number of meetings, how many of them he met so often."""
    never = (0, others - sum(special.values()))
    return tuple(sorted([never, *((times, n) for times, n in special.items() if n and times != NEVER)]))


def _list_meeting_costs(row: Row, count: int) -> list[int]:
    """Return what each of the next `count` meetings adds at least to Σ C(meetings, 2), in ascending order.

    A pair met m times before adds m, then m + 1, …: so as many meetings can add exactly L as there are pairs met L
    times or fewer. Taking the cheapest first is least, since a pair's own additions only grow.
    """
    if not any(n for _, n in row):
        return []
    costs: list[int] = []
    level = 0
    while len(costs) < count:
        costs += [level] * min(sum(n for times, n in row if times <= level), count - len(costs))
        level += 1
    return costs


def _bound_by_pairs(coming: Sequence[RoundShape], rows: Counter[tuple[Row, int]]) -> Bound:
    """Bound by the pigeonhole principle on pairs.

    The rounds hold P meetings. Adding up the rows counts each pair that may meet twice. Each measure is a sum over
    pairs of a convex function of its meetings, so it is least when the meetings go to the pairs where they add least:
    to those never met, then to those met once, and so on.
    """
    total = sum(one.meetings for one in coming)
    pairs: Counter[int] = Counter()
    for (row, _), alike in rows.items():
        for times, n in row:
            pairs[times] += n * alike
    left, level, cost = total, 0, 0
    while left and pairs:
        fits = min(left, sum(n for times, n in pairs.items() if times <= level) // 2)
        cost, left, level = cost + fits * level, left - fits, level + 1
        if level > total + max(pairs):
            break
    return Bound(max(0, total - pairs[0] // 2), cost)


def _bound_by_players(coming: Sequence[RoundShape], rows: Counter[tuple[Row, int]]) -> Bound:
    """Bound for each player alone, with the player's rests and the rounds for which he is there.

    A player who sits in p rounds at tables of k meets (k − 1)·p people among the others who are there with him; what
    that costs him at least is convex in p. All players together sit as often as there are seats, so the sum is least
    when the seats go one by one to the players for whom the next one costs least. Each pair is counted by both players:
    half of the sum, rounded up. With tables of several sizes meetings are given out one by one.
    """
    sizes = {size for one in coming for size in one.sizes}
    step = sizes.pop() - 1 if len(sizes) == 1 else 1
    largest = max((size for one in coming for size in one.sizes), default=1)
    seats = 2 * sum(one.meetings for one in coming) // step
    steps: Counter[tuple[int, int]] = Counter()
    for (row, rounds), alike in rows.items():
        for brought in _list_player_steps(row, rounds * (largest - 1), step):
            steps[brought] += alike
    costs: Counter[int] = Counter()
    again: Counter[int] = Counter()
    for (cost, repeated), n in steps.items():
        costs[cost] += n
        again[repeated] += n
    return Bound(-(-_sum_cheapest(again, seats) // 2), -(-_sum_cheapest(costs, seats) // 2))


def _list_player_steps(row: Row, most: int, step: int) -> list[tuple[int, int]]:
    """Return the least (cost, repeats) that each further `step` meetings bring one player, up to `most` meetings."""
    costs = _list_meeting_costs(row, most)
    return [
        (sum(part), sum(cost > 0 for cost in part))
        for part in (costs[i : i + step] for i in range(0, len(costs), step))
    ]


def _sum_cheapest(costs: Counter[int], count: int) -> int:
    """Return the sum of the `count` smallest of a multiset of costs."""
    total = 0
    for cost in sorted(costs):
        taken = min(costs[cost], count)
        total, count = total + cost * taken, count - taken
    return total


def _bound_by_pairs_left(coming: Sequence[RoundShape]) -> Bound:
    """Bound for rounds that are alike, all tables of one size k, where the number of others is a multiple of k − 1.

    Suppose that nobody meets anybody twice. Each round shows a player k − 1 others or none, so whoever has not met
    everybody has k − 1 or more left to meet, and each of these as well. That makes k players or more, with C(k, 2)
    pairs or more that never met. So if the rounds leave some pairs over, but fewer than C(k, 2), a meeting is a repeat.
    """
    halls, sizes = set(coming), {size for one in coming for size in one.sizes}
    if len(halls) != 1 or len(sizes) != 1:
        return Bound(0, 0)
    one, size = halls.pop(), sizes.pop()
    others = len(one.present) - 1
    left = choose2(others + 1) - len(coming) * one.meetings
    repeats = int(others % (size - 1) == 0 and 0 < left < choose2(size))
    return Bound(repeats, repeats)


# --- rounds against rounds ---------------------------------------------------------------------------------


def _bound_by_rounds(coming: Sequence[RoundShape], previous: Sequence[DrawRound]) -> Bound:
    """Bound by what any two rounds must share.

    Σ C(meetings, 2) counts, for each pair, the pairs of rounds in which it meets: so it is the sum over any two rounds
    of the number of pairs that both hold, and each of these is at least `count_shared_pairs`. For repeats: what a round
    shares with one earlier round is met for the second time or more, so it adds at least the largest.
    """
    cost = repeats = 0
    kinds = Counter(coming)
    for i, (later, alike) in enumerate(kinds.items()):
        held = [_count_shared_with_played(one, later) for one in previous]
        other = {one: _count_shared_with_coming(one, later) for one in list(kinds)[:i]}
        own = _count_shared_with_coming(later, later)
        cost += alike * sum(held) + choose2(alike) * own
        cost += alike * sum(kinds[one] * least for one, least in other.items())
        before = max([*held, *other.values()], default=0)
        repeats += before + (alike - 1) * max(before, own)
    return Bound(repeats, cost)


def _bound_by_all_rounds(coming: Sequence[RoundShape]) -> Bound:
    """Bound for all rounds to draw together: players who sit in few of them make the others sit in many.

    Let y(A, B) be how many players sit in both rounds A and B. The sum of y over any two rounds is the sum over players
    of C(rounds he sits in, 2), least when all sit in equally many (convexity). Where y is large, few of B's players are
    strangers to A, and `_count_staying_pairs` grows as they get fewer, by more each time. So the sum over any two
    rounds is least when as many strangers as the first sum leaves are all put where they save most. The same holds with
    A and B exchanged; the cost is the sum, as in `_bound_by_rounds`.
    """
    players = len(frozenset().union(*(one.present for one in coming)))
    kinds = Counter(coming)
    if not players:
        return Bound(0, 0)
    each, more = divmod(sum(one.seats for one in coming), players)
    both = more * choose2(each + 1) + (players - more) * choose2(each)
    forth: Counter[tuple[Shape, int, int]] = Counter()
    back: Counter[tuple[Shape, int, int]] = Counter()
    free = free_back = -both
    for one, other in combinations_with_replacement(kinds, 2):
        times = choose2(kinds[one]) if one == other else kinds[one] * kinds[other]
        forth[other.sizes, len(one.sizes), _count_strangers(other, one)] += times
        back[one.sizes, len(other.sizes), _count_strangers(one, other)] += times
        free, free_back = free + times * other.seats, free_back + times * one.seats
    return Bound(0, max(_pool_spreads(forth, free), _pool_spreads(back, free_back)))


def _pool_spreads(spreads: Counter[tuple[Shape, int, int]], strangers: int) -> int:
    """Return the least number of pairs that any two rounds have in common, added up over all pairs of rounds, if over
    all pairs of rounds up to `strangers` players (each counted once a pair) sit in the second round and not in the
    first.

    spreads: how many pairs of rounds there are with (table sizes of the second round, number of tables of the first,
    how many of the second round's players at most are without a seat in the first).
    """
    total, saved = 0, Counter[int]()
    for (tables, cells, most), alike in spreads.items():
        added = _list_additions(tables, cells)
        total += alike * sum(added)
        for value in added[::-1][:most]:
            saved[-value] += alike
    return total + _sum_cheapest(saved, strangers)


def _count_strangers(shape: RoundShape, other: RoundShape) -> int:
    """Return how many players present at the first round can be without a seat in the other round, at most."""
    away = 0 if shape.present is other.present else len(shape.present - other.present)
    return away + len(other.present) - other.seats


def _count_shared_with_played(earlier: DrawRound, later: RoundShape) -> int:
    """Return the least number of pairs that a round to draw shares with a round already played."""
    seated = set(chain.from_iterable(earlier.tables))
    new = len(later.present - seated)
    stays = seated <= later.present
    shape = tuple(sorted([len(table if stays else later.present.intersection(table)) for table in earlier.tables]))
    return count_shared_pairs(shape, new, later.sizes, len(later.present) - later.seats)


def _count_shared_with_coming(earlier: RoundShape, later: RoundShape) -> int:
    """Return the least number of pairs that two rounds to draw share."""
    return count_shared_pairs(
        earlier.sizes, _count_strangers(later, earlier), later.sizes, _count_strangers(earlier, later)
    )


@lru_cache(maxsize=4096)
def count_shared_pairs(first: Shape, newcomers: int, second: Shape, leavers: int) -> int:
    """Return how many pairs two rounds have in common at least.

    first, second: table sizes of the two rounds.
    newcomers: players present at the second round who did not sit in the first, at most.
    leavers: players of the first round who do not sit in the second, at most.

    The players of a table of the second round who sat in the first come from its len(first) tables: see
    `_count_staying_pairs`. The same holds the other way round.
    """
    return max(_count_staying_pairs(second, len(first), newcomers), _count_staying_pairs(first, len(second), leavers))


def _count_staying_pairs(tables: Shape, cells: int, strangers: int) -> int:
    """Return how many pairs of one round also sit together in another, at least, when each table's players come from
    `cells` tables (cells) of that other round.

    x players from c cells hold at least Σ C(x_i, 2) pairs, least when the x_i differ by at most one (convexity); one
    more player adds x // c to that. `strangers` of all the players come from no cell: they save most where the tables
    are largest, so the largest additions are struck out.
    """
    added = _list_additions(tables, cells)
    return sum(added[: max(0, len(added) - strangers)])


@lru_cache(maxsize=1024)
def _list_additions(tables: Shape, cells: int) -> tuple[int, ...]:
    """Return, for each player, the least number of people at his table, seated before him, who come from the same table
    of another round as he; in ascending order. `cells`: from how many tables of that round a table's players come."""
    return tuple(sorted(x // cells for size in tables for x in range(size))) if cells else ()


# --- halls of which every draw was tried -------------------------------------------------------------------


def _bound_by_trial(coming: Sequence[RoundShape]) -> Bound:
    """Bound by how many rounds there can be without a repeated meeting, where trying every draw has settled it.

    It holds for rounds that are alike and seat everybody, and is 0 for others. Each round too many adds a repeat: where
    there are k too many, take away a round in which a pair meets again; that repeat goes with it, and k − 1 stay.
    """
    halls = set(coming)
    if len(halls) != 1 or (one := halls.pop()).seats < len(one.present):
        return Bound(0, 0)
    most = TRIED_IN_FULL.get(tuple(sorted(one.sizes, reverse=True)), len(coming))
    more = max(0, len(coming) - most)
    return Bound(more, more)
