"""Standings for other programs: `corbillon.classement/1`, CSV, plain text.

Two kinds of CSV, one table class. For scripts: the names of formats, commas, no byte order mark. For a double click in a
spreadsheet: the page's own headings, a byte order mark (Excel reads UTF-8 by no other sign) and the separator that the
language's spreadsheets expect, a semicolon where the comma is the decimal mark. In both a name that would be read as a
formula is kept a name, and numbers stay numbers, the negative ones too.
"""

import csv
from collections.abc import Iterable
from io import StringIO
from typing import Any

from django.utils.formats import get_format

from tournaments.models import Event
from tournaments.tables import StandingsTable

from .ranking import Row

BYTE_ORDER_MARK = "\ufeff"


def as_json(event: Event, rows: Iterable[Row]) -> dict[str, Any]:
    """The rows as `corbillon.classement/1`, one a player."""
    return {"format": "corbillon.classement/1", "event": event.name, "rows": [as_mapping(row) for row in rows]}


def as_mapping(row: Row) -> dict[str, Any]:
    tally = row.tally
    return {
        "rank": row.rank,
        "player": tally.player,
        "total": tally.total,
        "tables": tally.tables,
        "coups": tally.coups,
        "coups_won": tally.coups_won,
        "brusquembilles_won": tally.brusquembilles_won,
        "brusquembilles_lost": tally.brusquembilles_lost,
    }


def as_csv(table: StandingsTable, *, for_spreadsheet: bool) -> str:
    """The table's columns and rows."""
    lines = list(table.as_values())
    if not for_spreadsheet:
        lines[0] = [column.name for column in table.columns]
    written = StringIO()
    semicolons = for_spreadsheet and get_format("DECIMAL_SEPARATOR") == ","
    csv.writer(written, delimiter=";" if semicolons else ",").writerows(lines)
    return (BYTE_ORDER_MARK if for_spreadsheet else "") + written.getvalue()


def as_text(rows: Iterable[Row]) -> str:
    """One line a player: rank, name, gain with its sign."""
    lines = [(f"{row.rank}.", row.tally.player, f"{row.tally.total:+d}".replace("-", "−")) for row in rows]
    widest = max((len(name) for _, name, _ in lines), default=0)
    return "\n".join(f"{rank:>4} {name:<{widest}} {total:>6}" for rank, name, total in lines)
