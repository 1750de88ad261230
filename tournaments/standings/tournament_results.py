"""What standings are computed from: each player's sums, and who sat where with what result.

Pure: plain figures; no database and no language. What a game counts of its own, it declares in `scoring`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

import scoring

STATISTICS = {statistic.key: statistic for statistic in scoring.list_statistics()}
"""The games' own statistics, by key."""


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's sums in one tournament.

    entry: the id of his entry.
    player: the name shown.
    total: his gain, in jetons (negative: a loss), or in points in games of points.
    tables: at how many tables he played a coup.
    at_tables: what he won at these tables.
    left: how many of his tables he left before the end.
    card_points: those that he took; of partners each has what both took.
    best_coup: the most that one coup brought him (0 where it was not read, or he played none).
    withdrawn: True if he plays no longer, though the tournament went on.
    statistics: the games' own statistics, by key.
    adjustments: by metric, the sum of the bonuses and penalties added to it: {"total": -5}.
    """

    entry: int
    player: str
    total: int = 0
    tables: int = 0
    at_tables: int = 0
    coups: int = 0
    coups_won: int = 0
    card_points: int = 0
    left: int = 0
    best_coup: int = 0
    withdrawn: bool = False
    statistics: Mapping[str, int] = field(default_factory=dict, hash=False)
    adjustments: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def adjustment(self) -> int:
        """The sum of his bonuses and penalties; only one metric has any at a time."""
        return sum(self.adjustments.values())

    @property
    def counted_total(self) -> int:
        """His gain with the bonuses and penalties that were given to the gain itself, not to another metric."""
        return self.total + self.adjustments.get("total", 0)

    def get_sum(self, key: str) -> int:
        """Return the player's sum with this key: a field of the tally, or a statistic of the game (0 where it was not
        read)."""
        return self.statistics.get(key, 0) if key in STATISTICS else getattr(self, key)


class TableResult(NamedTuple):
    """One player's result at one table of one round, where a coup was played, or that somebody left (GEN-01).

    side: the number of his side at the table; players who win and lose together share it.
    total: what he won there.
    place: 1 for the first side, equal sides share it (1, 2, 2, 4).
    purse: what lies in his seat besides his total (jetons; 0 in games of points): what the seat began with, and what
        others won there.
    position: the seat; two players who sat there one after the other share its outcome.
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
"""How much a round that was not played counts: as a rest, as a table won with the player's average, or nothing."""
WORTHS = (AVERAGE, FLAT, NOTHING)


@dataclass(frozen=True, slots=True)
class Scales:
    """What results are worth.

    win, draw, loss, rest: victory points for a table won alone, won together with another side, or lost, and for a
    rested round.
    places: points for the first, second… place; 0 below the last one listed.
    flat: what a rest adds to the total.
    seed: the random seed of the lots.
    least_tables: how many tables are enough, where players who played enough rank before the others.
    exempt, forfeit, adjourned, annulled: how much a round counts that was not played, one of WORTHS. `exempt`: rested,
    or at a table that could not play; `forfeit`: for those who came to the table, while those who forfeit get nothing.
    """

    win: int = 2
    draw: int = 1
    loss: int = 0
    rest: int = 1
    places: tuple[int, ...] = (5, 4, 3, 2, 1)
    flat: int = 0
    seed: int = 0
    least_tables: int = 1
    exempt: str = FLAT
    forfeit: str = AVERAGE
    adjourned: str = NOTHING
    annulled: str = NOTHING

    @property
    def withdrawn(self) -> str:
        """How much a round counts that was withdrawn: nothing, in every tournament."""
        return NOTHING


