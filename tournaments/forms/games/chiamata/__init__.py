"""Briscola chiamata: its form on the phone, its score sheet on paper, its random player, its lesson."""

from django.utils.translation import gettext_lazy

from tournaments.forms.games.parts import GameParts

from .form import ChiamataCoupForm
from .lesson import LESSON
from .paper import PAPER
from .player import play_next_event

PARTS = GameParts(
    ChiamataCoupForm,
    PAPER,
    play_next_event,
    "games/chiamata.svg",
    gettext_lazy("On nomme une carte : qui la tient est l’allié secret."),
    LESSON,
    "games/score_chiamata.js",
)
