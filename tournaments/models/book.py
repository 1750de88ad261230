"""The book (the ledger): records, which are the source of truth, the postings and ledger lines written with each,
and the chain of digests over them.

It is append-only: the database itself refuses changes and unbalanced sums (`guards`).

Accounts are a table's seat positions ("1"…"6"), its "pot" and the "bank". Amounts are integers, in jetons.
A record's postings and lines are inserted first, the record last: its insert checks that the sum is zero and that the
number follows the one before, and from then on nothing can be added to it.
"""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone

from .rounds import Seat, Table
from .tournaments import Tournament

REASON_LENGTH = 300


class MentionsLeaving(models.Func):
    """SQL condition: the JSON body contains the string "leave". Few records do; a partial index holds them."""

    template = "instr(%(expressions)s, '\"leave\"') > 0"
    output_field = models.BooleanField()

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, template="strpos(%(expressions)s::text, '\"leave\"') > 0", **more)


class Record(models.Model):
    """One entry in a table's book, numbered from 1 without a gap.

    What it does, by `kind`:
    event: `body` is the next event of the partie;
    correction: `body` replaces event `position`;
    undo: the last event is annulled;
    rules: the whole table, from event `position` 1 on, is scored under the `preset` and `options` of `body` instead of
    those in its key `was`;
    consequence: event `position` is scored again because record `cause` changed the state before it.
    Except in a record of kind rules, `body` is an event of corbillon.partie/1 with "1"…"n" for players.
    Why it was written stands beside it (`RecordReason`), so that it can be erased.
    `key` is the id that the phone made; `digest` tells a retry (same key and digest) from another body under one key.
    `actor` is who wrote it: "table" or "table:POSITION" for a phone at the table, "user:ID" for an account, "token:ID"
    for another program.
    """

    class RecordKind(models.TextChoices):
        EVENT = "event"
        CORRECTION = "correction"
        UNDO = "undo"
        RULES = "rules"
        CONSEQUENCE = "consequence"

    table = models.ForeignKey(Table, models.PROTECT, related_name="records")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=RecordKind)
    position = models.PositiveIntegerField()
    body = models.JSONField(null=True)
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    actor = models.CharField(max_length=40, db_column="by")
    cause = models.PositiveIntegerField(null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["table"], name="records_of_leaving", condition=Q(MentionsLeaving("body")))]
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

    @property
    def reason(self) -> str:
        """Why it was written; "" if nothing was said, or if it was erased."""
        free_text = getattr(self, "free_text", None)
        return free_text.text if free_text else ""


class Posting(models.Model):
    """One side of a transfer of jetons. A transfer is two postings with the same `transfer` number; the postings of a
    record sum to zero."""

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


class LedgerLine(models.Model):
    """The change that one record makes to the figures of one seated player; standings are sums of these lines.

    Figures that a record takes back are negative. `net` is the change of the player's total: the gain in jetons beyond
    the cave and the jetons bought, or the points in a game of points. `points` are card points. A player for whom a
    record changes nothing has no line.
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
        db_table = "tournaments_line"
        constraints = [models.UniqueConstraint(fields=["record", "seat"], name="one_line_a_sitter")]

    def __str__(self) -> str:
        return f"{self.seat} {self.net:+}"


DIGEST_LENGTH = 64
OF_A_TABLE = Q(table__isnull=False, part__isnull=True, subject__isnull=True, state__isnull=True)
OF_A_ROW = Q(table__isnull=True, part__isnull=False, subject__isnull=False, state__isnull=False)


class ChainLink(models.Model):
    """One link of a hash chain. It holds one of three things: the record `record`; a seat that was corrected, at which
    `entry` sat in place of `was` (`actor` and `at` say who corrected it, and when); or what has become of a row that
    decides something beside the book (`guards.deciding_rows`): `part` is its key in DECIDING_ROWS, `subject` its id,
    `tournament` its tournament if it has one. `state`: the digest of such a row as it is from then on, "" once it is
    removed.

    `digest` covers the thing itself and two digests: `previous`, of the link before in the chain of this table, or of
    this row (of the table or row itself where there is none before); and `beside`, of the last link written in any
    chain ("" for the very first). `reason`: the salted digest of the record's reason, or of the row's words; "" without
    one.
    """

    table = models.ForeignKey(Table, models.PROTECT, null=True, related_name="links")
    record = models.OneToOneField(Record, models.PROTECT, null=True, related_name="link")
    seat = models.ForeignKey(Seat, models.PROTECT, null=True, related_name="links")
    was = models.BigIntegerField(null=True)
    entry = models.BigIntegerField(null=True)
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, null=True, db_column="event_id", related_name="decision_links"
    )
    part = models.CharField(max_length=12, null=True)
    subject = models.BigIntegerField(null=True)
    state = models.CharField(max_length=DIGEST_LENGTH, null=True)
    actor = models.CharField(max_length=40, blank=True, db_column="by")
    at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=DIGEST_LENGTH, blank=True)
    previous = models.CharField(max_length=DIGEST_LENGTH)
    beside = models.CharField(max_length=DIGEST_LENGTH, blank=True)
    digest = models.CharField(max_length=DIGEST_LENGTH, unique=True)

    class Meta:
        db_table = "tournaments_link"
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                name="link_is_of_one_thing",
                condition=Q(OF_A_TABLE, record__isnull=False, seat__isnull=True, was__isnull=True, entry__isnull=True)
                | Q(OF_A_TABLE, record__isnull=True, seat__isnull=False, was__isnull=False, entry__isnull=False)
                | Q(OF_A_ROW, record__isnull=True, seat__isnull=True, was__isnull=True, entry__isnull=True),
            )
        ]
        indexes = [models.Index(fields=["part", "subject"], name="links_of_a_row")]

    def __str__(self) -> str:
        return self.digest


class RecordReason(models.Model):
    """Why a record was written, in free words. The row may be deleted, as when a name is erased; it is never changed.

    The chain holds the digest of `salt` and `text`, and still proves everything else once they are gone.
    """

    record = models.OneToOneField(Record, models.PROTECT, primary_key=True, related_name="free_text")
    salt = models.CharField(max_length=32)
    text = models.CharField(max_length=REASON_LENGTH)

    class Meta:
        db_table = "tournaments_reason"

    def __str__(self) -> str:
        return self.text
