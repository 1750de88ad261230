"""What is not played: a table with a reason, the forfeits of a round noted together, a whole round; each can be put
back."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tournaments.actions.tables.unplayed import (
    mark_forfeits,
    mark_played,
    mark_round_played,
    mark_round_unplayed,
    mark_unplayed,
)
from tournaments.book.sheet import Sheet
from tournaments.book.table_cards import list_cards
from tournaments.forms.organiser.ranking import IDLE_LABELS
from tournaments.forms.organiser.table import ReasonForm
from tournaments.forms.organiser.unplayed import PLAYED_EXAMPLE, RoundForfeitsForm, UnplayedForm
from tournaments.models import Entry, Table, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.metric_text import describe_unplayed_worth
from tournaments.reading import phases
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.open_tables import group_whole_rounds
from tournaments.reading.table_status import TableStatus, build_table_statuses
from tournaments.reading.taking_part import filter_who_took_part
from tournaments.standings.ranking import get_name_key
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.tournament_results import NOTHING
from tournaments.views.access import require_right
from tournaments.views.organiser.scoping import get_actor, get_sheet, get_tournament
from tournaments.views.organiser.table.signed_papers import NEXT_PAGES
from tournaments.views.posted_forms import carry_out, read_post, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest


def describe_worth(tournament: Tournament, key: str) -> str | Promise:
    """Return the words on what an unplayed round counts in the standings. `key`: why it was not played, a key of
    `IDLE_LABELS`."""
    order = RankingOrder.from_json(tournament.ranking)
    return describe_unplayed_worth(getattr(order.scales, key), order, get_game_figures(tournament).unit)


@require_right(Right.ARBITRATE, of=get_sheet)
def edit_unplayed(request: MemberRequest, sheet: Sheet) -> HttpResponse:
    """Mark the table as unplayed; or, with `played`, as played after all."""
    gone = sheet.unplayed is not None and sheet.unplayed.kind == sheet.unplayed.UnplayedKind.WITHDRAWN
    if sheet.tournament.status == Tournament.Status.DRAFT or not sheet.seats or gone:
        return redirect("desk-table", sheet.table.pk)
    again = "played" in request.POST
    form = UnplayedForm(sheet, None if again else read_post(request))
    back = ReasonForm(request.POST if again else None, prefix="back", example=PLAYED_EXAMPLE)
    sent = back if again else form
    if sent.is_valid() and carry_out(sent, save_unplayed, sheet, sent, get_actor(request), again=again):
        return say_and_redirect(request, _("C’est gardé."), "desk-table", sheet.table.pk)
    counts = [(name, describe_worth(sheet.tournament, key)) for key, name in IDLE_LABELS.items()]
    context = {"sheet": sheet, "tournament": sheet.tournament, "form": form, "back": back, "counts": counts}
    context["in_bracket"] = sheet.tournament.has_duels and phases.is_bracket_round(
        sheet.tournament, sheet.table.round.n
    )
    return render(request, "organiser/unplayed.html", context, status=422 if sent.errors else 200)


def save_unplayed(sheet: Sheet, form: forms.Form, actor: str, *, again: bool) -> None:
    """Mark the table as unplayed, for the reason and with the absent players of the form. `again`: the table is played
    after all, so its mark is removed. Raises ActionError."""
    data = form.cleaned_data
    why = {"actor": actor, "reason": data["reason"]}
    if again:
        mark_played(sheet.table.pk, **why)
    else:
        mark_unplayed(sheet.table.pk, data["kind"], absent=data["absent"], **why)


@require_right(Right.ARBITRATE, of=get_tournament)
def edit_round_forfeits(request: MemberRequest, tournament: Tournament, n: int) -> HttpResponse:
    """Show who sits at each table of round n that nobody has begun; a POST notes who of them did not come."""
    tables = Table.objects.filter(round__tournament=tournament, round__n=n)
    if not tables.exists():
        raise Http404
    next_page = NEXT_PAGES.get(request.GET.get("then", ""), "tournament")
    cards = [card for card in list_cards(tables.filter(unplayed=None)) if card.seats and not card.events]
    if not cards or tournament.status != Tournament.Status.OPEN:
        return redirect(next_page, tournament.pk)
    away = tournament.entries.filter(presence=Entry.Presence.ABSENT).values_list("pk", flat=True)
    form, actor = RoundForfeitsForm(cards, set(away), read_post(request)), get_actor(request)
    if form.is_valid() and carry_out(
        form, mark_forfeits, form.get_absent(), actor=actor, reason=form.cleaned_data["reason"]
    ):
        return say_and_redirect(request, _("C’est gardé."), next_page, tournament.pk)
    context = {
        "tournament": tournament,
        "n": n,
        "worth": describe_worth(tournament, "forfeit"),
        "in_bracket": tournament.has_duels and phases.is_bracket_round(tournament, n),
        "back": reverse(next_page, args=[tournament.pk]),
    }
    return render_form(request, "organiser/round_forfeits.html", form, context)


@require_right(Right.ARBITRATE, of=get_tournament)
def edit_unplayed_round(request: MemberRequest, tournament: Tournament, n: int) -> HttpResponse:
    """Show what follows if nobody plays round n; a POST annuls all its tables, or takes that back."""
    statuses = build_table_statuses(list_cards(Table.objects.filter(round__tournament=tournament, round__n=n)))
    if not statuses:
        raise Http404
    annulled = group_whole_rounds(statuses, annulled=True).get(n, [])
    tables = annulled or group_whole_rounds(statuses, annulled=False).get(n, [])
    next_page = NEXT_PAGES.get(request.GET.get("then", ""), "tournament")
    if not tables or tournament.status == Tournament.Status.DRAFT:
        return redirect(next_page, tournament.pk)
    usual = _("elle se joue quand même") if annulled else _("l’heure : on s’arrête avant cette ronde")
    form = ReasonForm(read_post(request), initial={"reason": usual}, example="")
    change, actor = mark_round_played if annulled else mark_round_unplayed, get_actor(request)
    if form.is_valid() and carry_out(form, change, tournament, n, actor=actor, reason=form.cleaned_data["reason"]):
        said = _("La ronde %(n)s se joue de nouveau.") if annulled else _("La ronde %(n)s ne se joue pas.")
        return say_and_redirect(request, said % {"n": n}, next_page, tournament.pk)
    context = {
        "tournament": tournament,
        "n": n,
        "tables": tables,
        "annulled": bool(annulled),
        **describe_ranks(tournament, tables),
        "in_bracket": tournament.has_duels and phases.is_bracket_round(tournament, n),
        "back": reverse(next_page, args=[tournament.pk]),
    }
    return render_form(request, "organiser/round_unplayed.html", form, context)


def describe_ranks(tournament: Tournament, tables: Sequence[TableStatus]) -> dict[str, Any]:
    """Return what these tables count once they are annulled: `worth`, in words, or "" where they count nothing, and
    `unranked`, the names of their players who are then not ranked, for they took part in nothing else."""
    if RankingOrder.from_json(tournament.ranking).scales.annulled != NOTHING:
        return {"worth": describe_worth(tournament, "annulled"), "unranked": []}
    absent = tournament.entries.exclude(filter_who_took_part(tournament)).values_list("shown_name", flat=True)
    unranked = {name for it in tables for name in it.card.names}.intersection(absent)
    return {"worth": "", "unranked": sorted(unranked, key=get_name_key)}


urlpatterns = [
    path("table/<int:pk>/unplayed", edit_unplayed, name="desk-unplayed"),
    path("event/<int:pk>/rounds/<int:n>/forfeits", edit_round_forfeits, name="round-forfeits"),
    path("event/<int:pk>/rounds/<int:n>/unplayed", edit_unplayed_round, name="round-unplayed"),
]
