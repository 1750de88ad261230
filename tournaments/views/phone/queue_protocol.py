"""The answers to a phone that keeps each coup in a queue until the server has answered it: the coup's number in the
records, or why it has none.

Such a phone announces itself in the `Accept` header, and gets facts instead of the sheet; docs/decisions/0005 describes
the whole protocol. It sends the coup again under the same id until it is answered. A retry is therefore validated
against the sheet as it was the first time: what is valid in a coup may depend on the coups before it.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.core.cache import cache
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render

import scoring
from tournaments.actions.errors import ActionError, KeyReused, LineChanged, SheetConfirmed, StaleSheet, TournamentClosed
from tournaments.actions.states import check_state
from tournaments.book import history
from tournaments.book.sheet import SEEN_DIGITS, Sheet, count_same, get_last_state
from tournaments.models import Record
from tournaments.presentation.text.event_text import get_sheet_game, list_differences, name_contents
from tournaments.presentation.text.sheet_text import NarratedEvent
from tournaments.views.requests import TableRequest

from .news import name_writer
from .page import Page
from .sheet import DIFFERS_S, key_of_sent_event, read_seat

QUEUE_MEDIA_TYPE = "application/vnd.corbillon.kept+json"
NarratedRecord = tuple[Record, str, NarratedEvent | None]
"""A record, its writer's name ("" for an account), and its event narrated (None if it is no longer in force)."""
MOST_WORDS = 4  # of what differs, on a button; all of it can be read in full
CONFLICT_KINDS: dict[type[ActionError], str] = {StaleSheet: "stale", LineChanged: "stale", KeyReused: "reused"}


def is_from_queue(request: TableRequest) -> bool:
    """True if the phone that sent the request keeps what it sends in a queue until it is answered."""
    return request.headers.get("Accept", "").startswith(QUEUE_MEDIA_TYPE)


def find_record(sheet: Sheet, key: str) -> Record | None:
    """Return the sheet's record with this id, or None."""
    return next((record for record in sheet.records if record.key == key), None)


def rebuild_sheet_for(sheet: Sheet, key: str) -> Sheet:
    """Return the sheet as it was before the record with this id was written; the sheet itself if it has none."""
    record = find_record(sheet, key)
    return rebuild_sheet_at(sheet, record.number) if record else sheet


def rebuild_sheet_at(sheet: Sheet, number: int) -> Sheet:
    """Return the sheet as it was when `number` was its next number. Return it unchanged if `number` is not in its
    past."""
    if not 0 < number < sheet.next_number or sheet.setting is None:
        return sheet
    records = sheet.records[: number - 1]
    events = tuple(sheet.to_names(body) for body in history.list_events_in_force(records))
    steps = scoring.play_events(sheet.setting, events, played=sheet.steps[: count_same(sheet.events, events)])
    return replace(sheet, records=records, events=events, steps=steps, state=get_last_state(sheet.setting, steps))


def answer_recorded(sheet: Sheet, key: str) -> HttpResponse:
    """Return the answer that the coup is recorded, now or by an earlier try: {"id", "recorded": its number, "through":
    the number of the last record that follows from it, or its own, "next": the number of the table's next record,
    "head": the digest of its link in the chain}."""
    record = find_record(sheet, key)
    assert record is not None
    through = max(each.number for each in sheet.records if record.number in (each.number, each.cause))
    fields = {"id": key, "recorded": record.number, "through": through, "next": sheet.next_number}
    return JsonResponse(fields | {"head": record.link.digest[:SEEN_DIGITS]})


def render_conflict(
    request: TableRequest,
    form_class: Callable[..., Any],
    sheet: Sheet,
    sent: dict[str, Any],
    not_done: ActionError,
    *,
    line: int = 0,
) -> HttpResponse:
    """Show the conflict (409): what is recorded, what the phone holds, and what its reader may decide. `form_class`:
    builds the form of the event sent; `sent`: the id and number of its record; `not_done`: why it was refused; `line`:
    the position of the event that is corrected; 0 where the next one is written."""
    page = Page(sheet, read_seat(request, sheet))
    kind = CONFLICT_KINDS.get(type(not_done), "closed")
    newer = list_newer_records(sheet, sent, kind)
    theirs = narrate_records(page, [each for each in newer if line in (0, each.position)])
    ours = narrate_sent_event(form_class, request, rebuild_sheet_at(sheet, sent["number"]), line)
    differences = list_what_differs(sheet, theirs, ours)
    if ours and differences:
        cache.set(key_of_sent_event(sheet), sheet.to_seats(ours.step.event), DIFFERS_S)
    context = {
        "kind": kind,
        "why": str(not_done),
        "page": page,
        "sheet": sheet,
        "theirs": theirs,
        "mine": ours,
        "common": list_common_sentences(theirs, ours),
        "differences": differences,
        "differing": [shorten([each or "–" for each in side]) for side in zip(*differences, strict=True)],
        "line": line,
        "is_same": kind == "stale" and is_same_event(page, 0 if line else sent["number"], theirs, ours),
        "may_replace": kind == "stale" and page.may_write and not line and is_last_event(sheet, newer),
    }
    return render(request, "phone/both.html", context, status=409)


