"""Draw one Swiss round of pairs: the cheapest pairing of everybody, found exactly (Edmonds' blossoms, by rustworkx).

The players of such a draw are the sides: single players or fixed pairs. Levels of the objective, none traded for a
lower one: forbidden pairs apart, rests in turn, repeated meetings, distance in the ranking, first deals shared out.
Opponents are first looked for in a window of the ranking; the window grows where that leaves somebody without a new
opponent, and a repeated meeting is accepted only once everybody was considered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from random import Random

from tournaments.draws import meetings, seats, swiss
from tournaments.draws.mates import list_mate_pairs
from tournaments.draws.model import DrawRequest, DrawRound

WINDOW = 16
"""How many places further down the ranking a player's first possible opponents are."""
GROWTH = 4
"""The factor by which the window grows."""
MAX_CLASH = 4
"""The surplus of first deals (or of second ones) from which on a larger one weighs no more."""
LOT_BITS = 4
LOTS = 1 << LOT_BITS
"""How many different lots a pair can draw: lots decide between equal sums, and keep the search short where a group is
large."""
UNIT = LOTS * (1 + MAX_CLASH**2)
"""The weight of the smallest step in the ranking: more than all first deals and lots of a pair."""
EXACT_PLAYERS = 80
"""Up to this many players every pair is considered from the start, so that the result is the best possible."""
BLOCK = 400
"""About how many players of a larger field are paired at a time: the search grows with their square."""

Pair = tuple[int, int]
Edge = tuple[int, int, int]
"""Two vertices and the cost of pairing them."""


def draw_pairs(request: DrawRequest) -> DrawRound:
    """Draw one round of pairs (tables of two).

    `request.scores`: players with equal scores form one group, inside which opponents are drawn by lot; None counts as
    all equal. Raises ValueError where more than one round is asked for.
    """
    if request.rounds != 1:
        raise ValueError("one round of pairs is drawn at a time")
    rng = Random(request.seed)
    board = MatchingProblem.from_request(request, rng)
    pairs, out = board.find_pairs()
    tables = [
        *([p - 1 for p in table] for _n, table in request.get_locked_tables(0)),
        *([p - 1 for p in pair] for pair in pairs),
    ]
    locked = {(0, n) for n in range(len(request.get_locked_tables(0)))}
    arranged = seats.arrange_seats([tables], [one.renumber(-1) for one in request.previous], locked, rng)[0]
    fixed = [(player - 1, number) for player, number in request.fixed]
    kept = [(n, tuple(p - 1 for p in table)) for n, table in request.get_locked_tables(0)]
    numbered = seats.number_tables(arranged, fixed, kept)
    return DrawRound(tuple(tuple(p + 1 for p in table) for table in numbered), out)


def count_first_deal_surplus(rounds: Sequence[DrawRound]) -> Counter[int]:
    """Return, by player, at how many more tables of two he sat first than second."""
    due: Counter[int] = Counter()
    for one in rounds:
        for first, second in (table for table in one.tables if len(table) == 2):
            due[first] += 1
            due[second] -= 1
    return due


def find_least_spread(request: DrawRequest) -> int | None:
    """Return the smallest Σ of distances in the ranking among the rounds that are best in everything weightier.

    With more than EXACT_PLAYERS players, return only a lower bound, which no round of pairs can go below; or None if
    their number is odd, so that somebody rests.
    """
    board = MatchingProblem.from_request(request, Random(request.seed))
    if len(board.order) > EXACT_PLAYERS:
        return None if len(board.order) % 2 else board.bound_distances(range(len(board.order)))
    pairs, _out = board.find_pairs()
    return sum(abs(board.rank[a - 1] - board.rank[b - 1]) for a, b in pairs)


