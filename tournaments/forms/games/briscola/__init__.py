"""Briscola: its form on the phone, its score sheet on paper, its random player."""

from django.utils.translation import gettext_lazy

from tournaments.forms.games.parts import GameParts

from .form import BriscolaCoupForm
from .paper import PAPER
from .player import play_next_event

PARTS = GameParts(
    BriscolaCoupForm,
    PAPER,
    play_next_event,
    "games/briscola.svg",
    gettext_lazy("Seul ou par équipes ; 61 points gagnent le coup."),
)
