"""A table's calls for the arbiter, and its players' agreement or disagreement with what is recorded.

Nothing here writes a record. The part of the page that shows the call is polled while a call is open.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from tournaments import actions
from tournaments.forms.phone.table import CallForm, DisputeForm, ReadForm, costs
from tournaments.views.access import table_key
from tournaments.views.numbers import number

from .page import Page
from .sheet import back_to_sheet, done, page_of, sheet_of, show


@table_key
def call(request: HttpRequest) -> HttpResponse:
    """Return the part that shows the table's open call. A POST calls the arbiter; a second POST finds the same call. A
    poll whose `state` is what the phone shows already gets 204."""
    sheet = sheet_of(request)
    if request.method != "POST":
        page = page_of(request, sheet)
        return HttpResponse(status=204) if request.GET.get("state") == page.call_state else call_part(request, page)
    form = CallForm(sheet, request.POST)
    rule = form.cleaned_data["rule"] if form.is_valid() else ""
    try:
        actions.call_arbiter(sheet.table, by=caller(page_of(request, sheet)), rule=rule)
    except actions.NotDone as why:
        return call_part(request, page_of(request, sheet), str(why), 409)
    return call_part(request, page_of(request, sheet))


def caller(page: Page) -> str:
    """Return the actor string of the phone's player: «table:SEAT», or «table» if the seat is not known."""
    return f"table:{page.seat}" if page.seat else "table"


def call_part(request: HttpRequest, page: Page, trouble: str = "", status: int = 200) -> HttpResponse:
    """Render the part of the page that shows the table's call. `error`: a message, "" for none."""
    context = {"page": page, "sheet": page.sheet, "faults": costs(page.sheet), "call_trouble": trouble}
    return render(request, "play/call.html", context, status=status)


@table_key
@require_POST
def withdraw(request: HttpRequest) -> HttpResponse:
    """Withdraw a call that the table made itself."""
    sheet = sheet_of(request)
    if (pk := number(request.POST.get("call"))) is not None:
        actions.withdraw_call(sheet.table, pk)
    return back_to_sheet() if "whole" in request.POST else call_part(request, page_of(request, sheet))


@table_key
@require_POST
def agree(request: HttpRequest) -> HttpResponse:
    """Record that a player who did not write an event has read it and agrees."""
    sheet = sheet_of(request)
    form = ReadForm(sheet, request.POST)
    if not form.is_valid():
        return show(request, sheet, 422, form.first_error)
    read = form.cleaned_data
    return done(request, lambda: actions.agree(sheet.table.pk, read["line"], read["position"], number=read["number"]))


@table_key
@require_POST
def dispute(request: HttpRequest) -> HttpResponse:
    """Record that a player disagrees with an event or with the whole sheet; the organiser sees it at once."""
    sheet = sheet_of(request)
    form = DisputeForm(sheet, request.POST)
    if not form.is_valid():
        return show(request, sheet, 422, form.first_error)
    said = form.cleaned_data
    by = f"table:{said['position']}"
    return done(request, lambda: actions.dispute(sheet.table, said["line"], by=by, words=said["words"]))
