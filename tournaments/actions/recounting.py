"""One table as it stands beside the same table scored anew: what moves, what follows, what no longer can be. Pure.

The same for a correction of one event and for other rules of the whole table.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import scoring
from tournaments.effects import Effect, differ, effect_at
from tournaments.sheets import Sheet


class Standing(NamedTuple):
    """Where a place stands at its table: its total (gain, or points), its purse (None in games of points), its rank."""

    total: int
    purse: scoring.Purse | None
    rank: int


class Moved(NamedTuple):
    before: Standing
    after: Standing


class Blocked(NamedTuple):
    """An event that cannot stand any more, and why; position 0 where the table itself cannot play."""

    position: int
    problems: tuple[scoring.Problem, ...]


@dataclass(frozen=True)
class Recount:
    """`after` is what the table's `sheet` would become. `moved` is by place (1…n); `consequences` are the positions of
    the events whose outcome changes though they say the same; `blocked` is empty where it can be written, else it has
    the first event that cannot stand."""

    sheet: Sheet
    after: Sheet
    blocked: tuple[Blocked, ...]
    moved: Mapping[int, Moved]
    consequences: tuple[int, ...]

    @property
    def steps(self) -> tuple[scoring.Step, ...]:
        return self.after.steps

    def again(self, position: int) -> Effect:
        """The event's old effect taken back, then its new one."""
        return effect_at(self.sheet, position).reversed().then(effect_at(self.after, position))


def recount(sheet: Sheet, after: Sheet, first: int) -> tuple[tuple[Blocked, ...], dict[int, Moved], tuple[int, ...]]:
    """(blocked, moved, consequences among the events from position `first` on)."""
    if after.setting is None:
        return (Blocked(0, after.problems),), {}, ()
    blocked = tuple(Blocked(n, step.problems) for n, step in enumerate(after.steps, 1) if step.problems)[:1]
    if blocked:
        return blocked, {}, ()
    return (), moved(sheet, after), tuple(changed(sheet, after, first))


def moved(sheet: Sheet, after: Sheet) -> dict[int, Moved]:
    assert sheet.state is not None and after.state is not None
    old, new = standings(sheet.state), standings(after.state)
    return {place: Moved(old[name], new[name]) for name, place in sheet.positions.items()}


def standings(state: scoring.TableState) -> dict[str, Standing]:
    purses = state.purses
    return {row.player: Standing(row.total, purses.get(row.player), row.rank) for row in state.ranking}


def changed(sheet: Sheet, after: Sheet, first: int) -> Iterator[int]:
    """The positions from `first` on whose outcome is another one now."""
    for n in range(first, len(after.steps) + 1):
        gains = effect_at(sheet, n).gains, effect_at(after, n).gains
        if differ(sheet.steps[n - 1], after.steps[n - 1], gains):
            yield n
