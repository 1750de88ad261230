"""The tables of the public pages as files: seats, a table's coups and holdings, a coup's tricks, a player's coups, a
club's records, a player's career. Each has the figures of its page, in columns."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, re_path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import scoring
from tournaments.book.replay import Replay
from tournaments.book.sheet import Sheet
from tournaments.models import Club, Event
from tournaments.results.careers import Best, Past
from tournaments.standings.careers import Company, partners, rivals
from tournaments.tables.export import Cell, Grid
from tournaments.text.sheet_text import places, story
from tournaments.views.access import anyone
from tournaments.views.download import ENDING, download

from .names import public_names
from .pages import CODE, COUP, ROUND, TABLE, evening, lines_behind, replay_at, sheet_of, sheets_of
from .round_filter import after
from .seasons import NUMBER, career_of, names_at, records_of
from .seats import everybody
from .table_view import held

Columns = list[tuple[str, Any]]


@anyone
@evening
def seats_file(request: HttpRequest, event: Event, ending: str) -> HttpResponse:
    """Download each player's table and position in the current round."""
    columns: Columns = [("player", _("Joueur")), ("table", _("Table")), ("place", _("Place"))]
    found = everybody(event, event.rounds.current())
    rows = [[name, place and place.table, place and place.position] for _entry, name, place in found]
    return download(Grid.of(_("Où suis-je assis ?"), columns, rows), ending, f"{event.code}-places")


@anyone
@evening
def table_file(request: HttpRequest, event: Event, ending: str, n: str, round_n: str | None = None) -> HttpResponse:
    """Download a table's events."""
    sheet = sheet_of(event, n, round_n)
    return download(table_grid(sheet), ending, f"{event.code}-{sheet.table.round.n}-{sheet.table.n}")


def table_grid(sheet: Sheet) -> Grid:
    """Build the grid of a table's events, one row each: what each player won or lost, and his holding after it."""
    columns: Columns = [("line", _("Ligne")), ("what", _("Coup"))]
    columns += [(f"net_{n}", name) for n, name in enumerate(sheet.names, 1)]
    columns += [(f"has_{n}", _("%(name)s, en tout") % {"name": name}) for n, name in enumerate(sheet.names, 1)]
    rows: list[list[Cell]] = []
    for told in story(sheet):
        net = dict(told.net)
        after = [held(told.step.state, name) for name in sheet.names]
        rows.append([told.n, told.title, *(net.get(name, 0) for name in sheet.names), *after])
    return Grid.of(_("Table %(n)s") % {"n": sheet.table.n}, columns, rows)


@anyone
@evening
def now_file(request: HttpRequest, event: Event, ending: str, n: str, round_n: str | None = None) -> HttpResponse:
    """Download what each player of a table holds now. 404 if the table cannot play."""
    sheet = sheet_of(event, n, round_n)
    if sheet.state is None:
        raise Http404
    return download(now_grid(sheet, sheet.state), ending, f"{event.code}-{sheet.table.round.n}-{sheet.table.n}-avoirs")


def now_grid(sheet: Sheet, state: scoring.TableState) -> Grid:
    """Build the grid of a table's players, one row each: fiches and jetons if the game has them, gain or points,
    rank."""
    columns: Columns = [("player", _("Joueur"))]
    if state.purses:
        columns += [("fiches", _("Fiches")), ("jetons", _("Jetons")), ("has", _("En tout"))]
    columns += [("total", _("Gain") if state.purses else _("Points")), ("rank", _("Rang"))]
    ranks = {row.player: row.rank for row in state.ranking}
    rows: list[list[Cell]] = []
    for place in places(sheet):
        purse = [place.purse.fiches, place.purse.jetons, place.purse.total] if place.purse else []
        rows.append([place.name, *purse, place.total, ranks[place.name]])
    return Grid.of(_("Table %(n)s") % {"n": sheet.table.n}, columns, rows)


@anyone
@evening
def replay_file(request: HttpRequest, event: Event, ending: str, round_n: str, n: str, position: str) -> HttpResponse:
    """Download the tricks of a coup that was recorded trick by trick."""
    found = replay_at(event, round_n, n, position)
    return download(tricks_grid(found), ending, f"{event.code}-{round_n}-{n}-coup-{found.coup}")


def tricks_grid(found: Replay) -> Grid:
    """Build the grid of a coup's tricks, one row each: each player's card, who led, who took it, its points."""
    columns: Columns = [("trick", _("Levée"))]
    columns += [(f"card_{n}", name) for n, name in enumerate(found.sheet.names, 1)]
    columns += [("led", _("Entame")), ("taker", _("Prend")), ("points", _("Points"))]
    rows: list[list[Cell]] = [
        [trick.number, *(each.card for each in cards), trick.cards[0].player, trick.taker, trick.points]
        for trick, cards in found.rows
    ]
    return Grid.of(_("Coup %(n)s") % {"n": found.coup}, columns, rows)


