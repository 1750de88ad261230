"""The check of the book: the database under it is sound, each stored record scored again gives exactly the stored
postings and lines, the chain over them holds, and so do the links of what was decided beside it. Writes nothing."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_all_start_methods, get_context
from typing import Any

from django.db import connections
from django.db.models import QuerySet
from django.utils.translation import gettext as _

import scoring
from tournaments.actions.decisions import split
from tournaments.actions.errors import ActionError
from tournaments.actions.evenings.lifecycle import get_rules
from tournaments.actions.evenings.rule_change import recount_under_rules
from tournaments.actions.kept_evenings import find_kept_difference
from tournaments.book import history
from tournaments.book.effects import (
    Effect,
    Gain,
    build_empty_effect,
    compute_effect,
    compute_effect_at,
    sum_gains_by_seat,
)
from tournaments.book.loading import load_sheets_to_check
from tournaments.book.recount import Recount
from tournaments.book.sheet import Sheet
from tournaments.models import ChainLink, Confirmation, LedgerLine, Posting, Record, Table, TokenCount, Tournament
from tournaments.models.querysets import TableQuerySet
from tournaments.reading.preset_diff import read_recorded_rules

from .chain_check import StoredLink, check_chain
from .corrections import Correction, plan_correction
from .database_check import BookDifference, check_database, read_at_one_moment
from .decision_check import check_decisions
from .inserting import Row
from .posting import LINE_COLUMNS, POSTING_COLUMNS, UnsavedRecord, build_postings
from .summaries import StoredSummaries, find_summary_difference

TABLES_AT_ONCE, EVENINGS_AT_ONCE = 100, 20


@dataclass(frozen=True)
class BookCheckResult:
    """How many tables and records were checked, and the first difference as a sentence (None: no difference)."""

    tables: int
    records: int
    difference: str | None


def check_book(
    tables: TableQuerySet,
    tournaments: QuerySet[Tournament] | None = None,
    *,
    processes: int = 1,
    report: Callable[[int, int], None] = lambda _seen, _all: None,
    checks_database: bool = True,
) -> BookCheckResult:
    """Check these tables in order, then what was decided beside them, and stop at the first difference.

    tournaments: those of the tables; None for all.
    processes: how many check tables at the same time, each with its own connection.
    report: called with (tables checked, tables in all).
    checks_database: first check the guards and references of the database, which all clubs share.
    """
    seen = records = 0
    try:
        if checks_database:
            check_database()
        pks = list(tables.order_by("pk").values_list("pk", flat=True))
        parts = split(pks, TABLES_AT_ONCE)
        with check_beside_each_other(min(processes, len(parts))) as check_all:
            for part in check_all(check_tables, parts):
                seen, records = seen + part.tables, records + part.records
                if part.difference:
                    return BookCheckResult(seen, records, part.difference)
                report(seen, len(pks))
            check_decisions(tournaments)
            played = Tournament.objects.filter(rounds__tables__in=tables).distinct().order_by("pk")
            evenings = split(list(played.values_list("pk", flat=True)), EVENINGS_AT_ONCE)
            if difference := next(filter(None, check_all(check_kept_evenings, evenings)), None):
                return BookCheckResult(seen, records, difference)
    except BookDifference as found:
        return BookCheckResult(seen, records, str(found))
    return BookCheckResult(seen, records, None)


@contextmanager
def check_beside_each_other(processes: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """Context manager: give a function like `map`, which applies a function to each value, in order. It works in so
    many processes, forks of this one; where the system cannot fork, or for one process, it is `map` itself."""
    if processes < 2 or "fork" not in get_all_start_methods():
        yield map
        return
    connections.close_all()  # each process opens its own
    with get_context("fork").Pool(processes) as pool:
        yield pool.imap


@read_at_one_moment()
def check_tables(pks: Sequence[int]) -> BookCheckResult:
    """Check these tables, and stop at the first difference."""
    seen = records = 0
    batch = load_sheets_to_check(Table.objects.filter(pk__in=pks).order_by("pk"))
    stored, summaries = StoredLedger(batch), StoredSummaries(batch)
    try:
        for sheet in batch:
            sums = stored.sum_lines(sheet)
            check_sheet(sheet, stored, sums)
            if difference := find_summary_difference(sheet, summaries, sums):
                raise BookDifference(difference)
            seen, records = seen + 1, records + len(sheet.records)
    except BookDifference as found:
        return BookCheckResult(seen, records, str(found))
    return BookCheckResult(seen, records, None)


@read_at_one_moment()
def check_kept_evenings(pks: Sequence[int]) -> str | None:
    """Return a sentence that names one of these tournaments (ids) whose `KeptEvening` is not what the book gives; None
    if all are right."""
    return find_kept_difference(pks)


class StoredLedger:
    """The postings and lines of some sheets as the database holds them. `postings`: by record id; `lines`: by record
    id, the gain of each seat id; `links`: by table id, its chain in order; `seen`: by table id, the last record that a
    player counted or confirmed."""

    def __init__(self, sheets: Iterable[Sheet]) -> None:
        tables = [sheet.table.pk for sheet in sheets]
        self.postings: defaultdict[int, list[Row]] = defaultdict(list)
        self.lines: defaultdict[int, dict[int, Gain]] = defaultdict(dict)
        self.links: defaultdict[int, list[StoredLink]] = defaultdict(list)
        of = {"record__table_id__in": tables}
        for posting in Posting.objects.filter(**of).values_list(*POSTING_COLUMNS):
            self.postings[posting[0]].append(posting)
        for record, seat, *gain in LedgerLine.objects.filter(**of).values_list(*LINE_COLUMNS):
            self.lines[record][seat] = Gain.from_figures(gain)
        links = ChainLink.objects.filter(table__in=tables).order_by("pk").values_list("table", *StoredLink._fields)
        for table, *link in links:
            self.links[table].append(StoredLink(*link))
        self.seen: Counter[int] = Counter()
        for words in (Confirmation.objects, TokenCount.objects):
            for table, number in words.filter(table__in=tables).values_list("table", "number"):
                self.seen[table] = max(self.seen[table], number)

    def check_chain(self, sheet: Sheet) -> None:
        """Raise BookDifference if the chain of the sheet's table is not that of its records."""
        pks = [record.pk for record in sheet.records]
        lines = {pk: [(pk, seat, *gain.figures) for seat, gain in self.lines[pk].items()] for pk in pks}
        check_chain(sheet, self.links[sheet.table.pk], self.postings, lines)

    def sum_lines(self, sheet: Sheet) -> dict[int, Gain]:
        """Return, by seat id, the sum of the stored ledger lines of the sheet's records."""
        sums: dict[int, Gain] = {}
        for record in sheet.records:
            for seat, gain in self.lines[record.pk].items():
                sums[seat] = sums[seat].plus(gain) if seat in sums else gain
        return sums


