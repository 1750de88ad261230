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
    new_sheet: Sheet
    blocked: tuple[BlockedEvent, ...]
    standing_changes: Mapping[int, StandingChange]
    consequences: tuple[int, ...]

    @property
    def steps(self) -> tuple[scoring.Step, ...]:
        """The scored steps of the new sheet, one per event."""
        return self.new_sheet.steps

    def build_effect_change(self, position: int) -> Effect:
        """Return the effect that reverses the event's old effect and applies its new one."""
        return (
            compute_effect_at(self.sheet, position).reversed().followed_by(compute_effect_at(self.new_sheet, position))
        )


def compare_sheets(
    sheet: Sheet, new_sheet: Sheet, first: int
) -> tuple[tuple[BlockedEvent, ...], dict[int, StandingChange], tuple[int, ...]]:
    """Compare the sheet with `new_sheet`, the same table scored anew. Returns (the first event that cannot be scored
    anew, if any; by place (1…n), the standing before and after; the positions, from `first` on, of the events whose
    outcome changes). With such an event, the other two are empty."""
    if new_sheet.setting is None:
        return (BlockedEvent(0, new_sheet.problems),), {}, ()
    blocked = tuple(BlockedEvent(n, step.problems) for n, step in enumerate(new_sheet.steps, 1) if step.problems)[:1]
    if blocked:
        return blocked, {}, ()
    return (), compare_standings(sheet, new_sheet), tuple(find_changed_events(sheet, new_sheet, first))


def compare_standings(sheet: Sheet, new_sheet: Sheet) -> dict[int, StandingChange]:
    """Return each place's standing before and after, by place (1…n)."""
    assert sheet.state is not None and new_sheet.state is not None
    old, new = list_standings(sheet.state), list_standings(new_sheet.state)
    return {place: StandingChange(old[name], new[name]) for name, place in sheet.positions.items()}


def list_standings(state: scoring.TableState) -> dict[str, SeatStanding]:
    """Return the standing of each player, by name."""
    purses = state.purses
    return {row.player: SeatStanding(row.total, purses.get(row.player), row.rank) for row in state.ranking}


def find_changed_events(sheet: Sheet, new_sheet: Sheet, first: int) -> Iterator[int]:
    """Yield the positions, from `first` on, of the events whose outcome differs between the two sheets."""
    for n in range(first, len(new_sheet.steps) + 1):
        gains = compute_effect_at(sheet, n).gains, compute_effect_at(new_sheet, n).gains
        if has_outcome_changed(sheet.steps[n - 1], new_sheet.steps[n - 1], gains):
            yield n
