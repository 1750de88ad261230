"""The public standings, as they are now or were after any round; the cross-table of who met whom, round by round; all
as files too; and the standings of teams, with each team's sheet."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, re_path, reverse
from django.utils.translation import gettext as _
from django_tables2 import RequestConfig

from tournaments.models import Tournament
from tournaments.presentation.line_charts import NARROW, WIDE, Chart, build_rank_chart
from tournaments.presentation.tables.charts import RunningTotalsTable
from tournaments.presentation.tables.cross_table import CrossResultsTable, MeetingGridTable
from tournaments.presentation.tables.row_table import FILE
from tournaments.presentation.tables.standings import StandingsTable
from tournaments.presentation.tables.teams import TeamMatchesTable, TeamPlacesTable, TeamsTable
from tournaments.presentation.text.main_score import find_shown_main_score
from tournaments.presentation.text.provisional_text import describe_provisional
from tournaments.presentation.text.team_text import describe_team_rule, describe_unequal_teams, explain_team_rank
from tournaments.reading.game_figures import get_game_figures, sums_to_zero
from tournaments.reading.idle_rounds import list_unplayed_rounds
from tournaments.reading.open_tables import list_unread_tables
from tournaments.reading.running_totals import RunningTotals, get_running_totals
from tournaments.reading.taking_part import find_who_played, list_who_took_no_part, place_waiting_last
from tournaments.reading.tallies import complete_tallies, get_counted_results, get_ranking, get_standings
from tournaments.reading.teams import list_team_tables
from tournaments.standings.cross_table import CrossTable, CrossTableRow, build_cross_table
from tournaments.standings.meetings import build_meeting_grid
from tournaments.standings.movement import compute_movement
from tournaments.standings.ranking import StandingsRow, get_name_key
from tournaments.standings.scores import Number
from tournaments.upkeep.publishing.reading_once import read_kept
from tournaments.views.download import ENDING, download_table
from tournaments.views.requests import PageRequest
from tournaments.views.what_if import build_what_if_context

from .names import get_public_names
from .pages import CODE, build_linked_standings, with_tournament
from .round_filter import RoundFilter, read_round_filter
from .spark_lines import draw_spark_lines
from .team_tables import build_teams_table
from .units import describe_total_unit, describe_unit, name_main_score

MAX_MOVING = 500  # players; above this, the places moved are computed only for `?round=`
ROWS_PER_PAGE = 100  # players on one page of the standings, or of the cross-table
MAX_ROUND_COLUMNS = 6  # rounds that have a column of their own; more would push the name off the page
METRICS_BESIDE = 2  # figures that rank, beside which there is room for them; each further one takes that of two rounds
MAX_GRID = 60  # players; a greater grid cannot be looked at, and the cross-table says the same
MAX_CURVES = 6
MAX_CHARTED = (4000, 40)  # at most players × rounds, and rounds: a chart needs the standings after each round


def find_movement(
    tournament: Tournament, names: dict[int, str], at: RoundFilter, rows: tuple[StandingsRow, ...]
) -> dict[int, int | None] | None:
    """Return, by entry id, how many places it moved in the last round that counts. None if there is no round before it,
    or if too many play to compute it for the present standings."""
    if at.previous_round is None or (at.n is None and len(rows) > MAX_MOVING):
        return None
    before = get_ranking(tournament, names, up_to_round=at.previous_round)
    return compute_movement(place_waiting_last(tournament, before, at.previous_round), rows)


@with_tournament
def show_standings(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show the standings in brief, or with `?all=1` in all columns; sorted by `?sort=`, and page by page. `?name=`
    leads to the page and row of that player."""
    at, names = read_round_filter(request, tournament), get_public_names(tournament)
    more = [key.removeprefix("-") for key in request.GET.getlist("sort")]
    rows = place_waiting_last(tournament, get_ranking(tournament, names, up_to_round=at.n, more=more), at.n)

    def complete_rows(shown: Sequence[StandingsRow]) -> Sequence[StandingsRow]:
        """Complete the rows that are shown with all their figures."""
        return complete_tallies(tournament, shown, up_to_round=at.n)

    running_totals = get_running_totals(tournament, [row.tally.entry for row in rows[:MAX_MOVING]], at.n)
    from_average = not sums_to_zero(tournament)
    totals = running_totals.measure_from_average() if from_average else running_totals.totals
    lines = draw_spark_lines(totals)
    moved = find_movement(tournament, names, at, rows)
    rounds = list_round_gains(tournament, running_totals, rows)
    table = build_linked_standings(
        tournament, rows, moved, complete_rows, at.n, lines, rounds, in_coups=running_totals.in_coups
    )
    in_full = "" if "all" in request.GET or {*more} - {"rank", "player", table.main} else link_to_all_columns(request)
    if in_full:
        table.shorten()
    RequestConfig(request, paginate={"per_page": ROWS_PER_PAGE}).configure(table)
    name = request.GET.get("name", "").strip()
    if name and (address := find_player_address(request, table, name)):
        return redirect(address)
    pages = table.paginator.get_elided_page_range(table.page.number)
    context = {
        "tournament": tournament,
        "table": table,
        "in_full": in_full,
        "unit": describe_unit(tournament, table),
        "main_score": name_main_score(tournament, table),
        "total_unit": describe_total_unit(tournament),
        "at": at,
        "pages": pages,
        "name": name,
        "drawn": running_totals if lines else None,
        "from_average": from_average,
        "tables_alone": any(measure_awards(row, running_totals) for row in rows[:MAX_MOVING]),
        "figures": RunningTotalsTable((row.record for row in table.page), totals) if lines else None,
        "provisional": describe_provisional(tournament, list_unread_tables(tournament)),
        "is_bracket_unplayed": tournament.has_bracket and not find_who_played(tournament),
        "absent": [names[each.entry] for each in list_who_took_no_part(tournament)],
    }
    return render(request, "public/standings.html", context)


