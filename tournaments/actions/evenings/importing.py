"""Importing a whole tournament from a document: its people, its tables and its history, every coup scored here
again."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import seal_tournament, sealed
from tournaments.actions.errors import FieldError, NotNow, Refused
from tournaments.actions.money.jeton_worth import WorthTerms, set_jeton_worth
from tournaments.actions.people.clubs import adopt_family_name, alone_in_club
from tournaments.actions.people.entries import add_entries
from tournaments.actions.saving import save_fields
from tournaments.actions.tables.corrections import build_correction_records as correction_drafts
from tournaments.actions.tables.corrections import plan_correction
from tournaments.actions.tables.posting import UnsavedRecord, post_records
from tournaments.actions.tables.preconditions import ACTOR_LENGTH, build_bulk_request
from tournaments.actions.tables.recording import build_event_record, build_undo_record
from tournaments.book.loading import load_sheet
from tournaments.book.recount import Recount
from tournaments.book.sheet import Sheet, find_last_played
from tournaments.models import (
    Adjustment,
    AuditEntry,
    AuditReason,
    Club,
    Entry,
    Rest,
    Round,
    Seat,
    Table,
    Tournament,
    UnplayedTable,
)
from tournaments.models.currencies import EURO
from tournaments.presentation.text.option_text import localise

from .adjustments import REASON_LENGTH
from .imported_parts import Columns, EveningParts, save_evening_parts, save_words_of_places
from .lifecycle import check_rules, create_tournament
from .rule_change import build_rule_change_records as rules_drafts
from .rule_change import recount_under_rules


@dataclass(frozen=True)
class ImportedEvent:
    """One event of a table, its players "1"…"n"; `path` is where it stands in the document."""

    path: str
    body: dict[str, Any]


@dataclass(frozen=True)
class ImportedChange:
    """When an event already written was changed, by whom and why; `path` is where it stands in the document."""

    path: str
    at: datetime.datetime
    actor: str
    reason: str


@dataclass(frozen=True)
class ImportedUndo:
    """The undoing of the table's last event."""

    change: ImportedChange


@dataclass(frozen=True)
class ImportedCorrection:
    """The correction of the event at `position` (from 1)."""

    position: int
    event: ImportedEvent
    change: ImportedChange


@dataclass(frozen=True)
class ImportedRuleChange:
    """A change of rules: the whole table is scored under these from here on."""

    preset: str
    options: Mapping[str, Any]
    change: ImportedChange


HistoryStep = ImportedEvent | ImportedUndo | ImportedCorrection | ImportedRuleChange


@dataclass(frozen=True)
class ImportedSitting:
    """A player at a place: `player` (index from 0 in the tournament's list of names) sits at `position` (from 1) from
    the table's event `since` on."""

    position: int
    since: int
    player: int


@dataclass(frozen=True)
class ImportedTable:
    """One table to import: its number, who sits there, its history in order.

    sides: two play against two.
    first_rules: the (preset, options) that it began under, if they are no longer the tournament's.
    unplayed: the kind and the places that forfeit, if it was not played.
    columns: of the table itself, by name; counts, confirmations: the columns of what players said of its sheet.
    """

    n: int
    sides: bool
    sittings: tuple[ImportedSitting, ...]
    history: tuple[HistoryStep, ...]
    first_rules: tuple[str, Mapping[str, Any]] | None = None
    unplayed: tuple[str, Sequence[int]] | None = None
    columns: Columns = field(default_factory=dict)
    counts: Sequence[Columns] = ()
    confirmations: Sequence[Columns] = ()


@dataclass(frozen=True)
class ImportedAdjustment:
    """A bonus or penalty in the standings of these `players` (indices in the tournament's list of names), as
    `Adjustment` stores it. `cancelled`: None while it counts."""

    players: tuple[int, ...]
    amount: int
    metric: str
    round: int
    rule: str
    given: ImportedChange
    cancelled: ImportedChange | None = None


