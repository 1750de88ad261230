"""Improve rounds by swapping two players of one round: annealing on who meets whom.

The cost is Σ C(meetings, 2) over pairs, meetings before the draw included; a forbidden pair starts with so many
meetings that nothing outweighs it. Rests and locked tables are not changed.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate, combinations, pairwise
from random import Random

from tournaments.draws.algebra import Rounds

FORBIDDEN_MEETINGS = 1 << 20
"""The earlier meetings that a forbidden pair is given: more than all others together can outweigh."""
SQUARE_LIMIT = 1500
"""Up to this many players, meetings are kept in a square table; above, in a sparse one."""

BATCH = 64
"""How many places are tried before looking again for places with a repeated meeting."""
TRIES = 24
"""How many partners are tried for each place of a batch."""

MetRows = list[list[int]] | list[defaultdict[int, int]]
"""By player, and by other player (from 0): how often the two met."""


def build_met_rows(players: int, met: Iterable[tuple[tuple[int, int], int]]) -> MetRows:
    """Return the meetings by player and by other player (from 0), symmetrical. `met`: (pair, times)."""
    table: MetRows
    if players <= SQUARE_LIMIT:
        table = [[0] * players for _ in range(players)]
    else:
        table = [defaultdict[int, int](int) for _ in range(players)]
    for (p, q), times in met:
        table[p][q] += times
        table[q][p] += times
    return table


class SwapSearch:
    """Rounds under improvement.

    rounds: tables of players, numbered from 0.
    met: the meetings before these rounds; those of the present rounds are added and kept up to date in place.
    locked: (round, table) pairs of tables that stay as they are.

    Each seat of each table of each round is a place, numbered through from 0; `seated` gives the player at a place.
    """

    def __init__(self, rounds: Rounds, met: MetRows, rng: Random, locked: Collection[tuple[int, int]] = ()) -> None:
        self.met, self.rng = met, rng
        self.shape = [[len(table) for table in one] for one in rounds]
        tables = [table for one in rounds for table in one]
        names = [(r, t) for r, one in enumerate(rounds) for t in range(len(one))]
        ends = list(accumulate(map(len, tables), initial=0))
        self.spans = [range(a, b) for a, b in pairwise(ends)]
        self.table_of = [t for t, span in enumerate(self.spans) for _ in span]
        self.seated = [p for table in tables for p in table]
        free = self._list_free_places(names, len(rounds), locked)
        self.partners: list[Sequence[int]] = [
            free[name[0]] for span, name in zip(self.spans, names, strict=True) for _ in span
        ]
        self.movable = [place for one in free for place in one]
        self.cost = self._add_meetings(tables)

    def _list_free_places(
        self, names: list[tuple[int, int]], rounds: int, locked: Collection[tuple[int, int]]
    ) -> list[list[int]]:
        """Return the places of each round at tables that are not locked. `names`: round and table of each table."""
        free: list[list[int]] = [[] for _ in range(rounds)]
        for span, name in zip(self.spans, names, strict=True):
            if name not in locked:
                free[name[0]].extend(span)
        return free

    def _add_meetings(self, tables: list[list[int]]) -> int:
        """Add the meetings at these tables to those before. Return what they cost."""
        cost = 0
        for table in tables:
            for p, q in combinations(table, 2):
                cost += self.met[p][q]
                self.met[p][q] += 1
                self.met[q][p] += 1
        return cost

    def list_rounds(self) -> Rounds:
        """Return the rounds in their present state."""
        tables = iter([[self.seated[i] for i in span] for span in self.spans])
        return [[next(tables) for _ in one] for one in self.shape]

    def count_repeats(self, place: int) -> int:
        """Return how many meetings of the player at this place, at this table, are repeated ones."""
        player = self.seated[place]
        row = self.met[player]
        return sum([row[self.seated[i]] - 1 for i in self.spans[self.table_of[place]] if i != place])

    def search(self, moves: int, hot: float, cold: float, goal: int = 0) -> int:
        """Anneal from `hot` to `cold` for about `moves` swaps, until the cost is `goal`. Return the moves left.

        Only places with a repeated meeting are tried: elsewhere nothing can be gained.
        """
        random, left = self.rng.random, moves
        while left > 0 and self.cost > goal:
            places, looked_at = self._sample_unhappy()
            if not places:
                break
            heat = hot * (cold / hot) ** (1 - left / moves)
            left -= 1 + looked_at // 3 + TRIES * len(places)
            for place in places:
                partners = self.partners[place]
                size = len(partners)
                for _ in range(TRIES):
                    other = partners[int(random() * size)]
                    if self.table_of[other] != self.table_of[place]:
                        self._try_swap(place, other, -heat * math.log(1 - random()))
                if self.cost <= goal:
                    break
        return max(left, 0)

    def _sample_unhappy(self) -> tuple[list[int], int]:
        """Return (some places whose player repeats a meeting, in a random order; how many places were looked at)."""
        sample = self.rng.sample(self.movable, min(len(self.movable), 4 * BATCH))
        places = [i for i in sample if self.count_repeats(i)]
        if len(places) >= BATCH // 4 or len(sample) == len(self.movable):
            return places[:BATCH], len(sample)
        places = [i for i in self.movable if self.count_repeats(i)]
        return self.rng.sample(places, min(len(places), BATCH)), len(self.movable)

    def compute_change(self, i: int, j: int) -> int:
        """Return how the cost would change if the players at places i and j (of different tables) swapped."""
        seated, spans = self.seated, self.spans
        a, b = seated[i], seated[j]
        row_a, row_b = self.met[a], self.met[b]
        span_i, span_j = spans[self.table_of[i]], spans[self.table_of[j]]
        # each sum also counts the player's own row entry (0) and the meetings of a and b: the last line corrects it
        here = sum([row_b[p] - row_a[p] for p in [seated[k] for k in span_i]])
        there = sum([row_a[p] - row_b[p] for p in [seated[k] for k in span_j]])
        return here + there - 2 * row_a[b] + len(span_i) + len(span_j) - 2

    def swap(self, i: int, j: int, change: int) -> None:
        """Swap the players at places i and j; `change` is what `compute_change(i, j)` returned."""
        seated, met = self.seated, self.met
        a, b = seated[i], seated[j]
        for place, leaver, newcomer in ((i, a, b), (j, b, a)):
            for k in self.spans[self.table_of[place]]:
                if k != place:
                    p = seated[k]
                    met[p][leaver] -= 1
                    met[leaver][p] -= 1
                    met[p][newcomer] += 1
                    met[newcomer][p] += 1
        seated[i], seated[j] = b, a
        self.cost += change

    def _try_swap(self, i: int, j: int, limit: float) -> None:
        """Swap the players at places i and j if that raises the cost by at most `limit`."""
        change = self.compute_change(i, j)
        if change <= limit:
            self.swap(i, j, change)
