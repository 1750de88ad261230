"""That something of an event has changed: written by the database itself (`guards.beats`), read by pages that are asked
for again. No part of an event: a backup leaves it out."""

from django.db import models

from .events import Event


class Beat(models.Model):
    """`mark`: a number drawn anew each time."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="beats")
    mark = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.event} · {self.mark}"
