"""Rounds, their tables, who sits where since when; the tokens counted and the sheet confirmed at the end.

A round that is still a draft is no round yet: it is a `Draft`, which publishing turns into tables and seats.
"""

import datetime

from django.db import models

from tournaments.querysets import RoundQuerySet, TableQuerySet

from .events import Entry, Event


class Round(models.Model):
    """One round, published as soon as it has tables. Its number never changes. `seed` is what it was drawn from (None:
    it was not drawn).

    Its clock: `minutes` long since `started_at`, less `paused_seconds`; it stands still since `paused_at`.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="rounds")
    n = models.PositiveSmallIntegerField()
    seed = models.PositiveBigIntegerField(null=True)
    minutes = models.PositiveSmallIntegerField(null=True)
    started_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    paused_seconds = models.PositiveIntegerField(default=0)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["n"]
        constraints = [models.UniqueConstraint(fields=["event", "n"], name="round_numbers_differ")]

    def __str__(self) -> str:
        return f"{self.event} · {self.n}"

    def ends_at(self, extra_minutes: int = 0) -> datetime.datetime | None:
        """When its clock runs out if nobody stops it, for a table with so many minutes more; None without a clock.
        While it stands still this is counted from when it did."""
        if self.started_at is None or self.minutes is None:
            return None
        return self.started_at + datetime.timedelta(minutes=self.minutes + extra_minutes, seconds=self.paused_seconds)

    def seconds_left(self, extra_minutes: int = 0) -> int | None:
        """What is left on a clock that stands still (below zero: it had run out); None where it runs, or is none."""
        ends = self.ends_at(extra_minutes)
        return int((ends - self.paused_at).total_seconds()) if ends and self.paused_at else None


class Rest(models.Model):
    """Somebody who was there for a round and had no place in it."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="rests")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="rests")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="one_rest_a_round")]

    def __str__(self) -> str:
        return f"{self.round} · {self.entry}"


class Draft(models.Model):
    """One way to draw the event's next rounds, from round `first` on: no one sees it but the desk.

    `choice` 1, 2, 3: the best one first; the `chosen` one is looked at, changed by hand and published. `sizes` are the
    table sizes it was drawn with. `rounds`: for each round {"tables": [[entry, …], …] in seat order, "resting":
    [entry, …], "locked": [table number, …]}.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="drafts")
    choice = models.PositiveSmallIntegerField()
    chosen = models.BooleanField(default=False)
    seed = models.PositiveBigIntegerField()
    first = models.PositiveSmallIntegerField()
    sizes = models.JSONField()
    rounds = models.JSONField()

    class Meta:
        ordering = ["choice"]
        constraints = [models.UniqueConstraint(fields=["event", "choice"], name="draft_choices_differ")]

    def __str__(self) -> str:
        return f"{self.event} · {self.choice}"


class Table(models.Model):
    """One table of one round. `generation` makes its key: the next generation revokes every key and code before it.

    `sides`: four players, two against two; partners sit side by side, seats 1 and 2 against 3 and 4.
    `paper_first`: the sheet is kept on paper, and entered from it later by anyone.
    `extra_minutes` are given to this table alone when its round's clock has run out.
    """

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
    """Who sits at a place of a table (1…n, each on the right of the one before) from the partie's event `since` on.

    A substitute who takes over a place is a second row with a later `since`; the records never change.
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


class Count(models.Model):
    """What a place's player counted from real tokens at the end, and at which record of the table."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="counts")
    position = models.PositiveSmallIntegerField()
    fiches = models.IntegerField()
    jetons = models.IntegerField()
    number = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "position"], name="one_count_a_place")]

    def __str__(self) -> str:
        return f"{self.table} · {self.position}"


class Confirmation(models.Model):
    """The sheet, read and agreed to by the player of a place, at a record of the table. From then on only an
    organiser corrects."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="confirmations")
    position = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "position", "number"], name="one_confirmation_a_place")]

    def __str__(self) -> str:
        return f"{self.table} · {self.position}"
