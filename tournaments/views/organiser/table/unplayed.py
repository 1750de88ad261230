"""A table marked by the organiser as not played, or not now, with a reason; and its mark removed again."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments import actions
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.forms.organiser.ranking import IDLE_LABELS
from tournaments.forms.organiser.table import ReasonForm
from tournaments.forms.organiser.unplayed import PLAYED_EXAMPLE, UnplayedForm
from tournaments.models import Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.metric_text import UNPLAYED_WORTH_TEXTS
from tournaments.reading import phases
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.views.access import require_right
from tournaments.views.organiser.form_refusals import CatchRefusals
from tournaments.views.organiser.scoping import get_actor, get_table
from tournaments.views.requests import MemberRequest


@require_right(Right.ARBITRATE)
def edit_unplayed(request: MemberRequest, pk: int) -> HttpResponse:
    """Mark the table as unplayed; or, with `played`, as played after all."""
    get_table(request, pk)
    sheet = load_sheet(pk)
    gone = sheet.unplayed is not None and sheet.unplayed.kind == sheet.unplayed.UnplayedKind.WITHDRAWN
    if sheet.tournament.status == Tournament.Status.DRAFT or not sheet.seats or gone:
        return redirect("desk-table", pk)
    again = "played" in request.POST
    form = UnplayedForm(sheet, request.POST if request.method == "POST" and not again else None)
    back = ReasonForm(request.POST if again else None, prefix="back", example=PLAYED_EXAMPLE)
    sent = back if again else form
    if sent.is_valid() and save_unplayed(sheet, sent, get_actor(request), again=again):
        messages.success(request, _("C’est gardé."))
        return redirect("desk-table", pk)
    scales = RankingOrder.from_json(sheet.tournament.ranking).scales
    counts = [(name, UNPLAYED_WORTH_TEXTS[getattr(scales, key)]) for key, name in IDLE_LABELS.items()]
    context = {"sheet": sheet, "tournament": sheet.tournament, "form": form, "back": back, "counts": counts}
    context["in_bracket"] = sheet.tournament.has_duels and phases.is_bracket_round(
        sheet.tournament, sheet.table.round.n
    )
    return render(request, "organiser/unplayed.html", context, status=422 if sent.errors else 200)


def save_unplayed(sheet: Sheet, form: forms.Form, actor: str, *, again: bool) -> bool:
    """Write the mark; return False and add the errors to the form if it is refused. `again`: the table is played after
    all, so its mark is removed."""
    data = form.cleaned_data
    why = {"actor": actor, "reason": data["reason"]}
    with CatchRefusals(form):
        if again:
            actions.mark_played(sheet.table.pk, **why)
        else:
            actions.mark_unplayed(sheet.table.pk, data["kind"], absent=data["absent"], **why)
    return not form.errors


urlpatterns = [path("table/<int:pk>/unplayed", edit_unplayed, name="desk-unplayed")]
