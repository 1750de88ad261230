"""What a table's page shows of its partie, event by event: the last ones; older ones are asked for, so that a sheet is
as light at the last coup as at the first."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from tournaments.book import history
from tournaments.book.sheet import Sheet
from tournaments.models import Agreement, Tournament
from tournaments.presentation.text.event_text import KIND_TITLES, EventCorrection, group_corrections
from tournaments.presentation.text.option_text import localise
from tournaments.presentation.text.sheet_text import NarratedEvent, narrate_event

from .call_facts import CallFacts
from .news import UNNAMED

LATEST_EVENTS = 6
OLDER_EVENTS = 20  # at a time


class LogFacts(CallFacts):
    """The part of a phone's page on the events of the sheet. `agreements`: the events that players agreed to."""

    sheet: Sheet
    seat: int | None
    agreements: tuple[Agreement, ...]

    @property
    def open(self) -> bool:
        """True if the tournament is open."""
        return self.sheet.tournament.status == Tournament.Status.OPEN

    @cached_property
    def latest(self) -> list[NarratedEvent]:
        """The last events narrated, the last one first: all that the sheet shows of them before older ones are asked
        for."""
        return self.narrate_before(len(self.sheet.steps) + 1, LATEST_EVENTS)

    @property
    def has_older(self) -> bool:
        """True if the sheet has older events than it shows."""
        return len(self.sheet.steps) > len(self.latest)

    def narrate_before(self, line: int, most: int) -> list[NarratedEvent]:
        """Return the `most` events before event `line`, narrated, the latest first."""
        return [self.narrate_line(n) for n in range(line - 1, max(line - 1 - most, 0), -1)]

    def narrate_line(self, n: int) -> NarratedEvent:
        """Narrate event n, with its corrections, who agreed to it, who may still agree, and its open dispute."""
        narrated = narrate_event(self.sheet, n, self.corrections_by_line.get(n, ()))
        agreed = tuple(self.sheet.names[place - 1] for place in self.agreements_by_line.get(n, ()))
        return replace(
            narrated, agreed=agreed, readers=self.list_readers(n, agreed), dispute=self.disputes_by_line.get(n)
        )

    @cached_property
    def corrections_by_line(self) -> dict[int, tuple[EventCorrection, ...]]:
        """By line of the sheet, what its event said before each of its corrections, and who agreed."""
        by_line = group_corrections(self.sheet, UNNAMED)
        return {n: tuple(self.add_agreed(n, change) for change in changes) for n, changes in by_line.items()}

    def add_agreed(self, n: int, change: EventCorrection) -> EventCorrection:
        """Return `change`, a correction of event n, with the names of the players who agreed to it; without names if it
        was not made at the table."""
        places = [each.position for each in self.agreements if (each.line, each.number) == (n, change.number)]
        agreed = tuple(self.sheet.names[place - 1] for place in places) if change.player else ()
        return replace(change, agreed=agreed)

    @cached_property
    def agreements_by_line(self) -> dict[int, tuple[int, ...]]:
        """By line, the positions of the players who have read the event and agree."""
        return history.find_agreed_positions(self.sheet.records, self.agreements)

    @cached_property
    def may_agree(self) -> bool:
        """True while players may still say that they agree with an event, or do not."""
        return self.open and not self.sheet.is_confirmed

    def list_readers(self, n: int, agreed: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
        """Return (position, name) of the players who may agree to event n: neither its writer nor those who agree
        already. The player who holds the phone comes first. Empty if the sheet is confirmed or the tournament is not
        open."""
        if not self.may_agree:
            return ()
        last = history.find_last_record_about(self.sheet.records, n)
        left = self.sheet.state.left if self.sheet.state else ()
        others = [(place, name) for name, place in self.sheet.positions.items() if name not in {*agreed, *left}]
        free = [(place, name) for place, name in others if last is None or last.actor != f"table:{place}"]
        return tuple(sorted(free, key=lambda reader: reader[0] != self.seat))

    @property
    def last(self) -> NarratedEvent | None:
        """The sheet's last event, narrated; None if there is none."""
        return self.latest[0] if self.latest else None

    @property
    def last_words(self) -> str:
        """What the last event is called; where it is about one player and moved nothing, the sentence that tells it."""
        if self.last is None:
            return ""
        player = self.last.event.get("player")
        if not player:
            return self.last.title
        if not self.last.net and self.last.sentences:
            return localise(self.last.sentences[0]).rstrip(".")
        return f"{KIND_TITLES[str(self.last.event['type'])]}, {player}"  # stands after a colon
