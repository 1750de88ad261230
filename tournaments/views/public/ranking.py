"""The public standings, as they are now or were after any round; the cross-table of who met whom, round by round; both
as files too."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path
from django.utils.translation import gettext as _
from django_tables2 import RequestConfig

from tournaments.models import Event
from tournaments.results.game_figures import figures_of
from tournaments.results.idle_rounds import not_played
from tournaments.results.tallies import counted, ranks, standing, told
from tournaments.standings.cross_table import Cell, Crossing, crossing
from tournaments.standings.movement import moved
from tournaments.standings.ranking import Row
from tournaments.tables.export import Grid, grid_of
from tournaments.tables.standings import StandingsTable, exact
from tournaments.text.metric_text import UNPLAYED, main_scores
from tournaments.views.access import anyone
from tournaments.views.download import ENDING, download

from .chart import NARROW, WIDE, Chart, chart
from .names import public_names
from .pages import CODE, evening, linked_table
from .round_filter import After, after

MOST_MOVING = 500  # players; above this, the places moved are computed only for `?round=`
A_PAGE = 100  # players on one page of the standings, or of the cross-table
CURVES = 6
CHARTED = (4000, 40)  # at most players × rounds, and rounds: a chart needs the standings after each round


def movement(event: Event, names: dict[int, str], at: After, rows: tuple[Row, ...]) -> dict[int, int] | None:
    """Return how many places each entry moved in the last round that counts. None if there is no round before it, or if
    too many play to compute it for the present standings."""
    if at.before is None or (at.n is None and len(rows) > MOST_MOVING):
        return None
    return moved(ranks(event, names, through=at.before), rows)


@anyone
@evening
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the standings, sorted by `?sort=` and page by page."""
    at, names = after(request, event), public_names(event)
    rows = ranks(event, names, through=at.n, more=[key.removeprefix("-") for key in request.GET.getlist("sort")])

    def in_full(shown: Sequence[Row]) -> Sequence[Row]:
        """Complete the rows that are shown with all their figures."""
        return told(event, shown, through=at.n)

    table = linked_table(event, rows, movement(event, names, at, rows), in_full, at.n)
    RequestConfig(request, paginate={"per_page": A_PAGE}).configure(table)
    pages = table.paginator.get_elided_page_range(table.page.number)
    return render(request, "public/standings.html", {"event": event, "table": table, "at": at, "pages": pages})


@anyone
@evening
def standings_file(request: HttpRequest, event: Event, ending: str) -> HttpResponse:
    """Download the standings."""
    at, names = after(request, event), public_names(event)
    rows = standing(event, names, through=at.n)
    table = StandingsTable(rows, figures_of(event), moved=movement(event, names, at, rows))
    name = f"{event.code}-{at.n}" if at.n else event.code
    return download(grid_of(table, _("Classement")), ending, name)


@anyone
@evening
def cross_table(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the cross-table: who met whom in each round with what result, and the leaders' ranks after each round as a
    chart."""
    names = public_names(event)
    found = crossing(standing(event, names), counted(event), not_played(event))
    page = Paginator(found.lines, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "event": event,
        "crossing": found,
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number),
        "unplayed": UNPLAYED,
        "main": main_scores([line.row for line in found.lines]),
        "charts": rank_charts(event, names, found),
    }
    return render(request, "public/cross_table.html", context)


@anyone
@evening
def cross_table_file(request: HttpRequest, event: Event, ending: str) -> HttpResponse:
    """Download the cross-table."""
    found = crossing(standing(event, public_names(event)), counted(event), not_played(event))
    return download(cross_grid(found), ending, f"{event.code}-cross")


def cross_grid(found: Crossing) -> Grid:
    """Build the cross-table's grid, with two columns for each round: the opponents' numbers and the result."""
    main = main_scores([line.row for line in found.lines])
    columns: list[tuple[str, Any]] = [("number", _("nº")), ("player", _("Joueur"))]
    for n in found.rounds:
        columns += [(f"met_{n}", _("Ronde %(n)s, contre") % {"n": n}), (f"result_{n}", _("Ronde %(n)s") % {"n": n})]
    columns += [*([(main.key, main.name)] if main else []), ("total", _("Total")), ("rank", _("Rang"))]
    rows = []
    for line in found.lines:
        rounds = [value for cell in line.cells for value in (met(cell), result(cell))]
        first = [exact(line.row.figures[main.key])] if main else []
        rows.append([line.number, line.row.tally.player, *rounds, *first, line.row.tally.total, line.row.rank])
    return Grid.of(_("Tableau croisé"), columns, rows)


def met(cell: Cell) -> int | str:
    """Return the opponent's number in this round, or a text of all opponents' numbers."""
    told = " / ".join(" · ".join(map(str, meeting.opponents)) for meeting in cell.meetings)
    return int(told) if told.isdecimal() else told


def result(cell: Cell) -> int | str | None:
    """Return the player's result in this round: a number; a word for a round not played that counts nothing; None if he
    was not there."""
    if cell.meetings or cell.counts:
        return cell.total
    return str(UNPLAYED[cell.idle]) if cell.idle else None


def rank_charts(event: Event, names: dict[int, str], found: Crossing) -> list[Chart]:
    """Return the charts of the leaders' ranks after each round, a wide and a narrow one. Empty before the second round,
    or if too many play."""
    players, rounds = len(found.lines), len(found.rounds)
    if rounds < 2 or players * rounds > CHARTED[0] or rounds > CHARTED[1]:
        return []
    stood = [{row.tally.entry: row.rank for row in ranks(event, names, through=n)} for n in found.rounds]
    leading = [line.row.tally for line in found.lines[:CURVES]]
    series = {tally.player: [at_round[tally.entry] for at_round in stood] for tally in leading}
    labels = [_("ronde %(n)s") % {"n": n} for n in found.rounds]
    made = (chart(series, labels, 1, box, ranks=True) for box in (WIDE, NARROW))
    return [each for each in made if each]


urlpatterns: list[URLPattern] = [
    re_path(rf"^{CODE}/standings$", standings, name="standings"),
    re_path(rf"^{CODE}/standings\.{ENDING}$", standings_file, name="standings-file"),
    re_path(rf"^{CODE}/cross$", cross_table, name="cross-table"),
    re_path(rf"^{CODE}/cross\.{ENDING}$", cross_table_file, name="cross-table-file"),
]
