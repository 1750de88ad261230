"""Tournaments as public pages name their players: what may be shown is decided in
`tournaments.reading.shown_names`."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tournaments.book.sheet import Sheet
from tournaments.book.table_cards import TableCard, list_cards
from tournaments.models import Table, Tournament
from tournaments.models.querysets import TableQuerySet
from tournaments.reading.shown_names import Viewer, get_entry_names, get_listed_names


def get_public_names(tournament: Tournament) -> dict[int, str]:
    """Return, by entry id, its public name, in the order of the shown names; one query."""
    return get_entry_names(Viewer.ANYBODY, tournament)


def get_public_listed_names(tournament: Tournament) -> dict[int, str]:
    """Return, by entry id, its public name as alphabetic lists show it (with the family name first, if the club lists
    so), in the order of such a list."""
    return get_listed_names(Viewer.ANYBODY, tournament)


def build_public_sheets(tables: Iterable[Table], names: Mapping[int, str]) -> list[Sheet]:
    """Build the sheets of tables fetched `with_sheet_rows`, with these names. Why a coup was dealt again is left out:
    it is free text, in which anybody may be named."""
    sheets = []
    for table in tables:
        for seat in table.seats.all():
            seat.entry.shown_name = names[seat.entry_id]
        for record in table.records.all():
            if record.body and record.body.get("type") == "void":
                record.body = {key: value for key, value in record.body.items() if key != "reason"}
        sheets.append(Sheet.from_table(table))
    return sheets


def list_public_cards(tables: TableQuerySet, names: Mapping[int, str]) -> list[TableCard]:
    """Return the cards of those of these tables that have players, in order, with these names."""
    return [
        replace(card, names=tuple(names[seat.entry_id] for seat in card.seats))
        for card in list_cards(tables)
        if card.seats
    ]
