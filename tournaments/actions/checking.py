"""The proof that the book is what its records say: each record scored again must give the very same postings and lines.
Writes nothing."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from django.db import connection
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

import scoring
from tournaments import guards
from tournaments.models import Line, Posting, Record
from tournaments.querysets import TableQuerySet
from tournaments.sheets import Sheet

from .corrections import Correction, again, plan
from .effects import Effect, Gain, effect
from .errors import NotDone
from .writing import LINE, POSTING, Draft, postings_of

TABLES_AT_ONCE = 100


@dataclass(frozen=True)
class Checked:
    """How much was looked at, and the first difference, told in a sentence (None: the book is right)."""

    tables: int
    records: int
    difference: str | None


class Differs(Exception):
    """A record whose stored book is not what it gives when scored again."""


def check_book(tables: TableQuerySet) -> Checked:
    """Look at these tables in order, up to the first difference."""
    seen = records = 0
    try:
        check_guards()
        check_orphans()
        sheets = tables.order_by("pk").sheets()
        while batch := list(islice(sheets, TABLES_AT_ONCE)):
            stored = Stored(batch)
            for sheet in batch:
                check_sheet(sheet, stored)
                seen, records = seen + 1, records + len(sheet.records)
    except Differs as found:
        return Checked(seen, records, str(found))
    return Checked(seen, records, None)


def check_guards() -> None:
    if lost := guards.missing(connection):
        raise Differs(_("La base a perdu ses gardes : %(names)s.") % {"names": ", ".join(lost)})


def check_orphans() -> None:
    for part in (Posting, Line):
        if part.objects.exclude(Exists(Record.objects.filter(pk=OuterRef("record_id")))).exists():
            raise Differs(_("Une écriture n’appartient à aucun enregistrement."))


class Stored:
    """The postings and lines of some sheets as the database holds them, by record."""

    def __init__(self, sheets: Iterable[Sheet]) -> None:
        tables = [sheet.table.pk for sheet in sheets]
        self.postings: dict[int, Counter[tuple[object, ...]]] = {}
        self.lines: dict[int, dict[int, Gain]] = {}
        of = {"record__table_id__in": tables}
        for record, *posting in Posting.objects.filter(**of).values_list(*POSTING):
            self.postings.setdefault(record, Counter())[tuple(posting)] += 1
        for record, seat, *gain in Line.objects.filter(**of).values_list(*LINE):
            self.lines.setdefault(record, {})[seat] = Gain(*gain)


def check_sheet(sheet: Sheet, stored: Stored) -> None:
    """Raises Differs at the first record that gives another book."""
    if not sheet.records:
        return
    if sheet.setting is None:
        raise Differs(f"{sheet.table} : {sheet.problems[0].message}")
    places = {seat.pk: seat.position for seat in sheet.sitters}
    for number, (row, expected) in enumerate(zip(sheet.records, replayed(sheet), strict=True), 1):
        draft = Draft(sheet, row, expected)
        wanted = Counter(posting[1:] for posting in postings_of(draft))
        found = {places.get(seat): gain for seat, gain in stored.lines.get(row.pk, {}).items()}
        gains = {place: gain for place, gain in expected.gains.items() if gain != Gain()}
        if row.number != number or wanted != stored.postings.get(row.pk, Counter()) or gains != found:
            raise differs(row)
    check_sitters(sheet, stored)


def differs(row: Record, why: str = "") -> Differs:
    told = _("%(record)s ne donne plus ce qui est écrit dans le livre.") % {"record": row}
    return Differs(f"{told} {why}".strip())


def replayed(sheet: Sheet) -> Iterator[Effect]:
    """What each record moves when the table is played again from its first one. Raises Differs."""
    assert sheet.setting is not None
    now = replace(sheet, records=(), events=(), steps=(), state=scoring.opening(sheet.setting))
    waiting: list[int] = []
    correction: Correction | None = None
    for row in sheet.records:
        if bool(waiting) != (row.kind == Record.Kind.CONSEQUENCE):
            raise differs(row)
        if row.kind == Record.Kind.CONSEQUENCE:
            assert correction is not None
            if row.position != waiting.pop(0):
                raise differs(row)
            yield again(correction, row.position)
        elif row.kind == Record.Kind.CORRECTION:
            correction = planned(now, row)
            waiting = list(correction.consequences)
            yield again(correction, row.position)
            now = now.with_steps([row], correction.steps)
        elif row.kind == Record.Kind.UNDO:
            check_position(row, len(now.events))
            yield effect(now.before(row.position), now.steps[-1]).reversed()
            now = now.with_steps([row], now.steps[:-1])
        else:
            check_position(row, len(now.events) + 1)
            assert now.state is not None
            step = scoring.play(now.state, now.to_names(row.body or {}))
            if step.problems:
                raise differs(row, str(step.problems[0].message))
            yield effect(now.state, step)
            now = now.with_steps([row], (*now.steps, step))
    if waiting:
        raise differs(sheet.records[-1])


def check_position(row: Record, position: int) -> None:
    if row.position != position or not position:
        raise differs(row)


def planned(now: Sheet, row: Record) -> Correction:
    try:
        correction = plan(now, row.position, row.body or {})
    except NotDone as refused:
        raise differs(row, str(refused)) from None
    if correction.blocked:
        raise differs(row, str(correction.problems[0].message))
    return correction


def check_sitters(sheet: Sheet, stored: Stored) -> None:
    """The sums of the lines, by sitter, are what the events in force give to who sat there."""
    found: dict[int, Gain] = {}
    for row in sheet.records:
        for seat, gain in stored.lines.get(row.pk, {}).items():
            found[seat] = found.get(seat, Gain()).plus(gain)
    wanted: dict[int, Gain] = {}
    for n, step in enumerate(sheet.steps, 1):
        for place, gain in effect(sheet.before(n), step).gains.items():
            seat = sheet.sitter(place, n).pk
            wanted[seat] = wanted.get(seat, Gain()).plus(gain)
    for sitter in sheet.sitters:
        if found.get(sitter.pk, Gain()) != wanted.get(sitter.pk, Gain()):
            raise Differs(_("%(seat)s : la somme de ses lignes n’est pas celle de ses coups.") % {"seat": sitter})
