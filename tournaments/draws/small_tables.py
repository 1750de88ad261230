"""Share out the small tables where table sizes are mixed, without ever raising the pair cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tournaments.draws.model import DrawRound
from tournaments.draws.swaps import SwapSearch

SWEEPS = 4
"""How many times all places at small tables are gone through, at most."""
LOOKED_AT = 400_000
"""How many swaps are tried, at most."""


def count_small_tables(rounds: Sequence[DrawRound]) -> Counter[int]:
    """Return how often each player sat at a table smaller than the largest of its round."""
    largest = ((one, max(map(len, one.tables), default=0)) for one in rounds)
    return Counter(p for one, full in largest for table in one.tables if len(table) < full for p in table)


def share_small_tables(state: SwapSearch, before: Counter[int]) -> None:
    """Swap players of small tables with players of full ones who sat at small ones less often.

    before: by player (from 0), how often he sat at a small table in earlier rounds. A swap that raises the pair cost is
        not made.
    """
    small = _list_small_places(state)
    times = Counter(before)
    times.update(state.seated[i] for i in small)
    left = LOOKED_AT
    for _ in range(SWEEPS):
        swapped = 0
        for i in small:
            for j in state.partners[i]:
                a, b = state.seated[i], state.seated[j]
                if j in small or times[a] <= times[b] + 1:
                    continue
                left -= 1
                change = state.compute_change(i, j)
                if change <= 0:
                    state.swap(i, j, change)
                    times[a], times[b] = times[a] - 1, times[b] + 1
                    swapped += 1
            if left < 0:
                return
        if not swapped:
            return


def _list_small_places(state: SwapSearch) -> dict[int, None]:
    """Return the places at small tables whose players may be swapped, as the keys of a dict, in order."""
    places: dict[int, None] = {}
    table = 0
    movable = set(state.movable)
    for sizes in state.shape:
        for size in sizes:
            if size < max(sizes):
                places.update(dict.fromkeys(i for i in state.spans[table] if i in movable))
            table += 1
    return places