@dataclass(frozen=True)
class ImportedTournament:
    """A tournament to import.

    names, family_names: of its players; a family name is "" where nobody knows it. Elsewhere a player is given by his
        index in `names`.
    rounds: by round number, its tables; rested: by round number, the players who were there and had no place.
    stages, draw_format, phases, ranking: as `Tournament` stores them (`draw_format` as its `format`), except that a
        side of a phase is a list of players, None for somebody who is no longer in `names`.
    """

    name: str
    date: datetime.date
    time_zone: str
    game: str
    preset: str
    options: Mapping[str, Any]
    names: tuple[str, ...]
    family_names: tuple[str, ...]
    rounds: Mapping[int, Sequence[ImportedTable]]
    stages: Sequence[Mapping[str, Any]] = ()
    draw_format: str = Tournament.Format.FREE
    phases: Sequence[Mapping[str, Any]] = ()
    ranking: Mapping[str, Any] = field(default_factory=dict)
    rested: Mapping[int, Sequence[int]] = field(default_factory=dict)
    adjustments: Sequence[ImportedAdjustment] = ()
    jeton_worth: WorthTerms | None = None
    currency: str = EURO
    parts: EveningParts = field(default_factory=EveningParts)


@alone_in_club
@sealed
def import_tournament(club: Club, document: ImportedTournament) -> Tournament:
    """Create a closed tournament with this content and return it. Other programs are told nothing of it, as it was
    played before. Raises Refused with the first event or change that cannot be scored at its place in the history, even
    one that was undone or corrected later."""
    tournament = create_tournament(
        club,
        name=document.name,
        date=document.date,
        game=document.game,
        preset=document.preset,
        options=document.options,
    )
    entries = add_entries(tournament, document.names)
    save_evening_parts(tournament, document.parts, entries)
    for entry, family_name in zip(entries, document.family_names, strict=True):
        adopt_family_name(entry.player, family_name)
    save_stages_and_phases(tournament, document, entries)
    tournament.rounds.exclude(n__in=document.rounds).delete()
    for n, tables in document.rounds.items():
        current, _made = Round.objects.update_or_create(
            tournament=tournament, n=n, defaults=document.parts.rounds.get(n, {})
        )
        Rest.objects.bulk_create(Rest(round=current, entry=entries[player]) for player in document.rested.get(n, ()))
        for table in tables:
            import_table(current, table, entries)
    for adjustment in document.adjustments:
        import_adjustment(tournament, adjustment, entries)
    if document.jeton_worth:
        set_jeton_worth(tournament, document.jeton_worth)
    save_fields(tournament, status=Tournament.Status.CLOSED, currency=document.currency)
    seal_tournament(tournament)
    tournament.outbox_entries.all().delete()
    return tournament


def save_stages_and_phases(tournament: Tournament, document: ImportedTournament, entries: Sequence[Entry]) -> None:
    """Save the rules of later rounds, the ranking, the format and the phases of the tournament. The two players of a
    side of the last phase become a fixed pair. `entries`: those saved, in the document's order."""
    for stage in document.stages:
        preset, options = check_rules(tournament.game, stage["preset"], stage["options"])
        tournament.stages.append({**stage, "preset": preset, "options": options})
    tournament.ranking = dict(document.ranking)
    ids = {None: 0} | {n: entry.pk for n, entry in enumerate(entries)}
    tournament.phases = [
        {**phase, "sides": [[ids[player] for player in side] for side in phase["sides"]]} for phase in document.phases
    ]
    tournament.format = document.draw_format
    if document.phases and tournament.pairing == Tournament.Pairing.SINGLE:  # the pairs of an older document
        for number, side in enumerate(document.phases[-1]["sides"], 1):
            if len(side) == 2:
                tournament.pairing = Tournament.Pairing.FIXED
                Entry.objects.filter(pk__in=[ids[player] for player in side]).update(pair=number)
    tournament.planned_rounds = max([tournament.planned_rounds, *document.rounds])
    tournament.save(update_fields=["stages", "ranking", "phases", "format", "pairing", "planned_rounds"])


def import_table(current: Round, imported: ImportedTable, entries: Sequence[Entry]) -> None:
    """Create the table with its seats and its whole history in order. `entries`: those saved, in the document's order.
    Raises Refused; each problem has its path in the document."""
    table = Table.objects.create(round=current, n=imported.n, sides=imported.sides, **imported.columns)
    Seat.objects.bulk_create(
        Seat(table=table, position=each.position, since=each.since, entry=entries[each.player])
        for each in imported.sittings
    )
    sheet = load_sheet(table.pk)
    if imported.first_rules:
        sheet = sheet.with_rules(*imported.first_rules)
    if imported.history and sheet.state is None:
        faults = ((each.path, NOT_IMPORTED % {"why": localise(each.message)}) for each in sheet.problems)
        raise Refused([FieldError(path, message) for path, message in faults])
    records = list(build_history_records(sheet, imported.history))
    if imported.first_rules:
        post_under_first_rules(sheet.table.round, records, imported.first_rules)
    else:
        post_records(records)
    last, played = len(records), find_last_played(draft.record for draft in records)
    save_words_of_places(table, imported.counts, imported.confirmations, last, played)
    if imported.unplayed:
        kind, absent = imported.unplayed
        UnplayedTable.objects.create(table=table, kind=kind, absent=list(absent))


