"""The page «Et si…»: who is sure of a place, what a player needs, and what a given result of one table would change.

The public one and the organiser's are the same, but for the names. It only reads.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404
from django.utils.translation import gettext as _

from scoring import TotalUnit
from tournaments.actions.rounds.phases import is_phase_over
from tournaments.book.table_cards import TableCard
from tournaments.forms.what_if import GainsForm, PlacesForm
from tournaments.models import Prize, Table, Tournament
from tournaments.presentation.tables.prospects import ProspectRow, ProspectsTable
from tournaments.presentation.tables.standings import StandingsTable, find_adjusted_metric
from tournaments.presentation.text.metric_text import format_figure, get_metric_text
from tournaments.presentation.text.prospect_text import describe_deciding_tables, describe_places, describe_prospect
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.group_names import name_group
from tournaments.reading.group_races import GroupRace, list_group_races
from tournaments.reading.projected_tables import project_standings
from tournaments.reading.races import TournamentRace, is_decided_by_bracket, read_race
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import complete_tallies
from tournaments.standings.movement import compute_movement
from tournaments.standings.prospects import PlaceVerdict
from tournaments.standings.ranking import StandingsRow
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.views.numbers import parse_number
from tournaments.views.requests import PageRequest

USUAL_PLACES = 3
ROWS_PER_PAGE = 50


def build_what_if_context(request: PageRequest, tournament: Tournament, names: Mapping[int, str]) -> dict[str, Any]:
    """Return, for a template, what the page shows. It is chosen by the query string: the number of `places`, a `player`
    (an entry), a `table` and the gain of each of its places («gain1»). `names`: the players' names, by entry. Raises
    Http404 for a player, or an open table, that the tournament does not have."""
    groups = list_group_races(tournament, names)
    context: dict[str, Any] = {"tournament": tournament, "failed": False}
    if groups:
        return context | build_groups_context(groups)
    context["found"] = race = read_race(tournament, names)
    if race is None or len(race.race.scores) < 2:
        return context | build_empty_context(tournament)
    form = PlacesForm(request.GET, most=len(race.race.scores) - 1, usual=find_usual_places(tournament, race))
    places = form.chosen
    context |= {"form": form, "places": describe_places(places), "asked_places": places, "tables": list_playable(race)}
    context["ties_part"] = race.race.ties_part
    verdicts = [race.race.judge(entry, places).verdict for entry in race.race.scores]
    context["too_early"] = bool(race.rounds_left) and set(verdicts) == {PlaceVerdict.OPEN}
    context["counts"] = {verdict.value: verdicts.count(verdict) for verdict in PlaceVerdict}
    rows = place_waiting_last(tournament, race.rows)
    staying = [row for row in rows if row.tally.entry in race.race.scores]
    context["gone"] = [row.tally.player for row in rows if row.tally.entry not in race.race.scores]
    context |= build_prospects(request, tournament, race, staying, places)
    gains = build_gains_form(request, tournament, race, names)
    context["failed"] = form.is_bound and not form.is_valid()
    if gains is not None:
        context |= {"gains": gains, "card": gains.card}
        if gains.is_bound:
            valid = gains.is_valid()
            context["failed"] = context["failed"] or not valid
            context["projected"] = build_projected_table(tournament, race, gains, places) if valid else None
    return context


def list_step_columns(tables: Iterable[ProspectsTable]) -> set[str]:
    """Return the names of the columns of needed gains that at least one of these tables has, so that the page explains
    them."""
    return {name for table in tables for name in table.columns.names()} & {"certain_step", "possible_step"}


def build_groups_context(groups: Sequence[GroupRace]) -> dict[str, Any]:
    """Return {groups, step_columns, ties_part} of the group phase before the finals, for a template. `groups`: each as
    `build_group` gives it, with its name; `step_columns`: the names of the columns of needed gains that a group's table
    has; `ties_part`: True if in some group other criteria separate players of equal score."""
    shown = [build_group(group) | {"name": name_group(n)} for n, group in enumerate(groups)]
    return {
        "groups": shown,
        "step_columns": list_step_columns(group["table"] for group in shown),
        "ties_part": any(group.race.ties_part for group in groups),
    }


def build_group(group: GroupRace) -> dict[str, Any]:
    """Return {places, best_too, table} of one group before the finals, for a template: the places that qualify, in
    words; whether the next place may qualify too; and the table of who is sure of one and who needs what."""
    rows = [
        ProspectRow(
            row.place,
            group.names[row.player],
            str(row.points),
            group.judge(row.player),
            group.find_least_scores(row.player),
            row.points,
            unit=1,
        )
        for row in group.rows
        if row.player in group.race.scores
    ]
    table = ProspectsTable(rows, _("Points"))
    return {"places": describe_places(group.places), "best_too": group.best_too, "table": table}


def find_usual_places(tournament: Tournament, race: TournamentRace) -> int:
    """Return the number of places that the page starts with: those that win a prize, else the podium."""
    prizes = Prize.objects.filter(tournament=tournament, kind=Prize.PrizeKind.RANK).values_list("place", flat=True)
    return min(max(prizes, default=USUAL_PLACES), len(race.race.scores) - 1)


def build_prospects(
    request: PageRequest, tournament: Tournament, race: TournamentRace, rows: Sequence[StandingsRow], places: int
) -> dict[str, Any]:
    """Return the table of one page of these rows, and what is said of the player who is asked for (`?player=`).
    `places`: how many first places they race for."""
    page = Paginator(rows, ROWS_PER_PAGE).get_page(request.GET.get("page"))
    unit = get_game_figures(tournament).unit
    heading = _("Total") if find_adjusted_metric(rows) else get_metric_text(race.score, unit).name
    table = ProspectsTable(
        [build_prospect_row(race, row, places, unit) for row in page],
        str(heading).capitalize(),
        lambda row: "?" + urlencode({"places": places, "player": row.prospect.entry}) + "#said",
    )
    context: dict[str, Any] = {
        "table": table,
        "step_columns": list_step_columns([table]),
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number),
    }
    if "player" in request.GET:
        entry = parse_number(request.GET["player"])
        mine = next((row for row in rows if row.tally.entry == entry), None)
        if mine is None:
            raise Http404
        line = build_prospect_row(race, mine, places, unit)
        what = unit if race.score == "total" else str(get_metric_text(race.score, unit).name)
        said = describe_prospect(mine.tally.player, line.prospect, line.least, line.present, race.unit, what)
        context |= {"player": mine.tally.player, "said": said}
    return context


def build_empty_context(tournament: Tournament) -> dict[str, Any]:
    """Return, for a template, {nothing, in_bracket, is_over}: nothing can be worked out, either because a bracket
    decides, which may be over, or because figures have no bounds."""
    in_bracket = is_decided_by_bracket(tournament)
    return {"nothing": True, "in_bracket": in_bracket, "is_over": in_bracket and is_phase_over(tournament)}


def build_prospect_row(tournament_race: TournamentRace, row: StandingsRow, places: int, unit: TotalUnit) -> ProspectRow:
    """Build one player's row of the race. `places`: how many first places they race for; `unit`: what totals count."""
    entry, race = row.tally.entry, tournament_race.race
    least = race.find_least_scores(entry, places)
    figure = format_figure(tournament_race.score, row.figures[tournament_race.score], unit)
    prospect, hangs_on = race.judge(entry, places), ""
    has_finished = prospect.span.low == prospect.span.high
    if row.shown_rank and has_finished and prospect.verdict is PlaceVerdict.OPEN and not tournament_race.rounds_left:
        hangs_on = describe_deciding_tables([tournament_race.cards[n].table for n in race.list_deciding_tables(entry)])
    return ProspectRow(
        row.shown_rank, row.tally.player, figure, prospect, least, race.scores[entry], tournament_race.unit, hangs_on
    )


