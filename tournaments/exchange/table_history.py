"""Rebuilding the history of a table from a corbillon.evenement/1 document: its events, their revisions and the changes
of rules, in order of time, so that each step is applied to the sheet as it was then."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.actions.evenings.importing import (
    HistoryStep,
    ImportedChange,
    ImportedCorrection,
    ImportedEvent,
    ImportedRuleChange,
    ImportedUndo,
)
from tournaments.book import seat_names

from .document_reader import NO_SUCH_PLAYER, DocumentReader
from .tournament_export import IMPORTED_ACCOUNT_PREFIX

Rules = tuple[str, Mapping[str, Any]]  # preset, options
NO_SUCH_EVENT = _("Ceci parle d’un événement que la table n’avait pas.")


@dataclass(frozen=True)
class PastRevision:
    """A correction or undo of the event at position n. `was`: the event before it; `events`: how many events were in
    force then, 0 if the document does not say; `corrected`: it was corrected, not undone, though it was the last
    event."""

    n: int
    was: ImportedEvent
    change: ImportedChange
    events: int = 0
    corrected: bool = False


@dataclass(frozen=True)
class PastRuleChange:
    """A change of the table's rules, made after `revisions_before` revisions and with n events in force. `was`: the
    rules before it; `step`: the change to the rules after it."""

    revisions_before: int
    n: int
    was: Rules
    step: ImportedRuleChange

    @property
    def change(self) -> ImportedChange:
        """When, by whom and why the rules were changed."""
        return self.step.change


def read_rule_changes(reader: DocumentReader, last: Rules) -> list[PastRuleChange]:
    """Return the table's changes of rules, in order. The document states the rules before each change; those after it
    are the ones before the next change, or `last`, the rules of the round."""
    items = reader.optional_items()
    were = [(each.child("was").child("preset").text(), each.child("was").child("options").mapping()) for each in items]
    return [
        PastRuleChange(
            revisions_before=each.child("after").number(low=0),
            n=each.child("events").number(low=0),
            was=was,
            step=ImportedRuleChange(*now, read_change(each, each.path)),
        )
        for each, was, now in zip(items, were, [*were[1:], last], strict=False)
    ]


def read_history(
    reader: DocumentReader, partie: scoring.Partie, rule_changes: Sequence[PastRuleChange]
) -> Iterator[HistoryStep]:
    """Yield the table's events, corrections and changes of rules in order of time. Adds a problem and stops at an event
    that the table did not have."""
    names = partie.setting.players
    at = reader.child("partie").path
    last = [
        ImportedEvent(f"{at}.events[{n}]", seat_names.to_seats(each.event, names, partie.setting.game))
        for n, each in enumerate(partie.steps)
    ]
    revised = [
        revision
        for each in reader.child("revisions").items()
        for revision in read_revision(each, names, partie.setting.game)
    ]
    there: list[ImportedEvent] = []
    line = merge_changes(revised, rule_changes)
    for index, item in enumerate(line):
        later = [each for each in line[index:] if isinstance(each, PastRevision)]
        so_far = max(item.n, item.events) if isinstance(item, PastRevision) else item.n
        for position in range(len(there) + 1, so_far + 1):
            there += find_event_at(position, later, last)
            if len(there) < position:
                return DocumentReader(None, item.change.path, reader.errors).add_error(NO_SUCH_EVENT)
            yield there[-1]
        if isinstance(item, PastRuleChange):
            yield item.step
        else:
            yield from apply_revision(there, item, find_event_at(item.n, later[1:], last))
    if len(there) > len(last):
        reader.child("revisions").add_error(NO_SUCH_EVENT)
    yield from last[len(there) :]


def merge_changes(
    revised: Sequence[PastRevision], rule_changes: Sequence[PastRuleChange]
) -> list[PastRevision | PastRuleChange]:
    """Return the revisions and the changes of rules in order of time; a change of rules says how many revisions came
    before it."""
    keyed = [((n, 0), each) for n, each in enumerate(revised, 1)] + [
        ((each.revisions_before, 1), each) for each in rule_changes
    ]
    return [each for _key, each in sorted(keyed, key=lambda pair: pair[0])]


def find_event_at(
    position: int, later: Sequence[PastRevision], last: Sequence[ImportedEvent]
) -> Sequence[ImportedEvent]:
    """Return a list of one event: the one at `position` (from 1) as it was before the revisions `later`; [] if there is
    none. It is what the first of these revisions at that position replaced; else what stands there in `last`, the
    events as they are in the end."""
    return [each.was for each in later if each.n == position][:1] or last[position - 1 : position]


def apply_revision(
    in_force: list[ImportedEvent], item: PastRevision, after: Sequence[ImportedEvent]
) -> Iterator[HistoryStep]:
    """Apply a revision to the list of events in force, and yield it as a step: the last event is undone; an earlier
    one, or one that was corrected, becomes the event in `after`."""
    if item.n == len(in_force) and not item.corrected:
        in_force.pop()
        yield ImportedUndo(item.change)
    elif after:
        in_force[item.n - 1] = after[0]
        yield ImportedCorrection(item.n, after[0], item.change)


def read_revision(reader: DocumentReader, names: tuple[str, ...], game: str) -> Iterator[PastRevision]:
    """Yield the revision that the document describes; add a problem and yield nothing if it names somebody who is not
    at the table."""
    n, path = reader.child("event").number(), reader.child("was").path
    change = read_change(reader, path)
    try:
        body = seat_names.to_seats(reader.child("was").mapping(), names, game)
    except (KeyError, TypeError):
        reader.child("was").add_error(NO_SUCH_PLAYER)
        return
    events = reader.child("events")
    so_far = 0 if events.value is None else events.number()
    yield PastRevision(n, ImportedEvent(path, body), change, so_far, reader.child("corrected").value is True)


def read_change(reader: DocumentReader, path: str) -> ImportedChange:
    """Return when, by whom and why a change was made. `path`: the place in the document at which a refusal of it is
    reported."""
    return ImportedChange(
        path, reader.child("at").time(), find_writer(reader.child("by").text()), reader.child("reason").text()
    )


def find_writer(name: str) -> str:
    """Return who wrote something, as records store it: a phone unchanged, an account of this installation as "user:ID",
    any other account as its name after IMPORTED_ACCOUNT_PREFIX."""
    if is_phone(name):
        return name
    user = get_user_model().objects.filter(username=name).first()
    return f"user:{user.pk}" if user else IMPORTED_ACCOUNT_PREFIX + name


def is_phone(name: str) -> bool:
    """True if the text names a phone at the table: "table" or "table:POSITION"."""
    head, _colon, place = name.partition(":")
    return head == "table" and (not place or place.isdigit())
