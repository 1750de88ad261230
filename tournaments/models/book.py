"""The book: records (the truth), and the postings and lines written with each; append-only.

The database itself refuses to change or to unbalance it (`guards`).

Accounts are a table's places ("1"…"6"), its "pot" and the "bank". Integers only, in jetons.
Postings and lines go in first, their record last: its insert checks the sum and the number and seals them.
"""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone

from .rounds import Seat, Table


class TellsOfLeaving(models.Func):
    """Is a body about somebody who left? Such records are few, and an index holds them alone."""

    template = "instr(%(expressions)s, '\"leave\"') > 0"
    output_field = models.BooleanField()

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, template="strpos(%(expressions)s::text, '\"leave\"') > 0", **more)


class Record(models.Model):
    """One thing written at a table, numbered from 1 without a gap.

    kind event: `body` is the partie's next event; correction: `body` takes the place of event `position`, for a reason;
    undo: the last event is annulled; rules: the whole table, from event `position` 1 on, is scored under the `preset`
    and `options` of `body` instead of those it `was` under; consequence: event `position`, scored again because record
    `cause` changed what stood before it. Other bodies are events of corbillon.partie/1 with players "1"…"n".
    `key` is the id that the phone made; `digest` tells a retry (same digest) from another body under one key.
    `by` is who wrote it: "table" or "table:POSITION" for a phone at the table, "user:ID" for an account.
    """

    class Kind(models.TextChoices):
        EVENT = "event"
        CORRECTION = "correction"
        UNDO = "undo"
        RULES = "rules"
        CONSEQUENCE = "consequence"

    table = models.ForeignKey(Table, models.PROTECT, related_name="records")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    position = models.PositiveIntegerField()
    body = models.JSONField(null=True)
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    by = models.CharField(max_length=40)
    reason = models.CharField(max_length=300, blank=True)
    cause = models.PositiveIntegerField(null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["table"], name="records_of_leaving", condition=Q(TellsOfLeaving("body")))]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="record_numbers_differ"),
            models.UniqueConstraint(fields=["table", "key"], name="one_record_a_key"),
            models.CheckConstraint(
                name="record_is_of_its_kind",
                condition=Q(kind="event", body__isnull=False, cause__isnull=True)
                | Q(kind="correction", body__isnull=False, cause__isnull=True)
                | Q(kind="undo", body__isnull=True, cause__isnull=True)
                | Q(kind="rules", body__isnull=False, cause__isnull=True, position=1)
                | Q(kind="consequence", body__isnull=True, cause__isnull=False),
            ),
            models.CheckConstraint(name="record_counts_from_one", condition=Q(number__gte=1, position__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.table} · n° {self.number}"


class Posting(models.Model):
    """One side of a transfer: the postings of a record sum to zero. A transfer is two postings with one `transfer`."""

    record = models.ForeignKey(Record, models.PROTECT, related_name="postings")
    transfer = models.PositiveSmallIntegerField()
    account = models.CharField(max_length=4)
    jetons = models.IntegerField()
    rule = models.CharField(max_length=8)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["record", "transfer", "account"], name="one_posting_an_account"),
            models.CheckConstraint(name="posting_moves_something", condition=~Q(jetons=0)),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.jetons:+}"


class Line(models.Model):
    """What one record changes for one sitter: the sums that standings are made of. What it takes back is negative.

    `net` is the change of his total: gain in jetons against the cave and what was bought, or the points of a game of
    points. `points` are card points. A sitter for whom a record changes nothing has no line.
    """

    record = models.ForeignKey(Record, models.PROTECT, related_name="lines")
    seat = models.ForeignKey(Seat, models.PROTECT, related_name="lines")
    net = models.IntegerField()
    coups = models.SmallIntegerField(default=0)
    coups_won = models.SmallIntegerField(default=0)
    points = models.IntegerField(default=0)
    brusquembilles_won = models.SmallIntegerField(default=0)
    brusquembilles_lost = models.SmallIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["record", "seat"], name="one_line_a_sitter")]

    def __str__(self) -> str:
        return f"{self.seat} {self.net:+}"
