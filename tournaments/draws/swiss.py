"""Draw a round by scores: players close in the ranking sit together, without meeting again where possible.

Swiss system at tables of any size. Repeated meetings weigh more than distance in the ranking, never the other way
round.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from random import Random

from tournaments.draws.swaps import MetRows, SwapSearch

SWEEPS = 3
"""How many times all places are gone through to narrow the tables, at most."""


def compute_ranks(scores: Sequence[int]) -> list[int]:
    """Return each player's place in the ranking, from 0; equal scores share a place."""
    first: dict[int, int] = {}
    for place, score in enumerate(sorted(scores, reverse=True)):
        first.setdefault(score, place)
    return [first[score] for score in scores]


def count_players_below(rank: Sequence[int]) -> list[int]:
    """Return for each player how many have a lower place in the ranking."""
    ordered = sorted(rank)
    return [len(rank) - bisect_right(ordered, place) for place in rank]


def cut_by_rank(players: Sequence[int], rank: Sequence[int], sizes: Sequence[int], rng: Random) -> list[list[int]]:
    """Cut the ranking into tables of these sizes, in the order given; equals come in an order drawn by lot."""
    order = sorted(players, key=lambda p: (rank[p], rng.random()))
    line = iter(order)
    return [[next(line) for _ in range(size)] for size in sizes]


def settle_by_rank(
    tables: list[list[int]], rank: Sequence[int], met: MetRows, goal: int, moves: int, rng: Random
) -> tuple[int, list[list[int]]]:
    """Separate players who met before, then bring players close in the ranking back together.

    Returns the cost reached, and the tables. Swaps with players near in the ranking are tried first.

    tables: one round in the order of the ranking.
    rank: each player's place in the ranking.
    met: meetings before the round.
    goal: a cost that cannot be beaten.
    moves: how many swaps may be tried.
    """
    state = SwapSearch([tables], met, rng)
    places, reach = len(state.seated), 2 * max(map(len, tables), default=1)
    everyone = state.partners
    while state.cost > goal and moves > 0:
        near = reach < places
        state.partners = (
            [range(max(0, i - reach), min(places, i + reach + 1)) for i in range(places)] if near else everyone
        )
        share = min(moves, 60 * places) if near else moves
        moves -= share - state.search(share, 0.15, 0.05, goal)
        if not near:
            break
        reach *= 2
    _gather_neighbours(state, rank)
    return state.cost, state.list_rounds()[0]


def compute_spread(table: Sequence[int], rank: Sequence[int]) -> int:
    """Return by how many places of the ranking the last player of a table is behind the best one."""
    places = [rank[p] for p in table]
    return max(places) - min(places)


def _gather_neighbours(state: SwapSearch, rank: Sequence[int]) -> None:
    """Swap two players of nearby tables, again and again, where that lowers the sum of the two tables' spreads
    (`compute_spread`) and does not raise the search's cost. `rank`: each player's place in the ranking."""
    places = len(state.seated)
    reach = 2 * max(map(len, state.spans), default=1)
    for _ in range(SWEEPS):
        swapped = 0
        for i in range(places):
            for j in range(i + 1, min(places, i + reach + 1)):
                if state.table_of[i] != state.table_of[j] and _is_narrowing(state, rank, i, j):
                    change = state.compute_change(i, j)
                    if change <= 0:
                        state.swap(i, j, change)
                        swapped += 1
        if not swapped:
            break


def _is_narrowing(state: SwapSearch, rank: Sequence[int], i: int, j: int) -> bool:
    """True if swapping the players at places i and j would lower the spread of their two tables. `rank`: each player's
    place in the ranking."""
    return rank[state.seated[i]] != rank[state.seated[j]] and compute_widening(state, rank, i, j) < 0


def compute_widening(state: SwapSearch, rank: Sequence[int], i: int, j: int) -> int:
    """Return how much the spread of two tables would grow if the players at the places i and j of the search, one at
    each, swapped. `rank`: each player's place in the ranking."""
    seated, here, there = state.seated, state.spans[state.table_of[i]], state.spans[state.table_of[j]]
    one, other = [rank[seated[k]] for k in here], [rank[seated[k]] for k in there]
    old = max(one) - min(one) + max(other) - min(other)
    one[i - here.start], other[j - there.start] = rank[seated[j]], rank[seated[i]]
    return max(one) - min(one) + max(other) - min(other) - old
