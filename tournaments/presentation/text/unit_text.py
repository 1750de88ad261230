"""What totals count, in words: the name of the unit, the heading of their column, a total as people read it."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

import scoring
from scoring import TotalUnit
from tournaments.presentation.text.numbers import format_holding, format_signed
from tournaments.presentation.text.option_text import localise

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
    """Return the heading of a column of totals with its unit, «Gain en jetons», for a page that does not say the unit
    elsewhere."""
    return _("Gain en jetons") if unit is TotalUnit.JETONS else TOTAL_HEADINGS[unit]


def get_file_heading(unit: TotalUnit) -> Promise:
    """Return the heading of a column of totals in files: only «Gain» or «Points», also for coups won."""
    return TOTAL_HEADINGS[TotalUnit.JETONS if unit is TotalUnit.JETONS else TotalUnit.POINTS]


def format_total(total: int | None, unit: TotalUnit) -> str:
    """Format a total: a gain in jetons with its sign, points and coups won as a count."""
    return format_signed(total) if unit is TotalUnit.JETONS else format_holding(total)


def add_unit(shown: str, n: float, unit: TotalUnit) -> str:
    """Return a formatted number of units with their name: «+42 jetons», «1 coup gagné». `n`: how many they are."""
    words = {
        TotalUnit.JETONS: ngettext("%(n)s jeton", "%(n)s jetons", abs(n)),
        TotalUnit.POINTS: ngettext("%(n)s point", "%(n)s points", abs(n)),
        TotalUnit.COUPS_WON: ngettext("%(n)s coup gagné", "%(n)s coups gagnés", abs(n)),
    }
    return words[unit] % {"n": shown}


def format_score(ranking: Sequence[scoring.RankingRow], unit: TotalUnit) -> str:
    """Return the coups won by each of two sides, the winners' first: «2 à 1». "" where totals count something else,
    where all are equal, or where more than two sides play. `ranking`: best first; partners share rank and total."""
    ends = {row.rank: row.total for row in ranking}
    if unit is not TotalUnit.COUPS_WON or len(ends) != 2 or len(ranking) % 2:
        return ""
    won, lost = ends.values()
    return gettext("%(won)s à %(lost)s") % {"won": won, "lost": lost}


def describe_total(setting: scoring.Setting, total: int) -> str:
    """Return a total with its unit: «+42 jetons», «70 points», «2 coups gagnés»."""
    game = scoring.get_game(setting.game)
    return f"{format_total(total, game.get_total_unit(setting))} {localise(game.describe_unit(setting, total))}"
