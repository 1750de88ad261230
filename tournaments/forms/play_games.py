"""Which form takes a coup of which game: one line a game."""

from collections.abc import Mapping
from typing import Any

from tournaments.sheets import Sheet

from .play_briscan import BriscanCoup
from .play_briscola import BriscolaCoup
from .play_brusquembille import BrusquembilleCoup
from .play_chiamata import ChiamataCoup
from .play_coup import CoupForm

COUPS: Mapping[str, type[CoupForm]] = {
    "brusquembille": BrusquembilleCoup,
    "briscan": BriscanCoup,
    "brisque": BriscanCoup,
    "briscola": BriscolaCoup,
    "chiamata": ChiamataCoup,
}


def coup_form(sheet: Sheet, data: Any = None) -> CoupForm:
    """The form of the table's next coup, as its game wants it."""
    return COUPS[sheet.event.game](sheet, data)