def check_sheet(sheet: Sheet, stored: StoredLedger, sums: Mapping[int, Gain]) -> None:
    """Raise BookDifference at the first record whose stored postings, lines or number are not what scoring gives, then
    at the first link of the chain that does not hold. `sums`: the stored lines of each seat id, added up."""
    if sheet.records:
        check_sitters(sheet, sums, check_records(sheet, stored))
    stored.check_chain(sheet)
    if stored.seen[sheet.table.pk] > len(sheet.records):
        raise BookDifference(
            _("%(table)s : un joueur y a compté ou confirmé un enregistrement qui n’y est plus.")
            % {"table": sheet.table}
        )


def check_records(sheet: Sheet, stored: StoredLedger) -> Sequence[Effect] | None:
    """Raise BookDifference at the first record whose stored postings, lines or number are not what scoring gives.
    Return the effects of the records if all are events in force; None if some record corrects, undoes or changes
    rules."""
    if sheet.setting is None:
        raise BookDifference(f"{sheet.table} : {sheet.problems[0].message}")
    places = {seat.pk: seat.position for seat in sheet.all_seats}
    is_plain = all(row.kind == Record.RecordKind.EVENT for row in sheet.records)
    replayed = list_plain_effects(sheet) if is_plain else replay_effects(sheet)
    effects: list[Effect] = []
    for number, (row, expected) in enumerate(zip(sheet.records, replayed, strict=True), 1):
        effects.append(expected)
        draft = UnsavedRecord(sheet, row, expected, sheet)
        wanted, postings = list(build_postings(draft)), stored.postings[row.pk]
        found = {places.get(seat): gain for seat, gain in stored.lines[row.pk].items()}
        gains = {place: gain for place, gain in expected.gains.items() if gain != Gain()}
        is_posted = wanted == postings or Counter(wanted) == Counter(postings)  # in whatever order they are read
        if row.number != number or not is_posted or gains != found:
            raise build_difference(row)
    return effects if is_plain else None


def list_plain_effects(sheet: Sheet) -> Iterator[Effect]:
    """Yield the effect of each record of a sheet, for a sheet whose records are all events in force: their scores are
    those that building the sheet has computed. Raises BookDifference."""
    for n, (row, step) in enumerate(zip(sheet.records, sheet.steps, strict=True), 1):
        check_position(row, n)
        if step.problems:
            raise build_difference(row, str(step.problems[0].message))
        yield compute_effect_at(sheet, n)


def build_difference(row: Record, why: str = "") -> BookDifference:
    """Build the exception that names this record; `why` is a sentence to add."""
    sentence = _("%(record)s ne donne plus ce qui est écrit dans le livre.") % {"record": row}
    return BookDifference(f"{sentence} {why}".strip())


