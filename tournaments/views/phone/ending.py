"""The end of a partie: every player's count of his fiches and jetons, compared with the records, and another player's
confirmation of the sheet."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from tournaments.actions.errors import ActionError, StaleSheet
from tournaments.actions.rounds.free_tables import wait_for_table
from tournaments.actions.tables import closing
from tournaments.actions.tables.closing import save_token_counts
from tournaments.forms.events.confirm import ConfirmForm
from tournaments.forms.events.count import CountForm
from tournaments.views.access import SEND, require_table_key
from tournaments.views.numbers import parse_number
from tournaments.views.requests import TableRequest

from .recording import answer_refused, answer_written, read_record_fields, show_conflict
from .sheet import get_sheet, render_sheet, run_action


@require_table_key(SEND)
def save_counts(request: TableRequest) -> HttpResponse:
    """Save what the players counted."""
    sheet = get_sheet(request)
    form = CountForm(sheet, request.POST, one_by_one=True)
    if not form.is_valid():
        return render_sheet(request, sheet, 422, count=form)
    actor = read_record_fields(request, sheet)["actor"]
    try:
        new_sheet = save_token_counts(sheet.table.pk, form.counts(), actor=actor)
    except ActionError as not_done:
        return answer_refused(request, "count", get_sheet(request), form, not_done)
    return answer_written(request, new_sheet)


@require_table_key(SEND)
def note_debt(request: TableRequest) -> HttpResponse:
    """Save to whom a player owes his debt, which is what he holds below zero in the book: to another player, or to the
    bank."""
    sheet = get_sheet(request)
    debtor, creditor = (parse_number(request.POST.get(name)) for name in ("position", "owed_to"))
    if debtor is None or creditor is None:
        return render_sheet(request, sheet, 422, _("Dites à qui la dette est due."), unnamed=debtor or "")
    return run_action(request, lambda: closing.note_debt(sheet.table.pk, debtor, creditor))


@require_table_key(SEND)
def confirm_sheet(request: TableRequest) -> HttpResponse:
    """Confirm the sheet as another player than its scorer. If it has changed since it was read, show it as it is now
    instead."""
    sheet = get_sheet(request)
    form = ConfirmForm(sheet, request.POST)
    if not form.is_valid():
        return render_sheet(request, sheet, 422, form.first_error, unnamed="confirm", confirm=form)
    sent = read_record_fields(request, sheet)
    if sent["number"] != sheet.next_number:  # the sheet read is not the sheet that would be confirmed
        return show_conflict(request, "confirm", ConfirmForm, sheet, StaleSheet(sheet))
    try:
        new_sheet = closing.confirm_sheet(sheet.table.pk, form.cleaned_data["position"], actor=sent["actor"])
    except ActionError as not_done:
        return answer_refused(request, "confirm", get_sheet(request), form, not_done)
    return answer_written(request, new_sheet)


@require_table_key(SEND)
def wait_for_new_table(request: TableRequest) -> HttpResponse:
    """Put the players of a finished table on the waiting list for another one, where tables are free."""
    sheet = get_sheet(request)
    return run_action(request, lambda: wait_for_table(sheet.tournament, [seat.entry for seat in sheet.seats]))
