"""Build the rounds from which a draw starts: from a design, from a starter searched for tonight's numbers, or at
random.

Each opening gives whole rounds of players numbered from 0, to be improved by swaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tournaments.draws import design_seating, starters
from tournaments.draws.berger import build_circle_rounds
from tournaments.draws.design_library import build_repeat_free_rounds, read_words
from tournaments.draws.design_seating import SeatedRounds
from tournaments.draws.divisions import Division

STARTER_PLAYERS = 160
"""The largest number of players for which a starter is searched: for more, plain swaps do as well in the time."""
STARTER_TRIALS = 4
"""How many frames are tried for a starter, at most."""


def iter_plain_openings(
    players: int, division: Division, rounds: int, moves: int, rng: Random
) -> Iterator[SeatedRounds]:
    """Yield rounds from which a search by swaps can begin, the most promising first; for a draw without previous rounds
    in which everybody stays.

    moves: how many swaps each search for a starter may try.
    """
    if set(division.sizes) == {2}:
        couples = build_circle_rounds(players, rounds)
        yield [tables for tables, _ in couples], [out for _, out in couples]
        return
    designed = build_from_design(division, rounds, rng)
    if designed is not None:
        yield designed
    if division.sizes and players <= STARTER_PLAYERS:
        for trial in starters.list_trials(players, division.sizes, rounds)[:STARTER_TRIALS]:
            started = starters.find_rounds(trial, division.sizes, rounds, moves, rng)
            if started is not None:
                yield started


def build_from_design(division: Division, rounds: int, rng: Random) -> SeatedRounds | None:
    """Return the rounds of a known design, which begin again where it has too few; None where no design fits the
    division."""
    stored = read_words(division.sizes, division.resting, rounds)
    if stored or not design_seating.fits_design(division):
        return stored
    size, tables = division.sizes[0], len(division.sizes)
    free_rounds = build_repeat_free_rounds(size, tables, rounds)
    if len(free_rounds) < rounds and division.resting == size - 1 and not division.small_tables:
        larger = build_repeat_free_rounds(size, tables + 1, rounds)
        if len(larger) == rounds:
            return design_seating.rest_beside_empty_chair(larger)
    return design_seating.seat_by_design([free_rounds[r % len(free_rounds)] for r in range(rounds)], division, rng)


def draw_random_tables(players: Sequence[int], sizes: Sequence[int], rng: Random) -> list[list[int]]:
    """Return tables of these sizes, filled with the players in a random order."""
    line = iter(rng.sample(players, len(players)))
    return [[next(line) for _ in range(size)] for size in sizes]
