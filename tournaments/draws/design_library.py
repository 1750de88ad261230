"""Find rounds of full tables without repeated meetings: the longest series that algebra and the stored designs give."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tournaments.draws.algebra import (
    FIELD_LIMIT,
    Rounds,
    build_doubled_rounds,
    build_field_rounds,
    build_power_rounds,
    build_rotational_rounds,
    build_shift_rounds,
    build_transversal_rounds,
    build_tripled_rounds,
    build_unital_rounds,
    fill_columns,
    multiply_rounds,
)
from tournaments.draws.berger import build_circle_rounds
from tournaments.draws.designs import ROTATIONAL, STARTERS, TRANSVERSALS, StoredDesign
from tournaments.draws.starters import CyclicFrame, develop_rounds

Series = tuple[str, Rounds]
"""Rounds without repeated meetings, and who found the way to them."""

FIELDS = "Bose 1938, MacNeish 1922"
KIRKMAN = "Ray-Chaudhuri & Wilson 1971"
QUADRUPLES = "Hanani, Ray-Chaudhuri & Wilson 1972"
OWN = "own search"

PUBLISHED: dict[int, tuple[tuple[str, ...], list[int]]] = {
    3: (("Brouwer 1978, Rees & Stinson 1987", "Ray-Chaudhuri & Wilson 1971"), [1, 4, 4]),
    4: (("resolvable designs and 4-RGDD, in Miller, Valkov & Abel 2026",), [1, 1, 5, 5]),
    5: (("Miller, Valkov & Abel 2026",), [1, 1, 1, 6, 6, 7, 8, 9, 9, 11, 12, 16, 14, 16, 16, 21, 18, 19, 21]),
    6: (("Miller, Valkov & Abel 2026",), [1, 1, 1, 1, 3, 7, 8, 9, 7, 11, 13, 13, 9, 10, 16, 17, 19, 19, 13]),
}
"""By players at a table: where the most rounds without repeated meetings are published (by turns over the numbers of
tables), and how many they are for two tables and more; where the list of tables of 3 or 4 ends, as many as could be."""
RESOLVABLE = {(5, 21): (26, "Abel & Greig 1997")}
"""By (players at a table, tables): a published number of rounds beyond the end of its list."""

WORDS = {
    (
        (4, 4, 4, 4),
        2,
    ): "0-000 0-111 00222 01333 10013 11102 12230 13321 2013- 2102- 22-01 23-10 303-0 312-1 32123 33032 -2312 -3203",
    ((4, 4, 4, 4, 4), 2): "-21231 1-2123 21-312 -42030 2-4003 42-300 134-11 4131-1 34111- 332-42 2332-4 32342- 304334 "
    "430433 043343 014220 401022 140202 020014 002401 200140 111444",
    ((5, 5, 4, 4, 4, 4), 0): "000000 011111 022222 033333 044444 101234 110325 123051 132510 145102 202341 214032 "
    "221505 255420 304553 313240 325314 352135 403412 430154 441023 454201 512403 535045 540531 551352",
    ((5, 5, 5, 4, 4, 4), 0): "551034 155403 515340 233531 323153 332315 431200 143020 314002 035122 503212 350221 "
    "404524 440452 044245 212254 221425 122542 254110 425011 542101 101351 110135 011513 002430 200043 020304",
}
"""Rounds of mixed tables and rests in which nobody meets twice, by the tables' sizes and how many rest: for each player
his table in each round, - where he rests. Found by trying all (`benchmarks/_exhaustive_rounds.py`) and by annealing."""


def read_words(sizes: tuple[int, ...], resting: int, rounds: int) -> tuple[Rounds, list[list[int]]] | None:
    """Return the stored rounds of tables of these `sizes`, with `resting` players at rest in each, and who rests in
    each; None where fewer rounds are stored."""
    words = WORDS.get((sizes, resting), "").split()
    if not words or len(words[0]) < rounds:
        return None
    tables = [
        [[p for p, word in enumerate(words) if word[r] == f"{t}"] for t in range(len(sizes))] for r in range(rounds)
    ]
    return tables, [[p for p, word in enumerate(words) if word[r] == "-"] for r in range(rounds)]


def build_repeat_free_rounds(size: int, tables: int, rounds: int) -> Rounds:
    """Return up to `rounds` rounds of size·tables points (from 0) at tables of `size`, in which no pair meets twice.

    It is the longest series known here, cut to `rounds`; at least one round where tables ≥ 1.
    """
    return find_series(size, tables, rounds)[1]


def find_series(size: int, tables: int, rounds: int) -> Series:
    """Return (who found the longest known series of rounds without a repeated meeting, its rounds), for `tables` tables
    of `size` players."""
    if rounds < 1 or tables < 1:
        return "", []
    best: Series = "", [[[*range(t * size, (t + 1) * size)] for t in range(tables)]]
    for author, found in _iterate_series(size, tables, rounds) if tables > 1 else ():
        if len(found) > len(best[1]):
            best = author, found
        if len(best[1]) >= rounds:
            break
    return best[0], best[1][:rounds]


def _iterate_series(size: int, tables: int, rounds: int) -> Iterator[Series]:
    """Yield the series of rounds that each construction gives for `tables` tables of `size` players."""
    if size == 2:
        yield "Berger 1895", [couples for couples, _ in build_circle_rounds(2 * tables, min(rounds, 2 * tables - 1))]
        return
    stored = STARTERS.get((size, tables))
    if stored is not None:
        yield OWN, build_stored_rounds(stored)
    if (size, tables) in ROTATIONAL:
        yield OWN, build_rotational_rounds(ROTATIONAL[size, tables])
    yield from _iterate_theorems(size, tables, rounds)
    for author, across in _iterate_transversals(size, tables, rounds):
        yield (
            author,
            fill_columns(
                across, tables, size, lambda missing: build_repeat_free_rounds(size, tables // size, missing), rounds
            ),
        )
    for weight in range(size, tables // size + 1) if tables <= FIELD_LIMIT else ():
        if tables % weight == 0:
            outer = build_repeat_free_rounds(size, tables // weight, rounds)
            yield KIRKMAN, multiply_rounds(outer, build_repeat_free_rounds(size, weight, rounds), weight)


def _iterate_theorems(size: int, tables: int, rounds: int) -> Iterator[Series]:
    """Yield the complete series, in which everybody meets everybody, that theorems give for `tables` tables of `size`
    players."""
    players = size * tables
    if size == 3:
        yield KIRKMAN, build_power_rounds(tables, rounds)
    if size == 3 and players % 2:
        yield KIRKMAN, build_doubled_rounds((players - 1) // 2)
    if size == 4 and players % 3 == 1:
        yield QUADRUPLES, build_tripled_rounds((players - 1) // 3)
    if size > 4 and players == (size - 1) ** 3 + 1:
        yield "Bose 1959", build_unital_rounds(size - 1)


def _iterate_transversals(size: int, tables: int, rounds: int) -> Iterator[Series]:
    """Yield series of rounds in which every table takes one point of each of `size` columns."""
    yield FIELDS, build_field_rounds(tables, size, rounds)
    stored = TRANSVERSALS.get(tables)
    if stored is not None and stored.columns >= size:
        yield stored.author, build_transversal_rounds(tables, size, stored.group, stored.base, stored.lines)
    yield "cyclic squares", build_shift_rounds(tables, size, rounds)


def get_published_rounds(size: int, tables: int) -> tuple[int, str] | None:
    """Return (the most rounds without a repeated meeting that are published, who published them) for so many full
    tables of `size` players; None for other sizes than 3 to 6, for a single table, for more than 120 players, and where
    nothing is published."""
    if size not in PUBLISHED or not 2 <= tables <= 120 // size:
        return None
    authors, first = PUBLISHED[size]
    if tables < size:
        return 1, "pigeonhole"
    if (size, tables) in RESOLVABLE:
        return RESOLVABLE[size, tables]
    if tables - 2 < len(first):
        return first[tables - 2], authors[tables % len(authors)]
    return ((size * tables - 1) // (size - 1), authors[tables % len(authors)]) if size < 5 else None


@lru_cache(maxsize=32)
def _develop_design(stored: StoredDesign) -> tuple[Rounds, ...]:
    """Return the rounds of each base round of the design, then one round for each of its sets of lines. A line stands
    for several tables: the line itself, and each other set of players that adding 1 to its players' numbers again and
    again makes of it."""
    frame = CyclicFrame(stored.modulus, stored.copies, stored.infinite)
    turned = [develop_rounds(frame, base, stored.modulus) for base in stored.base]
    inside = [
        [*map(list, {tuple(sorted(table)): 0 for one in develop_rounds(frame, lines, stored.modulus) for table in one})]
        for lines in stored.lines
    ]
    return (*turned, inside)


def build_stored_rounds(stored: StoredDesign) -> Rounds:
    """Return every round of a stored design: its base rounds developed, then its lines, one round a set."""
    return [one for part in _develop_design(stored) for one in part]
