"""The phone's form of a deal of Briscola: the card points of one side, from which the other's follow; at three, of two
players."""

from django.utils.translation import gettext_lazy as _

from tournaments.forms.phone.coup import PACK_POINTS, PointsForm


class BriscolaCoupForm(PointsForm):
    """The card points of each side; the page has a button for a tie."""

    key = "briscola"
    template = "phone/coup_briscola.html"
    preview_sentences = slice(2, None)  # the sentences that say who wins, and the totals
    who_deals = _("qui a tiré la plus basse carte")

    @property
    def tie_points(self) -> int:
        """The card points of each side where all have the same."""
        return PACK_POINTS // max(len(self.sides), 1)
