"""Bonuses and penalties in the standings, given by an arbiter beside what the tables gave."""

from __future__ import annotations

from typing import Any

from django.db import models

from .tournaments import AuditEntry, Entry, Tournament


class AdjustmentQuerySet(models.QuerySet[Any]):
    """Queries for bonuses and penalties (adjustments)."""

    def in_force(self) -> AdjustmentQuerySet:
        """Only the adjustments that were not cancelled."""
        return self.filter(cancelled=None)

    def up_to_round(self, n: int | None) -> AdjustmentQuerySet:
        """Only the adjustments of rounds up to round n (None: of all rounds), and those of no round."""
        return self if n is None else self.filter(round__lte=n)

    def for_tournament(self, tournament: Tournament) -> AdjustmentQuerySet:
        """All adjustments of a tournament, with who gave and cancelled each, and when, the oldest first."""
        return (
            self.filter(tournament=tournament)
            .select_related("entry", "given__free_text", "cancelled__free_text")
            .order_by("pk")
        )


class Adjustment(models.Model):
    """A bonus (`amount` above 0) or a penalty (below 0) of one entry in the standings. Nothing moves for it in the
    book.

    `metric`: the metric that ranks first, in whose unit the amount is. `round`: the round that it belongs to, so that
    the standings after an earlier round leave it out; 0: to none. `given`: the audit entry that says by whom, when, why
    and by which rule; `cancelled`: the same of its cancelling, None while it counts. Partners of a fixed pair, who each
    have a row, share these entries.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, db_column="event_id", related_name="adjustments")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="adjustments")
    metric = models.CharField(max_length=40)
    amount = models.IntegerField()
    round = models.PositiveSmallIntegerField(default=0)
    given = models.ForeignKey(AuditEntry, models.PROTECT, related_name="adjustments")
    cancelled = models.ForeignKey(AuditEntry, models.PROTECT, null=True, related_name="cancelled_adjustments")

    objects = AdjustmentQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.entry} · {self.amount:+d}"

    @property
    def rule(self) -> str:
        """The rule by which it was given: an article, or free words."""
        return str(self.given.after["rule"])
