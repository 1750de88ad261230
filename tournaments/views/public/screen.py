"""The hall's screen, for a projector: who sits where, what the tables hold, who is late, the standings, the next round.

The page's script turns what does not fit on one screen; this view gives it all there is to show at once, or, in a very
large hall, the part for this screen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path

from tournaments.book.table_cards import TableCard
from tournaments.models import Round, Tournament
from tournaments.models.querysets import TableQuerySet
from tournaments.presentation.qr import get_board_address
from tournaments.presentation.tables.seats import SeatRow
from tournaments.presentation.tables.standings import StandingsTable
from tournaments.reading.final_order import read_final_order
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.shown_names import Viewer, turn_names
from tournaments.reading.table_status import TableStatus, build_table_statuses
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import complete_tallies, get_ranking
from tournaments.reading.tombola import find_tombola, read_tombola
from tournaments.standings.ranking import StandingsRow
from tournaments.views.numbers import parse_number
from tournaments.views.program_version import compute_fingerprint
from tournaments.views.requests import PageRequest

from .drawn_tables import build_drawn_tables, list_shown_tables
from .names import get_public_names, list_public_cards
from .pages import CODE, hide_minor_columns, with_polled_tournament
from .podium import build_podium_context
from .seats import list_seats
from .table_view import TableView
from .team_tables import build_teams_table
from .whereabouts import NextRound, find_next_round, is_round_done

MAX_TABLES = 120  # on one screen, which turns its pages; a larger hall has several screens, each with a part
MAX_LATE_NAMED = 6  # the most late tables that the foot of the screen can name
MAX_RANKED = 120  # the most rows of standings: nobody would wait for a longer list


@dataclass(frozen=True)
class ScreenTable:
    """One table on the screen: its players' holdings (`view`), and how far it is (`glance`)."""

    view: TableView
    glance: TableStatus


@dataclass(frozen=True)
class ScreenPart:
    """The part of a very large hall that one screen shows: part `n`, from 1, of `count` parts."""

    n: int
    count: int

    @property
    def whole(self) -> bool:
        """True if there is only one part."""
        return self.count == 1

    @property
    def others(self) -> list[int]:
        """The numbers of the parts before and after this one, in a circle."""
        around = ((self.n - 2) % self.count + 1, self.n % self.count + 1)
        return [] if self.whole else sorted({*around} - {self.n})

    def slice_rows(self, rows: Any) -> Any:
        """Return this part's slice of a list or queryset."""
        size = -(-len(rows) // self.count) if isinstance(rows, list) else MAX_TABLES
        return rows[(self.n - 1) * size : self.n * size]


def read_screen_part(request: PageRequest, tables: int) -> ScreenPart:
    """Return the part that `?part=` asks for; raise Http404 if there is no such part. `tables`: the number of
    tables."""
    parts = max(1, -(-tables // MAX_TABLES))
    n = parse_number(request.GET.get("part", "1"))
    if n is None or not 1 <= n <= parts:
        raise Http404
    return ScreenPart(n, parts)


@with_polled_tournament("part")
def show_screen(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show the hall's screen; only its changing part for htmx."""
    current = tournament.find_shown_round()
    tables = list_shown_tables(tournament, current)
    part = read_screen_part(request, tables.count())
    context = {
        "tournament": tournament,
        "round": current,
        "light": "light" in request.GET,
        "address": get_board_address(tournament).partition("://")[2],
        "part": part,
        "program": compute_fingerprint(),
    }
    tombola = find_tombola(tournament)
    if tombola and tombola.on_screen:
        context |= {"tombola": read_tombola(tournament, Viewer.ANYBODY)}
    else:
        context |= build_turning_parts(tournament, current, tables, part)
    return render(request, "public/_screen.html" if request.htmx else "public/screen.html", context)


def build_turning_parts(
    tournament: Tournament, current: Round | None, tables: TableQuerySet, part: ScreenPart
) -> dict[str, Any]:
    """Return, for a template, what the hall's screen shows in turn: the next round (`coming`), `seats`, `tables`, the
    tables `drawn` with curves, the numbers of the first `late` tables and how many more there are (`later`, 0 or less
    if all are named), the podium of a closed evening (`ended`), and the standings of players (`table`) and of
    `teams`."""
    names = get_public_names(tournament)
    cards = list_public_cards(part.slice_rows(tables), names)
    seats = list_seats(tournament, current, turn_names(tournament, names))
    screen_tables = build_screen_tables(cards, drawn=tournament.status == Tournament.Status.OPEN)
    late = [each.view.n for each in screen_tables if each.glance.is_late]
    rows = place_waiting_last(tournament, get_ranking(tournament, names))
    best = complete_tallies(tournament, rows[:MAX_RANKED])
    ended = read_screen_end(tournament, rows)
    coming = find_next_round(tournament, current, due=part.whole and is_round_done(cards))
    places = part.slice_rows(seats) if needs_seat_list(tournament, coming, cards) else []
    sitting = bool(places) and not any(card.events for card in cards)  # nobody plays yet, all look for their table
    return {
        "coming": coming,
        "seats": places,
        "callouts": group_by_table(places) if sitting else {},
        "tables": screen_tables if tournament.status == Tournament.Status.OPEN and not sitting else [],
        "drawn": [each.view for each in screen_tables if each.view.chart],
        "late": late[:MAX_LATE_NAMED],
        "later": len(late) - MAX_LATE_NAMED,
        "ended": ended,
        "teams": None if sitting else build_teams_table(tournament, names, rows),
        "table": None if sitting or ended.get("by_matches") else build_best_standings(tournament, best),
    }


def read_screen_end(tournament: Tournament, rows: Sequence[StandingsRow]) -> dict[str, Any]:
    """Return the podium of a closed tournament, for a template; nothing before. `rows`: its standings."""
    if tournament.status != Tournament.Status.CLOSED:
        return {}
    order = read_final_order(tournament, rows)
    best = complete_tallies(tournament, order.rows[:MAX_RANKED])
    return build_podium_context(tournament, replace(order, rows=best))


def build_screen_tables(cards: Sequence[TableCard], *, drawn: bool) -> list[ScreenTable]:
    """Return the tables as the screen shows them; `drawn`: once somebody plays, with their totals coup by coup."""
    drawn = drawn and any(card.events for card in cards)
    views = build_drawn_tables(cards) if drawn else [TableView(card) for card in cards]
    return [ScreenTable(view, seen) for view, seen in zip(views, build_table_statuses(cards), strict=True)]


def needs_seat_list(tournament: Tournament, coming: NextRound | None, cards: Sequence[TableCard]) -> bool:
    """True while the round is being played, so that the list of seats must be shown."""
    return bool(tournament.status == Tournament.Status.OPEN and cards and not (coming and coming.due))


def group_by_table(places: Sequence[SeatRow]) -> dict[int, list[str]]:
    """Return, by table number, the names of those who sit there; those who rest are left out."""
    tables = sorted({row.table for row in places if row.table})
    return {table: [row.name for row in places if row.table == table] for table in tables}


def build_best_standings(tournament: Tournament, rows: Sequence[StandingsRow]) -> StandingsTable | None:
    """Build the standings with the columns that can be read from afar; None before the first coup."""
    if not any(row.tally.coups for row in rows):
        return None
    return hide_minor_columns(StandingsTable(rows, get_game_figures(tournament), orderable=False))


urlpatterns: list[URLPattern] = [re_path(rf"^{CODE}/screen$", show_screen, name="screen")]
