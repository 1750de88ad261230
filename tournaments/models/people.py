"""What is kept of a player beside his name; changes to players: merged duplicates, erased names, renamed entries."""

from typing import Any, ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .clubs import NAME_LENGTH, Player
from .money import GROUP_LENGTH
from .tournaments import AuditEntry, Entry


class PlayerDetails(models.Model):
    """What the club keeps of a player beside his name, each optional. Private: organisers' pages and files alone show
    it. `paid`: whether he has paid the club this year; `pictures`: whether he agrees to be photographed and shown; None
    if nobody said."""

    LENGTHS: ClassVar = {"licence": 40, "home_club": NAME_LENGTH, "email": 254, "category": GROUP_LENGTH, "note": 200}

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="details")
    licence = models.CharField(_("numéro de licence"), max_length=LENGTHS["licence"], blank=True)
    home_club = models.CharField(_("club d’origine"), max_length=LENGTHS["home_club"], blank=True)
    email = models.EmailField(_("courriel"), max_length=LENGTHS["email"], blank=True)
    category = models.CharField(_("catégorie"), max_length=LENGTHS["category"], blank=True)
    note = models.CharField(_("remarque"), max_length=LENGTHS["note"], blank=True)
    paid = models.BooleanField(_("a payé"), null=True)
    pictures = models.BooleanField(_("accord pour les photos"), null=True)

    def __str__(self) -> str:
        return str(self.player)


def read_detail(player: Player, name: str) -> Any:
    """Return a detail of the player, by its `name` in `PlayerDetails`; "" if the club keeps no details of him."""
    details = getattr(player, "details", None)
    return getattr(details, name) if details else ""


class Merge(models.Model):
    """The merge of a duplicate player: the entries with the ids in `entries` were moved from `gone` to `kept`.

    When the merge is undone they are moved back; the row stays, with the time in `undone_at`.
    """

    kept = models.ForeignKey(Player, models.PROTECT, related_name="merges")
    gone = models.ForeignKey(Player, models.PROTECT, related_name="merged_into")
    entries = models.JSONField(default=list)
    was_active = models.BooleanField()
    actor = models.CharField(max_length=40, db_column="by")
    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.gone} → {self.kept}"


class Erasure(models.Model):
    """A player whose name was erased from the club and from every tournament; the results stay."""

    player = models.OneToOneField(Player, models.PROTECT, primary_key=True, related_name="erasure")
    actor = models.CharField(max_length=40, db_column="by")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.player)


class Renaming(models.Model):
    """The old and the new name of a renamed entry. They are stored beside the audit entry, which is never deleted, so
    that they can be erased."""

    deed = models.OneToOneField(AuditEntry, models.PROTECT, primary_key=True, related_name="renaming")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="renamings")
    was = models.CharField(max_length=NAME_LENGTH)
    now = models.CharField(max_length=NAME_LENGTH)

    def __str__(self) -> str:
        return f"{self.was} → {self.now}"
