"""What the coup being typed would do, before it is sent: scored as far as it is said; no record is written. Only what
its auction settled is kept, for the board."""

from contextlib import suppress

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from tournaments import actions
from tournaments.forms.play_coup import CoupForm
from tournaments.forms.play_games import coup_form
from tournaments.sheets import Sheet
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
    page = Page(sheet, seat_of(request, sheet))
    if page.may_write:
        show_early(sheet, form)
    return render(request, "play/preview.html", {"page": page, "sheet": sheet, "form": form} | form.foreseen())


def show_early(sheet: Sheet, form: CoupForm) -> None:
    """Keep what may be seen of the coup before it is played out, where it is new."""
    early = form.early()
    if early and early != sheet.auction:
        with suppress(actions.NotDone):  # then it is not shown, and nothing else is lost
            actions.keep_auction(sheet.table.pk, sheet.to_seats(early), number=sheet.number)
