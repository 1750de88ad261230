"""What a table looks like from the organiser's chair: how far it is, what it waits for, whether it is late.

Pure: it reads Sheets, never the database.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

import scoring
from tournaments.sheets import Sheet, in_jetons

LATE_COUPS = 2  # coups behind where the furthest table is


@dataclass(frozen=True)
class Glance:
    """One table. `stage`: "stuck" (it cannot play as it is seated), "waiting", "playing", "over", "counted" or
    "confirmed"; `planned` is None where a target ends the partie; `last` is when its last record was written;
    `differs`: what was counted is not what the book says."""

    sheet: Sheet
    stage: str
    played: int
    planned: int | None
    last: datetime.datetime | None
    late: bool
    differs: bool

    @property
    def done(self) -> bool:
        return self.stage == "confirmed"

    @property
    def next(self) -> int:
        """The coup that is being played."""
        return self.played + 1


def stage(sheet: Sheet) -> str:
    """How far a table is."""
    if sheet.state is None:
        return "stuck"
    if sheet.confirmed:
        return "confirmed"
    if sheet.state.complete:
        return "counted" if len(sheet.counts) == len(sheet.names) or not sheet.state.purses else "over"
    return "playing" if sheet.events else "waiting"


def share(state: scoring.TableState | None, most: int) -> float:
    """The part of its partie that a table has played, from 0 to 1; without planned coups, against `most` coups."""
    if state is None:
        return 0.0
    if state.complete:
        return 1.0
    planned = state.coups_planned or most
    return state.coups_played / planned if planned else 0.0


def glance(sheets: Sequence[Sheet]) -> list[Glance]:
    """Every table at a glance, in the order given."""
    states = [sheet.state for sheet in sheets]
    most = max((state.coups_played for state in states if state), default=0)
    furthest = max((share(state, most) for state in states), default=0.0)
    return [one(sheet, most, furthest) for sheet in sheets]


def one(sheet: Sheet, most: int, furthest: float) -> Glance:
    state = sheet.state
    return Glance(
        sheet=sheet,
        stage=stage(sheet),
        played=state.coups_played if state else 0,
        planned=state.coups_planned if state else None,
        last=sheet.records[-1].at if sheet.records else None,
        late=state is not None and is_late(state, most, furthest),
        differs=state is not None and differs(sheet, state),
    )


def is_late(state: scoring.TableState, most: int, furthest: float) -> bool:
    """Is it two coups or more behind where it would be if it were as far as the furthest table?"""
    behind = round((furthest - share(state, most)) * (state.coups_planned or most), 6)
    return not state.complete and behind >= LATE_COUPS


def differs(sheet: Sheet, state: scoring.TableState) -> bool:
    """Do tokens counted at some place differ from the book?"""
    held = [state.purses.get(name) for name in sheet.names]
    counted = [(held[count.position - 1], in_jetons(count)) for count in sheet.counts]
    return any(purse is not None and purse.total != jetons for purse, jetons in counted)
