"""Clubs, their members (accounts that run them), players and own presets.

One installation holds several clubs; every other object belongs to one of them.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from tournaments.models.currencies import CODE_LENGTH, EURO
from tournaments.models.listed_names import put_family_first
from tournaments.models.querysets import ClubPresetQuerySet
from tournaments.models.rights import Role

NAME_LENGTH = 80  # as in corbillon.partie/1
FRAMERS_LENGTH = 500
FIRST_CLUB = gettext_noop("Notre club")  # until somebody names it
DEMONSTRATION_CLUB = gettext_noop("Club de démonstration")


def localise_club_name(name: str) -> str:
    """Return a club's stored name as pages show it: a name that the program itself gave, as nobody has named the club,
    in the reader's language; any other as it is."""
    return gettext(name) if name in (FIRST_CLUB, DEMONSTRATION_CLUB) else name


class Club(models.Model):
    """A club and its settings. `cards`: the suits of the pack, at games that are played with Italian ones as well;
    `currency`: the ISO 4217 code of what its next tournaments take as fees and give as prizes; `framers`: the origins
    of the sites that may show its tables inside their own pages, with spaces between; `face`: its logo and its sponsors
    as pages show them, the logo first (`tournaments.reading.club_face`), whose pictures `ClubPicture` holds;
    `family_first`: its alphabetic lists go by the family names that are known; `table_corrections`: a table's players
    may correct its coups themselves, while they play; `ratings_public`: public pages show what the games say of the
    skill of those whose names they show; `photos_kept`: the pictures from which sheets were read stay with their
    tables."""

    class Cards(models.TextChoices):
        """The suits of a pack; `USUAL`: nobody has chosen, and each reader sees those he knows."""

        USUAL = "usual", _("celles que chacun connaît : italiennes pour qui lit l’italien, sinon françaises")
        FRENCH = "french", _("françaises : cœur, carreau, trèfle, pique")
        ITALIAN = "italian", _("italiennes : coupe, denier, bâton, épée")

    name = models.CharField(_("nom"), max_length=NAME_LENGTH)
    time_zone = models.CharField(_("fuseau horaire"), max_length=64, default="Europe/Paris")
    initials = models.BooleanField(_("initiales sur les pages publiques"), default=False)
    indexed = models.BooleanField(_("pages ouvertes aux moteurs de recherche"), default=False)
    cards = models.CharField(_("enseignes des cartes"), max_length=7, choices=Cards, default=Cards.USUAL)
    currency = models.CharField(_("monnaie"), max_length=CODE_LENGTH, default=EURO)
    framers = models.CharField(max_length=FRAMERS_LENGTH, blank=True, default="")
    family_first = models.BooleanField(_("listes par nom de famille"), default=False, db_default=False)
    table_corrections = models.BooleanField(_("corrections à la table"), default=True, db_default=True)
    ratings_public = models.BooleanField(_("adresse au jeu publique"), default=False, db_default=False)
    photos_kept = models.BooleanField(_("photos des feuilles gardées"), default=False, db_default=False)
    demonstration = models.BooleanField(default=False, editable=False)
    face = models.JSONField(default=list, db_default=[], blank=True, editable=False)

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        """The name as pages and prints show it."""
        return localise_club_name(self.name)


class ClubPicture(models.Model):
    """A picture of a club's face, made safe when it was taken: a PNG written anew, or an SVG of drawings alone.
    `digest`: of its bytes, which names it in addresses, so that what lies there never changes."""

    DIGEST_LENGTH = 32

    club = models.ForeignKey(Club, models.CASCADE, related_name="pictures")
    digest = models.CharField(max_length=DIGEST_LENGTH)
    ending = models.CharField(max_length=3)
    body = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "digest"], name="club_pictures_differ")]

    def __str__(self) -> str:
        return f"{self.club} · {self.digest}.{self.ending}"


class Member(models.Model):
    """An account's membership of a club; the role says what the account may do there
    (`tournaments.models.rights`)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, models.PROTECT, related_name="members")
    role = models.CharField(_("rôle"), max_length=12, choices=Role, default=Role.ORGANISER)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "club"], name="one_membership_a_club")]

    def __str__(self) -> str:
        return f"{self.user} · {self.club}"


class Player(models.Model):
    """A player of a club. Two players may have the same name; inside a tournament their shown names differ.
    `discreet`: he asked that public pages show his initials, whatever the club shows of the others. `family_name`: the
    words of his name that are the family name, "" where nobody said (`listed_names`). `rated`: his skill may be
    reckoned."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    name = models.CharField(_("nom"), max_length=NAME_LENGTH)
    active = models.BooleanField(_("joue encore"), default=True)
    discreet = models.BooleanField(_("initiales sur les pages publiques"), default=False)
    family_name = models.CharField(_("nom de famille"), max_length=NAME_LENGTH, blank=True, default="", db_default="")
    rated = models.BooleanField(_("adresse estimée"), default=True, db_default=True)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def listed_name(self) -> str:
        """The name as the club's alphabetic lists show it."""
        return put_family_first(self.name, self.family_name) if self.club.family_first else self.name


class ClubPreset(models.Model):
    """A club's own preset: a standard preset (`base`) of a game under another name, with the options that differ.

    Tournaments made from it keep their own copy, so it may be changed, renamed or retired (no longer offered) at any
    time.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="presets")
    game = models.CharField(_("jeu"), max_length=20)
    base = models.CharField(_("règle"), max_length=40)
    name = models.CharField(_("nom"), max_length=NAME_LENGTH)
    options = models.JSONField(_("options"), default=dict, blank=True)
    retired = models.BooleanField(_("retirée"), default=False)

    objects = ClubPresetQuerySet.as_manager()

    class Meta:
        ordering = ["game", "name", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "game", "name"], name="club_preset_names_differ")]

    def __str__(self) -> str:
        return self.name
