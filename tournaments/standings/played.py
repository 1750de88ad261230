"""What a standing is computed from: each player's sums, and who sat where with what result.

Pure: plain figures; no database, no game and no language.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's sums in one event.

    `entry` is his number in the event; `total` his gain, in jetons (negative: a loss), or his points in games of
    points; `tables` at how many tables he has played a coup; `left` how many of them he left before the end;
    `best_coup` the most that one coup brought him (0 where that was not read, or he has played none).
    """

    entry: int
    player: str
    total: int = 0
    tables: int = 0
    coups: int = 0
    coups_won: int = 0
    brusquembilles_won: int = 0
    brusquembilles_lost: int = 0
    left: int = 0
    best_coup: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """One player at one table of one round, where a coup was played, or that somebody left (GEN-01).

    `side`: who wins and loses together bears one number at a table. `total`: what he won there. `place`: 1 for the
    first side, equal sides share it; 1, 2, 2, 4. `position`: where he sat; two who sat there one after the other share
    what becomes of it. `purse`: what lies there besides his total (jetons; 0 in games of points): what the place had
    begun with, and what others won there.
    """

    round: int
    table: int
    entry: int
    side: int
    total: int
    place: int
    purse: int = 0
    position: int = 0


FLAT, AVERAGE, NOTHING = "flat", "average", "nothing"
WORTHS = (AVERAGE, FLAT, NOTHING)


@dataclass(frozen=True, slots=True)
class Scales:
    """What results are worth. `win`, `draw`, `loss`, `rest`: victory points of a table won alone, won together with
    another side, lost, and of a round rested. `places`: points of the first, second… place, 0 below the last one named.
    `flat`: what a rest adds to the total. `seed`: of the lots.

    `exempt` (a round rested, or a table that could not play), `forfeit` (for who came), `adjourned`, `annulled`: what a
    round that was not played counts, one of WORTHS: as a rest does; as a table won, with the average of the tables that
    he played; or nothing. Who forfeits has nothing.
    """

    win: int = 2
    draw: int = 1
    loss: int = 0
    rest: int = 1
    places: tuple[int, ...] = (5, 4, 3, 2, 1)
    flat: int = 0
    seed: int = 0
    exempt: str = FLAT
    forfeit: str = AVERAGE
    adjourned: str = NOTHING
    annulled: str = NOTHING


@dataclass(frozen=True)
class Played:
    """An event's results, table by table. `rests`: by entry, the rounds that count as rested; `granted`: those that
    count as won, with his average."""

    results: tuple[Result, ...] = ()
    rests: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    scales: Scales = Scales()
    granted: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def mine(self, entry: int) -> tuple[Result, ...]:
        """The entry's results, in the order of rounds."""
        return self._of_entry.get(entry, ())

    def rested(self, entry: int) -> tuple[int, ...]:
        return self.rests.get(entry, ())

    def others(self, result: Result) -> list[Result]:
        """Who sat at that table on another side."""
        return [other for other in self._of_table[result.table] if other.side != result.side]

    def partners(self, result: Result) -> list[Result]:
        """Who sat on his side at another place."""
        there = self._of_table[result.table]
        return [other for other in there if other.side == result.side and other.position != result.position]

    def places(self, result: Result) -> list[Result]:
        """One result of each place of that table, whoever sat there one after the other."""
        return list({(other.side, other.position): other for other in self._of_table[result.table]}.values())

    def everybody(self, result: Result) -> tuple[Result, ...]:
        """Who sat at that table, himself too."""
        return self._of_table[result.table]

    @cached_property
    def last_round(self) -> int:
        rested = [n for rounds in (*self.rests.values(), *self.granted.values()) for n in rounds]
        return max([*(result.round for result in self.results), *rested], default=0)

    @cached_property
    def _of_entry(self) -> dict[int, tuple[Result, ...]]:
        return _grouped(self.results, lambda result: result.entry)

    @cached_property
    def _of_table(self) -> dict[int, tuple[Result, ...]]:
        return _grouped(self.results, lambda result: result.table)


def _grouped(results: Iterable[Result], key: Callable[[Result], int]) -> dict[int, tuple[Result, ...]]:
    groups: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        groups[key(result)].append(result)
    return {each: tuple(sorted(group, key=lambda result: result.round)) for each, group in groups.items()}
