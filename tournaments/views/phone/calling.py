"""A table's calls for the arbiter, and its players' agreement or disagreement with what is recorded.

Nothing here writes a record. The part of the page that shows the calls is polled while one is open.
"""

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.actions.tables import calls
from tournaments.actions.tables.calls import open_dispute
from tournaments.forms.phone.table import AcknowledgeForm, ArbiterCallForm, DisputeForm
from tournaments.views.access import SEND, require_table_key
from tournaments.views.numbers import parse_number
from tournaments.views.requests import TableRequest

from .page import Page
from .sheet import build_page, get_sheet, redirect_to_sheet, render_sheet, run_action


@require_table_key()
def call_arbiter(request: TableRequest) -> HttpResponse:
    """Call the arbiter; a second POST finds the same call. A GET returns the part of the page that shows the table's
    calls; 204 to a poll whose `state` is what the phone shows already."""
    sheet = get_sheet(request)
    page = build_page(request, sheet)
    if request.method != "POST":
        if request.GET.get("state") == page.call_state:
            return HttpResponse(status=204)
        return render(request, "phone/hall.html", {"page": page, "sheet": sheet})
    form = ArbiterCallForm(sheet, request.POST)
    rule = form.cleaned_data["rule"] if form.is_valid() else ""
    return run_action(request, lambda: calls.call_arbiter(sheet.table, actor=get_table_actor(page), rule=rule))


def get_table_actor(page: Page) -> str:
    """Return the actor string of the phone's player: «table:SEAT», or «table» if the seat is not known."""
    return f"table:{page.seat}" if page.seat else "table"


@require_table_key(SEND)
def withdraw_call(request: TableRequest) -> HttpResponse:
    """Withdraw a call that the table made itself."""
    sheet = get_sheet(request)
    if (pk := parse_number(request.POST.get("call"))) is not None:
        calls.withdraw_call(sheet.table, pk)
    return redirect_to_sheet()


@require_table_key(SEND)
def agree_to_event(request: TableRequest) -> HttpResponse:
    """Record that a player who did not write an event has read it and agrees."""
    sheet = get_sheet(request)
    form = AcknowledgeForm(sheet, request.POST)
    if not form.is_valid():
        return render_sheet(request, sheet, 422, form.first_error)
    read = form.cleaned_data
    return run_action(
        request, lambda: calls.agree_to_event(sheet.table.pk, read["line"], read["position"], number=read["number"])
    )


@require_table_key(SEND)
def dispute_event(request: TableRequest) -> HttpResponse:
    """Record that a player disagrees with an event or with the whole sheet; the organiser sees it at once."""
    sheet = get_sheet(request)
    form = DisputeForm(sheet, request.POST)
    if not form.is_valid():
        return render_sheet(request, sheet, 422, form.first_error)
    said = form.cleaned_data
    actor = f"table:{said['position']}"
    return run_action(request, lambda: open_dispute(sheet.table, said["line"], actor=actor, reason=said["words"]))
