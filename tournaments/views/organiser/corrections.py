"""The correction of an event already recorded: its form, then a preview of everything that it would move, then written
with a reason."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _

from tournaments import actions
from tournaments.book.sheet import Sheet
from tournaments.forms.organiser.event_forms import MarkForm
from tournaments.forms.organiser.table import ReasonForm
from tournaments.forms.organiser.tricks import ALL_FORMS
from tournaments.models import Event
from tournaments.text.event_text import body_words, event_rows, rule_texts
from tournaments.text.option_text import said
from tournaments.views.access import member

from .change_preview import moved, shown
from .form_refusals import RefusalsOn
from .recording import TITLES, new_key, our_sheet, sent_key, sent_number
from .scoping import by

STRIKE = "void"


@member()
def desk_correct(request: HttpRequest, pk: int, position: int) -> HttpResponse:
    """Correct an event in three steps: show its form; show what the correction would move; write it with a reason."""
    sheet = our_sheet(request, pk)
    if sheet.setting is None or not 1 <= position <= len(sheet.events):
        raise Http404
    if sheet.event.status == Event.Status.DRAFT:
        return redirect("desk-table", pk)
    form = mend_form(request, sheet, position)
    reason = ReasonForm(request.POST if "write" in request.POST else None)
    if request.method != "POST" or not form.is_valid():
        return correct_page(request, sheet, position, form)
    correction = planned(sheet, position, form)
    if correction is None:
        return correct_page(request, sheet, position, form)
    if "write" in request.POST and reason.is_valid() and corrected(request, sheet, position, form, reason):
        messages.success(request, _("C’est corrigé ; l’ancienne ligne reste lisible."))
        return redirect("desk-table", pk)
    return correct_page(request, sheet, position, form, correction, reason)


def mend_form(request: HttpRequest, sheet: Sheet, position: int) -> MarkForm:
    """Build the form of the event's own kind (for a coup: as it was recorded, or the other way), or the form that
    annuls the coup. `?kind=` chooses; another kind is 404."""
    event = sheet.events[position - 1]
    kind = str(event.get("type"))
    usual = "tricks" if "tricks" in event else kind
    asked = request.POST.get("kind") or request.GET.get("kind") or usual
    if asked not in (kind, usual, STRIKE, "tricks" if kind == "coup" else kind):
        raise Http404
    return ALL_FORMS[asked](sheet, sheet.before(position), request.POST or None, step=sheet.steps[position - 1])


def planned(sheet: Sheet, position: int, form: MarkForm) -> actions.Correction | None:
    """Preview the correction. Return None and add the errors to the form if it is impossible."""
    with RefusalsOn(form):
        correction = actions.preview_correction(sheet.table.pk, position, form.body())
        for problem in correction.problems:
            form.add_error(None, said(problem.message))
        return None if correction.problems else correction
    return None


def corrected(request: HttpRequest, sheet: Sheet, position: int, form: MarkForm, reason: ReasonForm) -> bool:
    """Write the correction; return False and add the errors to the form if it is refused."""
    key, number, why = sent_key(request), sent_number(request, sheet), reason.cleaned_data["reason"]
    with RefusalsOn(form):
        actions.correct_event(sheet.table.pk, position, form.body(), key=key, number=number, by=by(request), reason=why)
    return not form.errors


def correct_page(
    request: HttpRequest,
    sheet: Sheet,
    position: int,
    form: MarkForm,
    correction: actions.Correction | None = None,
    reason: ReasonForm | None = None,
) -> HttpResponse:
    """Render the correction's page, with its preview if there is one."""
    rows = event_rows(sheet, {})
    context: dict[str, Any] = {
        "sheet": sheet,
        "form": form,
        "row": rows[position - 1],
        "position": position,
        "title": TITLES[form.kind](),
        "strike": form.kind == STRIKE and rows[position - 1].kind != STRIKE,
        "may_strike": rows[position - 1].kind == "coup",
        "key": new_key(),
        "so_far": reverse("desk-so-far", args=[sheet.table.pk, position]),
    }
    if correction is not None:
        becomes = body_words(correction.after.events[position - 1], rule_texts(sheet))
        context |= {"shown": shown(correction), "previewed": True, "becomes": becomes}
        context |= moved(sheet.event, [correction], sheet.table.round.n)
        context["reason"] = reason or ReasonForm()
    wrong = form.errors or (reason is not None and reason.errors)
    return render(request, "desk/correct.html", context, status=422 if wrong else 200)


urlpatterns = [path("table/<int:pk>/correct/<int:position>", desk_correct, name="desk-correct")]
