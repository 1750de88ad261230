"""The tombola of a tournament."""

from typing import Any

from django.db import models

from .tournaments import Tournament


class Tombola(models.Model):
    """Prizes that are drawn among tickets, one after the other.

    `prizes`: their names, in the order in which they are drawn. `first`, `last`: the numbers of the tickets sold; None
    where each player who is not absent has one. `several`: a ticket may win more than one prize. `seed`: what the
    winners follow from, 64 hexadecimal digits, told to nobody before the last prize is drawn. `entries`: once the first
    one is, the ids of the entries whose tickets are number 1, 2 and so on, none where numbers were sold; until then
    None. `drawn`: how many prizes are. `on_screen`: the hall's screen shows it in the place of all else.
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

    @property
    def is_over(self) -> bool:
        """True once every prize is drawn, so that the seed is told."""
        return 0 < self.drawn == len(self.prizes)
