"""A table that is not played, or not now: what the organiser said becomes of it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .rounds import Table


class Unplayed(models.Model):
    """`absent`: the places (from 1) whose players did not come, where the table is a forfeit. What each kind counts is
    said by the event's ranking (`standings.played.Scales`)."""

    class Kind(models.TextChoices):
        EXEMPT = "exempt", _("exemptée")
        FORFEIT = "forfeit", _("forfait")
        ADJOURNED = "adjourned", _("remise à plus tard")
        ANNULLED = "annulled", _("annulée")

    FINAL = (Kind.EXEMPT, Kind.FORFEIT, Kind.ANNULLED)
    """Nothing more is written at such a table; an adjourned one is played on some day."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="unplayed")
    kind = models.CharField(max_length=9, choices=Kind)
    absent = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.table} · {self.kind}"
