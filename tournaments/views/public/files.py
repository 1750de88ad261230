"""The tables of the public pages as files: seats, a table's coups and holdings, a coup's tricks, a player's coups, a
club's records, a player's career. Each has the figures of its page, in columns."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, re_path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import scoring
from tournaments.book.replay import Replay
from tournaments.book.sheet import Sheet
from tournaments.models import Club, Tournament
from tournaments.results.careers import BestFigure, CareerEvening
from tournaments.standings.careers import TableCompanion, list_partners, list_rivals
from tournaments.standings.tournament_results import STATISTICS
from tournaments.tables.export import CellValue, ExportGrid
from tournaments.text.option_text import localise
from tournaments.text.sheet_text import list_players, narrate_events
from tournaments.views.access import allow_anyone
from tournaments.views.download import ENDING, build_download
from tournaments.views.requests import PageRequest

from .names import get_public_names
from .pages import (
    CODE,
    COUP,
    ROUND,
    TABLE,
    get_public_sheet,
    get_replay,
    list_figure_lines,
    list_player_sheets,
    with_tournament,
)
from .round_filter import read_round_filter
from .seasons import NUMBER, build_records_context, get_career, get_public_player_names
from .seats import list_seats
from .table_view import get_holding

Columns = list[tuple[str, Any]]


@allow_anyone
@with_tournament
def download_seats(request: PageRequest, tournament: Tournament, ending: str) -> HttpResponse:
    """Download each player's table and position in the current round."""
    columns: Columns = [("player", _("Joueur")), ("table", _("Table")), ("place", _("Place"))]
    found = list_seats(tournament, tournament.rounds.current())
    rows = [[name, place and place.table, place and place.position] for _entry, name, place in found]
    return build_download(ExportGrid.build(_("Où suis-je assis ?"), columns, rows), ending, f"{tournament.code}-places")


@allow_anyone
@with_tournament
def download_table(
    request: PageRequest, tournament: Tournament, ending: str, n: str, round_n: str | None = None
) -> HttpResponse:
    """Download a table's events."""
    sheet = get_public_sheet(tournament, n, round_n)
    return build_download(build_table_grid(sheet), ending, f"{tournament.code}-{sheet.table.round.n}-{sheet.table.n}")


def build_table_grid(sheet: Sheet) -> ExportGrid:
    """Build the grid of a table's events, one row each: what each player won or lost, and his holding after it."""
    columns: Columns = [("line", _("Ligne")), ("what", _("Coup"))]
    columns += [(f"net_{n}", name) for n, name in enumerate(sheet.names, 1)]
    columns += [(f"has_{n}", _("%(name)s, en tout") % {"name": name}) for n, name in enumerate(sheet.names, 1)]
    rows: list[list[CellValue]] = []
    for told in narrate_events(sheet):
        net = dict(told.net)
        after = [get_holding(told.step.state, name) for name in sheet.names]
        rows.append([told.n, told.title, *(net.get(name, 0) for name in sheet.names), *after])
    return ExportGrid.build(_("Table %(n)s") % {"n": sheet.table.n}, columns, rows)


@allow_anyone
@with_tournament
def download_holdings(
    request: PageRequest, tournament: Tournament, ending: str, n: str, round_n: str | None = None
) -> HttpResponse:
    """Download what each player of a table holds now. 404 if the table cannot play."""
    sheet = get_public_sheet(tournament, n, round_n)
    if sheet.state is None:
        raise Http404
    return build_download(
        build_holdings_grid(sheet, sheet.state),
        ending,
        f"{tournament.code}-{sheet.table.round.n}-{sheet.table.n}-avoirs",
    )


