"""The tables of the public pages as files: seats, a table's coups and holdings, a coup's tricks, a player's coups, a
club's records, a player's career. Each has the figures of its page, in columns."""

from collections.abc import Iterable

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, re_path
from django.utils.translation import gettext as _

from tournaments.book.sheet import Sheet
from tournaments.models import Club, Tournament
from tournaments.presentation.tables.careers import (
    CareerEveningsTable,
    PartnersTable,
    RecordRow,
    RecordsTable,
    RivalsTable,
)
from tournaments.presentation.tables.player_lines import PlayerLinesTable
from tournaments.presentation.tables.row_table import FILE, RowTable
from tournaments.presentation.tables.seats import SeatsTable
from tournaments.presentation.tables.sheets import EventRow, HoldingsTable, TableEventsTable, list_holdings
from tournaments.presentation.tables.tricks import TricksTable
from tournaments.presentation.text.sheet_text import narrate_events
from tournaments.reading.careers import BestFigure
from tournaments.reading.game_figures import get_game_figures
from tournaments.standings.careers import list_partners, list_rivals
from tournaments.views.access import READ, allow_anyone
from tournaments.views.download import ENDING, download_table
from tournaments.views.requests import PageRequest

from .names import get_public_names
from .pages import CODE, COUP, ROUND, TABLE, get_public_sheet, get_replay, with_tournament
from .player_lines import list_figure_lines, list_player_sheets
from .round_filter import read_round_filter
from .seasons import NUMBER, build_records_context, get_career, get_public_player_names, name_rivals
from .seats import list_seats
from .table_view import get_holding


@with_tournament
def download_seats(request: PageRequest, tournament: Tournament, ending: str) -> HttpResponse:
    """Download each player's table and position in the current round."""
    rows = list_seats(tournament, tournament.find_shown_round(), get_public_names(tournament))
    table = SeatsTable(rows, medium=FILE)
    return download_table(request, table, ending, f"{tournament.code}-places", _("Où suis-je assis ?"))


@with_tournament
def download_table_events(
    request: PageRequest, tournament: Tournament, ending: str, n: str, round_n: str | None = None
) -> HttpResponse:
    """Download a table's events: what each player won or lost, and his holding after it."""
    sheet = get_public_sheet(tournament, n, round_n)
    rows = []
    for narrated in narrate_events(sheet):
        net, held = dict(narrated.net), [get_holding(narrated.step.state, name) for name in sheet.names]
        rows.append(EventRow(narrated.n, narrated.title, [net.get(name, 0) for name in sheet.names], held))
    table = TableEventsTable(rows, sheet.names, medium=FILE)
    return download_table(
        request, table, ending, name_sheet_file(tournament, sheet), _("Table %(n)s") % {"n": sheet.table.n}
    )


def name_sheet_file(tournament: Tournament, sheet: Sheet) -> str:
    """Return the name of a file of one table."""
    return f"{tournament.code}-{sheet.table.round.n}-{sheet.table.n}"


@with_tournament
def download_holdings(
    request: PageRequest, tournament: Tournament, ending: str, n: str, round_n: str | None = None
) -> HttpResponse:
    """Download what each player of a table holds now. 404 if the table cannot play."""
    sheet = get_public_sheet(tournament, n, round_n)
    if sheet.state is None:
        raise Http404
    table = HoldingsTable(list_holdings(sheet), sheet.unit, medium=FILE)
    name = f"{name_sheet_file(tournament, sheet)}-avoirs"
    return download_table(request, table, ending, name, _("Table %(n)s") % {"n": sheet.table.n})


@with_tournament
def download_replay(
    request: PageRequest, tournament: Tournament, ending: str, round_n: str, n: str, position: str
) -> HttpResponse:
    """Download the tricks of a coup that was recorded trick by trick: each player's card, who led, who took it, its
    points."""
    replay = get_replay(tournament, round_n, n, position)
    table = TricksTable(replay.rows, replay.sheet.names, medium=FILE)
    name = f"{tournament.code}-{round_n}-{n}-coup-{replay.coup}"
    return download_table(request, table, ending, name, _("Coup %(n)s") % {"n": replay.coup})


