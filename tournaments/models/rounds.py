"""Rounds, their tables and seats; the token counts, the confirmations and the pictures of the sheet at the end.

An unpublished round is no Round yet: it is a `RoundDraft`, which publishing turns into tables and seats.
"""

import datetime

from django.db import models
from django.utils import timezone

from tournaments.models.days import BoundedDateTimeField
from tournaments.models.elapsed import find_beginning
from tournaments.models.querysets import RoundQuerySet, TableQuerySet

from .tournaments import Entry, Tournament


class Round(models.Model):
    """One round, published as soon as it has tables.

    Its number `n` never changes. `seed` is the random seed of its draw (None: it was not drawn). Its clock runs for
    `minutes` from `started_at`, and longer by `paused_seconds`. `paused_at`: since when it has been paused (None: it is
    not). `moves`: how often the clock has moved the round in calendars, `moved_at`: when it did last.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, db_column="event_id", related_name="rounds")
    n = models.PositiveSmallIntegerField()
    seed = models.PositiveBigIntegerField(null=True)
    minutes = models.PositiveSmallIntegerField(null=True)
    started_at = BoundedDateTimeField(null=True)
    paused_at = BoundedDateTimeField(null=True)
    paused_seconds = models.PositiveIntegerField(default=0)
    moves = models.PositiveIntegerField(default=0)
    moved_at = models.DateTimeField(null=True)

    withdrawn: bool  # only where it was fetched `with_withdrawn`: no table of it counts any more

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["n"]
        constraints = [models.UniqueConstraint(fields=["tournament", "n"], name="round_numbers_differ")]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.n}"

    def ends_at(self, extra_minutes: int = 0) -> datetime.datetime | None:
        """Return the time when the clock runs out, for a table with `extra_minutes`; None without a clock.

        While the clock is paused, this is the time reckoned at the moment of the pause.
        """
        started_at = self.find_start(timezone.now())
        if started_at is None or self.minutes is None:
            return None
        return started_at + datetime.timedelta(minutes=self.minutes + extra_minutes, seconds=self.paused_seconds)

    def find_start(self, now: datetime.datetime) -> datetime.datetime | None:
        """Return when the clock was started, by the computer's clock as it goes now, which may have jumped since; None
        without a clock. A pause keeps what had passed until then."""
        if self.started_at is None or self.paused_at is not None:
            return self.started_at
        return find_beginning(self.clock_name, self.started_at, now)

    @property
    def clock_name(self) -> str:
        """The name under which the start of its clock is noted (`note_beginning`): «round-12»."""
        return f"round-{self.pk}"

    def has_ended(self) -> bool:
        """Return whether each table of the round is over, or is marked as not played now; one query."""
        return not self.tables.filter(unplayed=None).exclude(summary__complete=True).exists()

    def seconds_left(self, extra_minutes: int = 0) -> int | None:
        """Return the seconds left on a paused clock, for a table with `extra_minutes` (below zero: it had run out);
        None if it runs or there is none."""
        ends = self.ends_at(extra_minutes)
        return int((ends - self.paused_at).total_seconds()) if ends and self.paused_at else None


class Rest(models.Model):
    """A bye: an entry that was present for a round and had no seat in it."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="rests")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="rests")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="one_rest_a_round")]

    def __str__(self) -> str:
        return f"{self.round} · {self.entry}"


