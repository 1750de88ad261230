"""Copies of evenings that a club has played, on other days, for `benchmarks/fill_clubs.py`: what was scored once is
posted again under ids, times and digests of its own, by what posts each coup (`post_records`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, TypeVar

from django.db.models import Model

from tournaments.actions.decisions import seal_new, sealed
from tournaments.actions.tables.posting import UnsavedRecord, post_records
from tournaments.book.effects import Effect, compute_effect_at
from tournaments.book.loading import load_sheets
from tournaments.book.sheet import Sheet
from tournaments.models import AuditEntry, Entry, KeptEvening, Round, Tournament
from tournaments.reading.played_evenings import compute_stamp_digest, read_stamps

OWN_FIELDS = {"id", "salt", "calendar_uid"}  # that a copy has for itself
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class PlayedEvening:
    """A closed evening without a correction, a substitute or a bonus. `effects`: of each coup, by table."""

    tournament: Tournament
    entries: Sequence[Entry]
    rounds: Sequence[Round]
    log: Sequence[AuditEntry]
    sheets: Sequence[Sheet]
    effects: Sequence[Sequence[Effect]]
    kept: KeptEvening

    @classmethod
    def load(cls, tournament: Tournament) -> PlayedEvening:
        """Load the evening, and what each of its coups moved."""
        sheets = load_sheets(tournament)
        effects = [[compute_effect_at(sheet, n) for n in range(1, len(sheet.records) + 1)] for sheet in sheets]
        rows = (tournament.entries.all(), tournament.rounds.all(), tournament.audit_entries.all())
        kept = KeptEvening.objects.get(tournament=tournament)
        return cls(tournament, *(list(each.order_by("pk")) for each in rows), sheets, effects, kept)

    @sealed
    def copy(self, days: Mapping[str, int]) -> None:
        """Write copies of the evening. `days`: how many days earlier each was played, by its code."""
        made = [Copy(self, code, timedelta(back)) for code, back in days.items()]
        insert(each.tournament for each in made)
        insert(row for each in made for row in (*each.entries.values(), *each.rounds.values()))
        insert(table for each in made for table in each.tables)
        insert(seat for each in made for seats in each.seats for seat in seats)
        post_records([draft for each in made for draft in each.build_drafts()])
        insert(row for each in made for row in each.log)
        seal_new(*(row for each in made for row in each.list_decisions()))
        stamps = read_stamps({each.tournament.pk: each.tournament for each in made})
        insert(each.build_kept(compute_stamp_digest(stamps[each.tournament.pk])) for each in made)


class Copy:
    """The rows of a copy of an evening, under this code, `back` before it."""

    def __init__(self, original: PlayedEvening, code: str, back: timedelta) -> None:
        self.original, self.back = original, back
        was = original.tournament
        self.tournament = copy_row(was, code=code, date=was.date - back)
        self.entries = {row.pk: copy_row(row, tournament=self.tournament) for row in original.entries}
        self.rounds = {row.pk: copy_row(row, tournament=self.tournament) for row in original.rounds}
        self.log = [copy_row(row, tournament=self.tournament, at=row.at - back) for row in original.log]
        self.tables = [copy_row(sheet.table, round=self.rounds[sheet.table.round_id]) for sheet in original.sheets]
        self.seats = [
            tuple(copy_row(seat, table=table, entry=self.entries[seat.entry_id]) for seat in sheet.all_seats)
            for sheet, table in zip(original.sheets, self.tables, strict=True)
        ]

    def build_drafts(self) -> Iterator[UnsavedRecord]:
        """Yield the records of all tables, once these have their ids."""
        parts = (self.original.sheets, self.original.effects, self.tables, self.seats)
        for sheet, effects, table, seats in zip(*parts, strict=True):
            table.head = ""
            records = [copy_row(record, table=table, at=record.at - self.back) for record in sheet.records]
            after = replace(sheet, table=table, tournament=self.tournament, seats=seats, all_seats=seats)
            before = replace(after, records=())
            for record, effect in zip(records, effects, strict=True):
                yield UnsavedRecord(before, record, effect, after)

    def list_decisions(self) -> Iterator[Model]:
        """Yield what the chain holds beside the records."""
        yield from (self.tournament, *self.entries.values(), *self.rounds.values(), *self.log)

    def build_kept(self, stamp: str) -> KeptEvening:
        """Build what careers and seasons read of the evening. `stamp`: the digest of what it depends on."""
        kept = self.original.kept
        numbers = {pk: row.pk for pk, row in self.entries.items()}
        tables = {sheet.table.pk: row.pk for sheet, row in zip(self.original.sheets, self.tables, strict=True)}
        ranked = [[numbers[entry], *rest] for entry, *rest in kept.ranked]
        results = [[n, tables[table], numbers[entry], *rest] for n, table, entry, *rest in kept.results]
        return KeptEvening(tournament=self.tournament, stamp=stamp, ranked=ranked, results=results, teams=[])


def insert(rows: Iterable[Model]) -> None:
    """Insert new rows, of each model together, and give them their ids."""
    by_model: dict[type[Model], list[Model]] = {}
    for row in rows:
        by_model.setdefault(type(row), []).append(row)
    for model, some in by_model.items():
        model._base_manager.bulk_create(some)


def copy_row(row: Row, **own: Any) -> Row:
    """Return a new row, unsaved, with the values of this one but for its `own`."""
    kept = [field for field in row._meta.concrete_fields if field.name not in OWN_FIELDS | own.keys()]
    return type(row)(**{field.attname: getattr(row, field.attname) for field in kept} | own)