@with_tournament
def download_player(request: PageRequest, tournament: Tournament, pk: str, ending: str) -> HttpResponse:
    """Download the lines of a player's page; with `?figure=`, only those that this figure of the standings counts."""
    names, entry = get_public_names(tournament), int(pk)
    if entry not in names:
        raise Http404
    sheets = [
        sheet
        for sheet in read_round_filter(request, tournament).select_sheets(list_player_sheets(entry, names))
        if not sheet.is_never_played
    ]
    lines = list_figure_lines(sheets, entry, request.GET.get("figure", ""))
    table = PlayerLinesTable(lines, get_game_figures(tournament), medium=FILE)
    return download_table(request, table, ending, f"{tournament.code}-joueur-{entry}", names[entry])


@allow_anyone(READ)
def download_records(request: PageRequest, pk: str, ending: str) -> HttpResponse:
    """Download a club's records, of its best tournaments and coups, as a table."""
    club = get_object_or_404(Club, pk=int(pk))
    records_context, names = build_records_context(club), get_public_player_names(club)
    rows: list[RecordRow] = []
    for game, evenings, coups, _unit, statistics in records_context["records"]:
        rows += build_best_rows(_("Les plus belles soirées"), game, evenings, names)
        rows += build_best_rows(_("Les plus beaux coups"), game, coups, names)
        for title, best in statistics:
            rows += build_best_rows(title, game, best, names)
    faithful = records_context["faithful"]
    rows += [RecordRow(_("Les plus fidèles"), "", names[player], evenings) for _rank, player, evenings in faithful]
    return download_table(request, RecordsTable(rows, medium=FILE), ending, f"club-{club.pk}-records", _("Records"))


def build_best_rows(record: str, game: str, best: Iterable[BestFigure], names: dict[int, str]) -> list[RecordRow]:
    """Return the rows of a file for one record of the club. `record`: its title; `game`: the game's name, "" for all
    games; `names`: the names of the club's players, by id."""
    return [
        RecordRow(record, game, names[each.player], each.figure, each.tournament.name, each.tournament.date.isoformat())
        for each in best
    ]


@allow_anyone(READ)
def download_career(request: PageRequest, pk: str, player_pk: str, ending: str, part: str = "") -> HttpResponse:
    """Download a player's tournaments, the latest first; with `part`, the players he met (rivals) or played with
    (partners)."""
    _club, names, history, _under_way = get_career(pk, player_pk)
    sittings = [sitting for each in history for sitting in each.tables]
    table: RowTable
    if part == "rivals":
        table, title = RivalsTable(list_rivals(sittings), names, medium=FILE), name_rivals(sittings)
    elif part == "partners":
        table, title = PartnersTable(list_partners(sittings), names, medium=FILE), _("Avec qui")
    else:
        table, title = CareerEveningsTable(reversed(history), medium=FILE), names[int(player_pk)]
    return download_table(request, table, ending, "-".join(["joueur", player_pk, *([part] if part else [])]), title)


CAREER = rf"^club/(?P<pk>{NUMBER})/player/(?P<player_pk>{NUMBER})"
urlpatterns: list[URLPattern] = [
    re_path(rf"^{CODE}/seats\.{ENDING}$", download_seats, name="seats-file"),
    re_path(rf"^{CODE}/{TABLE}\.{ENDING}$", download_table_events, name="table-file"),
    re_path(rf"^{CODE}/{ROUND}/{TABLE}\.{ENDING}$", download_table_events, name="table-of-file"),
    re_path(rf"^{CODE}/{TABLE}/now\.{ENDING}$", download_holdings, name="now-file"),
    re_path(rf"^{CODE}/{ROUND}/{TABLE}/now\.{ENDING}$", download_holdings, name="now-of-file"),
    re_path(rf"^{CODE}/{ROUND}/{TABLE}/{COUP}\.{ENDING}$", download_replay, name="replay-file"),
    re_path(rf"^{CODE}/player/(?P<pk>{NUMBER})\.{ENDING}$", download_player, name="player-file"),
    re_path(rf"^club/(?P<pk>{NUMBER})\.{ENDING}$", download_records, name="records-file"),
    re_path(rf"{CAREER}\.{ENDING}$", download_career, name="career-file"),
    re_path(rf"{CAREER}/(?P<part>rivals|partners)\.{ENDING}$", download_career, name="company-file"),
]
