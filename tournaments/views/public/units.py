"""The unit of what the standings show first, said once where a narrow page has no headings."""

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.results.game_figures import get_game_figures
from tournaments.tables.standings import StandingsTable


def describe_unit(tournament: Tournament, table: StandingsTable) -> str:
    """Return the unit of the figure that ranks first where it is a gain, else ""."""
    if table.main != "total":
        return ""
    return _("jetons") if get_game_figures(tournament).in_jetons else _("points")