class RoundDraft(models.Model):
    """One proposed draw of the tournament's next rounds, from round `first` on; only organisers see it.

    `choice` 1, 2, 3 numbers the proposals, the best one first; the `chosen` one is looked at, changed by hand and
    published. `sizes`: as in the request to the draw. `evaluation`: how good it was found when it was drawn or last
    changed by hand (`DraftEvaluation`); None: it is yet to be measured.

    `rounds`: for each round {"tables": [[entry id, …], …] in seat order, "resting": [entry id, …], "locked": [table
    number, …]}. The first round also has "last_record", the id of the newest record of any table when the scores were
    read. A round that was changed by hand has "exchanges", [[entry id, entry id], …]; the first round then also has
    "proposed", {"repeats", "spread"} of the draw as it was, if that had been evaluated.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, db_column="event_id", related_name="drafts")
    choice = models.PositiveSmallIntegerField()
    chosen = models.BooleanField(default=False)
    seed = models.PositiveBigIntegerField()
    first = models.PositiveSmallIntegerField()
    sizes = models.JSONField()
    rounds = models.JSONField()
    evaluation = models.JSONField(null=True)

    class Meta:
        db_table = "tournaments_draft"
        ordering = ["choice"]
        constraints = [models.UniqueConstraint(fields=["tournament", "choice"], name="draft_choices_differ")]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.choice}"


class Table(models.Model):
    """One table of one round.

    Its key and code are made from `generation`: the next generation revokes those before it.
    `sides`: four players, two against two; partners sit side by side, seats 1 and 2 against 3 and 4.
    `paper_first`: the sheet is written on paper, and anyone may enter it later.
    `extra_minutes` are given to this table alone when the round's clock has run out.
    """

    head: str  # only where it was fetched `with_heads`: the digest of the last link of its chain
    next_record: int | None = None  # only where it was fetched `with_next_record`, until a record takes it
    beside: str  # likewise: the digest of the last link of any chain

    round = models.ForeignKey(Round, models.PROTECT, related_name="tables")
    n = models.PositiveSmallIntegerField()
    generation = models.PositiveIntegerField(default=1, editable=False)
    sides = models.BooleanField(default=False)
    paper_first = models.BooleanField(default=False)
    extra_minutes = models.PositiveSmallIntegerField(default=0)

    objects = TableQuerySet.as_manager()

    class Meta:
        ordering = ["n"]
        constraints = [models.UniqueConstraint(fields=["round", "n"], name="table_numbers_differ")]

    def __str__(self) -> str:
        return f"{self.round} · {self.n}"


class Seat(models.Model):
    """The entry that sits at a position of a table from the partie's event `since` on.

    Positions are 1…n, each on the right of the one before. A substitute who takes over a position is a second row with
    a later `since`; the records never change.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    since = models.PositiveIntegerField(default=1)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["position", "since"]
        constraints = [models.UniqueConstraint(fields=["table", "position", "since"], name="one_sitter_a_place")]

    def __str__(self) -> str:
        return f"{self.table} · {self.position}"


class TokenCount(models.Model):
    """The tokens that the player at a position counted at the end. `number`: of the table's last record at that time; 0
    if nobody counted and the sheet was signed on paper: then the count is what the sheet says, also after a correction.
    `owed_to`: where the player holds less than nothing, the position of the player to whom he owes it, or 0 for the
    bank; None while the players have not said so. Nothing moves for it."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="counts")
    position = models.PositiveSmallIntegerField()
    fiches = models.IntegerField()
    jetons = models.IntegerField()
    number = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now=True)
    owed_to = models.PositiveSmallIntegerField(null=True)

    class Meta:
        db_table = "tournaments_count"
        constraints = [models.UniqueConstraint(fields=["table", "position"], name="one_count_a_place")]

    def __str__(self) -> str:
        return f"{self.table} · {self.position}"

    @property
    def is_read_off(self) -> bool:
        """True if nobody counted, so that the count is what the sheet says."""
        return self.number == 0


class Confirmation(models.Model):
    """A player's confirmation of the whole sheet. `number`: the table's last record at that time.

    From then on only an organiser corrects the sheet.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="confirmations")
    position = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "position", "number"], name="one_confirmation_a_place")]

    def __str__(self) -> str:
        return f"{self.table} · {self.position}"


class SheetPhoto(models.Model):
    """The straightened picture of a page of the table's paper sheet, a JPEG, from which coups were recorded, where the
    club wishes it kept. `digest`: of the photograph as it was sent (SHA-256), which the records' reasons name."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="photos")
    page = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    body = models.BinaryField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["table", "page", "digest"], name="sheet_photos_differ")]

    def __str__(self) -> str:
        return f"{self.table} · {self.page}"
