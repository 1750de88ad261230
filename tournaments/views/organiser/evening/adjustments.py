"""Bonuses and penalties in the standings: given, listed, cancelled. Nothing moves for them in the book."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _

from tournaments.actions.evenings import adjustments
from tournaments.actions.evenings.adjustments import give_adjustment, list_adjustable_rounds
from tournaments.forms.organiser.players import sort_by_name
from tournaments.forms.organiser.ranking import AdjustmentForm
from tournaments.forms.organiser.table import ReasonForm
from tournaments.models import Adjustment, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.accounts import AccountNames
from tournaments.presentation.text.adjustment_text import AdjustmentLine, list_adjustment_lines, name_unit
from tournaments.presentation.text.audit_log import describe_entry_actor
from tournaments.reading.game_figures import get_game_figures
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.views.access import require_right
from tournaments.views.organiser.questions import render_question
from tournaments.views.organiser.scoping import get_actor, get_tournament
from tournaments.views.posted_forms import (
    carry_out,
    is_first_submission,
    read_post,
    render_form,
    say_and_redirect,
)
from tournaments.views.requests import MemberRequest

from .tiles import build_side_standings


@require_right(Right.ARBITRATE, of=get_tournament)
def edit_adjustments(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the bonuses and penalties of a tournament; a POST gives one."""
    entries = sort_by_name(tournament.entries.all())
    metric = RankingOrder.from_json(tournament.ranking).leading
    unit = name_unit(metric, get_game_figures(tournament).unit)
    rounds = list_adjustable_rounds(tournament)
    form = AdjustmentForm(entries, unit, rounds, read_post(request), asks_round=tournament.names_round(rounds[-1]))
    if form.is_valid() and not is_first_submission(request):
        return redirect("tournament-adjustments", tournament.pk)
    if form.is_valid() and carry_out(form, give_adjustment, tournament, actor=get_actor(request), **form.cleaned_data):
        words = _("C’est donné : le classement en tient compte.")
        return say_and_redirect(request, words, "tournament-adjustments", tournament.pk)
    context = {
        "tournament": tournament,
        "given": list_given(tournament),
        "side": build_side_standings(tournament, 0),
    }
    return render_form(request, "organiser/adjustments.html", form, context)


def list_given(tournament: Tournament) -> list[tuple[AdjustmentLine, str, str]]:
    """Return each bonus or penalty that was given, the latest first: its line, who gave it, and who cancelled it
    ("" while it counts)."""
    names = dict(tournament.entries.values_list("pk", "shown_name"))
    found = list(Adjustment.objects.for_tournament(tournament))
    lines = list_adjustment_lines(found, names, get_game_figures(tournament).unit)
    deeds = [deed for line in lines for deed in (line.given, line.cancelled_by) if deed]
    writers = AccountNames(tournament.club_id, [deed.actor for deed in deeds])
    actors = {deed.pk: describe_entry_actor(deed, writers) for deed in deeds}
    return [
        (line, actors[line.given.pk], actors[line.cancelled_by.pk] if line.cancelled_by else "")
        for line in reversed(lines)
    ]


@require_right(Right.ARBITRATE, of=get_tournament)
def cancel_adjustment(request: MemberRequest, tournament: Tournament, n: int) -> HttpResponse:
    """Cancel a bonus or penalty, with a reason; it stays readable."""
    adjustment = Adjustment.objects.for_tournament(tournament).filter(pk=n).first()
    if adjustment is None:
        raise Http404
    form = ReasonForm(read_post(request), example=_("Par exemple : « l’horloge était fausse »."))
    cancel, actor = adjustments.cancel_adjustment, get_actor(request)
    if form.is_valid() and carry_out(form, cancel, adjustment, actor=actor, reason=form.cleaned_data["reason"]):
        said = _("C’est annulé : le classement n’en tient plus compte.")
        return say_and_redirect(request, said, "tournament-adjustments", tournament.pk)
    names = {adjustment.entry_id: adjustment.entry.shown_name}
    line = list_adjustment_lines([adjustment], names, get_game_figures(tournament).unit)[0]
    sentence = _("%(who)s : %(amount)s. Il reste dans la liste, barré, avec les deux raisons.")
    words = [sentence % {"who": ", ".join(line.names), "amount": line.amount}]
    title, action = _("Annuler un bonus ou une pénalité"), _("Annuler, pour cette raison")
    back = (reverse("tournament-adjustments", args=[tournament.pk]), _("Bonus et pénalités"))
    return render_question(request, title, words, action, back, form=form)


urlpatterns = [
    path("event/<int:pk>/adjustments", edit_adjustments, name="tournament-adjustments"),
    path("event/<int:pk>/adjustments/<int:n>/cancel", cancel_adjustment, name="adjustment-cancel"),
]
