"""A coup entered card by card: the preview of its cards so far (nothing is written), and its record once all are
there."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from tournaments.book.sheet import Sheet
from tournaments.forms.phone.tricks import TricksForm, has_tricks_form
from tournaments.views.access import require_table_key
from tournaments.views.requests import TableRequest

from .page import Page
from .recording import record_from_form
from .sheet import get_sheet, read_seat


def build_tricks_form(sheet: Sheet, data: Any) -> TricksForm:
    """Build the form of a coup card by card; raise Http404 where the table's game has none."""
    if not has_tricks_form(sheet):
        raise Http404
    return TricksForm(sheet, data)


@require_table_key
@require_POST
def preview_tricks(request: TableRequest) -> HttpResponse:
    """Show what the cards so far mean: who took each trick, whose turn it is, what is counted, what is wrong. 204 if
    the table cannot play or the partie is over."""
    sheet = get_sheet(request)
    if sheet.state is None or sheet.state.complete:
        return HttpResponse(status=204)
    form = build_tricks_form(sheet, request.POST)
    context = {"page": Page(sheet, read_seat(request, sheet)), "sheet": sheet, "form": form}
    return render(request, "phone/so_far.html", context | form.build_preview())


@require_table_key
@require_POST
def record_tricks(request: TableRequest) -> HttpResponse:
    """Record a coup from its tricks."""
    return record_from_form(request, "tricks", build_tricks_form)
