"""Players put right: one who stood twice in a club's list, one who asked that his name be forgotten."""

from django.db import models
from django.utils import timezone

from .clubs import NAME_LENGTH, Player
from .events import Deed, Entry


class Merge(models.Model):
    """A player who stood twice in the club's list: `entries` (their ids) went from `gone` to `kept`. Undone, they are
    back; the row stays, and says since when."""

    kept = models.ForeignKey(Player, models.PROTECT, related_name="merges")
    gone = models.ForeignKey(Player, models.PROTECT, related_name="merged_into")
    entries = models.JSONField(default=list)
    was_active = models.BooleanField()
    by = models.CharField(max_length=40)
    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.gone} → {self.kept}"


class Erasure(models.Model):
    """A player whose name is forgotten, here and at every event; what he played stays."""

    player = models.OneToOneField(Player, models.PROTECT, primary_key=True, related_name="erasure")
    by = models.CharField(max_length=40)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.player)


class Renaming(models.Model):
    """The two names of a renaming: beside its deed, which stays for ever, so that they can be forgotten."""

    deed = models.OneToOneField(Deed, models.PROTECT, primary_key=True, related_name="renaming")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="renamings")
    was = models.CharField(max_length=NAME_LENGTH)
    now = models.CharField(max_length=NAME_LENGTH)

    def __str__(self) -> str:
        return f"{self.was} → {self.now}"
