"""Tournaments (an evening is one of free tables), their entries, teams, seating exclusions, audit log, wrong
codes."""

import secrets
from copy import copy
from typing import Any
from uuid import uuid4

from django.db import models
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

import scoring
from tournaments.models.currencies import CODE_LENGTH, EURO
from tournaments.models.days import BoundedDateField
from tournaments.models.listed_names import put_family_first
from tournaments.models.querysets import DeskStates, TournamentQuerySet

from .clubs import NAME_LENGTH, Club, Player

SALT_LENGTH = 32


def make_salt() -> str:
    """Return a new salt, under which the chain holds words that may have to be forgotten."""
    return secrets.token_hex(SALT_LENGTH // 2)


UID_LENGTH = 36


def make_calendar_uid() -> str:
    """Return a new UUID, as text, by which calendars know a tournament."""
    return str(uuid4())


BEYOND_LAST_ROUND = 2**15
"""A round number that no tournament can reach."""


class Tournament(models.Model):
    """One tournament: a game with its options, a date, entries and rounds. Never deleted, only hidden.

    `code` is its short public address (letters and digits, at least one letter). `options` holds only the values that
    differ from the preset; they are frozen with the tournament's first record. `date` is the day it began, in the
    club's time zone. `house_rule` is the name that the club's own preset had when the tournament was made from one.
    `format` and `pairing` say how its rounds are drawn, `planned_rounds` how many are planned, `minutes` how long
    one lasts (None: no clock). `phases`: the phases of a tournament of duels in order, as JSON (`phases.Phase`).
    `stages`: rule changes from a later round on, in order of rounds, each {"since": a round from 2, "preset",
    "options", "house_rule"}. `seeded_by`: what the last draw by rating was made from (`reading.seeding`). `currency`:
    of its fees and prizes, by its ISO 4217 code. `calendar_uid`: a UUID, which names it in calendars; "" for one made
    before there were any, which its code names. `team_score`: what teams are ranked by, None where there are none;
    `team_best`: how many of each team's places count (None: all). In the first `club_rounds` rounds, people of one
    club of origin are kept apart.
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

    FIXED_ENDS = (Format.ALL, Format.KNOCKOUT, Format.GROUPS)
    """The formats of which the players and the settings say how many rounds there are."""
    OF_TABLES = (Format.FIXED, Format.RANDOM, Format.STANDING)
    """The formats of rounds whose tables have as many players as the game allows."""
    DUELS = (Format.SWISS, *FIXED_ENDS)
    """The formats of duels, in which two sides meet at each table: two players, or two fixed pairs."""
    OF_TEAMS = (Format.SWISS, Format.ALL)
    """The formats in which the sides may be teams, each pair of which meets at several tables."""

    class Pairing(models.TextChoices):
        SINGLE = "single", _("chacun pour soi")
        FIXED = "fixed", _("paires fixes")
        DRAWN = "drawn", _("paires tirées à chaque ronde")
        TEAMS = "teams", _("équipe contre équipe")

    class TeamScore(models.TextChoices):
        POINTS = "points", _("les points de ses joueurs")
        RANKS = "ranks", _("les rangs de ses joueurs")

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    code = models.CharField(max_length=6, unique=True, editable=False)
    name = models.CharField(_("nom"), max_length=NAME_LENGTH)
    date = BoundedDateField(_("date"))
    game = models.CharField(_("jeu"), max_length=20, default=scoring.FIRST_GAME.key)
    preset = models.CharField(_("règle"), max_length=40)
    options = models.JSONField(_("options"), default=dict, blank=True)
    house_rule = models.CharField(_("règle du club"), max_length=NAME_LENGTH, blank=True, default="")
    ranking = models.JSONField(default=dict, blank=True)  # how it is ranked: JSON of `RankingOrder`
    status = models.CharField(_("état"), max_length=8, choices=Status, default=Status.DRAFT)
    hidden = models.BooleanField(_("masquée"), default=False)
    format = models.CharField(_("déroulement"), max_length=8, choices=Format, default=Format.FREE)
    pairing = models.CharField(_("qui joue avec qui"), max_length=6, choices=Pairing, default=Pairing.SINGLE)
    planned_rounds = models.PositiveSmallIntegerField(_("nombre de rondes"), default=1)
    minutes = models.PositiveSmallIntegerField(_("minutes par ronde"), null=True)
    phases = models.JSONField(default=list, blank=True)
    stages = models.JSONField(default=list, blank=True)
    seeded_by = models.JSONField(null=True, editable=False)
    currency = models.CharField(_("monnaie"), max_length=CODE_LENGTH, default=EURO)
    created_at = models.DateTimeField(auto_now_add=True)
    calendar_uid = models.CharField(max_length=UID_LENGTH, default=make_calendar_uid, editable=False)
    team_score = models.CharField(
        max_length=6, choices=TeamScore, null=True
    )  # SQLite adds no other kind of column here
    team_best = models.PositiveSmallIntegerField(null=True)
    club_rounds = models.PositiveSmallIntegerField(null=True)

    objects = TournamentQuerySet.as_manager()
    has_later_rounds = False  # of free tables, as papers note it of what they print

    class Meta:
        db_table = "tournaments_event"
        ordering = ["-date", "-pk"]
        indexes = [models.Index(fields=["status", "date"], name="evenings_on_now")]

    def __str__(self) -> str:
        return self.name

    def names_round(self, n: int) -> bool:
        """True if pages call round n by its number. Free tables are one round, which is not called «ronde 1» unless it
        is shown beside later rounds."""
        return n > 1 or self.format != self.Format.FREE or self.has_later_rounds

    def with_round_rules(self, n: int) -> "Tournament":
        """Return the tournament with the rules of its round n: itself, or a copy that must never be saved."""
        begun = [stage for stage in self.stages if stage["since"] <= n]
        if not begun:
            return self
        tournament, rules = copy(self), begun[-1]
        tournament.preset, tournament.options, tournament.house_rule = (
            rules["preset"],
            rules["options"],
            rules["house_rule"],
        )
        return tournament

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """How many may play at one table, by the game and its options."""
        return scoring.list_table_sizes(self.game, self.preset, self.options)

    @property
    def seeding(self) -> dict[str, Any]:
        """What the last draw by rating was made from, as `reading.seeding` writes it; {} where there was none."""
        return self.seeded_by or {}

    @property
    def stage_starts(self) -> list[int]:
        """The first round of each stretch of rounds that has its own rules; the first is round 1."""
        return [1, *(stage["since"] for stage in self.stages)]

    def find_stage_rounds(self, since: int) -> range:
        """Return the rounds that have the rules set from round `since` on, up to the next change of rules."""
        return range(since, min((start for start in self.stage_starts if start > since), default=BEYOND_LAST_ROUND))

    @property
    def has_duels(self) -> bool:
        """True where two sides meet at each table."""
        return self.format in self.DUELS

    def find_shown_round(self) -> Any:
        """Return the round whose tables are shown first: the last published one; once the evening is closed, the last
        one of which something counts. None before the first."""
        return self.rounds.last_played() if self.status == self.Status.CLOSED else self.rounds.current()

    @property
    def has_team_matches(self) -> bool:
        """True where teams meet: the first of one sits with the first of the other, and so on."""
        return self.pairing == self.Pairing.TEAMS

    @cached_property
    def desk_states(self) -> DeskStates:
        """How its parts stood when this was first asked, for a page of the desk."""
        return type(self).objects.read_desk_states(self)

    @cached_property
    def team_names(self) -> dict[int, str]:
        """The name of each entry's team where teams meet; empty elsewhere. One query."""
        in_teams = self.entries.exclude(team=None) if self.has_team_matches else self.entries.none()
        return dict(in_teams.order_by().values_list("pk", "team__name"))

    @property
    def has_bracket(self) -> bool:
        """True where a phase is a round robin, a knockout or groups, so that there are matches to show, not standings
        alone. False where teams meet, since their matches stand beside the standings of the teams."""
        return not self.has_team_matches and any(phase["format"] != self.Format.SWISS for phase in self.phases)


class Team(models.Model):
    """A team of one tournament, whose members sit at tables of their own. Each of its places is an entry, or several
    who followed each other."""

    SIZES = range(2, 9)

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="teams")
    name = models.CharField(_("nom de l’équipe"), max_length=NAME_LENGTH)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "name"], name="team_names_differ")]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player's entry in one tournament, under a shown name that nobody else has there.

    The player is drawn for the rounds from `first_round` to `last_round` (None: to the end) unless absent.
    `fixed_table`: the number of the table that the player always sits at. Two entries with the same `pair` are partners
    where pairs are fixed. `free_since`: since when the player has been waiting for a table, where tables are free.
    `salt`: under which the chain holds who this is; "" once the name is erased. `team_place`: which place of the `team`
    it holds, from 1; the later of two with one place took over from the earlier.
    """

    class Presence(models.TextChoices):
        EXPECTED = "expected", _("attendu")
        PRESENT = "present", _("présent")
        ABSENT = "absent", _("absent")

    tournament = models.ForeignKey(Tournament, models.PROTECT, db_column="event_id", related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    shown_name = models.CharField(_("nom affiché"), max_length=NAME_LENGTH)
    presence = models.CharField(max_length=8, choices=Presence, default=Presence.EXPECTED)
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True)
    fixed_table = models.PositiveSmallIntegerField(null=True)
    pair = models.PositiveSmallIntegerField(null=True)
    free_since = models.DateTimeField(null=True)
    salt = models.CharField(max_length=SALT_LENGTH, default=make_salt, editable=False)
    team = models.ForeignKey(Team, models.SET_NULL, null=True, db_index=False, related_name="members")
    team_place = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["shown_name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="one_entry_a_player"),
            models.UniqueConstraint(fields=["tournament", "shown_name"], name="shown_names_differ"),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def listed_name(self) -> str:
        """The shown name as the club's alphabetic lists show it. Where they go by family names it reads the player."""
        is_turned = self.tournament.club.family_first
        return put_family_first(self.shown_name, self.player.family_name) if is_turned else self.shown_name


