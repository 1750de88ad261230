"""What is left to play of a tournament, so that only what is still needed is printed: tables from which something still
comes, rounds still to be drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Record, Table, Tournament
from tournaments.reading.grouping import group_pairs
from tournaments.reading.progress import get_over_filter


@dataclass(frozen=True)
class Remainder:
    """What of a tournament is left to play. `tables`: by round number, the ids of published tables from which something
    is still to come; `next_round`: the first round not yet published; `planned`: how many rounds are planned; `begun`:
    something is recorded."""

    tables: Mapping[int, Sequence[int]]
    next_round: int
    planned: int
    begun: bool

    @classmethod
    def of(cls, tournament: Tournament) -> "Remainder":
        """Return what is left to play of this tournament; takes three queries."""
        tables = Table.objects.filter(round__tournament=tournament)
        rows = tables.exclude(get_over_filter()).order_by("round__n", "n").values_list("round__n", "pk")
        left = group_pairs(rows)
        published = tournament.rounds.published().order_by("n").values_list("n", flat=True).last() or 0
        planned = 1 if tournament.format == Tournament.Format.FREE else tournament.planned_rounds
        begun = Record.objects.filter(table__round__tournament=tournament).exists()
        return cls(left, published + 1, planned, begun)

    @classmethod
    def of_open(cls, tournament: Tournament) -> "Remainder | None":
        """Return what is left to play of a tournament that has begun and still goes on; None before and after."""
        if tournament.status != Tournament.Status.OPEN:
            return None
        left = cls.of(tournament)
        return left if left.begun and left.rounds else None

    @property
    def table_ids(self) -> tuple[int, ...]:
        """The ids of all published tables that are left, in order of round and number."""
        return tuple(pk for some in self.tables.values() for pk in some)

    @property
    def rounds_to_draw(self) -> range:
        """The numbers of the rounds that are planned but not published."""
        return range(self.next_round, self.planned + 1)

    @property
    def rounds(self) -> list[int]:
        """The numbers of the rounds in which something is still to be played."""
        return sorted({*self.tables, *self.rounds_to_draw})


# What documents need: each function is true where a document is still of use for what is left.


def has_tables_left(left: Remainder) -> bool:
    """True if a published table is not over yet."""
    return bool(left.tables)


def has_rounds_to_draw(left: Remainder) -> bool:
    """True if a planned round is not yet published."""
    return bool(left.rounds_to_draw)


def is_before_first_record(left: Remainder) -> bool:
    """True if nothing is recorded at any table yet."""
    return not left.begun
