"""A deal of Briscola: the card points of one side; the other's follow. At three, of two players."""

from django.utils.translation import gettext_lazy as _

from .play_coup import WHOLE, PointsForm


class BriscolaCoup(PointsForm):
    """The points of each side; a tie has a button of its own."""

    key = "briscola"
    template = "play/coup_briscola.html"
    foretold = slice(-2, None)  # who wins, and the totals
    who_deals = _("qui a tiré la plus basse carte")

    @property
    def tie(self) -> int:
        """What each has where all have the same."""
        return WHOLE // max(len(self.sides), 1)
