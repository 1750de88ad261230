"""What answers a coup that a phone keeps until it is told: the number that it has in the book, or why it has none.

A page that keeps says so (`Accept`), and gets facts instead of the sheet; docs/decisions/0005 is the whole protocol. It
asks again under the same id until it is answered, so a retry is judged on the sheet as it stood the first time: what
may be said of a coup may depend on the coups before it.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

import scoring
from tournaments import actions, history
from tournaments.models import Event, Record, Table
from tournaments.sheets import Sheet, after
from tournaments.views.told import Told

from .page import Page
from .sheet import seat_of

KEPT = "application/vnd.corbillon.kept+json"
KINDS: dict[type[actions.NotDone], str] = {actions.Stale: "stale", actions.KeyReused: "reused"}


def keeps(request: HttpRequest) -> bool:
    """Does the phone keep what it sends until it is told?"""
    return request.headers.get("Accept", "").startswith(KEPT)


def written(sheet: Sheet, key: str) -> Record | None:
    """The record that stands in the book under this id."""
    return next((record for record in sheet.records if record.key == key), None)


def stood(sheet: Sheet, number: int) -> Sheet:
    """The sheet as it stood when `number` was its next number; as it stands, where that is not past."""
    if not 0 < number < sheet.number or sheet.setting is None:
        return sheet
    records = sheet.records[: number - 1]
    events = tuple(sheet.to_names(body) for body in history.in_force(records))
    steps = scoring.fold(sheet.setting, events)
    return replace(sheet, records=records, events=events, steps=steps, state=after(sheet.setting, steps))


def recorded(sheet: Sheet, key: str) -> HttpResponse:
    """It is in the book, under this number, now or since an earlier time: {"id", "recorded", "next"}."""
    found = written(sheet, key)
    assert found is not None
    return JsonResponse({"id": key, "recorded": found.number, "next": sheet.number})


def both(
    request: HttpRequest, form_class: Callable[..., Any], sent: dict[str, Any], not_done: actions.NotDone
) -> HttpResponse:
    """What the book holds, what the phone holds, and what its reader may decide (409)."""
    sheet = Table.objects.for_sheet(request.table.pk)  # type: ignore[attr-defined]
    page = Page(sheet, seat_of(request, sheet))
    kind = KINDS.get(type(not_done), "closed")
    theirs = in_words(page, newer(sheet, sent, kind))
    ours = mine(form_class, request, stood(sheet, sent["number"]))
    context = {
        "kind": kind,
        "why": str(not_done),
        "page": page,
        "sheet": sheet,
        "theirs": theirs,
        "mine": ours,
        "common": common(theirs, ours),
        "may_replace": kind == "stale" and page.may_write and is_last_event(sheet, [row for row, _, _ in theirs]),
    }
    return render(request, "play/both.html", context, status=409)


def newer(sheet: Sheet, sent: dict[str, Any], kind: str) -> list[Record]:
    """What stands in the book where the phone believed its own would stand."""
    if kind == "stale":
        return list(sheet.records[max(sent["number"] - 1, 0) :])
    found = written(sheet, sent["key"]) if kind == "reused" else None
    return [found] if found else []


def too_late(sheet: Sheet, number: int) -> actions.NotDone | None:
    """Why nothing could be written at this number any more, whatever it said."""
    if sheet.event.status != Event.Status.OPEN:
        return actions.Closed()
    if sheet.confirmed:
        return actions.Confirmed()
    return actions.Stale(sheet) if number != sheet.number else None


def in_words(page: Page, since: list[Record]) -> list[tuple[Record, str, Told | None]]:
    """Each with who wrote it (a name of the table, "" for an account), and the event, where it is in force still."""
    in_force = {told.n: told for told in page.log}
    undone = {record.position for record in since if record.kind == Record.Kind.UNDO}
    return [
        (record, page.sheet.name_of(record.by), None if record.position in undone else in_force.get(record.position))
        for record in since
    ]


def common(theirs: list[tuple[Record, str, Told | None]], ours: Told | None) -> list[scoring.Text]:
    """What both say, so that only what differs stands out; nothing stands out where the phone's says nothing."""
    mine = ours.sentences if ours else ()
    return [said for _, _, told in theirs if told for said in told.sentences if said in mine or not mine]


def mine(form_class: Callable[..., Any], request: HttpRequest, sheet: Sheet) -> Told | None:
    """What the phone sent, told as if it had come at its number; nothing where that cannot be read."""
    form = form_class(sheet, request.POST)
    if sheet.state is None or not form.is_valid() or not hasattr(form, "event"):
        return None
    event = form.event()
    step = scoring.play(sheet.state, event)
    coup = sheet.state.coups_played + 1 if event["type"] == "coup" else None
    return Told(len(sheet.events) + 1, event["type"], coup, event, step, sheet.state)


def is_last_event(sheet: Sheet, since: list[Record]) -> bool:
    """Is the one thing that came first the last event of the table, so that it may be undone?"""
    return len(since) == 1 and since[0].kind == Record.Kind.EVENT and since[0].position == len(sheet.events)
