"""What is noted beside a table's book: calls, agreements, an auction under way, why it is not played, the tablet that
keeps its place; and what the organiser says to the whole hall."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.querysets import ArbiterCallQuerySet

from .clubs import NAME_LENGTH
from .rounds import Table
from .tournaments import Tournament

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


class Auction(models.Model):
    """The outcome of the auction of a table's next coup.

    `number`: the number that the coup's record will have; once the table has that record, the auction is out of date.
    `body`: some of the keys of that record's body, with seats ("1"…"n") for players.
    """

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="auction")
    number = models.PositiveIntegerField()
    body = models.JSONField()
    at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.table} · {self.number}"


class UnplayedTable(models.Model):
    """The decision that a table is not played, or adjourned.

    `absent`: for a forfeit, the seat positions (from 1) whose players did not come. What each kind is worth is set by
    the tournament's ranking (`standings.played.Scales`).
    """

    class UnplayedKind(models.TextChoices):
        EXEMPT = "exempt", _("exemptée")
        FORFEIT = "forfeit", _("forfait")
        ADJOURNED = "adjourned", _("remise à plus tard")
        ANNULLED = "annulled", _("annulée")
        WITHDRAWN = "withdrawn", _("ronde retirée")

    FINAL = (UnplayedKind.EXEMPT, UnplayedKind.FORFEIT, UnplayedKind.ANNULLED, UnplayedKind.WITHDRAWN)
    """The kinds after which nothing more is written at the table; an adjourned table is still to be played. Where a
    round is withdrawn, every one of its tables is WITHDRAWN, for good."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="unplayed")
    kind = models.CharField(max_length=9, choices=UnplayedKind)
    absent = models.JSONField(default=list)

    class Meta:
        db_table = "tournaments_unplayed"

    def __str__(self) -> str:
        return f"{self.table} · {self.kind}"


class HallMessage(models.Model):
    """What every screen and phone of a tournament shows until `ends_at`: one message at a time."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="hall_message")
    words = models.CharField(max_length=NAME_LENGTH)
    ends_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.words


class TableTablet(models.Model):
    """A tablet that keeps the place of table `n` all evening and opens that table of each round.

    `digest`: of its key, which is shown once and held by the tablet alone. A key that is taken back is deleted, and
    another one of the same table replaces it.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="tablets")
    n = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["n"]
        constraints = [models.UniqueConstraint(fields=["tournament", "n"], name="one_tablet_a_table")]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.n}"
