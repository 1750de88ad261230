"""Changing the rules of a tournament after its first record: a correction of every table that has records, with a
reason. If later rounds have rules of their own, each such part is changed by itself.

Each such table gets one record with the rules before and after, then one consequence for each event whose outcome
changes. If an event is impossible under the new rules, nothing is written.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.actions.decisions import sealed
from tournaments.actions.errors import NO_REASON, FieldError, NotNow, Refused
from tournaments.actions.tables.corrections import build_consequence_records
from tournaments.actions.tables.posting import UnsavedRecord, post_records
from tournaments.actions.tables.preconditions import WriteRequest, build_record, compute_digest, is_retry
from tournaments.book.effects import build_empty_effect
from tournaments.book.loading import load_sheets
from tournaments.book.recount import Recount, compare_sheets
from tournaments.book.sheet import Sheet
from tournaments.models import Record, Tournament
from tournaments.presentation.text.option_text import localise
from tournaments.reading.preset_diff import spell_rules

from .lifecycle import check_rules, get_rules, lock_tournament, save_rules

LINE_FAILS = _("Table %(table)s, ligne %(n)s : elle ne tient plus sous cette règle. %(why)s")
TABLE_FAILS = _("La table %(table)s ne peut pas jouer sous cette règle. %(why)s")


@dataclass(frozen=True)
class RuleChange:
    """The effect of other rules on a tournament: one Recount for each table that has records. `digest`: stands for the
    sheets from which it was computed; another digest means that somebody wrote since."""

    preset: str
    options: Mapping[str, Any]
    recounts: tuple[Recount, ...]
    digest: str

    @property
    def problems(self) -> tuple[FieldError, ...]:
        """The events that are impossible under the new rules, the first one of each table."""
        return tuple(fault for each in self.recounts for fault in to_field_errors(each))


def to_field_errors(change: Recount) -> Iterator[FieldError]:
    """Yield the problems of one table's recount, with the table's number and the event's line in the message."""
    table = change.sheet.table.n
    for position, problems in change.blocked:
        for problem in problems:
            fields = {"table": table, "n": position, "why": localise(problem.message)}
            yield FieldError("", (LINE_FAILS if position else TABLE_FAILS) % fields, problem.rule)


def preview_rule_change(
    tournament: Tournament, *, preset: str, options: Mapping[str, Any], since: int = 1
) -> RuleChange:
    """Return what these rules would change at every table of the part that begins with round `since`. Writes nothing.
    Raises Refused for invalid rules, NotNow if nothing would change."""
    return plan_rule_change(tournament, load_sheets(tournament), preset, options, since)


def plan_rule_change(
    tournament: Tournament, sheets: Sequence[Sheet], preset: str, options: Mapping[str, Any], since: int
) -> RuleChange:
    """Compute the change of rules over these sheets of the tournament; those without records, or of other parts, are
    left out. Raises Refused, NotNow."""
    preset, chosen = check_rules(tournament.game, preset, options)
    before, rounds = get_rules(tournament.with_round_rules(since)), tournament.find_stage_rounds(since)
    if before == spell_rules(tournament.game, preset, chosen):
        raise NotNow(_("Cette règle est déjà celle de la soirée : rien ne change."))
    written = [sheet for sheet in sheets if sheet.has_records and sheet.table.round.n in rounds]
    seen = compute_digest([before, [[sheet.table.pk, sheet.next_number] for sheet in written]])
    return RuleChange(preset, chosen, tuple(recount_under_rules(sheet, preset, chosen) for sheet in written), seen)


def recount_under_rules(sheet: Sheet, preset: str, options: Mapping[str, Any]) -> Recount:
    """Compare the table's sheet with the same table scored under these rules."""
    after = sheet.with_rules(preset, options)
    return Recount(sheet, after, *compare_sheets(sheet, after, 1))


@sealed
def change_rules(
    tournament: Tournament,
    *,
    preset: str,
    options: Mapping[str, Any],
    house_rule: str = "",
    since: int = 1,
    seen_digest: str,
    key: str,
    actor: str,
    reason: str,
) -> Tournament:
    """Score every table of the part that begins with round `since` again under these rules, save the rules, and return
    the tournament. `seen_digest`: the digest of the preview that the organiser agreed to. A retry with the same key
    writes nothing. Raises Refused, NotNow, KeyReused."""
    write_request = WriteRequest.of(
        ["rules", since, preset, dict(options)], key=key, number=0, actor=actor, reason=reason
    )
    lock_tournament(tournament, "change_rules")
    sheets = load_sheets(tournament)
    if any(is_retry(sheet, write_request) for sheet in sheets):
        return tournament
    if not write_request.reason:
        raise Refused([NO_REASON])
    change = plan_rule_change(tournament, sheets, preset, options, since)
    if change.digest != seen_digest:
        raise NotNow(_("Une table a marqué entre-temps : voici ce que cela change à présent."))
    if change.problems:
        raise Refused(change.problems)
    post_records([draft for each in change.recounts for draft in build_rule_change_records(each, write_request)])
    save_rules(tournament, preset, options, house_rule, actor=actor, reason=write_request.reason, since=since)
    return tournament


def build_rule_change_records(change: Recount, request: WriteRequest) -> Iterator[UnsavedRecord]:
    """Yield the record of the change of rules, which transfers nothing itself, then the records of its consequences, in
    order."""
    sheet = change.sheet
    body = get_rules(change.new_sheet.tournament) | {"was": get_rules(sheet.tournament)}
    first = build_record(sheet, request, Record.RecordKind.RULES, 1, body)
    yield UnsavedRecord(sheet, first, build_empty_effect(sheet), change.new_sheet)
    yield from build_consequence_records(change, first)
