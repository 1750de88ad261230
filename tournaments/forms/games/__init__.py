"""The games' own folders («rooms»), by the game's key: what each game brings to the pages, the prints and the
demonstration.

A game's rules are in `scoring.games`; here are its form, its paper, its random player and its lesson. A new game is one
more folder here and one more line below."""

from typing import Any

from tournaments.book.sheet import Sheet
from tournaments.forms.phone.coup import PhoneCoupForm

from . import briscan, briscola, brusquembille, chiamata, marque
from .parts import GameParts

PARTS_BY_GAME: dict[str, GameParts] = {
    "brusquembille": brusquembille.PARTS,
    "briscan": briscan.PARTS,
    "brisque": briscan.BRISQUE_PARTS,
    "briscola": briscola.PARTS,
    "chiamata": chiamata.PARTS,
    "marque": marque.PARTS,
}


def build_coup_form(sheet: Sheet, data: Any = None) -> PhoneCoupForm:
    """Build the form of the table's next coup, for the table's game."""
    return PARTS_BY_GAME[sheet.tournament.game].coup_form(sheet, data)