def import_adjustment(tournament: Tournament, imported: ImportedAdjustment, entries: Sequence[Entry]) -> None:
    """Save a bonus or penalty with the audit entries that say by whom, when and why."""
    of = [entries[player] for player in imported.players]
    same = {"metric": imported.metric, "amount": imported.amount, "round": imported.round}
    after = {**same, "entries": [entry.pk for entry in of], "rule": imported.rule}
    given = save_deed(tournament, AuditEntry.Action.ADJUSTED, imported.given, after)
    gone = imported.cancelled
    cancelled = save_deed(tournament, AuditEntry.Action.UNADJUSTED, gone, after) if gone else None
    Adjustment.objects.bulk_create(
        Adjustment(tournament=tournament, entry=entry, given=given, cancelled=cancelled, **same) for entry in of
    )


def save_deed(tournament: Tournament, what: str, change: ImportedChange, after: Mapping[str, Any]) -> AuditEntry:
    """Save and return the audit entry `what` of an imported change, with its actor, time and reason. `after`: the
    values after the change, as in an audit entry."""
    actor = change.actor[:ACTOR_LENGTH]
    deed = AuditEntry.objects.create(tournament=tournament, at=change.at, actor=actor, what=what, after=after)
    if change.reason:
        AuditReason.objects.create(deed=deed, text=change.reason[:REASON_LENGTH])
    return deed


def post_under_first_rules(
    current: Round, records: Sequence[UnsavedRecord], first_rules: tuple[str, Mapping[str, Any]]
) -> None:
    """Post the records of a table that began under other rules than the tournament has by now. The database checks each
    record against the rules of its time: those of the last change of rules before it, or else the tournament's. So the
    tournament has `first_rules` (preset, options) while they are written."""
    present = Tournament.objects.filter(pk=current.tournament_id)
    preset, options = first_rules
    now = present.values("preset", "options", "stages").get()
    present.update(preset=preset, options=dict(options), stages=[])
    post_records(records)
    present.update(**now)


def build_history_records(sheet: Sheet, history: Iterable[HistoryStep]) -> Iterator[UnsavedRecord]:
    """Yield the records of the whole history, in order. Raises Refused with the path of the first step that cannot be
    scored."""
    for step in history:
        try:
            made, sheet = build_step_records(sheet, step)
        except (Refused, NotNow) as refused:
            path = step.path if isinstance(step, ImportedEvent) else step.change.path
            raise Refused([FieldError(path, NOT_IMPORTED % {"why": refused})]) from None
        yield from made


NOT_IMPORTED = _("Rien n’est importé, car ceci ne peut pas être compté à sa place : %(why)s")


def build_step_records(sheet: Sheet, step: HistoryStep) -> tuple[list[UnsavedRecord], Sheet]:
    """Build the records of one step of the history. Returns them with the sheet after them."""
    if isinstance(step, ImportedEvent):
        draft, after = build_event_record(sheet, sheet.to_names(step.body), build_bulk_request(sheet, "table"))
        return [draft], after
    change = build_bulk_request(sheet, step.change.actor, step.change.reason)
    if isinstance(step, ImportedUndo):
        draft = build_undo_record(sheet, change)
        made, after = [draft], draft.after
    elif isinstance(step, ImportedCorrection):
        correction = plan_correction(sheet, step.position, step.event.body)
        check_not_blocked(correction)
        made, after = list(correction_drafts(correction, change)), correction.new_sheet
    else:
        ruled = recount_under_rules(sheet, step.preset, step.options)
        check_not_blocked(ruled)
        made, after = list(rules_drafts(ruled, change)), ruled.new_sheet
    for draft in made:
        draft.record.at = step.change.at
    return made, replace(after, records=(*sheet.records, *(draft.record for draft in made)))


def check_not_blocked(change: Recount) -> None:
    """Raise Refused if an event becomes impossible by this change."""
    for _position, problems in change.blocked:
        raise Refused(problems)
