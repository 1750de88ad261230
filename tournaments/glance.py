"""What a table looks like from afar: how far it is, what it waits for, whether it is late or silent.

Pure: it reads Sheets and is told what time it is; never the database, never the clock.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from statistics import median

import scoring
from tournaments.models import Call
from tournaments.sheets import Sheet, in_jetons

LATE_COUPS = 2  # coups behind where the furthest table is
FRESH = timedelta(seconds=90)  # so long a writing counts as just arrived
SOONEST_SILENCE = timedelta(minutes=10)  # no table is called silent before
USUAL_SILENCE = timedelta(minutes=20)  # where the other tables have not written enough to show a pace
ENOUGH_TO_TELL = 3  # intervals between two writings of the other tables
TYPED_IN = timedelta(minutes=1)  # two writings closer than this were typed from paper, one after the other


@dataclass(frozen=True)
class Glance:
    """One table. `stage`: "stuck" (it cannot play as it is seated), "waiting", "playing", "over", "counted",
    "confirmed", or the kind of a table that is not played; `planned` is None where a target ends the partie; `last` is
    when its last record was written; `fresh`: that was just now, and it is not late; `silent`: minutes without a word,
    where that is long at the other tables' pace; `differs`: what was counted is not what the book says; `calls`: its
    open calls."""

    sheet: Sheet
    stage: str
    played: int
    planned: int | None
    last: datetime | None
    fresh: bool
    late: bool
    silent: int | None
    differs: bool
    calls: tuple[Call, ...] = ()

    @property
    def done(self) -> bool:
        """Does nobody wait for this table tonight?"""
        return self.stage == "confirmed" or self.sheet.unplayed is not None

    @property
    def ready(self) -> bool:
        """Does it wait for its count, or for somebody to confirm?"""
        return self.stage in ("over", "counted")

    @property
    def round(self) -> int:
        return self.sheet.table.round.n

    @property
    def next(self) -> int:
        """The coup that is being played."""
        return self.played + 1


def stage(sheet: Sheet) -> str:
    """How far a table is."""
    if sheet.unplayed is not None:
        return sheet.unplayed.kind
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


def glance(
    sheets: Sequence[Sheet], now: datetime | None = None, calls: Mapping[int, Sequence[Call]] | None = None
) -> list[Glance]:
    """Every table at a glance, in the order given, each beside the other tables of its round. `now`: without it no
    table is fresh or silent. `calls`: the open ones, by table."""
    found: list[Glance] = []
    for _round, group in groupby(sheets, lambda sheet: sheet.table.round_id):
        found += glance_round(list(group), now, calls or {})
    return found


def glance_round(sheets: Sequence[Sheet], now: datetime | None, calls: Mapping[int, Sequence[Call]]) -> list[Glance]:
    """The tables of one round."""
    states = [sheet.state for sheet in sheets]
    most = max((state.coups_played for state in states if state), default=0)
    furthest = max((share(state, most) for state in states), default=0.0)
    lates = [sheet.unplayed is None and is_late(sheet.state, most, furthest) for sheet in sheets]
    return [
        Glance(
            sheet=sheet,
            stage=stage(sheet),
            played=state.coups_played if state else 0,
            planned=state.coups_planned if state else None,
            last=last_word(sheet),
            fresh=not late and is_fresh(sheet, now),
            late=late,
            silent=silence(sheet, sheets, now),
            differs=state is not None and differs(sheet, state),
            calls=tuple(calls.get(sheet.table.pk, ())),
        )
        for sheet, state, late in zip(sheets, states, lates, strict=True)
    ]


def last_word(sheet: Sheet) -> datetime | None:
    return sheet.records[-1].at if sheet.records else None


def is_fresh(sheet: Sheet, now: datetime | None) -> bool:
    last = last_word(sheet)
    return now is not None and last is not None and now - last < FRESH


def silence(sheet: Sheet, sheets: Sequence[Sheet], now: datetime | None) -> int | None:
    """For how many minutes a table that plays has written nothing, where that is long; a table that keeps its sheet
    on paper is left in peace, and so is a round in which nobody has written yet."""
    heard = last_word(sheet) or min((word.at for each in sheets for word in each.records), default=None)
    plays = sheet.state is not None and not (sheet.over or sheet.unplayed or sheet.table.paper_first)
    if now is None or heard is None or not plays:
        return None
    quiet = now - heard
    return int(quiet.total_seconds() // 60) if quiet >= long_silence(each for each in sheets if each != sheet) else None


def long_silence(others: Iterable[Sheet]) -> timedelta:
    """How long a table may say nothing before one goes and looks: twice the others' usual time between two writings."""
    times = [[record.at for record in sheet.records if record.kind == "event"] for sheet in others]
    waits = [later - sooner for each in times for sooner, later in pairwise(each) if later - sooner >= TYPED_IN]
    if len(waits) < ENOUGH_TO_TELL:
        return USUAL_SILENCE
    return max(SOONEST_SILENCE, 2 * timedelta(seconds=median(wait.total_seconds() for wait in waits)))


def is_late(state: scoring.TableState | None, most: int, furthest: float) -> bool:
    """Is it two coups or more behind where it would be if it were as far as the furthest table?"""
    if state is None:
        return False
    behind = round((furthest - share(state, most)) * (state.coups_planned or most), 6)
    return not state.complete and behind >= LATE_COUPS


def differs(sheet: Sheet, state: scoring.TableState) -> bool:
    """Do tokens counted at some place differ from the book?"""
    held = [state.purses.get(name) for name in sheet.names]
    counted = [(held[count.position - 1], in_jetons(count)) for count in sheet.counts]
    return any(purse is not None and purse.total != jetons for purse, jetons in counted)
