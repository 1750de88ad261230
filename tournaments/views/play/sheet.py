"""The sheet as a part of the page, and the one way in which every answer of the table's views is made."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments import actions
from tournaments.forms.play import CountForm, EndForm, LeaveForm, PenaltyForm, RecaveForm, TableForm, VoidForm, costs
from tournaments.forms.play_games import coup_form
from tournaments.forms.play_tricks import TricksForm
from tournaments.models import Table
from tournaments.sheets import Sheet
from tournaments.views.access import table_key

from .page import Page

FORMS: dict[str, Callable[[Sheet], TableForm]] = {
    "coup": coup_form,
    "tricks": TricksForm,
    "penalty": PenaltyForm,
    "recave": RecaveForm,
    "void": VoidForm,
    "leave": LeaveForm,
    "end": EndForm,
    "count": CountForm,
}


@table_key
def table_sheet(request: HttpRequest) -> HttpResponse:
    """The sheet as it stands; nothing (204) where the phone says that it shows it already."""
    sheet = sheet_of(request)
    shown = request.GET.get("stamp")
    if shown and shown == page_of(request, sheet).stamp:
        return HttpResponse(status=204)
    return show(request, sheet)


def sheet_of(request: HttpRequest) -> Sheet:
    return Table.objects.for_sheet(request.table.pk)  # type: ignore[attr-defined]


def seat_of(request: HttpRequest, sheet: Sheet) -> int | None:
    """Whose phone it is, as it says itself: a place of the table, 0 for who only looks, None where it is not said."""
    said = request.headers.get("X-Table-Seat", "")
    return int(said) if said in {str(place) for place in range(len(sheet.names) + 1)} else None


def page_of(request: HttpRequest, sheet: Sheet) -> Page:
    """The sheet as the phone that asks sees it, with the table's open calls and the coups agreed to."""
    table = sheet.table
    return Page(sheet, seat_of(request, sheet), tuple(table.calls.open()), tuple(table.agreements.all()))


def show(request: HttpRequest, sheet: Sheet, status: int = 200, trouble: Any = "", **filled: TableForm) -> HttpResponse:
    """The whole sheet. `filled`: forms to show again as they were sent; `trouble`: one sentence at the top."""
    page = page_of(request, sheet)
    forms = {name: filled.get(name) or form(sheet) for name, form in FORMS.items()}
    context = {"page": page, "sheet": sheet, "forms": forms, "trouble": trouble, "tried": next(iter(filled), "")}
    context["faults"] = costs(sheet)
    return render(request, "play/sheet.html", context, status=status)


def done(request: HttpRequest, act: Callable[[], object]) -> HttpResponse:
    """What a table does outside the book: done, then the sheet; or the sheet as it is now, with why it is not done."""
    try:
        act()
    except actions.NotDone as why:
        return show(request, sheet_of(request), 409, str(why))
    return back_to_sheet()


def back_to_sheet() -> HttpResponse:
    """What a writing that is done answers: the sheet, to be asked for anew (303)."""
    answer = redirect("table-sheet")
    answer.status_code = 303
    return answer
