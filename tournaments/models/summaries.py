"""What is derived from the book and may be made anew: what each table, seat and closed tournament comes to, what they
say of skill, a table's newest records, and marks of what changed."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

from django.db import models

from .clubs import Club, Player
from .rounds import Seat, Table
from .tournaments import Tournament


class TableSummary(models.Model):
    """The state of one table after its last record.

    `events`, `coups`: how many are in force; `complete`: the partie is over. `last_number`: the number of its last
    record, `last_played` that of the last event or undo. `first_at`, `last_at`: when its first and last record were
    written. By position, from the first: `totals` (gain in jetons, or points), `ranks`, and `purses` as [fiches,
    jetons] (empty in games of points). `left`: the positions of who left before the end, and of their partners.
    """

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="summary")
    events = models.PositiveIntegerField()
    coups = models.PositiveIntegerField()
    complete = models.BooleanField()
    last_number = models.PositiveIntegerField()
    last_played = models.PositiveIntegerField()
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()
    totals = models.JSONField()
    ranks = models.JSONField()
    purses = models.JSONField()
    left = models.JSONField()

    def __str__(self) -> str:
        return f"{self.table} · {self.last_number}"

    @property
    def figures(self) -> dict[str, Any]:
        """The values of all columns but the table itself, by column."""
        return {column: getattr(self, column) for column in SUMMARY_COLUMNS}


SUMMARY_COLUMNS = (
    *("events", "coups", "complete", "last_number", "last_played", "first_at", "last_at"),
    *("totals", "ranks", "purses", "left"),
)
"""The columns of a TableSummary, without its table."""


class SeatSummary(models.Model):
    """The sums of all ledger lines of one Seat: its columns are those of `LedgerLine`."""

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="summary")
    net = models.IntegerField()
    coups = models.IntegerField()
    coups_won = models.IntegerField()
    points = models.IntegerField()
    brusquembilles_won = models.IntegerField()
    brusquembilles_lost = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.seat} {self.net:+}"


T = TypeVar("T")


class RecentItems(Generic[T]):
    """The items used last, one for each id, at most `most`: beyond that, the one that was not used for the longest time
    is dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._items: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def find(self, pk: Hashable) -> T | None:
        """Return the item kept under this id; None if there is none."""
        with self._lock:
            item = self._items.get(pk)
            if item is not None:
                self._items.move_to_end(pk)
            return item

    def keep(self, pk: Hashable, item: T) -> None:
        """Keep an item in place of an earlier one of its id."""
        with self._lock:
            self._items[pk] = item
            self._items.move_to_end(pk)
            while len(self._items) > self._most:
                self._items.popitem(last=False)

    def clear(self) -> None:
        """Forget all items."""
        with self._lock:
            self._items.clear()


class KeptEvening(models.Model):
    """What a closed tournament came to, as careers and seasons read it: `reading.played_evenings` writes and reads it.

    `stamp`: the digest of the tournament's change marks, of its own fields and of the program when this was computed;
    where they have changed since, it is not read. `ranked`: the values of a RankedPlayer for everybody who is ranked,
    in the final order. `results`: the values of each TableResult. `teams`: the values of each RankedTeam; None in a row
    that an older program wrote.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="kept_evening")
    stamp = models.CharField(max_length=64)
    ranked = models.JSONField()
    results = models.JSONField()
    teams = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"{self.tournament} · {len(self.ranked)}"


class KeptRatings(models.Model):
    """What a club's closed tournaments of one game say of skill. `actions.kept_ratings` computes and writes all rows of
    a game together, and does so again once the game's own row is missing or has another stamp.

    `player`: whom the row is about; None: the game itself. `stamp`: the digest of what it was computed from.
    `document`: see `reading.kept_ratings`.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="kept_ratings")
    game = models.CharField(max_length=20)
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="kept_ratings")
    stamp = models.CharField(max_length=64)
    document = models.JSONField()

    def __str__(self) -> str:
        return f"{self.club} · {self.game}"


class ChangeMark(models.Model):
    """A change of a tournament's data. `mark`: a new random number at each change."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, db_column="event_id", related_name="change_marks")
    mark = models.BigIntegerField()

    class Meta:
        db_table = "tournaments_beat"

    def __str__(self) -> str:
        return f"{self.tournament} · {self.mark}"
