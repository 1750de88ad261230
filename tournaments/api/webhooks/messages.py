"""From outbox entries to messages: as public as the public pages, under the names that those show.

An entry only names the row that changed; the row is read when the message is made. So a message may know more than had
happened when its entry was written, never less, and several entries about one row make one message.
"""

import datetime
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from django.db.models import Prefetch

from tournaments.actions.webhooks.message import WebhookMessage
from tournaments.models import (
    AuditEntry,
    EventType,
    LedgerLine,
    OutboxEntry,
    Record,
    Rest,
    Round,
    SignUp,
    Table,
    Tournament,
)
from tournaments.reading.export import row_to_json
from tournaments.reading.shown_names import Viewer, get_unentered_name
from tournaments.reading.tallies import complete_tallies, get_ranking
from tournaments.standings.ranking import StandingsRow
from tournaments.views.public.names import get_public_names

LOGGER = logging.getLogger(__name__)
LEADERS = 10  # rows of the standings in a message
STANDINGS_ACTIONS = frozenset({"adjusted", "unadjusted", "unplayed", "withdrawn"})
"""The actions of the audit log that may change the standings; records always may."""
EVENT_KIND = Record.RecordKind.EVENT
Source = OutboxEntry.SourceKind
Seated = Mapping[int, Mapping[int, int]]  # by table and position


class MessageMaker:
    """Makes the messages of one tournament from entries of the outbox. The rows that they name are read by one query
    for each kind, however many they are."""

    def __init__(self, tournament: Tournament, entries: Iterable[OutboxEntry]) -> None:
        self.tournament = tournament
        self.subjects: dict[str, set[int]] = {kind: set() for kind in Source}
        for entry in entries:
            self.subjects[entry.kind].add(entry.subject)

    @cached_property
    def names(self) -> dict[int, str]:
        """Each entry's public name."""
        return get_public_names(self.tournament)

    @cached_property
    def records(self) -> Mapping[int, Record]:
        """The records that the entries name, by id, with their tables and ledger lines."""
        lines = Prefetch("lines", LedgerLine.objects.select_related("seat").order_by("seat__position"))
        return (
            Record.objects.select_related("table__round").prefetch_related(lines).in_bulk(self.subjects[Source.RECORD])
        )

    @cached_property
    def audits(self) -> Mapping[int, AuditEntry]:
        """The lines of the audit log that the entries name, by id."""
        return AuditEntry.objects.in_bulk(self.subjects[Source.AUDIT])

    @cached_property
    def sign_ups(self) -> Mapping[int, SignUp]:
        """The sign-ups that the entries name and that still exist, by id."""
        return SignUp.objects.in_bulk(self.subjects[Source.SIGN_UP])

    @cached_property
    def rounds(self) -> Mapping[int, Any]:
        """The rounds whose tables were made, by number; or all rounds, if one of the entries says that the tournament
        was opened."""
        rests = Prefetch("rests", Rest.objects.order_by("pk"))
        rounds = self.tournament.rounds.with_withdrawn().prefetch_related(rests).order_by("n")
        if not any(audit.what == AuditEntry.Action.OPENED for audit in self.audits.values()):
            rounds = rounds.filter(n__in=self.subjects[Source.TABLES])
        return {each.n: each for each in rounds}

    @cached_property
    def seated(self) -> Mapping[int, Seated]:
        """Who sits where, by round: entry ids by table and position. Rounds without a table are missing."""
        rows = Table.objects.filter(round__in=self.rounds.values()).order_by("n", "seats__position", "seats__since")
        seated: dict[int, dict[int, dict[int, int]]] = {}
        for n, table, position, sitter in rows.values_list("round__n", "n", "seats__position", "seats__entry"):
            sitters = seated.setdefault(n, {}).setdefault(table, {})
            if position is not None:
                sitters[position] = sitter  # whoever sat down last at a place sits there
        return seated

    @property
    def is_public(self) -> bool:
        """True if strangers may see the tournament."""
        return not self.tournament.hidden and self.tournament.status != Tournament.Status.DRAFT

    def make_messages(self, entry: OutboxEntry) -> Iterator[WebhookMessage]:
        """Yield the messages of one entry of the outbox; none for what the public may not know."""
        if entry.kind == Source.SIGN_UP or self.is_public:
            yield from MAKERS[entry.kind](self, entry)

    def make(self, kind: EventType, at: datetime.datetime, **data: Any) -> WebhookMessage:
        """Make a message of this type about the tournament, on something that happened at this time (`at`); `data`: its
        JSON values."""
        named = self.tournament.names_round(data.get("round", 1))
        return WebhookMessage(kind, at, {"tournament": self.describe_tournament(), **data}, named)

    def describe_tournament(self) -> dict[str, Any]:
        """Return {code, name, game, date, status} of the tournament, which stand in each message."""
        its = self.tournament
        return {"code": its.code, "name": its.name, "game": its.game, "date": str(its.date), "status": its.status}

    def describe_entry(self, entry: int) -> dict[str, Any]:
        """Return {entry, name}: a player's id in the tournament and his public name."""
        return {"entry": entry, "name": self.names[entry]}

    def make_of_record(self, entry: OutboxEntry) -> Iterator[WebhookMessage]:
        """Yield the message of a record of a table's book, with what each place wins by it."""
        record = self.records[entry.subject]
        kind = EventType.COUP_RECORDED if record.kind == EVENT_KIND else EventType.COUP_CORRECTED
        yield self.make(
            kind,
            record.at,
            round=record.table.round.n,
            table=record.table.n,
            number=record.number,
            change=record.kind,
            event=record.position,
            body=hide_reason(record.body),
            gains=[
                {"position": line.seat.position, **self.describe_entry(line.seat.entry_id), "gain": line.net}
                for line in record.lines.all()
            ],
        )

    def make_of_audit(self, entry: OutboxEntry) -> Iterator[WebhookMessage]:
        """Yield the messages of a line of the audit log. For a tournament that is opened, also those of its published
        rounds."""
        audit = self.audits[entry.subject]
        if audit.what in (AuditEntry.Action.OPENED, AuditEntry.Action.REOPENED):
            yield self.make(EventType.TOURNAMENT_OPENED, audit.at)
        if audit.what == AuditEntry.Action.OPENED:
            for current in self.rounds.values():
                if not current.withdrawn:
                    yield from self.make_of_round(current, audit.at)
        if audit.what == AuditEntry.Action.CLOSED:
            yield self.make(EventType.TOURNAMENT_CLOSED, audit.at)
        if audit.what == AuditEntry.Action.WITHDRAWN:
            yield self.make(EventType.ROUND_WITHDRAWN, audit.at, round=audit.after["round"])

    def make_of_tables(self, entry: OutboxEntry) -> Iterator[WebhookMessage]:
        """Yield the message that a round is published, with its tables as they are now, or that it is withdrawn."""
        if entry.subject in self.seated:
            yield from self.make_of_round(self.rounds[entry.subject], entry.at)
        else:
            yield self.make(EventType.ROUND_WITHDRAWN, entry.at, round=entry.subject)

    def make_of_round(self, current: Round, at: datetime.datetime) -> Iterator[WebhookMessage]:
        """Yield the message of a round's seats, unless nobody sits there."""
        seated = {table: sitters for table, sitters in self.seated.get(current.n, {}).items() if sitters}
        if seated:
            yield self.make(
                EventType.ROUND_PUBLISHED,
                at,
                round=current.n,
                tables=[{"table": table, "seats": self.describe_seats(sat)} for table, sat in seated.items()],
                resting=[self.describe_entry(rest.entry_id) for rest in current.rests.all()],
            )

    def describe_seats(self, sitters: Mapping[int, int]) -> list[dict[str, Any]]:
        """Return a list of the sitters of one table, each with his position. `sitters`: entry ids by position."""
        return [{"position": position, **self.describe_entry(entry)} for position, entry in sitters.items()]

    def make_of_sign_up(self, entry: OutboxEntry) -> Iterator[WebhookMessage]:
        """Yield the message on somebody who signed up: entered, waiting or gone; named by initials while he has no
        entry."""
        person = self.sign_ups.get(entry.subject)
        if person is None or self.tournament.hidden:
            return
        name = self.names[person.entry_id] if person.entry_id else get_unentered_name(Viewer.ANYBODY, person.name)
        yield self.make(
            EventType.SIGN_UP_CHANGED,
            entry.at,
            sign_up={"id": person.pk, "state": person.state, "entry": person.entry_id, "name": name},
        )

    def make_of_standings(self, entry: OutboxEntry) -> Iterator[WebhookMessage]:
        """Yield the message of the standings, with their first LEADERS rows."""
        rows = get_ranking(self.tournament, self.names)
        leaders = complete_tallies(self.tournament, rows[:LEADERS])
        yield self.make(
            EventType.STANDINGS_CHANGED,
            entry.at,
            players=len(rows),
            leaders=[describe_row(row) for row in leaders],
        )


