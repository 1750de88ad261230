"""Find rounds of full tables without repeated meetings: the longest series that algebra and the stored designs give."""

from __future__ import annotations

from functools import lru_cache

from tournaments.draws.algebra import (
    Rounds,
    field_rounds,
    fill_columns,
    matrix_rounds,
    power_rounds,
    shift_rounds,
)
from tournaments.draws.berger import circle
from tournaments.draws.designs import MATRICES, STARTERS, Stored
from tournaments.draws.starters import Frame, develop


def repeat_free(size: int, tables: int, rounds: int) -> Rounds:
    """Return up to `rounds` rounds of size·tables points (from 0) at tables of `size`, in which no pair meets twice.

    It is the longest series known here, cut to `rounds`; at least one round where tables ≥ 1.
    """
    if rounds < 1 or tables < 1:
        return []
    single = [[[*range(t * size, (t + 1) * size)] for t in range(tables)]]
    if tables == 1:
        return single
    if size == 2:
        return [couples for couples, _ in circle(2 * tables, min(rounds, 2 * tables - 1))]
    best = single
    for found in _candidates(size, tables, rounds):
        if len(found) > len(best):
            best = found
        if len(best) >= rounds:
            break
    return best[:rounds]


def _candidates(size: int, tables: int, rounds: int) -> list[Rounds]:
    """Return the series of rounds that each construction gives for these numbers."""
    stored = STARTERS.get((size, tables))
    if stored is not None:
        return [stored_rounds(stored)]
    across = [field_rounds(tables, size, rounds), shift_rounds(tables, size, rounds)]
    if tables in MATRICES:
        group, columns = MATRICES[tables]
        if len(columns[0]) >= size:
            across.append(matrix_rounds(group, columns, size, rounds))

    def inner(missing: int) -> Rounds:
        return repeat_free(size, tables // size, missing)

    filled = [fill_columns(found, tables, size, inner, rounds) for found in across if found]
    return [*filled, power_rounds(tables, rounds)] if size == 3 else filled


@lru_cache(maxsize=32)
def _developed(stored: Stored) -> tuple[Rounds, ...]:
    """Return the rounds of each base round of the design, then one round for each of its lines."""
    frame = Frame(stored.modulus, stored.copies, stored.infinite)
    turned = [develop(frame, base, stored.modulus) for base in stored.base]
    inside = [[table for one in develop(frame, [line], stored.modulus) for table in one] for line in stored.lines]
    return (*turned, inside)


def stored_rounds(stored: Stored) -> Rounds:
    """Return every round of a stored design: its base rounds developed, then each of its lines as one round."""
    return [one for part in _developed(stored) for one in part]
