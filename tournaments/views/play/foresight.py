"""What the coup being typed would do, before it is sent: scored as far as it is said; nothing is written."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from tournaments.forms.play_games import coup_form
from tournaments.views.access import table_key

from .page import Page
from .sheet import seat_of, sheet_of


@table_key
@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """A few sentences, and how much is left to say; nothing (204) where it would be of another coup than the
    phone believes."""
    sheet = sheet_of(request)
    if request.POST.get("number", str(sheet.number)) != str(sheet.number):
        return HttpResponse(status=204)
    form = coup_form(sheet, request.POST)
    context = {"page": Page(sheet, seat_of(request, sheet)), "sheet": sheet, "form": form}
    return render(request, "play/preview.html", context | form.foreseen())
