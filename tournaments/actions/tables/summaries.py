"""Saving what tables come to with the records that change it, and comparing it with the records scored again."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Protocol

from django.utils.translation import gettext as _

from tournaments.book.effects import GAIN_COLUMNS, Gain
from tournaments.book.sheet import Sheet
from tournaments.book.summaries import build_summary, summarise_sheet
from tournaments.models import SUMMARY_COLUMNS, Record, SeatSummary, TableSummary

from .inserting import Statement, build_object_inserts, iterate_batches

MOST_SEATS = 900  # of one statement: an old SQLite takes no more parameters


REPLACE_SUMMARY = "ON CONFLICT (table_id) DO UPDATE SET " + ", ".join(
    f'"{column}" = excluded."{column}"' for column in SUMMARY_COLUMNS
)


class WrittenRecord(Protocol):
    """A record just written. `sheet`: its table's sheet before it; `after`: the sheet after it."""

    @property
    def sheet(self) -> Sheet: ...
    @property
    def record(self) -> Record: ...
    @property
    def after(self) -> Sheet: ...


def build_summary_statements(written: Sequence[WrittenRecord]) -> Iterator[Statement]:
    """Yield the statements that save the `TableSummary` of each table that these records are of, and the sums of its
    seats. The records of a table are adjacent and in order, and their lines are written before."""
    tables = [list(some) for _pk, some in groupby(written, lambda each: each.record.table_id)]
    made = (build_summary(some[-1].after, list_records(some)) for some in tables)
    yield from build_object_inserts(TableSummary, [summary for summary in made if summary], REPLACE_SUMMARY)
    yield from build_sums([seat.pk for some in tables for seat in some[0].sheet.all_seats])


def list_records(written: Sequence[WrittenRecord]) -> list[Record]:
    """Return all records of one table in order: those of its sheet before, then those just `written`."""
    return [*written[0].sheet.records, *(each.record for each in written)]


SUMS_SQL = """
INSERT INTO tournaments_seatsummary (seat_id, {columns})
SELECT seat_id, {sums} FROM tournaments_line WHERE seat_id IN ({seats}) GROUP BY seat_id
ON CONFLICT (seat_id) DO UPDATE SET {values}
""".format(
    columns=", ".join(GAIN_COLUMNS),
    sums=", ".join(f"SUM({column})" for column in GAIN_COLUMNS),
    values=", ".join(f"{column} = excluded.{column}" for column in GAIN_COLUMNS),
    seats="{seats}",
)


def build_sums(seats: Sequence[int]) -> Iterator[Statement]:
    """Yield the statements that save the sums of the ledger lines of these seats (ids)."""
    for some in iterate_batches(seats, MOST_SEATS):
        yield SUMS_SQL.format(seats=", ".join(["%s"] * len(some))), some


class StoredSummaries:
    """The summaries of some sheets as the database holds them. `tables`: by table id; `seats`: the gain by seat id."""

    def __init__(self, sheets: Iterable[Sheet]) -> None:
        tables = [sheet.table.pk for sheet in sheets]
        self.tables = TableSummary.objects.in_bulk(tables)
        seat_summaries = SeatSummary.objects.filter(seat__table__in=tables).values_list("seat_id", *GAIN_COLUMNS)
        self.seats = {seat: Gain.from_figures(figures) for seat, *figures in seat_summaries}


def find_summary_difference(sheet: Sheet, stored: StoredSummaries, sums: Mapping[int, Gain]) -> str | None:
    """Return a sentence that says what in a table's stored summary differs from what its sheet gives; None if nothing
    does. `sums`: by seat id, the sum of the seat's stored ledger lines."""
    wanted, stored_summary = summarise_sheet(sheet), stored.tables.get(sheet.table.pk)
    if (wanted and wanted.figures) != (stored_summary and stored_summary.figures):
        return _("%(table)s : ce qui est gardé de la table n’est pas ce que donnent ses coups.") % {
            "table": sheet.table
        }
    for sitter in sheet.all_seats:
        if sums.get(sitter.pk) != stored.seats.get(sitter.pk):
            return _("%(seat)s : la somme de ses lignes n’est pas celle de ses coups.") % {"seat": sitter}
    return None
