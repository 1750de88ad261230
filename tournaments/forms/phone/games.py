"""The register of the phone's coup forms: one line for each game."""

from collections.abc import Mapping
from typing import Any

from tournaments.book.sheet import Sheet

from .briscan import BriscanCoupForm
from .briscola import BriscolaCoupForm
from .brusquembille import BrusquembilleCoupForm
from .chiamata import ChiamataCoupForm
from .coup import PhoneCoupForm

COUP_FORMS: Mapping[str, type[PhoneCoupForm]] = {
    "brusquembille": BrusquembilleCoupForm,
    "briscan": BriscanCoupForm,
    "brisque": BriscanCoupForm,
    "briscola": BriscolaCoupForm,
    "chiamata": ChiamataCoupForm,
}


def build_coup_form(sheet: Sheet, data: Any = None) -> PhoneCoupForm:
    """Build the form of the table's next coup, for the table's game."""
    return COUP_FORMS[sheet.tournament.game](sheet, data)
