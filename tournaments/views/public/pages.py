"""The public pages of one tournament. A tournament in preparation, and a hidden one, answer 404. An unchanged page
answers 304; viewing writes nothing."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache, partial, wraps
from hashlib import sha256
from typing import Any, cast
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, re_path, reverse
from django.utils.cache import add_never_cache_headers, get_conditional_response
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.book.replay import Replay, find_replay
from tournaments.book.sheet import Sheet
from tournaments.book.table_cards import TableCard
from tournaments.models import Adjustment, Table, Tournament
from tournaments.presentation.qr import get_board_address
from tournaments.presentation.rule_sheet import build_rules, list_changes
from tournaments.presentation.tables.rules import RuleChangesTable
from tournaments.presentation.tables.sheets import HoldingsTable, list_holdings
from tournaments.presentation.tables.standings import RowCompleter, StandingsTable, list_drawn_columns
from tournaments.presentation.tables.tricks import TricksTable
from tournaments.presentation.text.adjustment_text import list_adjustment_lines
from tournaments.presentation.text.cards import show_pack_of
from tournaments.presentation.text.rank_text import describe_tie_breaks
from tournaments.presentation.text.sheet_text import narrate_events
from tournaments.reading.final_order import list_match_winners
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.idle_rounds import map_resting
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import complete_tallies, get_ranking
from tournaments.standings.ranking import StandingsRow
from tournaments.standings.tournament_results import STATISTICS
from tournaments.upkeep.publishing.reading_once import read_kept
from tournaments.views.access import READ, allow_anyone, find_club_rights
from tournaments.views.numbers import parse_number
from tournaments.views.polled_parts import add_etag, build_part_key, build_part_response, get_polled_part
from tournaments.views.requests import PageRequest

from .drawn_tables import build_drawn_tables, list_shown_tables
from .names import build_public_sheets, get_public_names, list_public_cards
from .player_lines import (
    build_lines_tables,
    build_sum_of_lines,
    build_whole_sum,
    describe_statistic_sum,
    group_by_table,
    list_figure_lines,
    list_player_sheets,
    rank_with,
    sum_lines,
)
from .rank_explanation import explain_player_rank, list_missed_rounds
from .round_filter import read_round_filter
from .stamp import compute_page_stamp
from .table_view import LINE_COUNTERS, TableView, build_holdings_charts
from .team_tables import build_teams_table
from .units import describe_unit, name_main_score
from .whereabouts import build_present_context, explain_closed

PageView = Callable[..., HttpResponse]
MAX_SHOWN = 100  # rows of standings, and tables, on a board
HALL_COLUMNS = 5  # columns of the standings that can be read from afar
ANCHORS = {"why": "why", "": ""}  # a figure's anchor on the player's page; all others are explained among the coups
PUBLIC_TOURNAMENTS = Tournament.objects.select_related("club", "hall_message", "tombola").exclude(
    status=Tournament.Status.DRAFT
)


def with_tournament(page: PageView) -> PageView:
    """Let anybody read a page, which gets the tournament of the code in the address, and answers 304 if nothing of it
    has changed."""

    @allow_anyone(READ)
    @wraps(page)
    def found(request: PageRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        """Find the tournament and answer with the whole page."""
        tournament = find_public_tournament(code)
        return answer_page(request, tournament, lambda: page(request, tournament, *args, **kwargs))

    return found


def with_polled_tournament(*numbers: str) -> Callable[[PageView], PageView]:
    """Decorate a page as `with_tournament` does, and let screens poll a part of it through htmx. `numbers`: all that
    the part reads from the query string."""

    def decorate(page: PageView) -> PageView:
        @allow_anyone(READ)
        @wraps(page)
        def found(request: PageRequest, code: str, **kwargs: Any) -> HttpResponse:
            """Answer with the whole page, or with its part for htmx."""
            tournament = find_public_tournament(code)
            shown = partial(page, request, tournament, **kwargs)
            if not request.htmx:
                return answer_page(request, tournament, shown)
            key = build_part_key(request, found, {"code": code, **kwargs})
            return answer_part(request, tournament, key, shown)

        cast(Any, found).polled_numbers = numbers
        return found

    return decorate


def find_public_tournament(code: str) -> Tournament:
    """Return the public tournament of this code, and draw cards as its club does; raise Http404 if there is none."""
    public = PUBLIC_TOURNAMENTS.filter(code=code.upper(), hidden=False)
    tournament = read_kept(("tournament", code), lambda: get_object_or_404(public))
    show_pack_of(tournament)
    return tournament


def answer_page(request: PageRequest, tournament: Tournament, page: Callable[[], HttpResponse]) -> HttpResponse:
    """Answer with a whole page, as things are now. For a member it has the organiser's frame, which shows more than the
    stamp covers, so that it is rendered each time and no browser keeps it."""
    request.is_indexable = tournament.club.indexed
    request.rights = find_club_rights(request, tournament.club_id)
    if request.rights:
        request.stamp = compute_page_stamp(tournament)
        answer = page()
        add_never_cache_headers(answer)
        return answer
    mark = request.stamp = compute_page_stamp(tournament)
    etag = f'"{mark}-{hash_csrf_cookie(request)}"'
    return add_etag(get_conditional_response(request, etag=etag) or page(), etag)


def answer_part(
    request: PageRequest, tournament: Tournament, key: Hashable, page: Callable[[], HttpResponse]
) -> HttpResponse:
    """Answer with the part of a page that screens poll. It is kept under `key` (from `build_part_key`) for all of them,
    and may be a moment old; `page` makes it anew."""

    def content(etag: str) -> bytes:
        request.stamp = etag.strip('"').removesuffix("-part")
        return page().content

    part = get_polled_part(
        key,
        lambda: f'"{compute_page_stamp(tournament)}-part"',
        content,
    )
    return build_part_response(request, part)


def hash_csrf_cookie(request: PageRequest) -> str:
    """Return a hash of the request's CSRF cookie. A whole page contains the language form with its token, so that
    another cookie needs another ETag."""
    return sha256(request.COOKIES.get(settings.CSRF_COOKIE_NAME, "").encode()).hexdigest()[:16]


def build_linked_standings(
    tournament: Tournament,
    rows: Sequence[StandingsRow],
    moved: dict[int, int | None] | None = None,
    completer: RowCompleter | None = None,
    n: int | None = None,
    lines: Mapping[int, SafeString] | None = None,
    rounds: Mapping[int, Mapping[int, int]] | None = None,
    *,
    in_coups: bool = False,
) -> StandingsTable:
    """Build the standings for the screen, in which each figure links to the coups that it counts. `n`: the round after
    which they stand, which the links keep. `lines`: by entry, the curve of its total by round (`in_coups`: by coup);
    with it a row opens to the reasons of its rank. `rounds`: by round and entry, what it brought. `completer`: makes
    rows sortable. The other arguments are those of StandingsTable."""

    anyone = 0
    start = reverse("player", args=[tournament.code, anyone]).removesuffix(str(anyone))

    @cache
    def build_end(figure: str) -> str:
        """Return what follows the player's id in the address."""
        anchor = ANCHORS.get(figure, "coups")
        return build_query(n, figure) + (f"#{anchor}" if anchor else "")

    def address(row: StandingsRow, figure: str) -> str:
        """Return the address to which a figure of a row links."""
        return f"{start}{row.tally.entry}{build_end(figure)}"

    figures = get_game_figures(tournament)
    drawn = list_drawn_columns(lines, rounds or {}, address, build_query(n, ""), figures.unit, in_coups=in_coups)
    return StandingsTable(rows, figures, address, moved, completer, drawn, orderable=completer is not None)