def build_gains_form(
    request: PageRequest, tournament: Tournament, race: TournamentRace, names: Mapping[int, str]
) -> GainsForm | None:
    """Return the form of the open table `?table=`; None if none is asked for, or if it is over since."""
    if "table" not in request.GET:
        return None
    pk = parse_number(request.GET["table"])
    card = next((card for card in list_playable(race) if card.table.pk == pk), None)
    if card is None and (pk is None or not Table.objects.filter(pk=pk, round__tournament=tournament).exists()):
        raise Http404
    return GainsForm(card, names, request.GET) if card else None


def list_playable(race: TournamentRace) -> list[TableCard]:
    """Return the open tables that can play as they are seated."""
    return [card for card in race.cards if card.setting is not None]


def build_projected_table(
    tournament: Tournament, race: TournamentRace, gains: GainsForm, places: int
) -> StandingsTable:
    """Build the standings as they would be if the table ended with these `gains`. Its rows: the first `places`, the
    table's players, whoever would change rank, and all who share a rank with one of these."""
    precedence = RankingOrder.from_json(tournament.ranking).precedence
    players = {seat.entry_id for seat in gains.card.seats}
    projected = project_standings(race.rows, race.results, precedence, gains.card, gains.gains)
    rows = place_waiting_last(tournament, projected, playing=players)
    moved = compute_movement(place_waiting_last(tournament, race.rows), rows)
    ranks = {row.rank for row in rows if row.rank <= places or row.tally.entry in players or moved[row.tally.entry]}
    rows_shown = [row for row in rows if row.rank in ranks]
    table = StandingsTable(complete_tallies(tournament, rows_shown), get_game_figures(tournament), moved=moved)
    shown_columns = {"rank", "moved", "player", "counted", "adjustment", *table.ranking}
    for column in {column.name for column in table.columns} - shown_columns:
        table.columns.hide(column)
    table.orderable = False
    return table
