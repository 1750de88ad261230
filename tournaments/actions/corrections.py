"""An earlier event put right. The table is scored again from there on: each later event whose outcome changes is taken
back and written again as a consequence; where one becomes impossible the correction is refused and says which.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.models import Record, Table
from tournaments.sheets import Sheet

from .asking import NO_REASON, Asked, check_may_write, done_before, locked_sheet, record
from .effects import Effect, differ, effect
from .errors import Fault, NotNow, Refused
from .writing import Draft, seal


class Standing(NamedTuple):
    """Where a place stands at its table: its total (gain, or points), its purse (None in games of points), its rank."""

    total: int
    purse: scoring.Purse | None
    rank: int


class Moved(NamedTuple):
    before: Standing
    after: Standing


class Blocked(NamedTuple):
    """An event that cannot stand after the correction, and why."""

    position: int
    problems: tuple[scoring.Problem, ...]


@dataclass(frozen=True)
class Correction:
    """What a correction would do. `moved` is by place (1…n); `consequences` are the positions of later events whose
    outcome changes; `blocked` is empty where it can be written, else the first event that cannot stand."""

    sheet: Sheet
    position: int
    event: dict[str, Any]
    steps: tuple[scoring.Step, ...]
    blocked: tuple[Blocked, ...]
    moved: Mapping[int, Moved]
    consequences: tuple[int, ...]

    @property
    def problems(self) -> tuple[scoring.Problem | Fault, ...]:
        """What is wrong with the corrected event itself, or which later one stands in its way."""
        return tuple(problem for each in self.blocked for problem in told(each, self.position))


def told(blocked: Blocked, corrected: int) -> Iterator[scoring.Problem | Fault]:
    if blocked.position == corrected:
        yield from blocked.problems
        return
    message = _("L’événement n° %(n)s ne tient plus après cette correction : %(why)s")
    for problem in blocked.problems:
        told_why = message % {"n": blocked.position, "why": problem.message}
        yield Fault(f"events[{blocked.position - 1}]", told_why, problem.rule)


def preview_correction(table_id: int, position: int, event: dict[str, Any]) -> Correction:
    """What it would move if `event` (players "1"…"n") took the place of the event at `position`. Writes nothing."""
    return plan(Table.objects.for_sheet(table_id), position, event)


def plan(sheet: Sheet, position: int, event: dict[str, Any]) -> Correction:
    """Raises NotNow where there is no such event, or nothing would change."""
    if sheet.setting is None or not 1 <= position <= len(sheet.events):
        raise NotNow(_("Il n’y a pas d’événement à cette place de la feuille."))
    named = sheet.to_names(event)
    steps = scoring.fold(sheet.setting, (*sheet.events[: position - 1], named, *sheet.events[position:]))
    blocked = tuple(Blocked(n, step.problems) for n, step in enumerate(steps, 1) if step.problems)[:1]
    if not blocked and steps[position - 1].event == sheet.events[position - 1]:
        raise NotNow(_("Cette correction ne change rien à ce qui est écrit."))
    return Correction(
        sheet=sheet,
        position=position,
        event=named,
        steps=steps,
        blocked=blocked,
        moved={} if blocked else moved(sheet, steps[-1].state),
        consequences=() if blocked else tuple(changed(sheet, steps, position)),
    )


def moved(sheet: Sheet, after: scoring.TableState) -> dict[int, Moved]:
    assert sheet.state is not None
    old, new = standings(sheet.state), standings(after)
    return {place: Moved(old[name], new[name]) for name, place in sheet.positions.items()}


def standings(state: scoring.TableState) -> dict[str, Standing]:
    purses = state.purses
    return {row.player: Standing(row.total, purses.get(row.player), row.rank) for row in state.ranking}


def changed(sheet: Sheet, steps: tuple[scoring.Step, ...], position: int) -> Iterator[int]:
    """The positions after `position` whose outcome is another one now."""
    for n in range(position + 1, len(steps) + 1):
        gains = old_effect(sheet, n).gains, new_effect(sheet, steps, n).gains
        if differ(sheet.steps[n - 1], steps[n - 1], gains):
            yield n


def old_effect(sheet: Sheet, n: int) -> Effect:
    return effect(sheet.before(n), sheet.steps[n - 1])


def new_effect(sheet: Sheet, steps: tuple[scoring.Step, ...], n: int) -> Effect:
    return effect(steps[n - 2].state if n > 1 else sheet.before(1), steps[n - 1])


@transaction.atomic
def correct_event(
    table_id: int, position: int, event: dict[str, Any], *, key: str, number: int, by: str, reason: str
) -> Sheet:
    """Write the correction and its consequences. Raises as record_event; Refused has `Correction.problems`."""
    asked = Asked.of(["correction", position, event], key=key, number=number, by=by, reason=reason)
    sheet = locked_sheet(table_id)
    if done_before(sheet, asked):
        return sheet
    check_may_write(sheet, asked)
    if not asked.reason:
        raise Refused([NO_REASON])
    correction = plan(sheet, position, event)
    if correction.blocked:
        raise Refused(correction.problems)
    seal(list(drafts(correction, asked)))
    return Table.objects.for_sheet(table_id)


def drafts(correction: Correction, asked: Asked) -> Iterator[Draft]:
    """The correction, then each of its consequences in order."""
    sheet, at = correction.sheet, correction.position
    body = sheet.to_seats(correction.steps[at - 1].event)
    first = record(sheet, asked, Record.Kind.CORRECTION, at, body)
    yield Draft(sheet, first, again(correction, at))
    for number, position in enumerate(correction.consequences, first.number + 1):
        yield Draft(sheet, consequence(first, number, position), again(correction, position))


def again(correction: Correction, position: int) -> Effect:
    """The event's old effect taken back, then its new one."""
    sheet = correction.sheet
    return old_effect(sheet, position).reversed().then(new_effect(sheet, correction.steps, position))


def consequence(cause: Record, number: int, position: int) -> Record:
    """Its key holds a colon, which no key from outside does."""
    return Record(
        table_id=cause.table_id,
        number=number,
        kind=Record.Kind.CONSEQUENCE,
        position=position,
        key=f"{cause.number}:{number}",
        by=cause.by,
        cause=cause.number,
    )