def build_query(n: int | None, figure: str) -> str:
    """Return the query string of a player's page: the last round that counts, and the one figure to explain."""
    asked = {"round": n, "figure": figure if figure in LINE_COUNTERS else None}
    query = urlencode({key: value for key, value in asked.items() if value})
    return f"?{query}" if query else ""


@with_polled_tournament()
def show_board(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show the board: the tables now and the top of the standings; only its changing part for htmx."""
    names = get_public_names(tournament)
    context = {
        "tournament": tournament,
        "address": get_board_address(tournament).partition("://")[2],
        "polled": reverse("board", args=[tournament.code]),
        "provisional": explain_closed(tournament),
    }
    context |= build_tables_context(tournament, names) | build_ranks_context(tournament, names)
    return render(request, "public/_board.html" if request.htmx else "public/board.html", context)


def build_ranks_context(tournament: Tournament, names: dict[int, str]) -> dict[str, Any]:
    """Return, for a board's template, the top of the standings (`table`, `more_players`), `winners` and `teams`."""
    rows = place_waiting_last(tournament, get_ranking(tournament, names))
    best = complete_tallies(tournament, rows[:MAX_SHOWN])
    played = any(row.tally.coups for row in best)
    table = hide_minor_columns(build_linked_standings(tournament, best)) if played else None
    return {
        "shows_ranks": True,
        "teams": build_teams_table(tournament, names, rows) if played else None,
        "winners": list_match_winners(tournament, rows),
        "table": table,
        "unit": (describe_unit(tournament, table) or name_main_score(tournament, table)) if table else "",
        "parted": describe_tie_breaks(best, get_game_figures(tournament).unit) if table else "",
        "more_players": max(0, len(rows) - MAX_SHOWN) if table else 0,
    }


def build_tables_context(tournament: Tournament, names: dict[int, str]) -> dict[str, Any]:
    """Return, for a board's template, the current `round`, its `tables` and `more_tables`, and the names `resting`."""
    current = tournament.find_shown_round() or tournament.rounds.last()
    tables = list_shown_tables(tournament, current)
    cards = list_public_cards(tables[:MAX_SHOWN], names)
    return {
        "shows_tables": True,
        "round": current,
        "resting": [names[entry] for entry in map_resting(tournament).get(current.n, ())] if current else [],
        "tables": build_drawn_tables(cards),
        "more_tables": tables.count() - MAX_SHOWN if len(cards) == MAX_SHOWN else 0,
    }


def hide_minor_columns(table: StandingsTable) -> StandingsTable:
    """Hide all columns but those that rank first, so that the rest can be read from afar. Return the table."""
    for column in [column.name for column in table.columns]:
        if column in ("tables", *STATISTICS) and column not in table.ranking:
            table.columns.hide(column)
    for column in [column.name for column in table.columns][HALL_COLUMNS:]:
        table.columns.hide(column)
    return table


@with_tournament
def show_tournament_rules(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show the tournament's rules: what they change in the standard preset, and every article."""
    context = {
        "tournament": tournament,
        "rule": build_rules(tournament),
        "changes": (changes := list_changes(tournament)),
        "changes_table": RuleChangesTable(changes),
    }
    return render(request, "public/rules.html", context)


@with_tournament
def show_table(request: PageRequest, tournament: Tournament, n: str, round_n: str | None = None) -> HttpResponse:
    """Show a table of the round in the address; without a round, of the last round that has a table of this number."""
    sheet = get_public_sheet(tournament, n, round_n)
    context = {
        "tournament": tournament,
        "sheet": sheet,
        "view": TableView(TableCard.from_sheet(sheet)),
        "story": narrate_events(sheet),
        "charts": build_holdings_charts(sheet),
    }
    if sheet.state is not None:
        context["holdings"] = HoldingsTable(
            list_holdings(sheet),
            sheet.unit,
            address=lambda row: reverse("player", args=[tournament.code, row.entry]),
            caption=_("À la fin") if sheet.state.complete else _("En ce moment"),
            caption_id="now",
        )
    return render(request, "public/table.html", context)


def get_public_sheet(tournament: Tournament, n: str, round_n: str | None) -> Sheet:
    """Return the sheet of table n in this round, or in the last round that has such a table; raise Http404 if there is
    none."""
    tables = Table.objects.filter(round__tournament=tournament, n=n).order_by("-round__n")
    tables = tables.filter(round__n=round_n) if round_n else tables
    first, names = tables.with_sheet_rows()[:1], get_public_names(tournament)
    sheets = read_kept(("sheet", tournament.pk, n, round_n), lambda: build_public_sheets(first, names))
    if not sheets:
        raise Http404
    return sheets[0]


@with_tournament
def show_replay(request: PageRequest, tournament: Tournament, round_n: str, n: str, position: str) -> HttpResponse:
    """Show a coup that was recorded trick by trick. `?trick=`: 0 is the deal, the number after the last trick is its
    end."""
    replay = get_replay(tournament, round_n, n, position)
    tricks = replay.tricks
    number = parse_number(request.GET.get("trick", "1"))
    at = 1 if number is None else min(number, len(tricks) + 1)
    context = {
        "tournament": tournament,
        "replay": replay,
        "at": at,
        "trick": tricks[at - 1] if 0 < at <= len(tricks) else None,
        "back": (at - 1, describe_step(at - 1, len(tricks))) if at else None,
        "on": (at + 1, describe_step(at + 1, len(tricks))) if at <= len(tricks) else None,
        "narrated": narrate_events(replay.sheet)[replay.n - 1],
        "table": TricksTable(replay.rows, replay.sheet.names, at),
    }
    return render(request, "public/replay.html", context)


def get_replay(tournament: Tournament, round_n: str, n: str, position: str) -> Replay:
    """Return the replay of a line; raise Http404 if the table has no such line or it was not recorded trick by
    trick."""
    tables = Table.objects.filter(round__tournament=tournament, round__n=round_n, n=n)
    sheets = build_public_sheets(tables.with_sheet_rows(), get_public_names(tournament))
    replay = find_replay(sheets[0], int(position)) if sheets else None
    if replay is None:
        raise Http404
    return replay


def describe_step(at: int, tricks: int) -> str:
    """Return the title of one step of a replay: the deal (0), «Levée 2», or the end (after the last trick)."""
    if at == 0:
        return _("La donne")
    return _("La fin") if at > tricks else _("Levée %(n)s") % {"n": at}


@with_polled_tournament("round")
def show_player(request: PageRequest, tournament: Tournament, pk: str) -> HttpResponse:
    """Show a player's tournament; `?figure=` keeps only the lines that this figure of the standings counts."""
    names, entry, at = get_public_names(tournament), int(pk), read_round_filter(request, tournament)
    if entry not in names:
        raise Http404
    figure = request.GET.get("figure", "")
    sheets = at.select_sheets(list_player_sheets(entry, names))
    rows, played = rank_with(entry, tournament, names, at.n)
    mine = complete_tallies(tournament, [row for row in rows if row.tally.entry == entry], up_to_round=at.n)
    ranked = sum(not row.waiting for row in rows)
    now = build_present_context(tournament, entry, sheets, mine[0]) | {"name": names[entry], "count": ranked}
    if request.htmx:
        return render(request, "public/_now.html", now)
    lines = list_figure_lines([sheet for sheet in sheets if not sheet.is_never_played], entry, figure)
    table = build_linked_standings(tournament, mine, n=at.n)
    parts = group_by_table(lines)
    averaged, whole = [part.gain.net for part in parts if part.gain.coups], figure in ("", "total")
    gains = [part.gain.net for part in parts]
    summed = build_whole_sum(lines, gains, mine[0].tally.total) if whole else build_sum_of_lines(lines)
    figures = get_game_figures(tournament)
    given = list_player_adjustments(tournament, entry, at.n)
    shown = summed | {
        "adjustments": list_adjustment_lines(given, names, figures.unit),
        "figures": figures,
        "figure": figure if figure in LINE_COUNTERS else "",
        "tables": build_lines_tables(tournament, names[entry], parts, whole),
        "idle": list_missed_rounds(tournament, at, sheets, entry, averaged) if whole else [],
        "whole": whole,
        "statistic": STATISTICS.get(figure),
        "statistic_sum": describe_statistic_sum(figure, sum_lines(lines)),
        "best": lines[0].gain.net if lines else 0,
        "at": at,
        "query": build_query(at.n, figure),
        "table": table,
        "players": list(names.values()),
    }
    return render(
        request, "public/player.html", now | explain_player_rank(tournament, rows, played, entry, names, sheets) | shown
    )


def list_player_adjustments(tournament: Tournament, entry: int, n: int | None) -> list[Adjustment]:
    """Return the bonuses and penalties of an entry up to round n. All of the tournament are read, which are few: the
    pages of a site then ask for them once."""
    given = Adjustment.objects.for_tournament(tournament).up_to_round(n)
    return [each for each in given if each.entry_id == entry]


CODE = r"(?P<code>[0-9A-Za-z]{3,6})"
ROUND = r"round/(?P<round_n>[1-9][0-9]{0,3})"
TABLE = r"table/(?P<n>[1-9][0-9]{0,3})"
COUP = r"coup/(?P<position>[1-9][0-9]{0,5})"

urlpatterns: list[URLPattern] = [
    re_path(rf"^{CODE}$", show_board, name="board"),
    re_path(rf"^{CODE}/rules$", show_tournament_rules, name="public-rules"),
    re_path(rf"^{CODE}/{TABLE}$", show_table, name="public-table"),
    re_path(rf"^{CODE}/{ROUND}/{TABLE}$", show_table, name="public-table-of"),
    re_path(rf"^{CODE}/{ROUND}/{TABLE}/{COUP}$", show_replay, name="replay"),
    re_path(rf"^{CODE}/player/(?P<pk>[0-9]{{1,18}})$", show_player, name="player"),
]
