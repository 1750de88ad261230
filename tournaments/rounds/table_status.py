"""The status of each table for overview pages: its progress, what it waits for, whether it is late or silent.

Pure: it reads Sheets and gets the time as an argument; it never reads the database or the clock.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from statistics import median

import scoring
from tournaments.book.sheet import Sheet, count_in_jetons
from tournaments.models import ArbiterCall

LATE_FROM_COUPS = 2  # a table is late when it is so many coups behind the table furthest ahead
FRESH_FOR = timedelta(seconds=90)  # a record counts as just written for so long
MIN_SILENCE = timedelta(minutes=10)  # no table is called silent earlier
DEFAULT_SILENCE = timedelta(minutes=20)  # used while the other tables have too few records to show a pace
MIN_INTERVALS = 3  # intervals between records of the other tables that are needed to show a pace
MIN_PLAYED_INTERVAL = timedelta(minutes=1)  # records closer together than this were typed in from paper


@dataclass(frozen=True)
class TableStatus:
    """The status of one table.

    `stage`: "stuck" (it cannot play as it is seated), "waiting", "playing", "over", "counted", "confirmed", or the kind
    of an unplayed table. `coups_played`, `planned`: numbers of coups; `planned` is None where a target ends the partie.
    `last`: when its last record was written. `is_fresh`: that was just now, and the table is not late. `silent`:
    minutes
    since the last record where that is long at the other tables' pace, else None. `differs`: the tokens counted differ
    from the book. `calls`: its open calls.
    """

    sheet: Sheet
    stage: str
    coups_played: int
    coups_planned: int | None
    last_record_at: datetime | None
    is_fresh: bool
    is_late: bool
    silent_minutes: int | None
    count_differs: bool
    calls: tuple[ArbiterCall, ...] = ()

    @property
    def is_done(self) -> bool:
        """True once nothing more is expected from this table: confirmed, or marked as unplayed (even adjourned)."""
        return self.stage == "confirmed" or self.sheet.unplayed is not None

    @property
    def awaits_closing(self) -> bool:
        """True once the partie is over and the table waits for its token count or for a confirmation."""
        return self.stage in ("over", "counted")

    @property
    def round(self) -> int:
        """The number of the table's round."""
        return self.sheet.table.round.n

    @property
    def next_coup(self) -> int:
        """The number of the coup that is being played."""
        return self.coups_played + 1


def get_stage(sheet: Sheet) -> str:
    """Return the stage of a table (see `Glance`)."""
    if sheet.unplayed is not None:
        return sheet.unplayed.kind
    if sheet.state is None:
        return "stuck"
    if sheet.is_confirmed:
        return "confirmed"
    if sheet.state.complete:
        return "counted" if len(sheet.counts) == len(sheet.names) or not sheet.state.purses else "over"
    return "playing" if sheet.events else "waiting"


def compute_played_share(state: scoring.TableState | None, max_coups: int) -> float:
    """Return the share of its partie that a table has played, from 0 to 1; of `most` coups where none are planned."""
    if state is None:
        return 0.0
    if state.complete:
        return 1.0
    planned = state.coups_planned or max_coups
    return state.coups_played / planned if planned else 0.0


def build_table_statuses(
    sheets: Sequence[Sheet], now: datetime | None = None, calls: Mapping[int, Sequence[ArbiterCall]] | None = None
) -> list[TableStatus]:
    """Build the status of every table, in the given order, each compared with the other tables of its round.

    Tables of one round must be adjacent. `now`: if None, no table is fresh or silent. `calls`: open calls by table id.
    """
    found: list[TableStatus] = []
    for _round, group in groupby(sheets, lambda sheet: sheet.table.round_id):
        found += build_round_statuses(list(group), now, calls or {})
    return found


def build_round_statuses(
    sheets: Sequence[Sheet], now: datetime | None, calls: Mapping[int, Sequence[ArbiterCall]]
) -> list[TableStatus]:
    """Build the status of every table of one round."""
    states = [sheet.state for sheet in sheets]
    most = max((state.coups_played for state in states if state), default=0)
    furthest = max((compute_played_share(state, most) for state in states), default=0.0)
    lates = [sheet.unplayed is None and is_late(sheet.state, most, furthest) for sheet in sheets]
    return [
        TableStatus(
            sheet=sheet,
            stage=get_stage(sheet),
            coups_played=state.coups_played if state else 0,
            coups_planned=state.coups_planned if state else None,
            last_record_at=get_last_record_time(sheet),
            is_fresh=not late and is_fresh(sheet, now),
            is_late=late,
            silent_minutes=measure_silence(sheet, sheets, now),
            count_differs=state is not None and differs(sheet, state),
            calls=tuple(calls.get(sheet.table.pk, ())),
        )
        for sheet, state, late in zip(sheets, states, lates, strict=True)
    ]


def get_last_record_time(sheet: Sheet) -> datetime | None:
    """Return when the table's last record was written; None without records."""
    return sheet.records[-1].at if sheet.records else None


def is_fresh(sheet: Sheet, now: datetime | None) -> bool:
    """True if the table's last record was written less than FRESH ago; False if `now` is None."""
    last = get_last_record_time(sheet)
    return now is not None and last is not None and now - last < FRESH_FOR


def measure_silence(sheet: Sheet, sheets: Sequence[Sheet], now: datetime | None) -> int | None:
    """Return for how many minutes a playing table has written nothing, if that is long; else None.

    A table without records is measured from the first record of its round. Always None for a table that keeps its
    sheet on paper, and in a round in which no table has written yet.
    """
    heard = get_last_record_time(sheet) or min((word.at for each in sheets for word in each.records), default=None)
    plays = sheet.state is not None and not (sheet.is_over or sheet.unplayed or sheet.table.paper_first)
    if now is None or heard is None or not plays:
        return None
    quiet = now - heard
    return (
        int(quiet.total_seconds() // 60)
        if quiet >= compute_silence_limit(each for each in sheets if each != sheet)
        else None
    )


def compute_silence_limit(others: Iterable[Sheet]) -> timedelta:
    """Return after how long a table counts as silent: twice the median time between two records of the other tables."""
    times = [[record.at for record in sheet.records if record.kind == "event"] for sheet in others]
    waits = [
        later - sooner for each in times for sooner, later in pairwise(each) if later - sooner >= MIN_PLAYED_INTERVAL
    ]
    if len(waits) < MIN_INTERVALS:
        return DEFAULT_SILENCE
    return max(MIN_SILENCE, 2 * timedelta(seconds=median(wait.total_seconds() for wait in waits)))


def is_late(state: scoring.TableState | None, max_coups: int, furthest_share: float) -> bool:
    """True if the table is LATE_COUPS or more behind the share of its partie that the furthest table has played."""
    if state is None:
        return False
    behind = round((furthest_share - compute_played_share(state, max_coups)) * (state.coups_planned or max_coups), 6)
    return not state.complete and behind >= LATE_FROM_COUPS


def differs(sheet: Sheet, state: scoring.TableState) -> bool:
    """True if the tokens counted at some seat differ from the book."""
    held = [state.purses.get(name) for name in sheet.names]
    counted = [(held[count.position - 1], count_in_jetons(count)) for count in sheet.counts]
    return any(purse is not None and purse.total != jetons for purse, jetons in counted)
