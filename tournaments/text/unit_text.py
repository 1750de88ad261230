"""What totals count, in words: the name of the unit, the heading of their column, a total as people read it."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import scoring
from scoring import TotalUnit
from tournaments.text.numbers import format_holding, format_signed
from tournaments.text.option_text import localise

UNIT_NAMES: dict[TotalUnit, Promise] = {
    TotalUnit.JETONS: _("jetons"),
    TotalUnit.POINTS: _("points"),
    TotalUnit.COUPS_WON: _("coups gagnés"),
}
TOTAL_HEADINGS: dict[TotalUnit, Promise] = {
    TotalUnit.JETONS: _("Gain"),
    TotalUnit.POINTS: _("Points"),
    TotalUnit.COUPS_WON: _("Coups gagnés"),
}
"""The heading of a column of totals."""


def get_full_heading(unit: TotalUnit) -> Promise:
    """Return the heading of totals where nothing else says what a gain is counted in."""
    return _("Gain en jetons") if unit is TotalUnit.JETONS else TOTAL_HEADINGS[unit]


def get_file_heading(unit: TotalUnit) -> Promise:
    """Return the heading of a column of totals in files, which knows gains and points alone."""
    return TOTAL_HEADINGS[TotalUnit.JETONS if unit is TotalUnit.JETONS else TotalUnit.POINTS]


def format_total(total: int | None, unit: TotalUnit) -> str:
    """Format a total: a gain in jetons with its sign, points and coups won as a count."""
    return format_signed(total) if unit is TotalUnit.JETONS else format_holding(total)


def describe_total(setting: scoring.Setting, total: int) -> str:
    """Return a total with its unit: «+42 jetons», «70 points», «2 coups gagnés»."""
    game = scoring.get_game(setting.game)
    return f"{format_total(total, game.get_total_unit(setting))} {localise(game.describe_unit(setting, total))}"
