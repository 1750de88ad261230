"""The end of a partie: every player's count of his fiches and jetons, compared with the records, and another player's
confirmation of the sheet."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from tournaments import actions
from tournaments.forms.phone.table import ConfirmForm, CountForm
from tournaments.views.access import table_key

from .recording import asked, show_newer, write
from .sheet import done, sheet_of, show


@table_key
@require_POST
def count(request: HttpRequest) -> HttpResponse:
    """Save what the players counted."""
    sheet = sheet_of(request)
    form = CountForm(sheet, request.POST)
    if not form.is_valid():
        return show(request, sheet, 422, count=form)
    by = asked(request, sheet)["by"]
    return write(request, "count", form, lambda: actions.count_tokens(sheet.table.pk, form.counts(), by=by))


@table_key
@require_POST
def confirm(request: HttpRequest) -> HttpResponse:
    """Confirm the sheet as another player than its scorer. If it has changed since it was read, show it as it is now
    instead."""
    sheet = sheet_of(request)
    form = ConfirmForm(sheet, request.POST)
    if not form.is_valid():
        return show(request, sheet, 422, confirm=form)
    sent = asked(request, sheet)
    if sent["number"] != sheet.number:  # the sheet read is not the sheet that would be confirmed
        return show_newer(request, "confirm", ConfirmForm, actions.Stale(sheet))
    position = form.cleaned_data["position"]
    return write(request, "confirm", form, lambda: actions.confirm(sheet.table.pk, position, by=sent["by"]))


@table_key
@require_POST
def free(request: HttpRequest) -> HttpResponse:
    """Put the players of a finished table on the waiting list for another one, where tables are free."""
    sheet = sheet_of(request)
    return done(request, lambda: actions.wait_for_table(sheet.event, [seat.entry for seat in sheet.seats]))
