"""Evenings and tournaments, who takes part in them, and what their organisers did to them."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.querysets import EventQuerySet

from .clubs import NAME_LENGTH, Club, Player


class Event(models.Model):
    """One evening: a game with its options, a date, entries, rounds. Never deleted, only hidden.

    `code` is its short public address (letters and digits, at least one letter). `options` holds only what was chosen
    against the preset; they are frozen with the event's first record. `date` is the day it began in the club's zone.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("en préparation")
        OPEN = "open", _("en cours")
        CLOSED = "closed", _("terminée")

    club = models.ForeignKey(Club, models.PROTECT, related_name="events")
    code = models.CharField(max_length=6, unique=True, editable=False)
    name = models.CharField(_("nom"), max_length=NAME_LENGTH)
    date = models.DateField(_("date"))
    game = models.CharField(_("jeu"), max_length=20, default="brusquembille")
    preset = models.CharField(_("règle"), max_length=40)
    options = models.JSONField(_("options"), default=dict, blank=True)
    status = models.CharField(_("état"), max_length=8, choices=Status, default=Status.DRAFT)
    hidden = models.BooleanField(_("masquée"), default=False)
    typing_closed = models.BooleanField(default=False, editable=False)  # too many wrong table codes
    created_at = models.DateTimeField(auto_now_add=True)

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ["-date", "-pk"]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player's part in one event, under a name that nobody else bears there."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    shown_name = models.CharField(_("nom affiché"), max_length=NAME_LENGTH)

    class Meta:
        ordering = ["shown_name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="one_entry_a_player"),
            models.UniqueConstraint(fields=["event", "shown_name"], name="shown_names_differ"),
        ]

    def __str__(self) -> str:
        return self.shown_name


class Deed(models.Model):
    """One thing that somebody did to an event beside its book: append-only, as the book is (`guards`).

    `by` is "user:ID" for an account, "" for a command of the machine itself. `before` and `after` hold what changed, in
    the keys of `actions.deeds`; players in them are ids of entries, names stand there only where a name changed.
    """

    class What(models.TextChoices):
        OPENED = "opened"
        CLOSED = "closed"
        REOPENED = "reopened"
        HIDDEN = "hidden"
        SHOWN = "shown"
        CHANGED = "changed"
        RULES = "rules"
        RENAMED = "renamed"
        SUBSTITUTED = "substituted"
        CARD = "card"
        TYPING = "typing"

    event = models.ForeignKey(Event, models.PROTECT, related_name="deeds")
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=40, blank=True)
    what = models.CharField(max_length=12, choices=What)
    reason = models.CharField(max_length=300, blank=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.event} · {self.what}"


class WrongCode(models.Model):
    """A typed code that opened no table of the event, and when: too many in a minute close typing. Old ones go."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="wrong_codes")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.event} · {self.at}"
