"""Changes to players: merged duplicates, erased names, renamed entries."""

from django.db import models
from django.utils import timezone

from .clubs import NAME_LENGTH, Player
from .tournaments import AuditEntry, Entry


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
