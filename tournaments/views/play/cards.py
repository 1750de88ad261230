"""A coup card by card: what its cards so far say (nothing is written), and the coup once they are all there."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from tournaments.forms.play_tricks import TricksForm
from tournaments.views.access import table_key

from .page import Page
from .sheet import seat_of, sheet_of
from .writing import record


@table_key
@require_POST
def so_far(request: HttpRequest) -> HttpResponse:
    """Who took each trick, whose turn it is, what is counted, what is wrong."""
    sheet = sheet_of(request)
    if sheet.state is None or sheet.state.complete:
        return HttpResponse(status=204)
    form = TricksForm(sheet, request.POST)
    context = {"page": Page(sheet, seat_of(request, sheet)), "sheet": sheet, "form": form}
    return render(request, "play/so_far.html", context | form.foreseen())


@table_key
@require_POST
def tricks(request: HttpRequest) -> HttpResponse:
    return record(request, "tricks", TricksForm)