class SeatingExclusion(models.Model):
    """Entries that must not sit at the same table (a couple, members of one club). The reason is not stored."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, db_column="event_id", related_name="exclusions")
    entries: "models.ManyToManyField[Entry, ExcludedEntry]" = models.ManyToManyField(
        Entry, through="ExcludedEntry", related_name="exclusions"
    )

    class Meta:
        db_table = "tournaments_apart"

    def __str__(self) -> str:
        return f"{self.tournament} · {self.pk}"


class ExcludedEntry(models.Model):
    """One entry of a seating exclusion."""

    exclusion = models.ForeignKey(SeatingExclusion, models.CASCADE, db_column="apart_id")
    entry = models.ForeignKey(Entry, models.CASCADE)

    class Meta:
        db_table = "tournaments_apart_entries"
        unique_together = [("exclusion", "entry")]

    def __str__(self) -> str:
        return f"{self.exclusion} · {self.entry}"


class AuditEntry(models.Model):
    """One organiser's action on a tournament outside its book: append-only, as the book is (`guards`).

    `actor` is "user:ID" for an account, "token:ID" for another program, "" for a command run on the server. `before`
    and `after` hold the values that changed, under the keys that the action gives (`write_audit_entry`); players in
    them are entry ids, never names (`Renaming` holds those). Why it was done stands beside it (`AuditReason`), so that
    it can be erased.
    """

    class Action(models.TextChoices):
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
        ADJUSTED = "adjusted"
        UNADJUSTED = "unadjusted"
        WITHDRAWN = "withdrawn"
        WORTH = "worth"
        TOMBOLA = "tombola"
        PUBLISHED = "published"
        DRAFTED = "drafted"
        ENTERED = "entered"
        REMOVED = "removed"
        PRESENCE = "presence"
        PART = "part"
        APART = "apart"
        CONFIRMED = "confirmed"
        FEE = "fee"
        PAID = "paid"
        PRIZE = "prize"

    tournament = models.ForeignKey(Tournament, models.PROTECT, db_column="event_id", related_name="audit_entries")
    at = models.DateTimeField(default=timezone.now)
    actor = models.CharField(max_length=40, blank=True, db_column="by")
    what = models.CharField(max_length=12, choices=Action)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    class Meta:
        db_table = "tournaments_deed"
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.what}"

    @property
    def reason(self) -> str:
        """Why it was done; "" if nothing was said, or if it was erased."""
        free_text = getattr(self, "free_text", None)
        return free_text.text if free_text else ""


class AuditReason(models.Model):
    """Why an audit entry's action was done, in free words. The row may be deleted, as when a name is erased; the chain
    holds its digest under `salt`."""

    deed = models.OneToOneField(AuditEntry, models.PROTECT, primary_key=True, related_name="free_text")
    text = models.CharField(max_length=300)
    salt = models.CharField(max_length=SALT_LENGTH, default=make_salt, editable=False)

    class Meta:
        db_table = "tournaments_deedreason"

    def __str__(self) -> str:
        return self.text
