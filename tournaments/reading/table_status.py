"""The status of each table for overview pages: its progress, what it waits for, whether it is late or silent.

Pure: it reads cards of tables and gets the time as an argument; it never reads the database or the clock.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from itertools import groupby, pairwise
from statistics import median

from tournaments.book.table_cards import TableCard
from tournaments.book.token_counts import settle_counts
from tournaments.models import ArbiterCall
from tournaments.models.elapsed import is_within

from .grouping import group_pairs

LATE_FROM_COUPS = 2  # a table is late when it is so many coups behind the middle one of the others
FRESH_FOR = timedelta(seconds=90)  # a record counts as just written for so long
MIN_SILENCE = timedelta(minutes=10)  # no table is called silent earlier
DEFAULT_SILENCE = timedelta(minutes=20)  # used while the other tables have too few records to show a pace
EVENING_LEFT = timedelta(hours=12)  # nobody waits so long for a table
MIN_INTERVALS = 3  # intervals between records of the other tables that are needed to show a pace
MIN_PLAYED_INTERVAL = timedelta(minutes=1)  # records closer together than this were typed in from paper


@dataclass(frozen=True)
class TableStatus:
    """The status of one table.

    stage: "stuck" (it cannot play as it is seated), "waiting", "playing", "over", "counted", "confirmed", or the kind
        of an unplayed table.
    coups_played, coups_planned: how many coups; `coups_planned` is None where a target ends the partie.
    is_fresh: its last record was written just now, so that it is not `is_late`.
    silent_minutes: minutes since its last record, where that is long at the other tables' pace, else None.
    count_differs: the tokens counted differ from the book.
    calls: its open calls.
    """

    card: TableCard
    stage: str
    coups_played: int
    coups_planned: int | None
    is_fresh: bool
    is_late: bool
    silent_minutes: int | None
    count_differs: bool
    calls: tuple[ArbiterCall, ...] = ()

    @property
    def is_done(self) -> bool:
        """True once nothing more is expected from this table: confirmed, or marked as unplayed (even adjourned)."""
        return self.stage == "confirmed" or self.card.unplayed is not None

    @property
    def awaits_closing(self) -> bool:
        """True once the partie is over and the table waits for its token count or for a confirmation."""
        return self.stage in ("over", "counted")

    @property
    def round(self) -> int:
        """The number of the table's round."""
        return self.card.table.round.n

    @property
    def next_coup(self) -> int:
        """The number of the coup that is being played."""
        return self.coups_played + 1


def get_stage(card: TableCard) -> str:
    """Return the stage of a table (see `TableStatus`)."""
    if card.unplayed is not None:
        return card.unplayed.kind
    if card.setting is None:
        return "stuck"
    if card.is_confirmed:
        return "confirmed"
    if card.complete:
        return "counted" if len(card.counts) == len(card.names) or not card.has_purses else "over"
    return "playing" if card.events else "waiting"


def compute_played_share(card: TableCard, max_coups: int) -> float:
    """Return the share of its partie that a table has played, from 0 to 1. Where no number of coups is planned, it is
    the share of `max_coups`, or 1 once the partie is over. A table that stopped before its last planned coup stays
    below 1."""
    if card.setting is None:
        return 0.0
    if card.complete and card.coups_planned is None:
        return 1.0
    planned = card.coups_planned or max_coups
    return card.coups_played / planned if planned else 0.0


def group_by_table(calls: Iterable[ArbiterCall]) -> dict[int, list[ArbiterCall]]:
    """Return the calls by the id of their table, each table's in their order."""
    return group_pairs((call.table_id, call) for call in calls)


def build_table_statuses(
    cards: Sequence[TableCard], now: datetime | None = None, calls: Mapping[int, Sequence[ArbiterCall]] | None = None
) -> list[TableStatus]:
    """Build the status of every table, in the given order, each compared with the other tables of its round.

    Tables of one round must be adjacent. `now`: if None, no table is fresh or silent; else the cards have the times of
    their events. `calls`: open calls by table id.
    """
    statuses: list[TableStatus] = []
    for _round, group in groupby(cards, lambda card: card.table.round_id):
        statuses += build_round_statuses(list(group), now, calls or {})
    return statuses


