"""The hash chain of the book: one link for each record, and one for each seat that is corrected once the book names it.

It is append-only, as the book is (`guards`); what a digest covers is declared in `guards.digests`.
"""

from django.db import models
from django.db.models import Q

from .book import REASON_LENGTH, Record
from .rounds import Seat, Table

DIGEST_LENGTH = 64


class ChainLink(models.Model):
    """One link of a table's chain: that of a record, or the change by which `entry` sat at `seat` and not `was`.

    `digest` covers what the link is of and the two digests that it holds: `previous`, of the link before it at this
    table (the first one's is that of the table itself), and `beside`, of the last link written at any table ("" for the
    very first). `reason`: the salted digest of the record's reason, "" without one. `actor` and `at` say who corrected
    a seat, and when; of a record they stand in the record itself.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="links")
    record = models.OneToOneField(Record, models.PROTECT, null=True, related_name="link")
    seat = models.ForeignKey(Seat, models.PROTECT, null=True, related_name="links")
    was = models.BigIntegerField(null=True)
    entry = models.BigIntegerField(null=True)
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
                condition=Q(record__isnull=False, seat__isnull=True, was__isnull=True, entry__isnull=True)
                | Q(record__isnull=True, seat__isnull=False, was__isnull=False, entry__isnull=False),
            )
        ]

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