def describe_row(row: StandingsRow) -> dict[str, Any]:
    """Return one row of the standings as {entry, name, …}: what `row_to_json` gives, with `entry` and `name` in place
    of `player`, as in every message."""
    written = row_to_json(row)
    return {"entry": row.tally.entry, "name": written.pop("player"), **written}


def hide_reason(event: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return an event of the book without the reason for a void deal: free text, which may name anybody."""
    if event is None or event.get("type") != "void":
        return event
    return {key: value for key, value in event.items() if key != "reason"}


Maker = Callable[[MessageMaker, OutboxEntry], Iterator[WebhookMessage]]
MAKERS: Mapping[str, Maker] = {
    Source.RECORD: MessageMaker.make_of_record,
    Source.AUDIT: MessageMaker.make_of_audit,
    Source.TABLES: MessageMaker.make_of_tables,
    Source.SIGN_UP: MessageMaker.make_of_sign_up,
    Source.STANDINGS: MessageMaker.make_of_standings,
}


def make_all(entries: Sequence[OutboxEntry], tournament: Tournament) -> Iterator[tuple[OutboxEntry, WebhookMessage]]:
    """Yield (entry, message) for all messages of these entries of one tournament. Entries about one row make one
    message, at the place of the last. An entry whose message cannot be made is left out, so that it does not hold up
    the others."""
    maker = MessageMaker(tournament, entries)
    last = {(each.kind, each.subject): each for each in entries}
    for entry in [each for each in entries if last[each.kind, each.subject] is each]:
        try:
            made = list(maker.make_messages(entry))
        except Exception:
            LOGGER.exception("no message of the outbox entry %s", entry)
            continue
        yield from ((entry, message) for message in made)


def find_standings_touched(entries: Sequence[OutboxEntry]) -> set[int]:
    """Return the ids of the tournaments whose standings these entries may have changed."""
    audits = [entry.subject for entry in entries if entry.kind == Source.AUDIT]
    weighty = set(AuditEntry.objects.filter(pk__in=audits, what__in=STANDINGS_ACTIONS).values_list("pk", flat=True))
    return {
        entry.tournament_id
        for entry in entries
        if entry.kind == Source.RECORD or (entry.kind == Source.AUDIT and entry.subject in weighty)
    }
