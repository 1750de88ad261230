"""The screen of the hall, for a projector: who sits where, what the tables hold, who is late, the standings, the next
round. The page turns by itself what does not fit on one screen; this gives it all there is to show, once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path

from tournaments.glance import Glance, glance
from tournaments.models import Event, Rest
from tournaments.printing.qr import board_address
from tournaments.sheets import Sheet
from tournaments.standings.game import figures_of
from tournaments.standings.queries import ranks, told
from tournaments.standings.ranking import Row, name_order
from tournaments.tables import StandingsTable
from tournaments.views.access import anyone

from .names import public_names, public_sheets
from .pages import CODE, evening, shown_tables
from .places import Next, all_done, next_round
from .shown import TableView

LATE_NAMED = 6  # so many tables the foot of the screen can name
COLUMNS = 5  # what ranks comes first
RANKED = 120  # a hall waits for no longer list


@dataclass(frozen=True)
class Shown:
    """One table on the screen: what everybody holds there, and how far it is."""

    view: TableView
    glance: Glance


@anyone
@evening
def screen(request: HttpRequest, event: Event) -> HttpResponse:
    names = public_names(event)
    current = event.rounds.current()
    sheets = [sheet for sheet in public_sheets(shown_tables(event, current), names) if sheet.seats]
    resting = Rest.objects.filter(round=current).values_list("entry", flat=True) if current else ()
    shown = [Shown(TableView(sheet), seen) for sheet, seen in zip(sheets, glance(sheets), strict=True)]
    late = [each.view.n for each in shown if each.glance.late]
    rows = ranks(event, names)
    best = told(event, rows[:RANKED])
    coming = next_round(event, current, due=all_done(sheets))
    context = {
        "event": event,
        "round": current,
        "coming": coming,
        "light": "light" in request.GET,
        "address": board_address(event).partition("://")[2],
        "seats": seating(sheets, [names[entry] for entry in resting]) if wanted(event, coming, sheets) else [],
        "tables": shown if event.status == Event.Status.OPEN else [],
        "late": late[:LATE_NAMED],
        "later": len(late) - LATE_NAMED,
        "table": best_of(event, best) if any(row.tally.coups for row in best) else None,
    }
    return render(request, "public/_screen.html" if request.htmx else "public/screen.html", context)  # type: ignore[attr-defined]


def wanted(event: Event, coming: Next | None, sheets: Sequence[Sheet]) -> bool:
    """Does anybody still look for his table? Not once the round is over."""
    return bool(event.status == Event.Status.OPEN and sheets and not (coming and coming.due))


def seating(sheets: Sequence[Sheet], resting: Sequence[str]) -> list[tuple[str, int | None]]:
    """Everybody by name, with the number of his table, or None for who rests."""
    seats: Mapping[str, int | None] = {name: sheet.table.n for sheet in sheets for name in sheet.names}
    return sorted([*seats.items(), *((name, None) for name in resting)], key=lambda seat: name_order(seat[0]))


def best_of(event: Event, rows: Sequence[Row]) -> StandingsTable:
    """The figures that a hall can read from afar."""
    table = StandingsTable(rows, figures_of(event), orderable=False)
    for column in ("tables", "brusquembilles_won", "brusquembilles_lost"):
        table.columns.hide(column)
    for column in [column.name for column in table.columns][COLUMNS:]:
        table.columns.hide(column)
    return table


urlpatterns: list[URLPattern] = [re_path(rf"^{CODE}/screen$", screen, name="screen")]
