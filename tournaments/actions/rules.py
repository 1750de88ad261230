"""The rules of an evening changed after its first record: a correction of every table that has written, for a reason.
Where a later part of it has rules of its own, each part is changed by itself.

Each such table gets one record that says under which rules it was scored and under which it is scored now, then one
consequence for each event whose outcome changes. Where an event cannot stand under the new rules nothing is written.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.effects import nothing
from tournaments.models import Event, Record, Table
from tournaments.sheets import Sheet

from .asking import NO_REASON, Asked, digest_of, done_before, record
from .corrections import consequences
from .errors import Fault, NotNow, Refused
from .evenings import checked_rules, lock_event, put_rules, rules_of
from .recounting import Recount, recount
from .writing import Draft, seal


@dataclass(frozen=True)
class RuleChange:
    """What other rules would do to an evening: one Recount for each table that has written. `seen` tells these sheets
    from later ones."""

    preset: str
    options: Mapping[str, Any]
    recounts: tuple[Recount, ...]
    seen: str

    @property
    def problems(self) -> tuple[Fault, ...]:
        """Which events cannot stand under the new rules, the first one of each table."""
        return tuple(fault for each in self.recounts for fault in faults(each))


def faults(change: Recount) -> Iterator[Fault]:
    table = change.sheet.table.n
    for position, problems in change.blocked:
        for problem in problems:
            if position:
                message = _("Table %(table)s, ligne %(n)s : elle ne tient plus sous cette règle. %(why)s")
                yield Fault("", message % {"table": table, "n": position, "why": problem.message}, problem.rule)
            else:
                message = _("La table %(table)s ne peut pas jouer sous cette règle. %(why)s")
                yield Fault("", message % {"table": table, "why": problem.message}, problem.rule)


def preview_rules(event: Event, *, preset: str, options: Mapping[str, Any], since: int = 1) -> RuleChange:
    """What it would move at every table of the part that begins with round `since`. Writes nothing. Raises Refused for
    rules that are none, NotNow where nothing would change."""
    return plan_rules(event, Table.objects.for_event(event), preset, options, since)


def plan_rules(
    event: Event, sheets: Sequence[Sheet], preset: str, options: Mapping[str, Any], since: int
) -> RuleChange:
    preset, chosen = checked_rules(event.game, preset, options)
    before, rounds = rules_of(event.of_round(since)), event.rounds_ruled(since)
    if before == {"preset": preset, "options": chosen}:
        raise NotNow(_("Cette règle est déjà celle de la soirée : rien ne change."))
    written = [sheet for sheet in sheets if sheet.started and sheet.table.round.n in rounds]
    seen = digest_of([before, [[sheet.table.pk, sheet.number] for sheet in written]])
    return RuleChange(preset, chosen, tuple(under(sheet, preset, chosen) for sheet in written), seen)


def under(sheet: Sheet, preset: str, options: Mapping[str, Any]) -> Recount:
    """One table under other rules."""
    after = sheet.under(preset, options)
    return Recount(sheet, after, *recount(sheet, after, 1))


@transaction.atomic
def change_rules(
    event: Event,
    *,
    preset: str,
    options: Mapping[str, Any],
    house_rule: str = "",
    since: int = 1,
    seen: str,
    key: str,
    by: str,
    reason: str,
) -> Event:
    """Score every table of the part that begins with round `since` again under these rules. `seen`: of the preview that
    the organiser agreed to. A retry under the same key writes nothing. Raises Refused, NotNow, KeyReused."""
    asked = Asked.of(["rules", since, preset, dict(options)], key=key, number=0, by=by, reason=reason)
    lock_event(event)
    sheets = Table.objects.for_event(event)
    if any(done_before(sheet, asked) for sheet in sheets):
        return event
    if not asked.reason:
        raise Refused([NO_REASON])
    change = plan_rules(event, sheets, preset, options, since)
    if change.seen != seen:
        raise NotNow(_("Une table a marqué entre-temps : voici ce que cela change à présent."))
    if change.problems:
        raise Refused(change.problems)
    seal([draft for each in change.recounts for draft in drafts(each, asked)])
    put_rules(event, preset, options, house_rule, by=by, reason=asked.reason, since=since)
    return event


def drafts(change: Recount, asked: Asked) -> Iterator[Draft]:
    """The record of the rules, which moves nothing itself, then its consequences in order."""
    sheet = change.sheet
    body = rules_of(change.after.event) | {"was": rules_of(sheet.event)}
    first = record(sheet, asked, Record.Kind.RULES, 1, body)
    yield Draft(sheet, first, nothing(sheet))
    yield from consequences(change, first)
