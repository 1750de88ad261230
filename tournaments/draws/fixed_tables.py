"""Respect fixed tables: players who cannot walk keep their table number in every round.

Players with different fixed tables should not sit together, players with the same one should: swaps that cost no
meeting and move no players close in the ranking apart see to it. Changes no rests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tournaments.draws.swaps import SwapSearch

SWEEPS = 3
"""How many times all players with a fixed table are gone through, at most."""


def settle_fixed_tables(state: SwapSearch, wanted: Mapping[int, int]) -> None:
    """Swap players inside rounds while that puts more of the players in `wanted` at tables of their own number.

    wanted: by player (from 0), the number of his fixed table.

    A swap that raises the pair cost is not made.
    """
    if len(set(wanted)) < 2:
        return
    for _ in range(SWEEPS):
        if not sum(
            _move_to_own_table(state, wanted, place) for place in state.movable if state.seated[place] in wanted
        ):
            break


def _move_to_own_table(state: SwapSearch, wanted: Mapping[int, int], place: int) -> bool:
    """Swap the player at this place with one of another table, if fewer players with a fixed table then sit together
    with those of another fixed table. Returns True if they were swapped. `wanted`: by player, the number of his fixed
    table."""
    here = state.table_of[place]
    if not _count_table_strangers(state, wanted, here):
        return False
    for other in state.partners[place]:
        there = state.table_of[other]
        if there == here or state.seated[other] in wanted:
            continue
        before = _count_table_strangers(state, wanted, here) + _count_table_strangers(state, wanted, there)
        change = state.compute_change(place, other)
        if change > 0:
            continue
        state.swap(place, other, change)
        if _count_table_strangers(state, wanted, here) + _count_table_strangers(state, wanted, there) < before:
            return True
        state.swap(place, other, -change)
    return False


def count_strangers(players: Iterable[int], wanted: Mapping[int, int]) -> int:
    """Return how many of a table's players that have a fixed table are not of the number most common there. `wanted`:
    by player, the number of his fixed table."""
    numbers = [wanted[p] for p in players if p in wanted]
    return len(numbers) - max(map(numbers.count, numbers), default=0)


def _count_table_strangers(state: SwapSearch, wanted: Mapping[int, int], table: int) -> int:
    """Return how many players with a fixed table sit at this table of the rounds being improved and are not of the
    number most common there."""
    return count_strangers([state.seated[i] for i in state.spans[table]], wanted)
