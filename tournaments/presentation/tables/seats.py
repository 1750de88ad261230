"""Where everybody sits in a round: on the page of seats, on the list at the entrance, in a file."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from .row_table import CellLayout, NameColumn, NumberColumn, RowColumn, RowTable


class SeatRow(NamedTuple):
    """One player's seat in a round. `place`: the number or letter of the seat; `group`: the letter of his group, or "";
    without a table (None) he rests."""

    entry: int
    name: str
    round: int | None = None
    table: int | None = None
    place: int | str | None = None
    group: str = ""


class SeatsTable(RowTable):
    """Each player's table and seat, and his group where there are any. `table_address(row)`: the page of the table
    where a player sits."""

    player = NameColumn(_("Joueur"), "name")
    group = RowColumn(_("Poule"))
    table = NumberColumn(_("Table"))
    place = NumberColumn(_("Place"))

    def __init__(self, rows: Any, *, table_address: Callable[[SeatRow], str] | None = None, **options: Any) -> None:
        self.table_address = table_address
        rows = list(rows)
        super().__init__(rows, hidden=() if any(row.group for row in rows) else ("group",), **options)

    def render_table(self, row: SeatRow) -> Any:
        """Return the table's number, as a link on the screen; a resting player has words across both columns."""
        if row.table is None:
            return CellLayout(_("se repose"), "n", 2)
        if self.table_address is None:
            return row.table
        return format_html('<a href="{}">{}</a>', self.table_address(row), row.table)

    def render_place(self, row: SeatRow) -> Any:
        """Return the seat's number or letter; None if the player rests, as the cell before spans this one."""
        return None if row.table is None else row.place
