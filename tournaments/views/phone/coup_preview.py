"""The preview of the coup being typed, scored as far as it is typed, before it is sent. No record is written. Only the
result of its auction is saved, for the public board."""

from contextlib import suppress

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from tournaments import actions
from tournaments.book.sheet import Sheet
from tournaments.forms.games import build_coup_form
from tournaments.forms.phone.coup import PhoneCoupForm
from tournaments.forms.phone.repairs import WrongFigure
from tournaments.views.access import require_table_key
from tournaments.views.requests import TableRequest

from .page import Page
from .sheet import get_sheet, read_seat


@require_table_key
@require_POST
def preview_coup(request: TableRequest) -> HttpResponse:
    """Show a few sentences on the coup as far as it is typed, and what is still to be entered. 204 if the phone's
    `number` is not the table's next number, because then it would preview another coup."""
    sheet = get_sheet(request)
    if request.POST.get("number", str(sheet.next_number)) != str(sheet.next_number):
        return HttpResponse(status=204)
    form = build_coup_form(sheet, request.POST)
    page = Page(sheet, read_seat(request, sheet))
    if page.may_write:
        save_auction(sheet, form)
    shown = form.build_preview()
    wrong_parts: dict[str, list[WrongFigure]] = {part: [] for part in form.wrong_parts}
    for each in shown.pop("wrong_figures", ()):
        wrong_parts[each.part].append(each)
    return render(
        request, "phone/preview.html", {"page": page, "sheet": sheet, "form": form, "wrong_parts": wrong_parts} | shown
    )


def save_auction(sheet: Sheet, form: PhoneCoupForm) -> None:
    """Save what others may see of the coup before it is played out (its auction), if it has changed."""
    early = form.build_early_keys()
    if early and early != sheet.auction:
        with suppress(actions.ActionError):  # then the board does not show it; nothing else is lost
            actions.save_auction(sheet.table.pk, sheet.to_seats(early), number=sheet.next_number)
