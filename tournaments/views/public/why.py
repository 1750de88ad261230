"""Why a player stands where he does, shown under his row of the standings: what each table brought him, coup by coup,
with whom he sat, and what separates him from his neighbours."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path

from tournaments.models import Tournament
from tournaments.presentation.text.metric_text import format_sum
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_ranking_with_results
from tournaments.views.requests import PageRequest

from .names import get_public_names
from .pages import CODE, build_query, with_tournament
from .player_lines import TableLines, group_by_table, keep_ranked, list_player_sheets
from .rank_explanation import explain_player_rank
from .round_filter import read_round_filter
from .table_view import list_player_lines
from .whereabouts import split_sides


@with_tournament
def show_why(request: PageRequest, tournament: Tournament, pk: str) -> HttpResponse:
    """Show the reasons of a player's rank, as a part of the standings."""
    names, entry, at = get_public_names(tournament), int(pk), read_round_filter(request, tournament)
    rows, played = get_ranking_with_results(tournament, names, at.n)
    if all(row.tally.entry != entry for row in rows):
        raise Http404
    ranked = keep_ranked(entry, place_waiting_last(tournament, rows, at.n))
    sheets = at.select_sheets(list_player_sheets(entry, names))
    lines = list_player_lines([sheet for sheet in sheets if not sheet.is_never_played], entry)
    counted = [line for line in lines if line.gain.net or line.gain.coups]
    context = {
        "tournament": tournament,
        "entry": entry,
        "parts": [describe_part(part, names[entry]) for part in group_by_table(counted)],
        "in_jetons": get_game_figures(tournament).in_jetons,
        "why": explain_player_rank(tournament, ranked, played, entry, names, sheets)["why"],
        "players": list(names.values()),
        "query": build_query(at.n, ""),
    }
    return render(request, "public/_why.html", context)


def describe_part(part: TableLines, name: str) -> dict[str, Any]:
    """Return, for a template, what one table brought the player of this name: `round`, `table`, his `gain`, its `sum`
    written out («2 + 4», or ""), and the names of his `partners`, `opponents` and all `others`."""
    table, nets = part.sheet.table, [line.gain.net for line in part.lines if line.gain.net]
    partners, opponents = split_sides(part.sheet, name)
    return {
        "round": table.round.n,
        "table": table.n,
        "gain": part.gain.net,
        "partners": partners,
        "opponents": opponents,
        "others": [other for other in part.sheet.names if other != name],
        "sum": format_sum(nets) if len(nets) > 1 else "",
    }


urlpatterns: list[URLPattern] = [
    re_path(rf"^{CODE}/player/(?P<pk>[0-9]{{1,18}})/why$", show_why, name="player-why"),
]
