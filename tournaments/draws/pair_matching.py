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
from random import Random

import rustworkx

from tournaments.draws import evaluation, meetings, seats, swiss
from tournaments.draws.model import Draw, DrawRequest, DrawRound

WINDOW = 16
"""How many places further down the ranking a player's first possible opponents are."""
GROWTH = 4
"""The factor by which the window grows."""
MAX_CLASH = 4
"""The surplus of first deals (or of second ones) from which on a larger one weighs no more."""
LOTS = 16
"""How many different lots a pair can draw: lots decide between equal sums, and keep the search short where a group is
large."""
UNIT = LOTS * (1 + MAX_CLASH**2)
"""The weight of the smallest step in the ranking: more than all first deals and lots of a pair."""
EXACT_PLAYERS = 80
"""Up to this many players every pair is considered from the start, so that the result is the best possible."""

Pair = tuple[int, int]
Edge = tuple[int, int, int]
"""Two vertices and the cost of pairing them."""


def draw_pairs(request: DrawRequest) -> Draw:
    """Draw one round of pairs (tables of two). Return it with its proof.

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
    arranged = seats.arrange_seats([tables], [number_from_zero(one) for one in request.previous], locked, rng)[0]
    fixed = [(player - 1, number) for player, number in request.fixed]
    kept = [(n, tuple(p - 1 for p in table)) for n, table in request.get_locked_tables(0)]
    numbered = seats.number_tables(arranged, fixed, kept)
    one = DrawRound(tuple(tuple(p + 1 for p in table) for table in numbered), out)
    return Draw((one,), evaluation.evaluate_rounds(request, (one,)).proof)


def number_from_zero(one: DrawRound) -> DrawRound:
    """Return the same round with players numbered from 0 instead of 1."""
    return DrawRound(tuple(tuple(p - 1 for p in table) for table in one.tables), tuple(p - 1 for p in one.resting))


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

    Returns None where there are too many players to be sure.
    """
    board = MatchingProblem.from_request(request, Random(request.seed))
    if len(board.order) > EXACT_PLAYERS:
        return None
    pairs, _out = board.find_pairs()
    return sum(abs(board.rank[a - 1] - board.rank[b - 1]) for a, b in pairs)


@dataclass(frozen=True)
class MatchingProblem:
    """The players to be paired in one round, and what the pairing depends on.

    order: the players to pair, in the order of the ranking, equals by lot.
    rank: every player's place in the ranking, from 0.
    met: how often each pair met.
    forbidden: pairs that must not meet.
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
            forbidden=frozenset((min(pair), max(pair)) for pair in request.forbidden),
            rests=Counter(p for one in request.previous for p in one.resting),
            first_deal_surplus=count_first_deal_surplus(request.previous),
            rng=rng,
        )

    def find_pairs(self) -> tuple[list[Pair], tuple[int, ...]]:
        """Return the pairs, those of the leaders first, and the players who rest."""
        n = len(self.order)
        reach = WINDOW if n > EXACT_PLAYERS else n
        while reach < n:
            found = self._match_vertices(self._iter_window_edges(reach))
            if len(found) == (n + 1) // 2:
                return self._to_players(found)
            reach *= GROWTH
        return self._to_players(self._match_vertices(self._iter_all_edges()))

    def _to_players(self, mates: list[Pair]) -> tuple[list[Pair], tuple[int, ...]]:
        """Turn pairs of vertices into pairs of players. A vertex beyond the last player stands for a rest."""
        n = len(self.order)
        pairs = [(self.order[i], self.order[j]) for i, j in mates if j < n]
        return pairs, tuple(self.order[i] for i, j in mates if j >= n)

    def _match_vertices(self, edges: Iterator[Edge]) -> list[Pair]:
        """Return as many disjoint pairs of vertices as possible, at the least cost, sorted."""
        found = list(edges)
        most = max((cost for _i, _j, cost in found), default=0)
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(len(self.order) + len(self.order) % 2))
        graph.add_edges_from([(i, j, most - cost) for i, j, cost in found])
        mates = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return sorted((min(pair), max(pair)) for pair in mates)

    def _iter_window_edges(self, reach: int) -> Iterator[Edge]:
        """Yield an edge for each pair that has not met and is within `reach` places of the ranking.

        Forbidden pairs are left out; a rest is an edge too, only for players who rested least.
        """
        n = len(self.order)
        for i, player in enumerate(self.order):
            for j in range(i + 1, min(n, i + 1 + reach)):
                pair = meetings.list_pairs((player, self.order[j]))[0]
                if pair not in self.met and pair not in self.forbidden:
                    yield i, j, self._compute_distance_cost(i, j)
        yield from ((i, n, self._compute_rest_cost(i)) for i in self._list_resters())

    def _list_resters(self) -> list[int]:
        """Return the indices in `order` of the players who may rest: those who rested least, if one has to rest."""
        if len(self.order) % 2 == 0:
            return []
        least = min(self.rests[p] for p in self.order)
        return [i for i, p in enumerate(self.order) if self.rests[p] == least]

    def _iter_all_edges(self) -> Iterator[Edge]:
        """Yield every pair and every rest, at its cost on all levels."""
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
        return self._compute_rank_cost(i, j) + self._compute_deal_clash(i, j) * LOTS + self.rng.randrange(LOTS)

    def _compute_rest_cost(self, i: int) -> int:
        """Return the cost of letting this player rest: how far he is above the last one of the ranking."""
        return self._compute_rank_cost(i, len(self.order) - 1) + self.rng.randrange(LOTS)

    def _compute_rank_cost(self, i: int, j: int) -> int:
        """Return the cost of a distance in the ranking, its square deciding between equal sums."""
        n = len(self.rank) + 1
        apart = abs(self.rank[self.order[i] - 1] - self.rank[self.order[j] - 1])
        return (apart * n**3 + apart**2) * n * UNIT

    def _compute_deal_clash(self, i: int, j: int) -> int:
        """Return the square of the lesser player's surplus where both should sit second, or both first; otherwise 0."""
        a, b = self.first_deal_surplus[self.order[i]], self.first_deal_surplus[self.order[j]]
        return min(abs(a), abs(b), MAX_CLASH) ** 2 if a * b > 0 else 0

    def _combine_levels(self, levels: tuple[int, int, int], distance: int) -> int:
        """Combine the levels into one number, so that no sum of a lower level reaches one unit of the next."""
        n = len(self.rank) + 1
        most = 1 + max(max(self.met.values(), default=0), max(self.rests.values(), default=0))
        whole = 0
        for level in levels:
            whole = whole * (n * most) + level
        return whole * n**6 * UNIT + distance