@dataclass(frozen=True)
class TournamentResults:
    """The results of a tournament, table by table.

    rests: by entry, the numbers of the rounds that it rested, or that count as a rest (`Scales`).
    granted: by entry, the numbers of the rounds that it did not play and that count as won.
    totals: by entry, the whole gain, where it is known; with the jetons that changed hands at tables without a result.
    pending: by (entry, round), the gain at such tables: a penalty was paid there, but no coup played.
    withdrawn: the numbers of the rounds that were withdrawn after they had begun; they count as no rounds.
    """

    results: tuple[TableResult, ...] = ()
    rests: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    scales: Scales = Scales()
    granted: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    totals: Mapping[int, int] = field(default_factory=dict)
    pending: Mapping[tuple[int, int], int] = field(default_factory=dict)
    withdrawn: frozenset[int] = frozenset()

    def get_entry_results(self, entry: int) -> Sequence[TableResult]:
        """Return the entry's results, in the order of rounds."""
        return self._of_entry.get(entry, ())

    def get_rested_rounds(self, entry: int) -> tuple[int, ...]:
        """Return the numbers of the rounds that the entry rested, or that count for it as a rest (`Scales`)."""
        return self.rests.get(entry, ())

    def list_opponents(self, result: TableResult) -> list[TableResult]:
        """Return the results of the other sides at that table."""
        return [other for other in self._of_table[result.table] if other.side != result.side]

    def get_encounters(self, entry: int) -> Sequence[tuple[TableResult, TableResult]]:
        """Return (own result, opponent's result) for each opponent at each of the entry's tables, in the order of
        rounds."""
        return self._encounters.get(entry, ())

    def list_opponent_entries(self, entry: int) -> Sequence[int]:
        """Return the ids of the entry's opponents, each once for each meeting."""
        return [other.entry for _mine, other in self.get_encounters(entry)]

    def have_all_met(self, entries: frozenset[int]) -> bool:
        """True if each of these entries has met every other one as an opponent."""
        if entries not in self._all_met:
            met = ({other.entry for _mine, other in self.get_encounters(one)} for one in entries)
            others = len(entries) - 1
            self._all_met[entries] = all(
                len(them) >= others and len(them & entries - {one}) >= others
                for one, them in zip(entries, met, strict=True)
            )
        return self._all_met[entries]

    def list_partners(self, result: TableResult) -> list[TableResult]:
        """Return the results of the player's side in other seats of that table."""
        there = self._of_table[result.table]
        return [other for other in there if other.side == result.side and other.position != result.position]

    def list_relays(self, result: TableResult) -> list[TableResult]:
        """Return the results of others who sat in the player's seat, before or after him."""
        there = [other for other in self._of_table[result.table] if other.side == result.side]
        return [other for other in there if other.position == result.position and other.entry != result.entry]

    def list_seat_results(self, result: TableResult) -> list[TableResult]:
        """Return one result for each seat of that table, whoever sat there one after the other."""
        return list({(other.side, other.position): other for other in self._of_table[result.table]}.values())

    def get_table_results(self, result: TableResult) -> Sequence[TableResult]:
        """Return all results of that table, the player's own included."""
        return self._of_table[result.table]

    @cached_property
    def last_round(self) -> int:
        """The number of the last round with a result or a rest; 0 where there is none."""
        rested = [n for rounds in (*self.rests.values(), *self.granted.values()) for n in rounds]
        return max([*(result.round for result in self.results), *rested], default=0)

    @cached_property
    def _all_met(self) -> dict[frozenset[int], bool]:
        """What `have_all_met` has found so far, by set of entries."""
        return {}

    @cached_property
    def _encounters(self) -> dict[int, list[tuple[TableResult, TableResult]]]:
        """By entry, (own result, opponent's result) for each opponent at each of its tables."""
        encounters: dict[int, list[tuple[TableResult, TableResult]]] = defaultdict(list)
        for results in self._of_table.values():
            for mine in results:
                side, met = mine.side, encounters[mine.entry]
                met += [(mine, other) for other in results if other.side != side]
        return encounters

    @cached_property
    def _by_round(self) -> list[TableResult]:
        """The results in the order of rounds."""
        return sorted(self.results, key=attrgetter("round"))

    @cached_property
    def _of_entry(self) -> dict[int, list[TableResult]]:
        """The results by entry, in the order of rounds."""
        return _group_results(self._by_round, attrgetter("entry"))

    @cached_property
    def _of_table(self) -> dict[int, list[TableResult]]:
        """The results by table, in the order of rounds."""
        return _group_results(self._by_round, attrgetter("table"))


def _group_results(results: Iterable[TableResult], key: Callable[[TableResult], int]) -> dict[int, list[TableResult]]:
    """Return the results in groups, each in their order, by the number that `key` gives for a result."""
    groups: dict[int, list[TableResult]] = defaultdict(list)
    for result in results:
        groups[key(result)].append(result)
    return dict(groups)
