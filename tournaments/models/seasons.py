"""Seasons: tournaments that a club counts together, with those of clubs that joined it, and the rule that counts
them."""

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


class JoinedClub(models.Model):
    """Another club that the season's owner asked to bring its tournaments. `state`: until that club's own owner has
    agreed, nobody else hears of it, and none of its tournaments counts. The row is deleted when the club leaves the
    season."""

    class Answer(models.TextChoices):
        ASKED = "asked", _("invité, n’a pas encore répondu")
        JOINED = "joined", _("compte ses soirées avec les vôtres")
        REFUSED = "refused", _("a dit non")

    season = models.ForeignKey(Season, models.CASCADE, related_name="joined_clubs")
    club = models.ForeignKey(Club, models.CASCADE, related_name="joined_seasons")
    state = models.CharField(max_length=8, choices=Answer, default=Answer.ASKED)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["season", "club"], name="one_club_a_season")]

    def __str__(self) -> str:
        return f"{self.season} · {self.club}"


class SeasonTournament(models.Model):
    """One tournament that counts for a season."""

    season = models.ForeignKey(Season, models.CASCADE)
    tournament = models.ForeignKey(Tournament, models.CASCADE, db_column="event_id")

    class Meta:
        db_table = "tournaments_season_events"
        unique_together = [("season", "tournament")]

    def __str__(self) -> str:
        return f"{self.season} · {self.tournament}"
