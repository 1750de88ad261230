"""Fixed places: people who cannot walk keep their table. Tables are told apart so that each can bear its number.

Two who keep different tables should not sit together, two who keep one table should: swaps that cost no meeting and
part no neighbours see to it. Changes no rests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tournaments.draws.swaps import Swaps

SWEEPS = 3


def settle(state: Swaps, wanted: Mapping[int, int]) -> None:
    """Swap players inside rounds while that puts more of `wanted` (player from 0: table number) at tables of their own.

    A swap that raises the pair cost is not made.
    """
    if len(set(wanted)) < 2:
        return
    for _ in range(SWEEPS):
        if not sum(_improve(state, wanted, place) for place in state.movable if state.seated[place] in wanted):
            break


def _improve(state: Swaps, wanted: Mapping[int, int], place: int) -> bool:
    """Move this player to where more of his kind, and fewer of others, sit."""
    here = state.table_of[place]
    if not _strangers(state, wanted, here):
        return False
    for other in state.partners[place]:
        there = state.table_of[other]
        if there == here or state.seated[other] in wanted:
            continue
        before = _strangers(state, wanted, here) + _strangers(state, wanted, there)
        change = state.change(place, other)
        if change > 0:
            continue
        state.swap(place, other, change)
        if _strangers(state, wanted, here) + _strangers(state, wanted, there) < before:
            return True
        state.swap(place, other, -change)
    return False


def strangers(players: Iterable[int], wanted: Mapping[int, int]) -> int:
    """How many of a table's fixed players do not keep the table that most of them keep."""
    numbers = [wanted[p] for p in players if p in wanted]
    return len(numbers) - max(map(numbers.count, numbers), default=0)


def _strangers(state: Swaps, wanted: Mapping[int, int], table: int) -> int:
    return strangers([state.seated[i] for i in state.spans[table]], wanted)
