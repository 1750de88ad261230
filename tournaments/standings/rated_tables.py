"""What skill is reckoned from: tables as they ended, day by day. Pure."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby

LEAST_TABLES = 10  # of a player: before, nothing is said of his skill


@dataclass(frozen=True, slots=True)
class RatedTable:
    """One table that was played. `table`, `tournament`: their ids; `day`: an ordinal number; `sides`: the players (ids)
    of each side; `places`: the place of each side, equals share one (1, 2, 2, 4)."""

    table: int
    tournament: int
    day: int
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """Everybody who sat there, side by side."""
        return tuple(player for side in self.sides for player in side)


@dataclass(frozen=True, slots=True)
class SidePair:
    """Two sides of a table, by their positions in it. `score`, in halves: 2 if `one` was placed before `other`, 1 if
    they were level, else 0."""

    one: int
    other: int
    score: int


def list_side_pairs(table: RatedTable) -> list[SidePair]:
    """Return every pair of sides of a table."""
    places = table.places
    return [
        SidePair(one, other, 1 + (places[one] < places[other]) - (places[one] > places[other]))
        for one, other in combinations(range(len(places)), 2)
    ]


def leave_players_out(tables: Iterable[RatedTable], players: Collection[int]) -> list[RatedTable]:
    """Return the tables as if these players had not sat there: the others keep their order; a table left with fewer
    than two sides is dropped."""
    found = []
    for table in tables:
        sides = [tuple(one for one in side if one not in players) for side in table.sides]
        left = [(side, place) for side, place in zip(sides, table.places, strict=True) if side]
        if len(left) > 1:
            found.append(
                replace(table, sides=tuple(side for side, _ in left), places=tuple(place for _, place in left))
            )
    return found


def iter_days(tables: Iterable[RatedTable]) -> Iterator[tuple[int, Sequence[RatedTable]]]:
    """Yield (day, its tables), the earliest first: the tables of a day are all judged by those of earlier days
    alone."""
    in_order = sorted(tables, key=lambda table: (table.day, table.table))
    for day, those in groupby(in_order, key=lambda table: table.day):
        yield day, list(those)


Chances = dict[int, list[float]]
"""By table, what a model gave the first side of each of its pairs: how likely it comes before the other."""
