"""What each entry has won and played in all: added up from the sums of its seats by the database, or here where the
seats are read for their results anyway."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import Count, Q, QuerySet, Sum

from tournaments.models import SeatSummary

from .grouping import group_pairs
from .tables import FIGURE_COLUMNS, SeatTotals

SUMS = {{"net": "total", "points": "card_points"}.get(column, column): Sum(column) for column in FIGURE_COLUMNS}
"""The sums of SeatSummary rows that a tally holds."""
SEATS_PLAYED = {
    "tables": Count("pk", filter=Q(coups__gt=0)),
    "at_tables": Sum("net", filter=Q(coups__gt=0), default=0),
    "sat_again": Count("pk") - Count("seat__table", distinct=True),
}
"""Aggregates by entry: at how many seats it played a coup, what it won there, how many more seats than tables it
had."""
OVER_TABLES = (
    f"WITH at_tables (sitter, {', '.join(SUMS)}) AS ({{}})"
    f" SELECT 1, sitter, {', '.join(f'SUM({key})' for key in SUMS)},"
    " SUM(CASE WHEN coups > 0 THEN 1 ELSE 0 END), SUM(CASE WHEN coups > 0 THEN total ELSE 0 END)"
    " FROM at_tables GROUP BY sitter"
)
"""SQL that turns the sums by entry and table, in the order of SUMS, into one row for each entry; the database adds
up."""
NO_SUMS = dict.fromkeys((*SUMS, "tables", "at_tables"), 0)
"""The sums of an entry that has played nothing."""

Sums = dict[int, dict[str, int]]
"""By entry: its SUMS, `tables` (how many tables it played) and `at_tables` (its total at these)."""


def compute_sums(seats: QuerySet[SeatSummary]) -> Sums:
    """Return, by entry, the sums of each figure over these seats; a table counts as played once a coup was played
    there. Adding up by table first takes twice as long: that is done only where somebody sat at one table in two
    seats."""
    by_entry = seats.values("seat__entry").annotate(**SEATS_PLAYED).annotate(**SUMS).order_by()
    rows = _fetch_rows(*by_entry.values_list("sat_again", "seat__entry", *NO_SUMS).query.sql_with_params())
    if any(row[0] for row in rows):
        rows = _add_up_over_tables(seats)
    sums: Sums = defaultdict(NO_SUMS.copy)
    for _sat_again, entry, *figures in rows:
        sums[entry] = dict(zip(NO_SUMS, map(int, figures), strict=True))
    return sums


def _add_up_over_tables(seats: QuerySet[SeatSummary]) -> list[tuple[Any, ...]]:
    """Return the rows of these seats by entry, added up by table first."""
    at_tables = seats.values("seat__entry", "seat__table").annotate(**SUMS).order_by()
    inner, values = at_tables.values_list("seat__entry", *SUMS).query.sql_with_params()
    return _fetch_rows(OVER_TABLES.format(inner), values)


def _fetch_rows(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the rows of a statement as the database gives them, without what Django does to each: of thousands, that
    takes long."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def add_up_seats(seats: Iterable[SeatTotals]) -> Sums:
    """Return, by entry, the sums of each figure over these seats, as `compute_sums` does from the database."""
    sums: Sums = defaultdict(NO_SUMS.copy)
    for entry, sat in group_pairs((seat.entry, seat) for seat in seats).items():
        coups: dict[int, int] = {}
        for seat in sat:
            coups[seat.table] = coups.get(seat.table, 0) + seat.coups
        figures = map(sum, zip(*[seat.figures for seat in sat], strict=True))
        played = [table for table in coups if coups[table]]
        won = sum([seat.total for seat in sat if coups[seat.table]])
        sums[entry] = dict(zip(NO_SUMS, (*figures, len(played), won), strict=True))
    return sums


def add_table(mine: dict[str, int], table: Mapping[str, int]) -> None:
    """Add one table's figures to an entry's sums, in place."""
    for key in SUMS:
        mine[key] += table[key]
    mine["tables"] += table["coups"] > 0
    mine["at_tables"] += table["total"] if table["coups"] else 0
