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
    "games/score_brusquembille.js",
    gettext_lazy(
        "Après chaque coup, il marque les points et les brusquembilles. La page dit qui prend le corbillon, et qui "
        "donne quoi à qui."
    ),
    gettext_lazy(
        "Si l’on joue de l’argent à la Brusquembille en fiches : à la fin d’une soirée, le programme dit qui donne "
        "combien à qui."
    ),
)