def list_round_gains(
    tournament: Tournament, totals: RunningTotals, rows: Sequence[StandingsRow]
) -> Mapping[int, Mapping[int, int]] | None:
    """Return what each round brought, by round and entry; None where rounds have no columns of their own."""
    has_columns = tournament.format != Tournament.Format.FREE and 1 < len(totals.rounds) <= count_round_columns(rows)
    return totals.list_gains() if has_columns else None


def link_to_all_columns(request: PageRequest) -> str:
    """Return the query string of the page that shows the same standings in all columns."""
    query = request.GET.copy()
    query["all"] = "1"
    return f"?{query.urlencode()}"


def measure_awards(row: StandingsRow, totals: RunningTotals) -> Number:
    """Return how much of a player's total no table gave him: forfeits, rests, bonuses and penalties."""
    return row.figures.get("total", row.tally.counted_total) - totals.totals[row.tally.entry][-1]


def count_round_columns(rows: Sequence[StandingsRow]) -> int:
    """Return how many rounds may have a column of their own beside the figures that rank."""
    ranking = [key for key in rows[0].figures if key != "left"] if rows else []
    return MAX_ROUND_COLUMNS - 2 * max(0, len(ranking) - METRICS_BESIDE)


def find_player_address(request: PageRequest, table: StandingsTable, name: str) -> str | None:
    """Return the address of the page of the standings that has this player's row, with the row after «#»: the first
    player whose name begins with `name`, or else the first whose name contains it. None if there is none."""
    wanted = get_name_key(name)
    rows = [row for row in table.data.data if wanted in row.name_key]
    if not rows:
        return None
    found = next((row for row in rows if row.name_key.startswith(wanted)), rows[0])
    query = request.GET.copy()
    del query["name"]
    query["page"] = str(1 + table.data.data.index(found) // ROWS_PER_PAGE)
    return f"{request.path}?{query.urlencode()}#e{found.tally.entry}"


@with_tournament
def download_standings(request: PageRequest, tournament: Tournament, ending: str) -> HttpResponse:
    """Download the standings."""
    at, names = read_round_filter(request, tournament), get_public_names(tournament)
    rows = place_waiting_last(tournament, get_standings(tournament, names, up_to_round=at.n), at.n)
    moved = find_movement(tournament, names, at, rows)
    table = StandingsTable(rows, get_game_figures(tournament), moved=moved, medium=FILE)
    name = f"{tournament.code}-{at.n}" if at.n else tournament.code
    return download_table(request, table, ending, name, _("Classement"))


@with_tournament
def show_cross_table(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show the cross-table: who met whom in each round with what result, how often any two met as a grid, and the
    leaders' ranks after each round as a chart."""
    names = get_public_names(tournament)
    table = read_cross_table(tournament, names)
    grid = build_meeting_grid(table) if len(table.lines) <= MAX_GRID else None
    page = Paginator(table.lines, ROWS_PER_PAGE).get_page(request.GET.get("page"))

    def address(line: CrossTableRow) -> str:
        """Return the address of a player's page."""
        return reverse("player", args=[tournament.code, line.row.tally.entry])

    named = tournament.names_round(table.rounds[-1] if table.rounds else 1)
    context = {
        "tournament": tournament,
        "crossing": table,
        "named": named,
        "unit": get_game_figures(tournament).unit.value,
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number),
        "table": CrossResultsTable(
            table,
            find_shown_main_score([line.row for line in table.lines]),
            get_game_figures(tournament).unit,
            page,
            are_rounds_named=named,
            address=address,
        ),
        "grid": MeetingGridTable(grid, address=address) if grid and grid.most else None,
        "partners": bool(grid and grid.together),
        "charts": build_rank_charts(tournament, names, table),
    }
    return render(request, "public/cross_table.html", context)


@with_tournament
def download_cross_table(request: PageRequest, tournament: Tournament, ending: str) -> HttpResponse:
    """Download the cross-table."""
    cross_table = read_cross_table(tournament, get_public_names(tournament))
    main = find_shown_main_score([line.row for line in cross_table.lines])
    table = CrossResultsTable(cross_table, main, get_game_figures(tournament).unit, medium=FILE)
    return download_table(request, table, ending, f"{tournament.code}-cross", _("Tableau croisé"))


def read_cross_table(tournament: Tournament, names: dict[int, str]) -> CrossTable:
    """Return the cross-table in the order of the public standings."""

    def build() -> CrossTable:
        """Read the cross-table from the standings and results."""
        rows = place_waiting_last(tournament, get_standings(tournament, names))
        return build_cross_table(rows, get_counted_results(tournament), list_unplayed_rounds(tournament))

    return read_kept(("cross-table", tournament.pk), build)


def build_rank_charts(tournament: Tournament, names: dict[int, str], table: CrossTable) -> list[Chart]:
    """Return the charts of the leaders' ranks after each round, a wide and a narrow one; whoever came later has no
    curve. Empty before the second round, or if too many play."""
    players, rounds = len(table.lines), len(table.rounds)
    if rounds < 2 or players * rounds > MAX_CHARTED[0] or rounds > MAX_CHARTED[1]:
        return []
    by_round = ((n, get_ranking(tournament, names, up_to_round=n)) for n in table.rounds)
    stood = [
        {row.tally.entry: row.rank for row in place_waiting_last(tournament, rows, n) if not row.waiting}
        for n, rows in by_round
    ]
    leading = [line.row.tally for line in table.lines if line.row.tally.entry in stood[0]][:MAX_CURVES]
    series = [(tally.player, [at_round[tally.entry] for at_round in stood]) for tally in leading]
    labels = [_("ronde %(n)s") % {"n": n} for n in table.rounds]
    return [build_rank_chart(series, labels, table.rounds, box) for box in (WIDE, NARROW)]


@with_tournament
def show_what_if(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show who is sure of a place and what the others need."""
    context = build_what_if_context(request, tournament, get_public_names(tournament))
    return render(request, "public/what_if.html", context, status=422 if context["failed"] else 200)


def build_public_teams(tournament: Tournament, **options: Any) -> TeamsTable:
    """Return the table of the teams under public names; raise Http404 where there are none. `options`: the arguments of
    a `RowTable`, such as `medium`."""
    names = get_public_names(tournament)
    rows = place_waiting_last(tournament, get_ranking(tournament, names))
    if (table := build_teams_table(tournament, names, rows, **options)) is None:
        raise Http404
    return table


@with_tournament
def show_teams(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show the standings of the teams."""
    table = build_public_teams(tournament)
    context = {
        "tournament": tournament,
        "table": table,
        "rule": describe_team_rule(table.found, table.unit),
        "unequal": describe_unequal_teams(table.found),
        "provisional": describe_provisional(tournament, list_unread_tables(tournament)),
        "matches": TeamMatchesTable(table.found) if table.found.matches else None,
    }
    return render(request, "public/teams.html", context)


@with_tournament
def download_teams(request: PageRequest, tournament: Tournament, ending: str) -> HttpResponse:
    """Download the standings of the teams."""
    table = build_public_teams(tournament, medium=FILE)
    return download_table(request, table, ending, f"{tournament.code}-equipes", _("Équipes"))


@with_tournament
def show_team(request: PageRequest, tournament: Tournament, team: str) -> HttpResponse:
    """Show a team's sheet."""
    whole = build_public_teams(tournament)
    standings, unit = whole.found, whole.unit
    row = standings.find(int(team))
    if row is None:
        raise Http404
    table = TeamPlacesTable(
        standings, row, unit, address=lambda member: reverse("player", args=[tournament.code, member.entry])
    )
    context = {
        "tournament": tournament,
        "name": standings.teams[row.team],
        "row": row,
        "table": table,
        "rule": describe_team_rule(standings, unit),
        "why": explain_team_rank(standings, row, unit),
        "tables": list_team_tables(tournament, standings, row),
    }
    return render(request, "public/team.html", context)


urlpatterns: list[URLPattern] = [
    re_path(rf"^{CODE}/standings$", show_standings, name="standings"),
    re_path(rf"^{CODE}/standings\.{ENDING}$", download_standings, name="standings-file"),
    re_path(rf"^{CODE}/what-if$", show_what_if, name="what-if"),
    re_path(rf"^{CODE}/cross$", show_cross_table, name="cross-table"),
    re_path(rf"^{CODE}/cross\.{ENDING}$", download_cross_table, name="cross-table-file"),
    re_path(rf"^{CODE}/teams$", show_teams, name="teams"),
    re_path(rf"^{CODE}/teams\.{ENDING}$", download_teams, name="teams-file"),
    re_path(rf"^{CODE}/team/(?P<team>[0-9]{{1,18}})$", show_team, name="team"),
]
