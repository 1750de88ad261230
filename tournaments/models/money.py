"""The money of a tournament: entry fees due and paid, prize groups, prizes, the tombola; what jetons are worth.

A field in `cents` holds minor units of the tournament's currency; in some currencies it is not a hundred of them that
make one unit.
"""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.currencies import CODE_LENGTH
from tournaments.standings.prizes import PrizeChoice

from .clubs import NAME_LENGTH, Club
from .tournaments import SALT_LENGTH, Entry, Tournament, make_salt

GROUP_LENGTH = 40


class Account(models.Model):
    """A tournament's entry fee per player (`fee_cents`), and which prizes a player gets who would win more than one.
    `several`: True: all; False: that of his place; None: the highest (`choice`)."""

    CHOICES: ClassVar = {True: PrizeChoice.SEVERAL, False: PrizeChoice.PLACE, None: PrizeChoice.HIGHEST}

    tournament = models.OneToOneField(
        Tournament, models.PROTECT, db_column="event_id", primary_key=True, related_name="account"
    )
    fee_cents = models.PositiveIntegerField(default=0)
    several = models.BooleanField(default=False, null=True)

    class Meta:
        db_table = "tournaments_treasury"

    def __str__(self) -> str:
        return f"{self.tournament} · {self.fee_cents}"

    @property
    def choice(self) -> PrizeChoice:
        """Which prizes a player gets who would win more than one."""
        return self.CHOICES[self.several]


class Fee(models.Model):
    """What one player owes (`due_cents`; None: the tournament's fee) and has paid, and the player's prize group."""

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True, related_name="fee")
    group = models.CharField(_("groupe"), max_length=GROUP_LENGTH, blank=True)
    due_cents = models.PositiveIntegerField(null=True)
    paid_cents = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "tournaments_dues"

    def __str__(self) -> str:
        return f"{self.entry} · {self.paid_cents}"


class Prize(models.Model):
    """One prize of a tournament: for the `place`-th of all players, of a `group`, or of the newcomers (by `kind`).

    Newcomers are those who play at the club for the first time. `cents`: the prize in money, 0 for a thing.
    `shared`: players who tie put the prizes of their places together and share them. `salt`: under which the chain
    holds its name.
    """

    class PrizeKind(models.TextChoices):
        RANK = "rank", _("au classement")
        GROUP = "group", _("dans un groupe")
        NEW = "new", _("parmi les nouveaux")

    tournament = models.ForeignKey(Tournament, models.PROTECT, db_column="event_id", related_name="prizes")
    kind = models.CharField(max_length=5, choices=PrizeKind, default=PrizeKind.RANK)
    place = models.PositiveSmallIntegerField(default=1)
    group = models.CharField(max_length=GROUP_LENGTH, blank=True)
    label = models.CharField(_("lot"), max_length=NAME_LENGTH)
    cents = models.PositiveIntegerField(default=0)
    shared = models.BooleanField(default=True)
    salt = models.CharField(max_length=SALT_LENGTH, default=make_salt, editable=False)

    class Meta:
        ordering = ["-kind", "group", "place", "pk"]

    def __str__(self) -> str:
        return self.label


class JetonWorth(models.Model):
    """What jetons are worth in money, at a club or for one tournament, whose own row counts before its club's.

    So many `jetons` are worth so many `minor_units` of the `currency` (an ISO 4217 code), whose amounts have so many
    `decimals`: 20 jetons and 100 minor units may be 1.00 euro. With 0 minor units jetons are worth nothing, whatever
    the club's row says. The book knows nothing of it.
    """

    club = models.OneToOneField(Club, models.CASCADE, null=True, related_name="jeton_worth")
    tournament = models.OneToOneField(
        Tournament, models.PROTECT, null=True, db_column="event_id", related_name="jeton_worth"
    )
    minor_units = models.PositiveIntegerField()
    decimals = models.PositiveSmallIntegerField(default=2)
    currency = models.CharField(max_length=CODE_LENGTH)
    jetons = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="worth_has_one_owner", condition=Q(club__isnull=True) ^ Q(tournament__isnull=True)
            ),
            models.CheckConstraint(name="worth_is_of_some_jetons", condition=Q(jetons__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.jetons} · {self.minor_units} {self.currency}"


class Tombola(models.Model):
    """Prizes that are drawn among tickets, one after the other.

    `prizes`: their names, in the order in which they are drawn; `drawn`: how many of them are drawn already. `first`,
    `last`: the numbers of the tickets sold; None where each player who is not absent has a ticket. `entries`: None
    until the first prize is drawn; then the ids of the entries whose tickets are number 1, 2 and so on, or an empty
    list where numbers were sold. `several`: a ticket may win more than one prize. `seed`: what the winners follow from,
    64 hexadecimal digits, secret until the last prize is drawn. `on_screen`: the hall's screen shows the tombola in
    place of all else.
    """

    SEED_LENGTH = 64

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="tombola")
    prizes: Any = models.JSONField(default=list)
    first = models.PositiveIntegerField(null=True)
    last = models.PositiveIntegerField(null=True)
    several = models.BooleanField(default=False)
    seed = models.CharField(max_length=SEED_LENGTH)
    entries: Any = models.JSONField(null=True)
    drawn = models.PositiveIntegerField(default=0)
    on_screen = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.tournament} · {len(self.prizes)}"

    @property
    def is_sold_by_number(self) -> bool:
        """True if tickets are numbers that were sold."""
        return self.first is not None

    def count_sold(self) -> int:
        """Return how many numbered tickets were sold; 0 where each player has a ticket instead."""
        return 0 if self.first is None or self.last is None else self.last - self.first + 1

    @property
    def is_over(self) -> bool:
        """True once every prize is drawn, so that the seed is shown."""
        return 0 < self.drawn == len(self.prizes)
