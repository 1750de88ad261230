"""A whole round that nobody plays: what that means first, then one press; and the round put back."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _

from tournaments import actions
from tournaments.book.table_cards import list_cards
from tournaments.forms.organiser.table import ReasonForm
from tournaments.models import Table, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.metric_text import UNPLAYED_WORTH_TEXTS
from tournaments.reading import phases
from tournaments.reading.open_tables import group_whole_rounds
from tournaments.reading.table_status import TableStatus, build_table_statuses
from tournaments.reading.taking_part import filter_who_took_part
from tournaments.standings.ranking import get_name_key
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.tournament_results import NOTHING
from tournaments.views.access import require_right
from tournaments.views.organiser.form_refusals import CatchRefusals
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.requests import MemberRequest

NEXT_PAGES = {"close": "tournament-close", "rounds": "tournament-rounds"}
"""Where the press leads, by what the address asks for; else to the evening."""


@require_right(Right.ARBITRATE)
def edit_unplayed_round(request: MemberRequest, pk: int, n: int) -> HttpResponse:
    """Show what it means that nobody plays round n; a POST annuls its tables, or puts them back where they are."""
    tournament = get_tournament(request, pk)
    statuses = build_table_statuses(list_cards(Table.objects.filter(round__tournament=tournament, round__n=n)))
    if not statuses:
        raise Http404
    annulled = group_whole_rounds(statuses, annulled=True).get(n, [])
    tables = annulled or group_whole_rounds(statuses, annulled=False).get(n, [])
    next_page = NEXT_PAGES.get(request.GET.get("then", ""), "tournament")
    if not tables or tournament.status == Tournament.Status.DRAFT:
        return redirect(next_page, tournament.pk)
    usual = _("elle se joue quand même") if annulled else _("l’heure : on s’arrête avant cette ronde")
    form = ReasonForm(request.POST if request.method == "POST" else None, initial={"reason": usual}, example="")
    if form.is_valid():
        with CatchRefusals(form):
            change = actions.mark_round_played if annulled else actions.mark_round_unplayed
            change(tournament, n, actor=get_actor(request), reason=form.cleaned_data["reason"])
            said = _("La ronde %(n)s se joue de nouveau.") if annulled else _("La ronde %(n)s ne se joue pas.")
            messages.success(request, said % {"n": n})
            return redirect(next_page, tournament.pk)
    context = {
        "tournament": tournament,
        "n": n,
        "tables": tables,
        "annulled": bool(annulled),
        "form": form,
        **describe_ranks(tournament, tables),
        "in_bracket": tournament.has_duels and phases.is_bracket_round(tournament, n),
        "back": reverse(next_page, args=[tournament.pk]),
    }
    return render(request, "organiser/round_unplayed.html", context, status=422 if form.errors else 200)


def describe_ranks(tournament: Tournament, tables: Sequence[TableStatus]) -> dict[str, Any]:
    """Return what these tables count once they are annulled: `worth`, in words, or "" where they count nothing, and
    `unranked`, the names of their players who are then not ranked, for they took part in nothing else."""
    worth = RankingOrder.from_json(tournament.ranking).scales.annulled
    if worth != NOTHING:
        return {"worth": UNPLAYED_WORTH_TEXTS[worth], "unranked": []}
    absent = tournament.entries.exclude(filter_who_took_part(tournament)).values_list("shown_name", flat=True)
    unranked = {name for it in tables for name in it.card.names}.intersection(absent)
    return {"worth": "", "unranked": sorted(unranked, key=get_name_key)}


urlpatterns = [path("event/<int:pk>/rounds/<int:n>/unplayed", edit_unplayed_round, name="round-unplayed")]
