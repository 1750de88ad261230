"""The calls from tables (for the arbiter, or to dispute an event), and the players' agreements to single events.

None of it is part of the book: nothing here moves a jeton. A call is never deleted, so that the tournament keeps its
history.
"""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models.querysets import ArbiterCallQuerySet

from .rounds import Table

WORDS_LENGTH = 200


class ArbiterCall(models.Model):
    """One call from a table.

    `actor` is who calls, as in a Record ("table:2", "table"); `rule` is the id of the fault's rule, or "". A dispute is
    about the event at position `line`, or about the whole sheet (0); `words` say why.

    A call waits until an organiser takes it (`taken_at`). It is closed when done (`done_at`) or when the table takes it
    back (`withdrawn_at`). A table has at most one open call of a kind for a line: a double tap is one call.
    """

    class CallKind(models.TextChoices):
        ARBITER = "arbiter"
        DISPUTE = "dispute"

    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    kind = models.CharField(max_length=8, choices=CallKind)
    line = models.PositiveIntegerField(default=0)
    actor = models.CharField(max_length=40, db_column="by")
    rule = models.CharField(max_length=8, blank=True)
    words = models.CharField(max_length=WORDS_LENGTH, blank=True)
    at = models.DateTimeField(default=timezone.now)
    taken_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    objects = ArbiterCallQuerySet.as_manager()

    class Meta:
        db_table = "tournaments_call"
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "kind", "line"],
                condition=Q(done_at__isnull=True, withdrawn_at__isnull=True),
                name="one_open_call_of_a_kind",
            )
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.kind}"

    @property
    def is_open(self) -> bool:
        """True while the call is neither done nor withdrawn."""
        return self.done_at is None and self.withdrawn_at is None


class Agreement(models.Model):
    """A player's agreement to one event of the partie.

    `position` is the player's seat, `line` the event's position, `number` the table's last record at that time. A later
    record about the event makes the agreement void.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="agreements")
    position = models.PositiveSmallIntegerField()
    line = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["line", "position"]
        constraints = [
            models.UniqueConstraint(fields=["table", "position", "line", "number"], name="one_agreement_a_place")
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.position}"
