"""The hall's screen, for a projector: who sits where, what the tables hold, who is late, the standings, the next round.

The page's script turns what does not fit on one screen; this view gives it all there is to show at once, or, in a very
large hall, the part for this screen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path

from tournaments.book.sheet import Sheet
from tournaments.models import Event, Round
from tournaments.printing.qr import board_address
from tournaments.results.game_figures import figures_of
from tournaments.results.tallies import ranks, told
from tournaments.rounds.table_status import Glance, glance
from tournaments.standings.ranking import Row
from tournaments.tables.standings import StandingsTable
from tournaments.views.access import anyone
from tournaments.views.numbers import number
from tournaments.views.program_version import program

from .names import public_names, public_sheets
from .pages import CODE, evening, for_a_hall, shown_tables
from .seats import everybody
from .table_view import TableView
from .whereabouts import Next, all_done, next_round

MOST_TABLES = 120  # on one screen, which turns its pages; a larger hall has several screens, each with a part
LATE_NAMED = 6  # the most late tables that the foot of the screen can name
RANKED = 120  # the most rows of standings: nobody would wait for a longer list


@dataclass(frozen=True)
class Shown:
    """One table on the screen: its players' holdings (`view`), and how far it is (`glance`)."""

    view: TableView
    glance: Glance


@dataclass(frozen=True)
class Part:
    """The part of a very large hall that one screen shows: part `n`, from 1, of `count` parts."""

    n: int
    all: int

    @property
    def whole(self) -> bool:
        """True if there is only one part."""
        return self.all == 1

    @property
    def others(self) -> list[int]:
        """The numbers of the parts before and after this one, in a circle."""
        around = ((self.n - 2) % self.all + 1, self.n % self.all + 1)
        return [] if self.whole else sorted({*around} - {self.n})

    def of(self, rows: Any) -> Any:
        """Return this part's slice of a list or queryset."""
        size = -(-len(rows) // self.all) if isinstance(rows, list) else MOST_TABLES
        return rows[(self.n - 1) * size : self.n * size]


def part_of(request: HttpRequest, tables: int) -> Part:
    """Return the part that `?part=` asks for; raise Http404 if there is no such part. `tables`: the number of
    tables."""
    parts = max(1, -(-tables // MOST_TABLES))
    n = number(request.GET.get("part", "1"))
    if n is None or not 1 <= n <= parts:
        raise Http404
    return Part(n, parts)


@anyone
@evening
def screen(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the hall's screen; only its changing part for htmx."""
    names = public_names(event)
    current = event.rounds.current()
    tables = shown_tables(event, current)
    part = part_of(request, tables.count())
    sheets = [sheet for sheet in public_sheets(part.of(tables), names) if sheet.seats]
    seats = seating(event, current)
    shown = [Shown(TableView(sheet), seen) for sheet, seen in zip(sheets, glance(sheets), strict=True)]
    late = [each.view.n for each in shown if each.glance.late]
    rows = ranks(event, names)
    best = told(event, rows[:RANKED])
    coming = next_round(event, current, due=part.whole and all_done(sheets))
    places = part.of(seats) if wanted(event, coming, sheets) else []
    sitting = bool(places) and not any(sheet.events for sheet in sheets)  # nobody plays yet, all look for their table
    context = {
        "event": event,
        "round": current,
        "coming": coming,
        "light": "light" in request.GET,
        "address": board_address(event).partition("://")[2],
        "part": part,
        "program": program(),
        "seats": places,
        "tables": shown if event.status == Event.Status.OPEN and not sitting else [],
        "late": late[:LATE_NAMED],
        "later": len(late) - LATE_NAMED,
        "table": best_of(event, best) if any(row.tally.coups for row in best) and not sitting else None,
    }
    return render(request, "public/_screen.html" if request.htmx else "public/screen.html", context)  # type: ignore[attr-defined]


def wanted(event: Event, coming: Next | None, sheets: Sequence[Sheet]) -> bool:
    """True while the round is being played, so that the list of seats must be shown."""
    return bool(event.status == Event.Status.OPEN and sheets and not (coming and coming.due))


def seating(event: Event, current: Round | None) -> list[tuple[str, int | None]]:
    """Return (name, table number or None for a resting player) of every player, by name."""
    return [(name, place.table if place else None) for _, name, place in everybody(event, current)]


def best_of(event: Event, rows: Sequence[Row]) -> StandingsTable:
    """Build the standings with the columns that can be read from afar."""
    return for_a_hall(StandingsTable(rows, figures_of(event), orderable=False))


urlpatterns: list[URLPattern] = [re_path(rf"^{CODE}/screen$", screen, name="screen")]