def build_holdings_grid(sheet: Sheet, state: scoring.TableState) -> ExportGrid:
    """Build the grid of a table's players, one row each: fiches and jetons if the game has them, gain or points,
    rank."""
    columns: Columns = [("player", _("Joueur"))]
    if state.purses:
        columns += [("fiches", _("Fiches")), ("jetons", _("Jetons")), ("has", _("En tout"))]
    columns += [("total", _("Gain") if state.purses else _("Points")), ("rank", _("Rang"))]
    ranks = {row.player: row.rank for row in state.ranking}
    rows: list[list[CellValue]] = []
    for place in list_players(sheet):
        purse = [place.purse.fiches, place.purse.jetons, place.purse.total] if place.purse else []
        rows.append([place.name, *purse, place.total, ranks[place.name]])
    return ExportGrid.build(_("Table %(n)s") % {"n": sheet.table.n}, columns, rows)


@allow_anyone
@with_tournament
def download_replay(
    request: PageRequest, tournament: Tournament, ending: str, round_n: str, n: str, position: str
) -> HttpResponse:
    """Download the tricks of a coup that was recorded trick by trick."""
    found = get_replay(tournament, round_n, n, position)
    return build_download(build_tricks_grid(found), ending, f"{tournament.code}-{round_n}-{n}-coup-{found.coup}")


def build_tricks_grid(found: Replay) -> ExportGrid:
    """Build the grid of a coup's tricks, one row each: each player's card, who led, who took it, its points."""
    columns: Columns = [("trick", _("Levée"))]
    columns += [(f"card_{n}", name) for n, name in enumerate(found.sheet.names, 1)]
    columns += [("led", _("Entame")), ("taker", _("Prend")), ("points", _("Points"))]
    rows: list[list[CellValue]] = [
        [trick.number, *(each.card for each in cards), trick.cards[0].player, trick.taker, trick.points]
        for trick, cards in found.rows
    ]
    return ExportGrid.build(_("Coup %(n)s") % {"n": found.coup}, columns, rows)


@allow_anyone
@with_tournament
def download_player(request: PageRequest, tournament: Tournament, pk: str, ending: str) -> HttpResponse:
    """Download the lines of a player's page; with `?figure=`, only those that this figure of the standings counts."""
    names, entry = get_public_names(tournament), int(pk)
    if entry not in names:
        raise Http404
    columns: Columns = [("round", _("Ronde")), ("table", _("Table")), ("what", _("Coup"))]
    columns += [("points", _("Points de cartes"))]
    # In these files a statistic is named by the last word of its key: "won", "lost".
    columns += [(key.rpartition("_")[2], localise(each.words.heading)) for key, each in STATISTICS.items()]
    columns += [("net", _("Gain"))]
    sheets = [
        sheet
        for sheet in read_round_filter(request, tournament).select_sheets(list_player_sheets(tournament, entry, names))
        if not sheet.is_never_played
    ]
    rows: list[list[CellValue]] = []
    for line in list_figure_lines(sheets, entry, request.GET.get("figure", "")):
        table, gain = line.sheet.table, line.gain
        counts = (gain.points, *gain.statistics, gain.net)
        rows.append([table.round.n, table.n, line.narrated.title, *counts])
    return build_download(ExportGrid.build(names[entry], columns, rows), ending, f"{tournament.code}-joueur-{entry}")


@allow_anyone
@require_safe
def download_records(request: PageRequest, pk: str, ending: str) -> HttpResponse:
    """Download a club's records."""
    club = get_object_or_404(Club, pk=int(pk))
    found, names = build_records_context(club), get_public_player_names(club)
    columns: Columns = [("record", _("Record")), ("game", _("Jeu")), ("player", _("Joueur")), ("figure", _("Chiffre"))]
    columns += [("evening", _("Soirée")), ("date", _("Jour"))]
    rows: list[list[CellValue]] = []
    for game, evenings, coups in found["records"]:
        rows += build_best_rows(_("Les plus belles soirées"), game, evenings, names)
        rows += build_best_rows(_("Les plus beaux coups"), game, coups, names)
    for title, best in found["statistics"]:
        rows += build_best_rows(title, "", best, names)
    rows += [[_("Les plus fidèles"), "", names[player], evenings, "", ""] for player, evenings in found["faithful"]]
    return build_download(ExportGrid.build(_("Records"), columns, rows), ending, f"club-{club.pk}-records")


