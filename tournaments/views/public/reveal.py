"""The final ranking revealed in the hall, from last to first, at the pace of whoever stands at the computer; the podium
comes last. The page has all of it, and its script shows one rank after the other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, re_path

from scoring import TotalUnit
from tournaments.models import Tournament
from tournaments.presentation.text.rank_text import describe_close_rank
from tournaments.reading.final_order import FinalOrder, read_final_order
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import complete_tallies, get_ranking
from tournaments.standings.ranking import StandingsRow, list_ranked_rows
from tournaments.views.requests import PageRequest

from .names import get_public_names
from .pages import CODE, with_tournament
from .podium import build_podium_context
from .screen import MAX_RANKED


@dataclass(frozen=True)
class RevealedRank:
    """One rank: the rows of all who share it, and why they stand there where their score alone does not say it."""

    rows: Sequence[StandingsRow]
    why: str


@with_tournament
def show_reveal(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show the ranking of a closed tournament, rank by rank; 404 before, and where nobody has played."""
    ranking = place_waiting_last(tournament, get_ranking(tournament, get_public_names(tournament)))
    order = read_final_order(tournament, ranking)
    order = replace(order, rows=complete_tallies(tournament, order.rows[:MAX_RANKED]))
    context = build_podium_context(tournament, order)
    if tournament.status != Tournament.Status.CLOSED or not context["podium"]:
        raise Http404
    ranks = list_revealed_ranks(order, context["counted_unit"])
    return render(request, "public/reveal.html", context | {"tournament": tournament, "ranks": ranks})


def list_revealed_ranks(order: FinalOrder, unit: TotalUnit) -> list[RevealedRank]:
    """Return the ranks, the last one first, each with why its players stand there, where their score alone does not say
    it; without such words where the matches decided the order. `unit`: what totals are counted in."""
    groups = [tuple(group) for _rank, group in groupby(list_ranked_rows(order.rows), lambda row: row.rank)]
    behind = [*(group[0] for group in groups[1:]), None]
    return [
        RevealedRank(group, "" if order.by_matches else describe_close_rank(group, after, unit))
        for group, after in reversed(list(zip(groups, behind, strict=True)))
    ]


urlpatterns: list[URLPattern] = [re_path(rf"^{CODE}/reveal$", show_reveal, name="reveal")]
