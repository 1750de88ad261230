"""The sheet as a part of the table's page, and the functions by which all views of the table make their answers."""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.gzip import gzip_page

from tournaments.actions.errors import ActionError
from tournaments.book.loading import load_sheet
from tournaments.book.saved_records import find_saved_number
from tournaments.book.sheet import EventBody, Sheet
from tournaments.forms.events.count import CountForm
from tournaments.forms.events.end import EndForm
from tournaments.forms.events.leave import LeaveForm
from tournaments.forms.events.penalty import PenaltyForm
from tournaments.forms.events.recave import RecaveForm
from tournaments.forms.events.table_form import TableForm
from tournaments.forms.events.void import VoidForm
from tournaments.forms.games import build_coup_form
from tournaments.forms.phone.table import list_fault_costs
from tournaments.forms.phone.tricks import TricksForm, has_tricks_form
from tournaments.views.access import READ, require_table_key
from tournaments.views.numbers import parse_number
from tournaments.views.requests import TableRequest

from .log_facts import OLDER_EVENTS
from .news import describe_change
from .page import OtherVersion, Page

logger = logging.getLogger(__name__)
DIFFERS_S = 600  # for a phone that was switched off before somebody has decided

FORMS: dict[str, Callable[[Sheet], TableForm]] = {
    "coup": build_coup_form,
    "tricks": TricksForm,
    "penalty": PenaltyForm,
    "recave": RecaveForm,
    "void": VoidForm,
    "leave": LeaveForm,
    "end": EndForm,
    "count": lambda sheet: CountForm(
        sheet, filled_in=len(sheet.counts) >= len(sheet.names)
    ),  # else they would not count
}


@require_table_key(READ)
@gzip_page
def show_table_sheet(request: TableRequest) -> HttpResponse:
    """Show the sheet as it is now; 204 if the phone's `stamp` says that it shows this state already. It is compressed,
    which tells nobody a secret: it holds none, and no other site can make a phone ask for it with its key."""
    sheet = get_sheet(request)
    log_vanished_head(request, sheet)
    stamp = request.GET.get("stamp")
    if stamp and stamp == build_page(request, sheet).stamp:
        return HttpResponse(status=204)
    return render_sheet(request, sheet)


@require_table_key(READ)
@gzip_page
def show_older_events(request: TableRequest, line: int) -> HttpResponse:
    """Show some events before this one, with a way to those before them."""
    sheet = get_sheet(request)
    page = build_page(request, sheet)
    events = page.narrate_before(min(line, len(sheet.steps) + 1), OLDER_EVENTS)
    context = {"page": page, "sheet": sheet, "events": events, "are_older": True}
    return render(request, "phone/log_events.html", context)


def log_vanished_head(request: TableRequest, sheet: Sheet) -> None:
    """Log it if the phone has seen a head that the table's chain lacks: the book was rewritten, or an older backup was
    put back. The phone tells those who hold it (static/js/restored.js)."""
    seen = request.headers.get("X-Table-Head", "")
    if seen.isalnum() and seen not in sheet.chain.split():
        logger.warning(
            "Table %s: a phone has seen the head %s, which is no longer in its chain.", sheet.table.pk, seen[:64]
        )


def get_sheet(request: TableRequest) -> Sheet:
    """Return the sheet of the table whose key the request carries."""
    return load_sheet(request.table.pk)


def read_seat(request: TableRequest, sheet: Sheet) -> int | None:
    """Return the seat that the phone announces in `X-Table-Seat`: a position of the table, 0 for a spectator, None if
    not given."""
    said = request.headers.get("X-Table-Seat", "")
    return int(said) if said in {str(place) for place in range(len(sheet.names) + 1)} else None


def build_page(request: TableRequest, sheet: Sheet) -> Page:
    """Build the sheet's page as the requesting phone sees it, with the table's calls and its agreements."""
    seat = read_seat(request, sheet)
    table = sheet.table
    last = sheet.records[-1].at if sheet.records else table.round.tournament.created_at
    calls = tuple(table.calls.open_or_settled_since(last))
    named, differs = find_first_named(request, sheet), note_difference(request, sheet, seat)
    return Page(sheet, seat, calls, tuple(table.agreements.all()), named, differs)


def note_difference(request: TableRequest, sheet: Sheet, seat: int | None) -> OtherVersion | None:
    """Note in the cache whether the requesting phone asks which of two versions of a coup is right (`X-Table-Differs`).
    Return whose phone asks and what differs, None if no other phone does. The note holds for this state of the sheet
    alone: with the next record it is void."""
    key = f"differs:{sheet.table.pk}:{sheet.head}"
    asking: int = cache.get(key, 0)
    if seat and "X-Table-Differs" in request.headers and not asking:
        cache.set(key, seat, DIFFERS_S)
    elif seat and asking == seat and "X-Table-Differs" not in request.headers:
        cache.delete(key)
    if asking in (0, seat) or asking > len(sheet.names):
        return None
    sent: EventBody | None = cache.get(key_of_sent_event(sheet))
    both = describe_change(sheet, sheet.to_seats(sheet.events[-1]), sent) if sent and sheet.events else ("", "")
    return OtherVersion(sheet.names[asking - 1], *both)


def key_of_sent_event(sheet: Sheet) -> str:
    """Return the cache key under which the event waits that a phone sent in the place of this sheet's last one."""
    return f"differs-event:{sheet.table.pk}:{sheet.head}"


def find_first_named(request: TableRequest, sheet: Sheet) -> int:
    """Return the number of the first record whose id the page names to the phone. It is the number that the phone sends
    (`X-Table-From`), or else that of the last record that a backup holds. It is 1, so that all records are named, in
    two cases: the phone has seen a head that the chain lacks, as an older backup was put back; or it sends a head
    without a number, as pages of an earlier program do."""
    seen, number = request.headers.get("X-Table-Head"), parse_number(request.headers.get("X-Table-From"))
    if seen and (number is None or seen not in sheet.chain.split()):
        return 1
    return min(max(find_saved_number(sheet) if number is None else number, 1), max(len(sheet.records), 1))


def render_sheet(
    request: TableRequest,
    sheet: Sheet,
    status: int = 200,
    error: Any = "",
    *,
    unnamed: Any = "",
    **filled: TableForm,
) -> HttpResponse:
    """Render the whole sheet. `filled`: forms to show again as they were sent, by their names in FORMS; `error`: a
    message for the top of the page, or for the question that lacks a name: `unnamed`, "confirm" or a debtor's
    position."""
    page = build_page(request, sheet)
    shown = FORMS if has_tricks_form(sheet) else {name: form for name, form in FORMS.items() if name != "tricks"}
    forms = {name: filled.get(name) or form(sheet) for name, form in shown.items()}
    context = {"page": page, "sheet": sheet, "forms": forms, "trouble": error, "tried": next(iter(filled), "")}
    context["unnamed"] = unnamed
    context["faults"] = list_fault_costs(sheet)
    return render(request, "phone/sheet.html", context, status=status)


def run_action(request: TableRequest, act: Callable[[], object]) -> HttpResponse:
    """Run an action that writes no record, then redirect to the sheet. If it is refused, show the sheet as it is now
    with the reason (409)."""
    try:
        act()
    except ActionError as why:
        return render_sheet(request, get_sheet(request), 409, str(why))
    return redirect_to_sheet()


def redirect_to_sheet() -> HttpResponse:
    """Redirect to the sheet after a write, so that the phone requests it anew (303)."""
    answer = redirect("table-sheet")
    answer.status_code = 303
    return answer
