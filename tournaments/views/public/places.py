"""Where one player is in an evening, and what comes next: for his own page and for the screen of the hall.

Asks the database nothing; knows no rule of a game.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Event, Round
from tournaments.sheets import Sheet
from tournaments.views.told import Place

from .shown import TableView


@dataclass(frozen=True)
class Next:
    """The round that follows: its number, of how many in all. `due`: nobody plays any more, it may begin; `last`: none
    follows the round that is played."""

    n: int
    planned: int
    due: bool

    @property
    def last(self) -> bool:
        return self.n > self.planned


def next_round(event: Event, current: Round | None, *, due: bool = False) -> Next | None:
    """None where there is nothing to say: tables are free, the evening is over, no round was drawn yet."""
    if current is None or event.format == Event.Format.FREE or event.status != Event.Status.OPEN:
        return None
    return Next(current.n + 1, max(event.planned_rounds, current.n), due)


def all_done(sheets: Iterable[Sheet]) -> bool:
    """Has every table of a round finished, or is not played now?"""
    return all(sheet.over or sheet.unplayed is not None for sheet in sheets)


@dataclass(frozen=True)
class Now:
    """Where somebody sits: at this table, at this place; what he holds there (None: the table cannot play yet); who
    plays `beside` him on his side, and `against` him."""

    view: TableView
    position: int
    holds: Place | None
    beside: tuple[str, ...]
    against: tuple[str, ...]


def now_of(event: Event, entry: int, current: Round | None, sheets: Sequence[Sheet]) -> Now | None:
    """None where he has no place in the round that is played. `sheets`: every table at which he ever sat, in order;
    where tables are free the last one is his."""
    if event.format != Event.Format.FREE:
        sheets = [sheet for sheet in sheets if current is not None and sheet.table.round_id == current.pk]
    for sheet in reversed(sheets):
        for position, seat in enumerate(sheet.seats, 1):
            if seat.entry_id == entry:
                view = TableView(sheet)
                holds = dict(view.places).get(entry)
                return Now(view, position, holds, *sides(sheet, sheet.names[position - 1]))
    return None


def sides(sheet: Sheet, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(who plays with him, who plays against him)."""
    others = tuple(other for other in sheet.names if other != name)
    two = sheet.setting.sides if sheet.setting else None
    mine = next((side for side in two if name in side), ()) if two else ()
    return tuple(other for other in others if other in mine), tuple(other for other in others if other not in mine)