def build_round_statuses(
    cards: Sequence[TableCard], now: datetime | None, calls: Mapping[int, Sequence[ArbiterCall]]
) -> list[TableStatus]:
    """Build the status of every table of one round. `now`: if None, no table is fresh or silent; `calls`: open calls by
    table id. Soon after the round's first record a table that has written nothing is not late: it may play on paper, or
    be sitting down."""
    most = max((card.coups_played for card in cards), default=0)
    shares = [compute_played_share(card, most) for card in cards]
    ordered = sorted(share for card, share in zip(cards, shares, strict=True) if not card.table.paper_first)
    fresh = [is_fresh(card, now) for card in cards]
    begun_at = min((card.summary.first_at for card in cards if card.summary), default=None)
    young = now is not None and begun_at is not None and now - begun_at < MIN_SILENCE
    lates = [
        is_late(card, most, ordered) and not (new or (young and card.summary is None))
        for card, new in zip(cards, fresh, strict=True)
    ]
    waits = cache(lambda: sorted(list_waits(cards)))  # listed where some table writes nothing
    return [
        TableStatus(
            card=card,
            stage=get_stage(card),
            coups_played=card.coups_played,
            coups_planned=card.coups_planned,
            is_fresh=new,
            is_late=late,
            silent_minutes=measure_silence(card, waits, begun_at, now),
            count_differs=differs(card),
            calls=tuple(calls.get(card.table.pk, ())),
        )
        for card, new, late in zip(cards, fresh, lates, strict=True)
    ]


def is_fresh(card: TableCard, now: datetime | None) -> bool:
    """True if the table's last record was written less than FRESH_FOR ago; False if `now` is None."""
    return now is not None and card.summary is not None and is_within(card.summary.last_at, FRESH_FOR, now)


def measure_silence(
    card: TableCard, waits: Callable[[], list[float]], begun_at: datetime | None, now: datetime | None
) -> int | None:
    """Return for how many minutes a playing table has written nothing, if that is long; else None.

    `waits`: returns the seconds between records at all tables of the round, the shortest first. A table without records
    is measured from the first record of its round (`begun_at`). Always None for a table that keeps its sheet on paper,
    in a round in which no table has written yet, and for a silence of EVENING_LEFT or more: then the evening was left,
    or the clock has jumped.
    """
    heard = card.summary.last_at if card.summary else begun_at
    plays = card.setting is not None and not (card.is_over or card.unplayed or card.table.paper_first)
    if now is None or heard is None or not plays or not MIN_SILENCE <= now - heard < EVENING_LEFT:
        return None
    quiet = now - heard
    limit = compute_silence_limit(card, waits())
    return int(quiet.total_seconds() // 60) if quiet >= limit else None


def compute_silence_limit(card: TableCard, waits: Sequence[float]) -> timedelta:
    """Return after how long a table counts as silent: twice the median time between two records of the other tables.
    `waits`: the seconds between records at all tables, the shortest first."""
    others = list(waits)
    for own in list_waits([card]):
        del others[bisect_left(others, own)]
    return DEFAULT_SILENCE if len(others) < MIN_INTERVALS else max(MIN_SILENCE, 2 * timedelta(seconds=median(others)))


def list_waits(cards: Iterable[TableCard]) -> list[float]:
    """Return the seconds between two events in a row at these tables, without those typed in from paper."""
    times = (pair for card in cards for pair in pairwise(card.event_times))
    return [(later - sooner).total_seconds() for sooner, later in times if later - sooner >= MIN_PLAYED_INTERVAL]


def is_late(card: TableCard, max_coups: int, ordered: Sequence[float]) -> bool:
    """True if the table is LATE_FROM_COUPS or more behind the share of its partie that the middle one of the other
    tables has played: one table that is done early makes no other one late. Never one that keeps its sheet on paper:
    nobody knows how far it is. `ordered`: the shares of tables not on paper, its own among them, the least first."""
    if card.setting is None or card.complete or card.unplayed is not None or card.table.paper_first:
        return False
    if len(ordered) < 2:
        return False
    share = compute_played_share(card, max_coups)
    middle = (len(ordered) - 2) // 2  # of the others: where its own stands at or before it, they stand one place on
    behind = ordered[middle + (ordered[middle] >= share)] - share
    return round(behind * (card.coups_planned or max_coups), 6) >= LATE_FROM_COUPS


def differs(card: TableCard) -> bool:
    """True if the tokens counted at some seat differ from the book, for another reason than a debt."""
    if not card.counts:
        return False
    held = dict(zip(card.names, card.held_jetons, strict=False))
    settled = settle_counts(card.counts if held else (), card.names, held).settled
    return any(held[name] != jetons for name, jetons in settled.items())
