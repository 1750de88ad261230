"""The public standings, as they are or stood after any round; who met whom, round by round; both as files."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path
from django.utils.translation import gettext as _
from django_tables2 import RequestConfig

from tournaments.exports import Grid, grid_of
from tournaments.models import Event
from tournaments.standings.crossing import Cell, Crossing, crossing
from tournaments.standings.game import figures_of
from tournaments.standings.movement import moved
from tournaments.standings.queries import played, ranks, standing, told
from tournaments.standings.ranking import Row
from tournaments.tables import StandingsTable
from tournaments.views.access import anyone
from tournaments.views.download import ENDING, download
from tournaments.views.numbers import number

from .chart import NARROW, WIDE, Chart, chart
from .names import public_names
from .pages import CODE, evening, linked_table

MOST_MOVING = 500  # players: beyond, how far each moved is told only where a round is asked for
A_PAGE = 100  # players on one page of the standings, or of the cross-table
CURVES = 6
CHARTED = (4000, 40)  # players × rounds, and rounds: every round’s standings are reckoned for a chart


@dataclass(frozen=True)
class After:
    """Which standings are looked at: `n` the round asked for (None: as they are now), among the `rounds` there are."""

    rounds: tuple[int, ...]
    n: int | None

    @property
    def last(self) -> int:
        return self.n or (self.rounds[-1] if self.rounds else 0)

    @property
    def before(self) -> int | None:
        """The round before the last one counted; None where there is none."""
        return next((n for n in reversed(self.rounds) if n < self.last), None)


def after(request: HttpRequest, event: Event) -> After:
    """From `?round=`; a round that the event has not is missing (404)."""
    free = event.format == Event.Format.FREE
    rounds = () if free else tuple(event.rounds.published().order_by("n").values_list("n", flat=True))
    asked = request.GET.get("round", "")
    if not asked:
        return After(rounds, None)
    n = number(asked)
    if n is None or n not in rounds:
        raise Http404
    return After(rounds, n)


def movement(event: Event, names: dict[int, str], at: After, rows: tuple[Row, ...]) -> dict[int, int] | None:
    """How far everybody moved in the last round counted; None where there was none before, or too many play."""
    if at.before is None or (at.n is None and len(rows) > MOST_MOVING):
        return None
    return moved(ranks(event, names, through=at.before), rows)


@anyone
@evening
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    at, names = after(request, event), public_names(event)
    rows = ranks(event, names, through=at.n, more=[key.removeprefix("-") for key in request.GET.getlist("sort")])

    def in_full(shown: Sequence[Row]) -> Sequence[Row]:
        return told(event, shown, through=at.n)

    table = linked_table(event, rows, movement(event, names, at, rows), in_full)
    RequestConfig(request, paginate={"per_page": A_PAGE}).configure(table)
    pages = table.paginator.get_elided_page_range(table.page.number)
    return render(request, "public/standings.html", {"event": event, "table": table, "at": at, "pages": pages})


@anyone
@evening
def standings_file(request: HttpRequest, event: Event, ending: str) -> HttpResponse:
    at, names = after(request, event), public_names(event)
    rows = standing(event, names, through=at.n)
    table = StandingsTable(rows, figures_of(event), moved=movement(event, names, at, rows))
    name = f"{event.code}-{at.n}" if at.n else event.code
    return download(grid_of(table, _("Classement")), ending, name)


@anyone
@evening
def cross_table(request: HttpRequest, event: Event) -> HttpResponse:
    """Who met whom at each round, with what result; and everybody's rank after each."""
    names = public_names(event)
    found = crossing(standing(event, names), played(event))
    page = Paginator(found.lines, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "event": event,
        "crossing": found,
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number),
        "charts": rank_charts(event, names, found),
    }
    return render(request, "public/cross_table.html", context)


@anyone
@evening
def cross_table_file(request: HttpRequest, event: Event, ending: str) -> HttpResponse:
    found = crossing(standing(event, public_names(event)), played(event))
    return download(cross_grid(found), ending, f"{event.code}-cross")


def cross_grid(found: Crossing) -> Grid:
    """Two columns a round: the numbers of those he played against, and his result."""
    columns: list[tuple[str, Any]] = [("number", _("nº")), ("player", _("Joueur"))]
    for n in found.rounds:
        columns += [(f"met_{n}", _("Ronde %(n)s, contre") % {"n": n}), (f"result_{n}", _("Ronde %(n)s") % {"n": n})]
    columns += [("total", _("Total")), ("rank", _("Rang"))]
    rows = []
    for line in found.lines:
        rounds = [value for cell in line.cells for value in (met(cell), result(cell))]
        rows.append([line.number, line.row.tally.player, *rounds, line.row.tally.total, line.row.rank])
    return Grid.of(_("Tableau croisé"), columns, rows)


def met(cell: Cell) -> int | str:
    """The number of the one he played against, or all their numbers."""
    told = " / ".join(" · ".join(map(str, meeting.opponents)) for meeting in cell.meetings)
    return int(told) if told.isdecimal() else told


def result(cell: Cell) -> int | str | None:
    """What he won in the round; a word where he rested, nothing where he was not there."""
    if not cell.meetings:
        return _("repos") if cell.rests else None
    return sum(meeting.result.total for meeting in cell.meetings)


def rank_charts(event: Event, names: dict[int, str], found: Crossing) -> list[Chart]:
    """Ranks after each round, of those who lead now; none before the second round, or where too many play."""
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
