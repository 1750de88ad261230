"""The mark that a tournament's data has changed: written by database triggers (`guards`), read by pages that poll.

It is not part of the tournament's data: a backup leaves it out."""

from django.db import models

from .tournaments import Tournament


class ChangeMark(models.Model):
    """A change of a tournament's data. `mark`: a new random number at each change."""

    event = models.ForeignKey(Tournament, models.CASCADE, related_name="beats")
    mark = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.event} · {self.mark}"
