"""The answers to a phone that keeps each coup in a queue until the server has answered it: the coup's number in the
records, or why it has none.

Such a phone announces itself in the `Accept` header, and gets facts instead of the sheet; docs/decisions/0005 describes
the whole protocol. It sends the coup again under the same id until it is answered. A retry is therefore validated
against the sheet as it was the first time: what is valid in a coup may depend on the coups before it.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

import scoring
from tournaments import actions
from tournaments.book import history
from tournaments.book.sheet import Sheet, after
from tournaments.models import Event, Record, Table
from tournaments.text.sheet_text import Told

from .page import Page
from .sheet import seat_of

KEPT = "application/vnd.corbillon.kept+json"
KINDS: dict[type[actions.NotDone], str] = {actions.Stale: "stale", actions.KeyReused: "reused"}


def keeps(request: HttpRequest) -> bool:
    """True if the phone that sent the request keeps what it sends in a queue until it is answered."""
    return request.headers.get("Accept", "").startswith(KEPT)


def written(sheet: Sheet, key: str) -> Record | None:
    """Return the sheet's record with this id, or None."""
    return next((record for record in sheet.records if record.key == key), None)


def stood(sheet: Sheet, number: int) -> Sheet:
    """Return the sheet as it was when `number` was its next number. Return it unchanged if `number` is not in its
    past."""
    if not 0 < number < sheet.number or sheet.setting is None:
        return sheet
    records = sheet.records[: number - 1]
    events = tuple(sheet.to_names(body) for body in history.in_force(records))
    steps = scoring.fold(sheet.setting, events)
    return replace(sheet, records=records, events=events, steps=steps, state=after(sheet.setting, steps))


def recorded(sheet: Sheet, key: str) -> HttpResponse:
    """Return the answer that the coup is recorded, now or by an earlier try: {"id", "recorded": its number, "next"}."""
    found = written(sheet, key)
    assert found is not None
    return JsonResponse({"id": key, "recorded": found.number, "next": sheet.number})


def both(
    request: HttpRequest, form_class: Callable[..., Any], sent: dict[str, Any], not_done: actions.NotDone
) -> HttpResponse:
    """Show the conflict (409): what is recorded, what the phone holds, and what its reader may decide."""
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
    """Return the records that stand where the phone expected its own: from the sent number on if the phone was behind
    ("stale"), the one with the same id if that was "reused", else none."""
    if kind == "stale":
        return list(sheet.records[max(sent["number"] - 1, 0) :])
    found = written(sheet, sent["key"]) if kind == "reused" else None
    return [found] if found else []


def too_late(sheet: Sheet, number: int) -> actions.NotDone | None:
    """Return the reason why nothing can be written at this number any more, whatever it contains; None if something
    can."""
    if sheet.event.status != Event.Status.OPEN:
        return actions.Closed()
    if sheet.confirmed:
        return actions.Confirmed()
    return actions.Stale(sheet) if number != sheet.number else None


def in_words(page: Page, since: list[Record]) -> list[tuple[Record, str, Told | None]]:
    """Return, for each record, the record, the writer's name (a player of the table, "" for an account), and its event
    narrated (None if it is no longer in force)."""
    in_force = {told.n: told for told in page.log}
    undone = {record.position for record in since if record.kind == Record.Kind.UNDO}
    return [
        (record, page.sheet.name_of(record.by), None if record.position in undone else in_force.get(record.position))
        for record in since
    ]


def common(theirs: list[tuple[Record, str, Told | None]], ours: Told | None) -> list[scoring.Text]:
    """Return the sentences that the recorded events share with the phone's coup, so that the page can stress what
    differs. If the phone's coup has no sentences, return all of them, so that nothing is stressed."""
    mine = ours.sentences if ours else ()
    return [said for _, _, told in theirs if told for said in told.sentences if said in mine or not mine]


def mine(form_class: Callable[..., Any], request: HttpRequest, sheet: Sheet) -> Told | None:
    """Narrate the event that the phone sent, as if it had come at its own number. Return None if it is not valid."""
    form = form_class(sheet, request.POST)
    if sheet.state is None or not form.is_valid() or not hasattr(form, "event"):
        return None
    event = form.event()
    step = scoring.play(sheet.state, event)
    coup = sheet.state.coups_played + 1 if event["type"] == "coup" else None
    return Told(len(sheet.events) + 1, event["type"], coup, event, step, sheet.state)


def is_last_event(sheet: Sheet, since: list[Record]) -> bool:
    """True if the only record that came first is the table's last event, so that it may be undone."""
    return len(since) == 1 and since[0].kind == Record.Kind.EVENT and since[0].position == len(sheet.events)