def list_newer_records(sheet: Sheet, sent: dict[str, Any], kind: str) -> list[Record]:
    """Return the records that were written where the phone expected its own. `kind`: why the phone's was refused.
    "stale": those from the number that it sent on; "reused": the one with the same id; any other: none."""
    if kind == "stale":
        return list(sheet.records[max(sent["number"] - 1, 0) :])
    record = find_record(sheet, sent["key"]) if kind == "reused" else None
    return [record] if record else []


def find_obstacle(sheet: Sheet, number: int) -> ActionError | None:
    """Return the reason why nothing can be written at this number any more, whatever it contains; None if something
    can."""
    try:
        check_state(sheet.tournament, "write_event")
    except TournamentClosed as closed:
        return closed
    if sheet.is_confirmed:
        return SheetConfirmed()
    return StaleSheet(sheet) if number != sheet.next_number else None


def narrate_records(page: Page, since: list[Record]) -> list[NarratedRecord]:
    """Return, for each of the records `since`, the record, the writer's name (a player of the table, "" for an
    account), and its event narrated (None if it is no longer in force)."""
    in_force = {n: page.narrate_line(n) for n in {record.position for record in since} if n <= len(page.sheet.steps)}
    undone = {record.position for record in since if record.kind == Record.RecordKind.UNDO}
    return [
        (
            record,
            name_writer(page.sheet, record),
            None if record.position in undone else in_force.get(record.position),
        )
        for record in since
    ]


def list_common_sentences(theirs: list[NarratedRecord], ours: NarratedEvent | None) -> list[scoring.Text]:
    """Return the sentences that the recorded events (`theirs`) share with the phone's coup (`ours`), so that the page
    can stress what differs. If the phone's coup has no sentences, return all of them, so that nothing is stressed."""
    mine = ours.sentences if ours else ()
    return [said for _, _, narrated in theirs if narrated for said in narrated.sentences if said in mine or not mine]


def list_what_differs(sheet: Sheet, theirs: list[NarratedRecord], ours: NarratedEvent | None) -> list[tuple[str, str]]:
    """List (recorded, phone's) words for what the first recorded event of `theirs` says otherwise than the phone's
    (`ours`); empty where one of the two is not there."""
    narrated = next((narrated for _, _, narrated in theirs if narrated), None)
    if narrated is None or ours is None:
        return []
    its, mine = (name_contents(each.event, sheet.setting, sheet.sides) or {} for each in (narrated, ours))
    return list_differences(its, mine, get_sheet_game(sheet))


def shorten(words: list[str]) -> list[str]:
    """Return the first MOST_WORDS of these, with «…» for the others."""
    return words if len(words) <= MOST_WORDS else [*words[:MOST_WORDS], "…"]


def is_same_event(page: Page, number: int, theirs: list[NarratedRecord], ours: NarratedEvent | None) -> bool:
    """True if the record of this number, among `theirs`, is in force and says just what the phone's coup says: nobody
    need be asked. `number` 0: the last record of the line that the phone corrects."""
    if not theirs or ours is None or ours.step.problems:
        return False
    record, _writer, narrated = theirs[0 if number else -1]
    is_event = record.number == number and record.kind == Record.RecordKind.EVENT
    is_correction = not number and record.kind == Record.RecordKind.CORRECTION
    return narrated is not None and (is_event or is_correction) and record.body == page.sheet.to_seats(ours.step.event)


def narrate_sent_event(
    form_class: Callable[..., Any], request: TableRequest, sheet: Sheet, line: int
) -> NarratedEvent | None:
    """Narrate the event that the phone sent in the form `form_class`, as if it had been recorded at the number that the
    phone expected; or, if it corrects the event at `line` (0: none), in the place of that one. Return None if it is not
    valid."""
    if sheet.state is None or line > len(sheet.events):
        return None
    state = sheet.get_state_before(line) if line else sheet.state
    form = form_class(sheet, request.POST)
    if not form.is_valid() or not hasattr(form, "build_event"):
        return None
    event = form.build_event()
    return NarratedEvent(line or len(sheet.events) + 1, event, scoring.play_event(state, event), state)


def is_last_event(sheet: Sheet, since: list[Record]) -> bool:
    """True if a single record (`since`) was written before the phone's event came, and that record is the table's last
    event, so that it may be undone."""
    return len(since) == 1 and since[0].kind == Record.RecordKind.EVENT and since[0].position == len(sheet.events)
