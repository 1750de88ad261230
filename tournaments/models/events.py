"""Evenings and tournaments, and who takes part in them."""

from django.db import models
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
    ranking = models.JSONField(default=dict, blank=True)  # how the event is ranked: `standings.orders.Order.kept`
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
