"""Brusquembille: its form on the phone, its score sheet on paper, its random player, its lesson."""

from django.utils.translation import gettext_lazy

from tournaments.forms.games.parts import GameParts

from .form import BrusquembilleCoupForm
from .lesson import LESSON
from .paper import PAPER
from .player import play_next_event

PARTS = GameParts(
    BrusquembilleCoupForm,
    PAPER,
    play_next_event,
    "games/brusquembille.svg",
    gettext_lazy("Chacun mise au corbillon ; les as et les dix se paient."),
    LESSON,
)