def replay_effects(sheet: Sheet) -> Iterator[Effect]:
    """Replay the table from its first record, under the rules of each time, and yield the effect of each record. Raises
    BookDifference."""
    now = rewind_sheet(sheet)
    waiting: list[int] = []
    change: Recount | None = None
    for row in sheet.records:
        if bool(waiting) != (row.kind == Record.RecordKind.CONSEQUENCE):
            raise build_difference(row)
        if row.kind == Record.RecordKind.CONSEQUENCE:
            assert change is not None
            if row.position != waiting.pop(0):
                raise build_difference(row)
            yield change.build_effect_change(row.position)
        elif row.kind in (Record.RecordKind.CORRECTION, Record.RecordKind.RULES):
            is_rules = row.kind == Record.RecordKind.RULES
            change = replay_rule_change(sheet, now, row) if is_rules else replay_correction(now, row)
            waiting = list(change.consequences)
            yield build_empty_effect(now) if is_rules else change.build_effect_change(row.position)
            now = replace(change.new_sheet, records=(*now.records, row))
        elif row.kind == Record.RecordKind.UNDO:
            check_position(row, len(now.events))
            yield compute_effect_at(now, row.position).reversed()
            now = now.with_steps([row], now.steps[:-1])
        else:
            effect_now, now = replay_event(now, row)
            yield effect_now
    if waiting:
        raise build_difference(sheet.records[-1])
    if get_rules(now.tournament) != get_rules(sheet.tournament):
        raise BookDifference(
            _("%(table)s : comptée sous une autre règle que celle de la soirée.") % {"table": sheet.table}
        )


def rewind_sheet(sheet: Sheet) -> Sheet:
    """Return the table's sheet before its first record, under the rules that it began with."""
    first = next((row.body or {} for row in sheet.records if row.kind == Record.RecordKind.RULES), {})
    was = read_rules(sheet, first["was"]) if first else get_rules(sheet.tournament)
    empty = replace(sheet, records=(), events=())
    return empty.with_rules(was["preset"], was["options"])


def read_rules(sheet: Sheet, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return {"preset", "options"} of the rules that a record of the table stores (`rules`), with the value of every
    option."""
    return read_recorded_rules(scoring.get_game(sheet.tournament.game), rules)


def replay_event(now: Sheet, row: Record) -> tuple[Effect, Sheet]:
    """Replay one event record on the sheet `now`, which holds what was written before it. Returns its effect and the
    sheet after it. Raises BookDifference."""
    check_position(row, len(now.events) + 1)
    assert now.state is not None
    step = scoring.play_event(now.state, now.to_names(row.body or {}))
    if step.problems:
        raise build_difference(row, str(step.problems[0].message))
    return compute_effect(now.state, step), now.with_steps([row], (*now.steps, step))


def replay_rule_change(sheet: Sheet, now: Sheet, row: Record) -> Recount:
    """Replay a change of rules on the sheet `now`, which holds what was written before it; `sheet`: the whole table.
    Raises BookDifference if it is not possible.

    The events are taken as they were first written: the new rules may read keys of them that the old rules left out.
    """
    body = row.body or {}
    if read_rules(sheet, body["was"]) != get_rules(now.tournament):
        raise build_difference(row)
    events = tuple(map(sheet.to_names, history.list_events_in_force(sheet.records[: row.number - 1])))
    change = recount_under_rules(replace(now, events=events), **read_rules(sheet, body))
    if change.blocked:
        raise build_difference(row, str(change.blocked[0].problems[0].message))
    return change


def check_position(row: Record, position: int) -> None:
    """Raise BookDifference if the record is not about the event at this position (from 1)."""
    if row.position != position or not position:
        raise build_difference(row)


def replay_correction(now: Sheet, row: Record) -> Correction:
    """Replay a correction record on the sheet `now`, which holds what was written before it. Raises BookDifference if
    it is not possible."""
    try:
        correction = plan_correction(now, row.position, row.body or {})
    except ActionError as refused:
        raise build_difference(row, str(refused)) from None
    if correction.blocked:
        raise build_difference(row, str(correction.problems[0].message))
    return correction


def check_sitters(sheet: Sheet, sums: Mapping[int, Gain], effects: Sequence[Effect] | None) -> None:
    """Raise BookDifference if the stored lines of a seat do not add up to what its sitter won in the events in force.
    `sums`: by seat id, the sum of its stored lines; `effects`: of the events in force, None where they must be
    computed."""
    wanted = sum_gains_by_seat(sheet, effects)
    for sitter in sheet.all_seats:
        if sums.get(sitter.pk, Gain()) != wanted.get(sitter.pk, Gain()):
            raise BookDifference(
                _("%(seat)s : la somme de ses lignes n’est pas celle de ses coups.") % {"seat": sitter}
            )
