"""What a draw or a bracket needs of each table: who sat there first, how it ended, what an organiser decided.

Two queries for any number of tables, rounds and coups; nothing is scored.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.book.sheet import Sheet
from tournaments.book.summaries import summarise_sheet
from tournaments.models import Seat, Table, TableSummary, Tournament, UnplayedTable
from tournaments.models.querysets import TableQuerySet

COLUMNS = ("complete", "totals", "ranks", "purses", "left")
"""The columns of a TableSummary that a PlayedTable holds."""


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """One table as it stands.

    `sitters`: by position, the entry that sat there first. `complete`: the partie is over. `totals`, `ranks`: one for
    each position in order, empty before the first record; `purses`: True where each player has a purse of his own;
    `left`: the positions of players who left, and of their partners. `kind`, `absent`: how an unplayed table was
    decided and which positions did not come, else "" and empty.
    """

    pk: int
    round: int
    n: int
    sitters: Mapping[int, int]
    complete: bool = False
    totals: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    purses: bool = False
    left: tuple[int, ...] = ()
    kind: str = ""
    absent: tuple[int, ...] = ()

    @property
    def is_never_played(self) -> bool:
        """True if no coup of the table counts, whatever was played there."""
        return self.kind in UnplayedTable.FINAL

    @property
    def is_over(self) -> bool:
        """True if nothing more comes from this table: it is played to its end, or never to be played."""
        return self.is_never_played or self.complete


def list_played_tables(tables: TableQuerySet) -> list[PlayedTable]:
    """Return these tables, in the order of the queryset."""
    sitters: dict[int, dict[int, int]] = {}
    seats = Seat.objects.filter(table__in=tables.order_by().values("pk")).order_by("-since")
    for table, position, entry in seats.values_list("table", "position", "entry"):
        sitters.setdefault(table, {})[position] = entry
    columns = ("pk", "round__n", "n", "unplayed__kind", "unplayed__absent", *(f"summary__{key}" for key in COLUMNS))
    return [
        PlayedTable(
            pk, n, number, sitters.get(pk, {}), **_read_summary(*summary), kind=kind or "", absent=tuple(absent or ())
        )
        for pk, n, number, kind, absent, *summary in tables.values_list(*columns)
    ]


def _read_summary(
    complete: bool | None, totals: list[int] | None, ranks: list[int] | None, purses: list[object], left: list[int]
) -> dict[str, Any]:
    """Return the columns of a summary as the fields of a PlayedTable; {} where the table has none (`complete` None)."""
    if complete is None:
        return {}
    return {
        "complete": complete,
        "totals": tuple(totals or ()),
        "ranks": tuple(ranks or ()),
        "purses": bool(purses),
        "left": tuple(left),
    }


def build_played_table(sheet: Sheet) -> PlayedTable:
    """Return the table as this sheet describes it, whether the sheet is stored or only a preview."""
    summary = summarise_sheet(sheet) or TableSummary()
    sitters = {seat.position: seat.entry_id for seat in reversed(sheet.all_seats)}
    unplayed = sheet.unplayed
    return PlayedTable(
        sheet.table.pk,
        sheet.table.round.n,
        sheet.table.n,
        sitters,
        **_read_summary(*(getattr(summary, column) for column in COLUMNS)),
        kind=unplayed.kind if unplayed else "",
        absent=tuple(unplayed.absent) if unplayed else (),
    )


def list_tournament_tables(
    tournament: Tournament, since: int, until: int | None, previewed: Iterable[Sheet]
) -> list[PlayedTable]:
    """Return the tables of the rounds from `since` to before `until` (None: all), by round and table number.
    `previewed`: sheets to preview, each in place of its table's stored form."""
    tables = Table.objects.filter(round__tournament=tournament, round__n__gte=since).order_by("round__n", "n")
    stored = list_played_tables(tables.filter(round__n__lt=until) if until else tables)
    instead = {sheet.table.pk: build_played_table(sheet) for sheet in previewed}
    return [instead.get(table.pk, table) for table in stored]
