"""Comparing a table's sheet with the same table scored anew: whose standing changes, which later events change as a
consequence, which event becomes impossible. Pure: neither reads nor writes the database.

Used for the correction of one event and for a change of rules of the whole table.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import scoring
from tournaments.book.effects import Effect, compute_effect_at, has_outcome_changed
from tournaments.book.sheet import Sheet


class SeatStanding(NamedTuple):
    """The standing of one place at its table: its total (gain in jetons, or points), its purse (None in games of
    points) and its rank."""

    total: int
    purse: scoring.Purse | None
    rank: int


class StandingChange(NamedTuple):
    """The standing of one place before and after a change."""

    before: SeatStanding
    after: SeatStanding


class BlockedEvent(NamedTuple):
    """An event that is no longer possible after a change, and why; position 0 if the table itself cannot play."""

    position: int
    problems: tuple[scoring.Problem, ...]


@dataclass(frozen=True)
class Recount:
    """The effect of a change on one table: `sheet` as it is, `new_sheet` as it would become. `standing_changes`: by
    place (1…n), the standing before and after. `consequences`: the positions of later events that are unchanged
    themselves but have another outcome. `blocked`: the first event that becomes impossible; empty if the change can be
    written."""

    sheet: Sheet
    after: Sheet
    blocked: tuple[BlockedEvent, ...]
    moved: Mapping[int, StandingChange]
    consequences: tuple[int, ...]

    @property
    def steps(self) -> tuple[scoring.Step, ...]:
        """The scored steps of the new sheet, one per event."""
        return self.after.steps

    def again(self, position: int) -> Effect:
        """Return the effect that reverses the event's old effect and applies its new one."""
        return compute_effect_at(self.sheet, position).reversed().then(compute_effect_at(self.after, position))


def compare_sheets(
    sheet: Sheet, after: Sheet, first: int
) -> tuple[tuple[BlockedEvent, ...], dict[int, StandingChange], tuple[int, ...]]:
    """Compare the sheet with `new_sheet`, the same table scored anew. Returns (blocked, standing changes,
    consequences); consequences are looked for from position `first` on."""
    if after.setting is None:
        return (BlockedEvent(0, after.problems),), {}, ()
    blocked = tuple(BlockedEvent(n, step.problems) for n, step in enumerate(after.steps, 1) if step.problems)[:1]
    if blocked:
        return blocked, {}, ()
    return (), compare_standings(sheet, after), tuple(find_changed_events(sheet, after, first))


def compare_standings(sheet: Sheet, after: Sheet) -> dict[int, StandingChange]:
    """Return each place's standing before and after, by place (1…n)."""
    assert sheet.state is not None and after.state is not None
    old, new = list_standings(sheet.state), list_standings(after.state)
    return {place: StandingChange(old[name], new[name]) for name, place in sheet.positions.items()}


def list_standings(state: scoring.TableState) -> dict[str, SeatStanding]:
    """Return the standing of each player, by name."""
    purses = state.purses
    return {row.player: SeatStanding(row.total, purses.get(row.player), row.rank) for row in state.ranking}


def find_changed_events(sheet: Sheet, after: Sheet, first: int) -> Iterator[int]:
    """Yield the positions, from `first` on, of the events whose outcome differs between the two sheets."""
    for n in range(first, len(after.steps) + 1):
        gains = compute_effect_at(sheet, n).gains, compute_effect_at(after, n).gains
        if has_outcome_changed(sheet.steps[n - 1], after.steps[n - 1], gains):
            yield n
