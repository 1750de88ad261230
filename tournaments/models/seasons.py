"""Seasons: the evenings that a club counts together, and by which rule; players entered twice and put together."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.querysets import SeasonQuerySet

from .clubs import NAME_LENGTH, Club, Player
from .events import Event


class Season(models.Model):
    """Evenings counted together. Never deleted, only hidden.

    `rule`: how, as `standings.seasons.Rule.kept` has it. `in_draws`: a draw of one of its evenings counts whom people
    met, and who rested, at the others.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons")
    name = models.CharField(_("nom"), max_length=NAME_LENGTH)
    events = models.ManyToManyField(Event, related_name="seasons", blank=True)
    rule = models.JSONField(default=dict, blank=True)
    in_draws = models.BooleanField(default=True)
    hidden = models.BooleanField(_("masquée"), default=False)

    objects = SeasonQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="season_names_differ")]

    def __str__(self) -> str:
        return self.name


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
