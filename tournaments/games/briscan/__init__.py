"""Briscan and Brisque: its form on the phone, its score sheet on paper, its random player."""

from dataclasses import replace

from tournaments.games.parts import GameParts

from .form import BriscanCoupForm
from .paper import PAPER
from .player import play_next_event

PARTS = GameParts(BriscanCoupForm, PAPER, play_next_event, "organiser/games/briscan.html")
BRISQUE_PARTS = replace(PARTS, picture="organiser/games/brisque.html")