@anyone
@evening
def player_file(request: HttpRequest, event: Event, pk: str, ending: str) -> HttpResponse:
    """Download the lines of a player's page; with `?figure=`, only those that this figure of the standings counts."""
    names, entry = public_names(event), int(pk)
    if entry not in names:
        raise Http404
    columns: Columns = [("round", _("Ronde")), ("table", _("Table")), ("what", _("Coup"))]
    columns += [("points", _("Points de cartes")), ("won", _("Brusquembilles gagnées"))]
    columns += [("lost", _("Brusquembilles perdues")), ("net", _("Gain"))]
    sheets = [sheet for sheet in after(request, event).among(sheets_of(event, entry, names)) if not sheet.struck]
    rows: list[list[Cell]] = []
    for line in lines_behind(sheets, entry, request.GET.get("figure", "")):
        table, gain = line.sheet.table, line.gain
        counts = (gain.points, gain.brusquembilles_won, gain.brusquembilles_lost, gain.net)
        rows.append([table.round.n, table.n, line.told.title, *counts])
    return download(Grid.of(names[entry], columns, rows), ending, f"{event.code}-joueur-{entry}")


@anyone
@require_safe
def records_file(request: HttpRequest, pk: str, ending: str) -> HttpResponse:
    """Download a club's records."""
    club = get_object_or_404(Club, pk=int(pk))
    found, names = records_of(club), names_at(club)
    columns: Columns = [("record", _("Record")), ("game", _("Jeu")), ("player", _("Joueur")), ("figure", _("Chiffre"))]
    columns += [("evening", _("Soirée")), ("date", _("Jour"))]
    rows: list[list[Cell]] = []
    for game, evenings, coups in found["records"]:
        rows += best_rows(_("Les plus belles soirées"), game, evenings, names)
        rows += best_rows(_("Les plus beaux coups"), game, coups, names)
    title = _("Le plus de brusquembilles gagnées en une soirée")
    rows += best_rows(title, "", found["brusquembilles"], names)
    rows += [[_("Les plus fidèles"), "", names[player], evenings, "", ""] for player, evenings in found["faithful"]]
    return download(Grid.of(_("Records"), columns, rows), ending, f"club-{club.pk}-records")


def best_rows(record: str, game: str, best: Iterable[Best], names: dict[int, str]) -> list[list[Cell]]:
    """Return the rows of one record of the club. `record`: its title; `game`: the game's name, "" for all games."""
    return [
        [record, game, names[each.player], each.figure, each.event.name, each.event.date.isoformat()] for each in best
    ]


@anyone
@require_safe
def career_file(request: HttpRequest, pk: str, player_pk: str, ending: str, part: str = "") -> HttpResponse:
    """Download a player's tournaments; with `part`, the players he met (rivals) or played with (partners)."""
    player, history = career_of(pk, player_pk)
    names = names_at(player.club)
    sittings = [sitting for each in history for sitting in each.sittings]
    if part == "rivals":
        grid = rivals_grid(rivals(sittings), names)
    elif part == "partners":
        grid = partners_grid(partners(sittings), names)
    else:
        grid = past_grid(names[player.pk], history)
    return download(grid, ending, "-".join(["joueur", player_pk, *([part] if part else [])]))


def past_grid(name: str, history: Sequence[Past]) -> Grid:
    """Build the grid of a player's tournaments, one row each, the latest first."""
    columns: Columns = [("date", _("Jour")), ("evening", _("Soirée")), ("rank", _("Rang")), ("of", _("Joueurs"))]
    columns += [("total", _("Gain")), ("tables", _("Tables jouées"))]
    rows: list[list[Cell]] = [
        [each.event.date.isoformat(), each.event.name, each.rank, each.field, each.total, len(each.sittings)]
        for each in reversed(history)
    ]
    return Grid.of(name, columns, rows)


def rivals_grid(found: Iterable[Company], names: dict[int, str]) -> Grid:
    """Build the grid of the players met: common tables, how often he was ahead of them and behind them."""
    columns: Columns = [("player", _("Joueur")), ("tables", _("Tables")), ("ahead", _("Devant"))]
    columns += [("behind", _("Derrière"))]
    return Grid.of(_("Contre qui"), columns, [[names[it.player], it.tables, it.ahead, it.behind] for it in found])


def partners_grid(found: Iterable[Company], names: dict[int, str]) -> Grid:
    """Build the grid of the partners: common tables and how many they won."""
    columns: Columns = [("player", _("Joueur")), ("tables", _("Tables")), ("won", _("Gagnées"))]
    return Grid.of(_("Avec qui"), columns, [[names[each.player], each.tables, each.won] for each in found])


CAREER = rf"^club/(?P<pk>{NUMBER})/player/(?P<player_pk>{NUMBER})"
urlpatterns: list[URLPattern] = [
    re_path(rf"^{CODE}/seats\.{ENDING}$", seats_file, name="seats-file"),
    re_path(rf"^{CODE}/{TABLE}\.{ENDING}$", table_file, name="table-file"),
    re_path(rf"^{CODE}/{ROUND}/{TABLE}\.{ENDING}$", table_file, name="table-of-file"),
    re_path(rf"^{CODE}/{TABLE}/now\.{ENDING}$", now_file, name="now-file"),
    re_path(rf"^{CODE}/{ROUND}/{TABLE}/now\.{ENDING}$", now_file, name="now-of-file"),
    re_path(rf"^{CODE}/{ROUND}/{TABLE}/{COUP}\.{ENDING}$", replay_file, name="replay-file"),
    re_path(rf"^{CODE}/player/(?P<pk>{NUMBER})\.{ENDING}$", player_file, name="player-file"),
    re_path(rf"^club/(?P<pk>{NUMBER})\.{ENDING}$", records_file, name="records-file"),
    re_path(rf"{CAREER}\.{ENDING}$", career_file, name="career-file"),
    re_path(rf"{CAREER}/(?P<part>rivals|partners)\.{ENDING}$", career_file, name="company-file"),
]
