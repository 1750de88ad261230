"""What a table looks like from the organiser's chair: how far it is, what it waits for, whether it is late.

Pure: it reads Sheets (any object with `state`, `records`, `counts`, `confirmed`), never the database.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

LATE_COUPS = 2  # coups behind where the furthest table is


@dataclass(frozen=True)
class Glance:
    """One table: `stage` is "waiting", "playing", "over", "counted" or "confirmed"; `planned` is None where a target
    ends the partie; `last` is when its last record was written."""

    sheet: Any
    stage: str
    played: int
    planned: int | None
    last: datetime.datetime | None
    late: bool

    @property
    def done(self) -> bool:
        return self.stage == "confirmed"


def stage(sheet: Any) -> str:
    """How far a table is."""
    if sheet.confirmed:
        return "confirmed"
    if sheet.state.complete:
        return "counted" if len(sheet.counts) == len(sheet.names) else "over"
    return "playing" if sheet.records else "waiting"


def share(sheet: Any, most: int) -> float:
    """The part of its partie that a table has played, from 0 to 1; without planned coups, against `most` coups."""
    if sheet.state.complete:
        return 1.0
    planned = sheet.state.coups_planned or most
    return sheet.state.coups_played / planned if planned else 0.0


def glance(sheets: Sequence[Any]) -> list[Glance]:
    """Every table at a glance, in the order given."""
    most = max((sheet.state.coups_played for sheet in sheets), default=0)
    furthest = max((share(sheet, most) for sheet in sheets), default=0.0)
    return [_one(sheet, most, furthest) for sheet in sheets]


def _one(sheet: Any, most: int, furthest: float) -> Glance:
    state = sheet.state
    behind = (furthest - share(sheet, most)) * (state.coups_planned or most)
    return Glance(
        sheet=sheet,
        stage=stage(sheet),
        played=state.coups_played,
        planned=state.coups_planned,
        last=sheet.records[-1].at if sheet.records else None,
        late=not state.complete and behind >= LATE_COUPS - 1e-9,
    )
