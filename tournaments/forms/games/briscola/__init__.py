"""Briscola: its form on the phone, its score sheet on paper, its random player, its lesson."""

from django.utils.translation import gettext_lazy

from tournaments.forms.games.parts import GameParts
from tournaments.forms.phone.coup import PACK_POINTS, PointsForm

from .lesson import LESSON
from .paper import PAPER
from .player import play_next_event


class BriscolaCoupForm(PointsForm):
    """The form of a coup of Briscola: the card points of one side, from which the other side's follow (with three
    players, those of two), and a button for a tie."""

    key = "briscola"
    template = "phone/coup_briscola.html"
    preview_sentences = slice(2, None)  # the sentences that say who wins, and the totals
    who_deals = gettext_lazy("qui a tiré la plus basse carte")

    @property
    def tie_points(self) -> int:
        """The card points of each side where all have the same."""
        return PACK_POINTS // max(len(self.sides), 1)


PARTS = GameParts(
    BriscolaCoupForm,
    PAPER,
    play_next_event,
    "games/briscola.svg",
    gettext_lazy("Seul ou par équipes ; 61 points gagnent le coup."),
    LESSON,
    "games/score_briscola.js",
)
