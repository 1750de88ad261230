"""The correction of an event already recorded: its form, then a preview of everything that it would move, then written
with a reason."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _

from tournaments.actions.tables import corrections
from tournaments.actions.tables.corrections import Correction
from tournaments.book.sheet import Sheet
from tournaments.forms.events.table_form import EventForm
from tournaments.forms.organiser.event_forms import build_event_form
from tournaments.forms.organiser.table import ReasonForm
from tournaments.models import Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.event_text import contrast_events, get_sheet_game, name_contents
from tournaments.presentation.text.option_text import localise
from tournaments.presentation.text.sheet_text import narrate_events
from tournaments.views.access import require_right
from tournaments.views.form_refusals import CatchRefusals
from tournaments.views.organiser.evening.change_preview import preview_table, preview_tournament
from tournaments.views.organiser.scoping import get_actor, get_sheet
from tournaments.views.posted_forms import carry_out, say_and_redirect
from tournaments.views.requests import MemberRequest

from .recording import make_key, read_key, read_number
from .sheet import build_holders_table

VOID = "void"


@require_right(Right.ARBITRATE, of=get_sheet)
def correct_event(request: MemberRequest, sheet: Sheet, position: int) -> HttpResponse:
    """Correct an event in three steps: show its form; show what the correction would move; write it with a reason."""
    if sheet.setting is None or not 1 <= position <= len(sheet.events):
        raise Http404
    if sheet.tournament.status == Tournament.Status.DRAFT:
        return redirect("desk-table", sheet.table.pk)
    form = build_correction_form(request, sheet, position)
    reason = ReasonForm(request.POST if "write" in request.POST else None)
    correction = preview_correction(sheet, position, form) if form.is_valid() else None
    if correction is None:
        return render_correction(request, sheet, position, form)
    if reason.is_valid() and carry_out(form, save_correction, request, sheet, position, form, reason):
        done = _("C’est corrigé ; l’ancienne ligne reste lisible.")
        if preview_table(correction).reopens:
            done += " " + _("La table est de nouveau ouverte : elle a encore à jouer, puis à confirmer sa feuille.")
        return say_and_redirect(request, done, "desk-table", sheet.table.pk)
    return render_correction(request, sheet, position, form, correction, reason)


def build_correction_form(request: MemberRequest, sheet: Sheet, position: int) -> EventForm:
    """Build the form of the event's own kind, or the one that annuls the coup. A coup is shown as it was recorded, card
    by card or by totals, unless `?kind=` asks for the other way; any other `?kind=` is 404."""
    event = sheet.events[position - 1]
    kind = str(event.get("type"))
    usual = "tricks" if "tricks" in event else kind
    asked = request.POST.get("kind") or request.GET.get("kind") or usual
    if asked not in (kind, usual, VOID, "tricks" if kind == "coup" else kind):
        raise Http404
    state, step = sheet.get_state_before(position), sheet.steps[position - 1]
    return build_event_form(asked, sheet, state, request.POST or None, step=step)


def preview_correction(sheet: Sheet, position: int, form: EventForm) -> Correction | None:
    """Preview the correction. Return None and add the errors to the form if it is impossible."""
    with CatchRefusals(form):
        correction = corrections.preview_correction(sheet.table.pk, position, form.build_record_body())
        for problem in correction.problems:
            form.add_error(None, localise(problem.message))
        return None if correction.problems else correction
    return None


def save_correction(request: MemberRequest, sheet: Sheet, position: int, form: EventForm, reason: ReasonForm) -> None:
    """Write the correction of the event at `position`, as the form has it, with its reason. Raises ActionError."""
    corrections.correct_event(
        sheet.table.pk,
        position,
        form.build_record_body(),
        key=read_key(request),
        number=read_number(request),
        actor=get_actor(request),
        reason=reason.cleaned_data["reason"],
    )


def render_correction(
    request: MemberRequest,
    sheet: Sheet,
    position: int,
    form: EventForm,
    correction: Correction | None = None,
    reason: ReasonForm | None = None,
) -> HttpResponse:
    """Render the correction's page, with its preview if there is one."""
    rows = narrate_events(sheet)
    context: dict[str, Any] = {
        "tournament": sheet.tournament,
        "sheet": sheet,
        "form": form,
        "row": rows[position - 1],
        "position": position,
        "strike": form.kind == VOID and rows[position - 1].kind != VOID,
        "may_strike": rows[position - 1].kind == "coup",
        "key": make_key(),
        "beside": build_holders_table(sheet),
        "so_far": reverse("desk-so-far", args=[sheet.table.pk, position]),
    }
    if correction is not None:
        events = (each.events[position - 1] for each in (sheet, correction.new_sheet))
        now, then = (name_contents(event, sheet.setting, sheet.sides) or {} for event in events)
        was, becomes = contrast_events(now, then, get_sheet_game(sheet))
        context |= {"shown": preview_table(correction), "previewed": True, "was": was, "becomes": becomes}
        context |= preview_tournament(sheet.tournament, [correction], sheet.table.round.n)
        context["reason"] = reason or ReasonForm()
    wrong = form.errors or (reason is not None and reason.errors)
    return render(request, "organiser/correct.html", context, status=422 if wrong else 200)


urlpatterns = [path("table/<int:pk>/correct/<int:position>", correct_event, name="desk-correct")]