@dataclass(frozen=True)
class MatchingProblem:
    """The players to be paired in one round, and what the pairing depends on.

    order: the players to pair, in the order of the ranking, equals by lot.
    rank: every player's place in the ranking, from 0.
    met: how often each pair met.
    forbidden: pairs that must not meet, mates among them.
    rests: by player, how often he rested.
    first_deal_surplus: by player, at how many more tables of two he sat first than second.
    """

    order: tuple[int, ...]
    rank: tuple[int, ...]
    met: Counter[Pair]
    forbidden: frozenset[Pair]
    rests: Counter[int]
    first_deal_surplus: Counter[int]
    rng: Random

    @classmethod
    def from_request(cls, request: DrawRequest, rng: Random) -> MatchingProblem:
        """Build the matching problem of a request for one round; players at locked tables are left out."""
        rank = swiss.compute_ranks(request.scores or (0,) * request.players)
        held = {p for _n, table in request.get_locked_tables(0) for p in table}
        free = [p for p in request.list_present(0) if p not in held]
        return cls(
            order=tuple(sorted(free, key=lambda p: (rank[p - 1], rng.random()))),
            rank=tuple(rank),
            met=meetings.count_meetings(request.previous),
            forbidden=list_mate_pairs((*request.forbidden, *request.list_mates(0))),
            rests=Counter(p for one in request.previous for p in one.resting),
            first_deal_surplus=count_first_deal_surplus(request.previous),
            rng=rng,
        )

    def find_pairs(self) -> tuple[list[Pair], tuple[int, ...]]:
        """Return (the pairs, those of the best ranked players first, the players who rest)."""
        n = len(self.order)
        if n <= EXACT_PLAYERS:
            return self._to_players(self._match_vertices(self._iter_all_edges(), range(n + n % 2)))
        return self._to_players(self._match_blocks() or self._match_everybody())

    def _match_blocks(self) -> list[Pair]:
        """Return the pairs of vertices, block after block of the ranking; [] where a block leaves somebody without a
        new opponent.

        Every block has an even number of vertices, so all can be paired inside it. Where its pairs are further apart
        than `bound_distances` says they must be, it is paired again together with the block before it, and kept so if
        that is closer.
        """
        done: list[tuple[range, list[Pair]]] = []
        for block in self._cut_blocks():
            pairs = self._match_window(block)
            if len(pairs) != len(block) // 2:
                return []
            if done and not (self._is_closest(*done[-1]) and self._is_closest(block, pairs)):
                before, kept = done[-1]
                wide = range(before.start, block.stop)
                both = self._match_window(wide)
                if self._sum_distances(both) < self._sum_distances([*kept, *pairs]):
                    done.pop()
                    block, pairs = wide, both
            done.append((block, pairs))
        return [pair for _block, pairs in done for pair in pairs]

    def _match_window(self, block: range) -> list[Pair]:
        """Return the cheapest pairs of a block's vertices, each within WINDOW places of the ranking."""
        return self._match_vertices(self._iter_window_edges(WINDOW, block), block)

    def _is_closest(self, block: range, pairs: Sequence[Pair]) -> bool:
        """True if no pairs of this block can be closer in the ranking."""
        return self._sum_distances(pairs) == self.bound_distances(block)

    def _cut_blocks(self) -> list[range]:
        """Return the vertices in blocks of even size, each of about BLOCK of them."""
        n = len(self.order) + len(self.order) % 2
        count = max(1, n // BLOCK)
        cuts = [n * k // count // 2 * 2 for k in range(count + 1)]
        return [range(start, stop) for start, stop in pairwise(cuts)]

    def _sum_distances(self, pairs: Sequence[Pair]) -> int:
        """Return Σ over these pairs of their distance in the ranking."""
        return sum(abs(self._ranks[a] - self._ranks[b]) for a, b in pairs)

    def bound_distances(self, block: range) -> int:
        """Return a lower bound of Σ of the distances in the ranking, for any pairing of this block.

        Between two neighbours in the ranking that have an odd number of vertices before them, at least one pair reaches
        across; the gaps between such neighbours are added up.
        """
        return sum(self._ranks[i + 1] - self._ranks[i] for i in block[::2])

    def _match_everybody(self) -> list[Pair]:
        """Return the pairs of vertices of the whole field; the window grows until everybody has an opponent."""
        n = len(self.order)
        whole, reach = range(n + n % 2), WINDOW
        while reach < n:
            matched = self._match_vertices(self._iter_window_edges(reach, whole), whole)
            if len(matched) == (n + 1) // 2:
                return matched
            reach *= GROWTH
        return self._match_vertices(self._iter_all_edges(), whole)

    def _to_players(self, mates: list[Pair]) -> tuple[list[Pair], tuple[int, ...]]:
        """Turn pairs of vertices into pairs of players. A vertex beyond the last player stands for a rest."""
        n = len(self.order)
        pairs = [(self.order[i], self.order[j]) for i, j in mates if j < n]
        return pairs, tuple(self.order[i] for i, j in mates if j >= n)

    def _match_vertices(self, edges: Iterator[Edge], vertices: range) -> list[Pair]:
        """Return as many disjoint pairs of these vertices as possible, at the least cost, sorted."""
        import rustworkx

        found, start = list(edges), vertices.start
        most = max((cost for _i, _j, cost in found), default=0)
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(vertices)
        graph.add_edges_from([(i - start, j - start, most - cost) for i, j, cost in found])
        mates = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return sorted((min(pair) + start, max(pair) + start) for pair in mates)

    def _iter_window_edges(self, reach: int, block: range) -> Iterator[Edge]:
        """Yield an edge for each pair of the block that has not met and is within `reach` places of the ranking.

        Forbidden pairs are left out; a rest is an edge too, only for players who rested least.
        """
        n, order, avoided = len(self.order), self.order, self._avoided
        for i in range(block.start, min(n, block.stop)):
            others = avoided.get(order[i], ())
            for j in range(i + 1, min(n, block.stop, i + 1 + reach)):
                if order[j] not in others:
                    yield i, j, self._compute_distance_cost(i, j)
        if block.stop > n:
            yield from ((i, n, self._compute_rest_cost(i)) for i in self._list_resters() if i in block)

    @cached_property
    def _avoided(self) -> dict[int, set[int]]:
        """By player, the others whom he has met already or must not meet."""
        avoided: dict[int, set[int]] = {}
        for a, b in (*self.met, *self.forbidden):
            avoided.setdefault(a, set()).add(b)
            avoided.setdefault(b, set()).add(a)
        return avoided

    def _list_resters(self) -> list[int]:
        """Return the indices in `order` of the players who may rest: those who rested least; empty if nobody has to
        rest."""
        if len(self.order) % 2 == 0:
            return []
        least = min(self.rests[p] for p in self.order)
        return [i for i, p in enumerate(self.order) if self.rests[p] == least]

    def _iter_all_edges(self) -> Iterator[Edge]:
        """Yield an edge for every pair of players and for every rest, at the cost that it has in all objectives
        together."""
        n = len(self.order)
        for i, player in enumerate(self.order):
            for j in range(i + 1, n):
                pair = meetings.list_pairs((player, self.order[j]))[0]
                levels = (int(pair in self.forbidden), 0, self.met[pair])
                yield i, j, self._combine_levels(levels, self._compute_distance_cost(i, j))
        if n % 2:
            least = min(self.rests[p] for p in self.order)
            for i, player in enumerate(self.order):
                yield i, n, self._combine_levels((0, self.rests[player] - least, 0), self._compute_rest_cost(i))

    def _compute_distance_cost(self, i: int, j: int) -> int:
        """Return the cost of the distance in the ranking between two players.

        Of equal sums the one with the most equal parts is cheaper, then the one that shares out first deals, then the
        one with the lower lots.
        """
        ranks, surplus = self._ranks, self._surplus
        a, b = surplus[i], surplus[j]
        clash = min(abs(a), abs(b), MAX_CLASH) ** 2 * LOTS if a * b > 0 else 0
        return self._rank_costs[abs(ranks[i] - ranks[j])] + clash + self.rng.getrandbits(LOT_BITS)

    def _compute_rest_cost(self, i: int) -> int:
        """Return the cost of letting this player rest: how far he is above the last one of the ranking."""
        return self._rank_costs[self._ranks[-1] - self._ranks[i]] + self.rng.getrandbits(LOT_BITS)

    @cached_property
    def _ranks(self) -> list[int]:
        """The places in the ranking of the players to pair, in their order; a rest stands at the end of it."""
        ranks = [self.rank[player - 1] for player in self.order]
        return ranks + ranks[-1:] * (len(ranks) % 2)

    @cached_property
    def _surplus(self) -> list[int]:
        """The first-deal surplus of the players to pair, in their order."""
        return [self.first_deal_surplus[player] for player in self.order]

    @cached_property
    def _rank_costs(self) -> list[int]:
        """The cost of each distance in the ranking, from 0; its square decides between pairings with the same sum of
        distances."""
        n = len(self.rank) + 1
        return [(apart * n**3 + apart**2) * n * UNIT for apart in range(n)]

    def _combine_levels(self, levels: tuple[int, int, int], distance: int) -> int:
        """Return one cost of a pair from its `levels`, the weightiest first (forbidden, rests out of turn, repeated
        meetings), and its cost of `distance` in the ranking: no sum of a lower level over all pairs reaches one unit of
        the next."""
        n = len(self.rank) + 1
        most = 1 + max(max(self.met.values(), default=0), max(self.rests.values(), default=0))
        whole: int = 0
        for level in levels:
            whole = whole * (n * most) + level
        return whole * n**6 * UNIT + distance
