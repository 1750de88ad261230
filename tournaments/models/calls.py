"""What a table asks of the hall: the arbiter called, a player who does not agree; and the coups agreed to one by one.

None of it is the book: nothing here moves a jeton. A call is never deleted, so that the evening keeps its history.
"""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.querysets import CallQuerySet

from .rounds import Table

WORDS_LENGTH = 200


class Call(models.Model):
    """One call from a table. `by` is who calls, as in a Record ("table:2", "table"); `rule` the fault it is about, or
    nothing. A dispute is about the event at `line`, or the whole sheet (0), and says why in `words`.

    It waits until somebody at the desk takes it (`taken_at`), and is over when done (`done_at`) or when the table
    takes it back (`withdrawn_at`). A table has one open call of a kind for a line: a double tap is one call.
    """

    class Kind(models.TextChoices):
        ARBITER = "arbiter"
        DISPUTE = "dispute"

    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    kind = models.CharField(max_length=8, choices=Kind)
    line = models.PositiveIntegerField(default=0)
    by = models.CharField(max_length=40)
    rule = models.CharField(max_length=8, blank=True)
    words = models.CharField(max_length=WORDS_LENGTH, blank=True)
    at = models.DateTimeField(default=timezone.now)
    taken_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    objects = CallQuerySet.as_manager()

    class Meta:
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
    def open(self) -> bool:
        return self.done_at is None and self.withdrawn_at is None


class Agreement(models.Model):
    """One event of the partie, read and agreed to by the player of a place, when the table's last record was `number`.
    A later record about that event makes it void."""

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
