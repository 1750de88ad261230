"""What a table's book comes to, kept with it: pages that show no coup read these rows and score nothing again.

They are written in the transaction of the record that changes them, and `recheck` compares them with the records
scored again. A table without records has none.
"""

from typing import Any

from django.db import models

from .rounds import Seat, Table


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
        """Everything but the table, by column."""
        return {column: getattr(self, column) for column in SUMMARY_COLUMNS}


SUMMARY_COLUMNS = (
    *("events", "coups", "complete", "last_number", "last_played", "first_at", "last_at"),
    *("totals", "ranks", "purses", "left"),
)
"""The columns of a TableSummary but its table."""


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
