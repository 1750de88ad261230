"""Seasons: tournaments that a club counts together, and the rule that counts them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.querysets import SeasonQuerySet

from .clubs import NAME_LENGTH, Club
from .tournaments import Tournament


class Season(models.Model):
    """Tournaments counted together. Never deleted, only hidden.

    `rule`: how they are counted, as JSON of the rule in `standings.seasons`. `in_draws`: the draw of one of its
    tournaments takes into account whom players met, and who had a bye, at the others.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons")
    name = models.CharField(_("nom"), max_length=NAME_LENGTH)
    tournaments: "models.ManyToManyField[Tournament, SeasonTournament]" = models.ManyToManyField(
        Tournament, through="SeasonTournament", related_name="seasons", blank=True
    )
    rule = models.JSONField(default=dict, blank=True)
    in_draws = models.BooleanField(default=True)
    hidden = models.BooleanField(_("masquée"), default=False)

    objects = SeasonQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="season_names_differ")]

    def __str__(self) -> str:
        return self.name


class SeasonTournament(models.Model):
    """One tournament that counts for a season."""

    season = models.ForeignKey(Season, models.CASCADE)
    tournament = models.ForeignKey(Tournament, models.CASCADE, db_column="event_id")

    class Meta:
        db_table = "tournaments_season_events"
        unique_together = [("season", "tournament")]

    def __str__(self) -> str:
        return f"{self.season} · {self.tournament}"
