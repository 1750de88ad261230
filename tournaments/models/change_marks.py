"""The mark that a tournament's data has changed: written by database triggers (`guards`), read by pages that poll.

It is not part of the tournament's data: a backup leaves it out."""

from django.db import models

from .tournaments import Tournament


class ChangeMark(models.Model):
    """A change of a tournament's data. `mark`: a new random number at each change."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, db_column="event_id", related_name="change_marks")
    mark = models.BigIntegerField()

    class Meta:
        db_table = "tournaments_beat"

    def __str__(self) -> str:
        return f"{self.tournament} · {self.mark}"
