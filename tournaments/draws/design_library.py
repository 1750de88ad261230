"""Find rounds of full tables without repeated meetings: the longest series that algebra and the stored designs give."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tournaments.draws.algebra import (
    Rounds,
    build_doubled_rounds,
    build_field_rounds,
    build_power_rounds,
    build_shift_rounds,
    build_transversal_rounds,
    build_tripled_rounds,
    build_unital_rounds,
    fill_columns,
)
from tournaments.draws.berger import build_circle_rounds
from tournaments.draws.designs import STARTERS, TRANSVERSALS, StoredDesign
from tournaments.draws.starters import CyclicFrame, develop_rounds


def build_repeat_free_rounds(size: int, tables: int, rounds: int) -> Rounds:
    """Return up to `rounds` rounds of size·tables points (from 0) at tables of `size`, in which no pair meets twice.

    It is the longest series known here, cut to `rounds`; at least one round where tables ≥ 1.
    """
    if rounds < 1 or tables < 1:
        return []
    single = [[[*range(t * size, (t + 1) * size)] for t in range(tables)]]
    if tables == 1:
        return single
    if size == 2:
        return [couples for couples, _ in build_circle_rounds(2 * tables, min(rounds, 2 * tables - 1))]
    best = single
    for found in _iterate_candidates(size, tables, rounds):
        if len(found) > len(best):
            best = found
        if len(best) >= rounds:
            break
    return best[:rounds]


def _iterate_candidates(size: int, tables: int, rounds: int) -> Iterator[Rounds]:
    """Yield the series of rounds that each construction gives for these numbers."""
    stored = STARTERS.get((size, tables))
    if stored is not None:
        yield build_stored_rounds(stored)
    yield from _iterate_theorems(size, tables, rounds)

    def inner(missing: int) -> Rounds:
        return build_repeat_free_rounds(size, tables // size, missing)

    for across in _iterate_transversals(size, tables, rounds):
        if across:
            yield fill_columns(across, tables, size, inner, rounds)


def _iterate_theorems(size: int, tables: int, rounds: int) -> Iterator[Rounds]:
    """Yield the complete series, in which everybody meets everybody, that theorems give for these numbers."""
    players = size * tables
    if size == 3:
        yield build_power_rounds(tables, rounds)
    if size == 3 and players % 2:
        yield build_doubled_rounds((players - 1) // 2)
    if size == 4 and players % 3 == 1:
        yield build_tripled_rounds((players - 1) // 3)
    if players == (size - 1) ** 3 + 1:
        yield build_unital_rounds(size - 1)


def _iterate_transversals(size: int, tables: int, rounds: int) -> Iterator[Rounds]:
    """Yield series of rounds in which every table takes one point of each of `size` columns."""
    yield build_field_rounds(tables, size, rounds)
    stored = TRANSVERSALS.get(tables)
    if stored is not None and stored.columns >= size:
        yield build_transversal_rounds(tables, size, stored.group, stored.base, stored.lines)
    yield build_shift_rounds(tables, size, rounds)


@lru_cache(maxsize=32)
def _develop_design(stored: StoredDesign) -> tuple[Rounds, ...]:
    """Return the rounds of each base round of the design, then one round for each of its lines."""
    frame = CyclicFrame(stored.modulus, stored.copies, stored.infinite)
    turned = [develop_rounds(frame, base, stored.modulus) for base in stored.base]
    inside = [
        [table for one in develop_rounds(frame, [line], stored.modulus) for table in one] for line in stored.lines
    ]
    return (*turned, inside)


def build_stored_rounds(stored: StoredDesign) -> Rounds:
    """Return every round of a stored design: its base rounds developed, then each of its lines as one round."""
    return [one for part in _develop_design(stored) for one in part]
