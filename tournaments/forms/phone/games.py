"""The register of the phone's coup forms: one line for each game."""

from collections.abc import Mapping
from typing import Any

from tournaments.book.sheet import Sheet

from .briscan import BriscanCoup
from .briscola import BriscolaCoup
from .brusquembille import BrusquembilleCoup
from .chiamata import ChiamataCoup
from .coup import CoupForm

COUPS: Mapping[str, type[CoupForm]] = {
    "brusquembille": BrusquembilleCoup,
    "briscan": BriscanCoup,
    "brisque": BriscanCoup,
    "briscola": BriscolaCoup,
    "chiamata": ChiamataCoup,
}


def coup_form(sheet: Sheet, data: Any = None) -> CoupForm:
    """Build the form of the table's next coup, for the table's game."""
    return COUPS[sheet.event.game](sheet, data)