def build_best_rows(record: str, game: str, best: Iterable[BestFigure], names: dict[int, str]) -> list[list[CellValue]]:
    """Return the rows of one record of the club. `record`: its title; `game`: the game's name, "" for all games."""
    return [
        [record, game, names[each.player], each.figure, each.tournament.name, each.tournament.date.isoformat()]
        for each in best
    ]


@allow_anyone
@require_safe
def download_career(request: PageRequest, pk: str, player_pk: str, ending: str, part: str = "") -> HttpResponse:
    """Download a player's tournaments; with `part`, the players he met (rivals) or played with (partners)."""
    player, history = get_career(pk, player_pk)
    names = get_public_player_names(player.club)
    sittings = [sitting for each in history for sitting in each.tables]
    if part == "rivals":
        grid = build_rivals_grid(list_rivals(sittings), names)
    elif part == "partners":
        grid = build_partners_grid(list_partners(sittings), names)
    else:
        grid = build_career_grid(names[player.pk], history)
    return build_download(grid, ending, "-".join(["joueur", player_pk, *([part] if part else [])]))


def build_career_grid(name: str, history: Sequence[CareerEvening]) -> ExportGrid:
    """Build the grid of a player's tournaments, one row each, the latest first."""
    columns: Columns = [("date", _("Jour")), ("evening", _("Soirée")), ("rank", _("Rang")), ("of", _("Joueurs"))]
    columns += [("total", _("Gain")), ("tables", _("Tables jouées"))]
    rows: list[list[CellValue]] = [
        [each.tournament.date.isoformat(), each.tournament.name, each.rank, each.players, each.total, len(each.tables)]
        for each in reversed(history)
    ]
    return ExportGrid.build(name, columns, rows)


def build_rivals_grid(found: Iterable[TableCompanion], names: dict[int, str]) -> ExportGrid:
    """Build the grid of the players met: common tables, how often he was ahead of them and behind them."""
    columns: Columns = [("player", _("Joueur")), ("tables", _("Tables")), ("ahead", _("Devant"))]
    columns += [("behind", _("Derrière"))]
    return ExportGrid.build(
        _("Contre qui"), columns, [[names[it.player], it.tables, it.ahead, it.behind] for it in found]
    )


def build_partners_grid(found: Iterable[TableCompanion], names: dict[int, str]) -> ExportGrid:
    """Build the grid of the partners: common tables and how many they won."""
    columns: Columns = [("player", _("Joueur")), ("tables", _("Tables")), ("won", _("Gagnées"))]
    return ExportGrid.build(_("Avec qui"), columns, [[names[each.player], each.tables, each.won] for each in found])


CAREER = rf"^club/(?P<pk>{NUMBER})/player/(?P<player_pk>{NUMBER})"
urlpatterns: list[URLPattern] = [
    re_path(rf"^{CODE}/seats\.{ENDING}$", download_seats, name="seats-file"),
    re_path(rf"^{CODE}/{TABLE}\.{ENDING}$", download_table, name="table-file"),
    re_path(rf"^{CODE}/{ROUND}/{TABLE}\.{ENDING}$", download_table, name="table-of-file"),
    re_path(rf"^{CODE}/{TABLE}/now\.{ENDING}$", download_holdings, name="now-file"),
    re_path(rf"^{CODE}/{ROUND}/{TABLE}/now\.{ENDING}$", download_holdings, name="now-of-file"),
    re_path(rf"^{CODE}/{ROUND}/{TABLE}/{COUP}\.{ENDING}$", download_replay, name="replay-file"),
    re_path(rf"^{CODE}/player/(?P<pk>{NUMBER})\.{ENDING}$", download_player, name="player-file"),
    re_path(rf"^club/(?P<pk>{NUMBER})\.{ENDING}$", download_records, name="records-file"),
    re_path(rf"{CAREER}\.{ENDING}$", download_career, name="career-file"),
    re_path(rf"{CAREER}/(?P<part>rivals|partners)\.{ENDING}$", download_career, name="company-file"),
]
