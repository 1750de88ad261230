"""Elo by pairs: what each pair of opponents at a table takes from each other, so that anybody can check it by hand.

All tables of a day count with the ratings of that morning. A side's rating is the average of its players'. What a side
is expected to do against another is rounded to a hundredth, as in the tables that chess players use. From that follow
the tenths of a point that each of its players takes from each player of the other side, or gives him. So the gains of a
table always sum to zero.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from .rated_tables import Chances, RatedTable, iter_days, list_side_pairs

START_TENTHS = 15_000
STAKE_TENTHS = 320  # what a player can win at a table from all his opponents together, at most
SCALE_TENTHS = 4_000  # one side so far ahead is expected to come first 10 times out of 11
LEAST, MOST = 1, 99  # per cent: nobody is sure to come first


@dataclass(frozen=True, slots=True)
class EloGain:
    """What a player took at a table from one opponent. `level`, `other_level`: the ratings of their two sides that
    morning, in tenths; `expected`: the player's chance of being placed before the opponent, in per cent; `score`: 2 if
    he was, 1 if they were level, else 0; `tenths`: what he took, in tenths of a point, negative for a loss."""

    table: RatedTable
    player: int
    opponent: int
    level: int
    other_level: int
    expected: int
    score: int
    tenths: int


@dataclass(frozen=True, slots=True)
class EloRatings:
    """The Elo ratings after all tables. `gains`: in the order of days and tables; `tenths`: each player's rating, by
    id, in tenths of a point; `chances`: what was expected at each table before it was played."""

    gains: tuple[EloGain, ...]
    tenths: Mapping[int, int]
    chances: Chances


def compute_elo(tables: Iterable[RatedTable]) -> EloRatings:
    """Return the Elo ratings that follow from these tables, with each gain on the way."""
    ratings: Counter[int] = Counter()
    gains: list[EloGain] = []
    chances: Chances = {}
    for _day, those in iter_days(tables):
        for table in those:
            for player in table.players:
                ratings.setdefault(player, START_TENTHS)
        moved = [gain for table in those for gain in _list_table_gains(table, ratings, chances)]
        for gain in moved:
            ratings[gain.player] += gain.tenths
        gains += moved
    return EloRatings(tuple(gains), dict(ratings), chances)


def _list_table_gains(table: RatedTable, ratings: Mapping[int, int], chances: Chances) -> list[EloGain]:
    """Return what every player of a table took from each opponent. The chances expected at the table are added to
    `chances`. `ratings`: by player, that morning, in tenths of a point."""
    levels = [round(sum(ratings[player] for player in side) / len(side)) for side in table.sides]
    share, gains = len(table.players) - 1, []
    chances[table.table] = []
    for pair in list_side_pairs(table):
        mine, theirs = levels[pair.one], levels[pair.other]
        expected = compute_expected(mine, theirs)
        tenths = compute_gain(expected, pair.score, share)
        chances[table.table].append(expected / 100)
        for one, other in product(table.sides[pair.one], table.sides[pair.other]):
            gains.append(EloGain(table, one, other, mine, theirs, expected, pair.score, tenths))
            gains.append(EloGain(table, other, one, theirs, mine, 100 - expected, 2 - pair.score, -tenths))
    return gains


def compute_expected(one: int, other: int) -> int:
    """Return the chance, in per cent, that a side rated `one` (in tenths) is placed before one rated `other`. The
    chances of both sides are always 100 together."""
    if one < other:
        return 100 - compute_expected(other, one)
    return min(MOST, max(LEAST, round(100 / (1 + 10 ** ((other - one) / SCALE_TENTHS)))))


def compute_gain(expected: int, score: int, opponents: int) -> int:
    """Return the tenths of a point that a player takes from one opponent, halves rounded away from zero. `expected`: in
    per cent; `score`: 2 if placed before him, 1 if level, else 0; `opponents`: how many the player has at the table."""
    surprise = STAKE_TENTHS * (50 * score - expected)
    tenths = (2 * abs(surprise) + 100 * opponents) // (200 * opponents)
    return tenths if surprise > 0 else -tenths
