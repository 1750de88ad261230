"""The view that says what a penalty, a departure or a purchase of fiches would move, before it is marked."""

from django.http import Http404, HttpResponse
from django.shortcuts import render

import scoring
from tournaments.forms.events.leave import LeaveForm
from tournaments.forms.events.penalty import PenaltyForm
from tournaments.forms.events.recave import RecaveForm
from tournaments.views.access import SEND, require_table_key
from tournaments.views.requests import TableRequest

from .page import Page
from .sheet import get_sheet, read_seat

FORETOLD = {"penalty": PenaltyForm, "leave": LeaveForm, "recave": RecaveForm}


@require_table_key(SEND)
def foretell_event(request: TableRequest, kind: str) -> HttpResponse:
    """Show what the event would move, as far as it is typed, or why it cannot be. 204 if the table cannot play or the
    partie is over."""
    if kind not in FORETOLD:
        raise Http404
    sheet = get_sheet(request)
    state = sheet.state
    if state is None or state.complete:
        return HttpResponse(status=204)
    form = FORETOLD[kind](sheet, request.POST)
    step = scoring.play_event(state, form.build_event()) if form.is_valid() else None
    told = scoring.narrate_event(state, step) if step and step.outcome else ()
    wrong = [problem.message for problem in step.problems] if step else []
    context = {"page": Page(sheet, read_seat(request, sheet)), "sheet": sheet, "told": told, "wrong": wrong}
    return render(request, "phone/foretold_event.html", context)
