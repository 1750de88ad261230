"""The organiser's decision on a table that is not played, or not now."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .rounds import Table


class UnplayedTable(models.Model):
    """The decision that a table is not played, or adjourned.

    `absent`: for a forfeit, the seat positions (from 1) whose players did not come. What each kind is worth is set by
    the tournament's ranking (`standings.played.Scales`).
    """

    class UnplayedKind(models.TextChoices):
        EXEMPT = "exempt", _("exemptée")
        FORFEIT = "forfeit", _("forfait")
        ADJOURNED = "adjourned", _("remise à plus tard")
        ANNULLED = "annulled", _("annulée")
        WITHDRAWN = "withdrawn", _("ronde retirée")

    FINAL = (UnplayedKind.EXEMPT, UnplayedKind.FORFEIT, UnplayedKind.ANNULLED, UnplayedKind.WITHDRAWN)
    """The kinds after which nothing more is written at the table; an adjourned table is still to be played. Where a
    round is withdrawn, every one of its tables is WITHDRAWN, for good."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="unplayed")
    kind = models.CharField(max_length=9, choices=UnplayedKind)
    absent = models.JSONField(default=list)

    class Meta:
        db_table = "tournaments_unplayed"

    def __str__(self) -> str:
        return f"{self.table} · {self.kind}"
