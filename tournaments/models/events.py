"""Evenings and tournaments, who takes part in them, and what their organisers did to them."""

from copy import copy

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.querysets import EventQuerySet

from .clubs import NAME_LENGTH, Club, Player

MANY = 2**15
"""More rounds than an event can have."""


class Event(models.Model):
    """One evening: a game with its options, a date, entries, rounds. Never deleted, only hidden.

    `code` is its short public address (letters and digits, at least one letter). `options` holds only what was chosen
    against the preset; they are frozen with the event's first record. `date` is the day it began in the club's zone.
    `house_rule` is the name that the club's own preset had when the event was made from one.
    `format` and `pairing` say how its rounds are drawn; `planned_rounds` how many there are to be, `minutes` how long
    one lasts (None: no clock). `phases`: each part of the event in which two sides met at a table, the last one last
    (`phases.Phase.kept`). `stages`: rules that are others from a later round on, the first one first, each {"since": a
    round from 2, "preset", "options", "house_rule"}.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("en préparation")
        OPEN = "open", _("en cours")
        CLOSED = "closed", _("terminée")

    class Format(models.TextChoices):
        FREE = "free", _("tables libres")
        FIXED = "fixed", _("rondes tirées d’avance")
        RANDOM = "random", _("rondes tirées l’une après l’autre")
        STANDING = "standing", _("rondes d’après le classement")
        SWISS = "swiss", _("système suisse, à deux")
        ALL = "all", _("toutes rondes, à deux")
        KNOCKOUT = "knockout", _("élimination directe, à deux")
        GROUPS = "groups", _("poules puis finales, à deux")

    DUELS = (Format.SWISS, Format.ALL, Format.KNOCKOUT, Format.GROUPS)
    """Formats in which two sides meet at each table: two players, or two fixed pairs."""

    class Pairing(models.TextChoices):
        SINGLE = "single", _("chacun pour soi")
        FIXED = "fixed", _("paires fixes")
        DRAWN = "drawn", _("paires tirées à chaque ronde")

    club = models.ForeignKey(Club, models.PROTECT, related_name="events")
    code = models.CharField(max_length=6, unique=True, editable=False)
    name = models.CharField(_("nom"), max_length=NAME_LENGTH)
    date = models.DateField(_("date"))
    game = models.CharField(_("jeu"), max_length=20, default="brusquembille")
    preset = models.CharField(_("règle"), max_length=40)
    options = models.JSONField(_("options"), default=dict, blank=True)
    house_rule = models.CharField(_("règle du club"), max_length=NAME_LENGTH, blank=True, default="")
    ranking = models.JSONField(default=dict, blank=True)  # how the event is ranked: `standings.orders.Order.kept`
    status = models.CharField(_("état"), max_length=8, choices=Status, default=Status.DRAFT)
    hidden = models.BooleanField(_("masquée"), default=False)
    typing_closed = models.BooleanField(default=False, editable=False)  # too many wrong table codes
    format = models.CharField(_("déroulement"), max_length=8, choices=Format, default=Format.FREE)
    pairing = models.CharField(_("qui joue avec qui"), max_length=6, choices=Pairing, default=Pairing.SINGLE)
    planned_rounds = models.PositiveSmallIntegerField(_("nombre de rondes"), default=1)
    minutes = models.PositiveSmallIntegerField(_("minutes par ronde"), null=True)
    phases = models.JSONField(default=list, blank=True)
    stages = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ["-date", "-pk"]

    def __str__(self) -> str:
        return self.name

    def of_round(self, n: int) -> "Event":
        """The event under the rules that its round n is played by: itself, or a copy to be read and never saved."""
        found = [stage for stage in self.stages if stage["since"] <= n]
        if not found:
            return self
        event, rules = copy(self), found[-1]
        event.preset, event.options, event.house_rule = rules["preset"], rules["options"], rules["house_rule"]
        return event

    @property
    def starts(self) -> list[int]:
        """The first round of each part that has rules of its own."""
        return [1, *(stage["since"] for stage in self.stages)]

    def rounds_ruled(self, since: int) -> range:
        """The rounds of the part that begins with round `since`."""
        return range(since, min((start for start in self.starts if start > since), default=MANY))

    @property
    def duels(self) -> bool:
        """Are its rounds drawn for tables of two sides?"""
        return self.format in self.DUELS

    @property
    def has_bracket(self) -> bool:
        """Is a part of it a round robin, a knockout or groups, so that there is more to show than standings?"""
        return any(phase["format"] != self.Format.SWISS for phase in self.phases)


class Entry(models.Model):
    """A player's part in one event, under a name that nobody else bears there.

    He is drawn for the rounds from `first_round` to `last_round` (None: to the end) unless he is absent. `fixed_table`:
    the number of the table that he cannot leave. Two entries of one `pair` are partners where pairs are fixed.
    `free_since`: from when on he has been waiting for a table, where tables are free.
    """

    class Presence(models.TextChoices):
        EXPECTED = "expected", _("attendu")
        PRESENT = "present", _("présent")
        ABSENT = "absent", _("absent")

    event = models.ForeignKey(Event, models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    shown_name = models.CharField(_("nom affiché"), max_length=NAME_LENGTH)
    presence = models.CharField(max_length=8, choices=Presence, default=Presence.EXPECTED)
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True)
    fixed_table = models.PositiveSmallIntegerField(null=True)
    pair = models.PositiveSmallIntegerField(null=True)
    free_since = models.DateTimeField(null=True)

    class Meta:
        ordering = ["shown_name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="one_entry_a_player"),
            models.UniqueConstraint(fields=["event", "shown_name"], name="shown_names_differ"),
        ]

    def __str__(self) -> str:
        return self.shown_name


class Apart(models.Model):
    """People who are not to sit at one table: a couple, one club. Which ones, and nothing of why."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="aparts")
    entries = models.ManyToManyField(Entry, related_name="aparts")

    def __str__(self) -> str:
        return f"{self.event} · {self.pk}"


class Deed(models.Model):
    """One thing that somebody did to an event beside its book: append-only, as the book is (`guards`).

    `by` is "user:ID" for an account, "" for a command of the machine itself. `before` and `after` hold what changed, in
    the keys of `actions.deeds`; players in them are ids of entries: no name of anybody's stands there (`Renaming`).
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
        UNPLAYED = "unplayed"

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
