"""Briscan and Brisque: their form on the phone, their score sheet on paper, their random player, their lessons."""

from dataclasses import replace

from django.utils.translation import gettext_lazy

from tournaments.forms.games.parts import GameParts

from .form import BriscanCoupForm
from .lesson import BRISCAN_LESSON, BRISQUE_LESSON
from .paper import PAPER
from .player import play_next_event

PARTS = GameParts(
    BriscanCoupForm,
    PAPER,
    play_next_event,
    "games/briscan.svg",
    gettext_lazy("Séquences et carrés s’annoncent, jusqu’à 600 points."),
    BRISCAN_LESSON,
    "games/score_briscan.js",
)
BRISQUE_PARTS = replace(
    PARTS,
    picture="games/brisque.svg",
    summary=gettext_lazy("Le roi et la dame se marient, et l’on tire."),
    lesson=BRISQUE_LESSON,
)
