"""The unit of what the standings show first, said once where a narrow page has no headings."""

from collections.abc import Iterable

from tournaments.models import Tournament
from tournaments.presentation.tables.standings import StandingsTable
from tournaments.presentation.text.metric_text import get_metric_text
from tournaments.presentation.text.unit_text import UNIT_NAMES
from tournaments.reading.game_figures import get_game_figures


def describe_unit(tournament: Tournament, table: StandingsTable) -> str:
    """Return the unit of the totals if the standings rank first by them, else ""."""
    return describe_total_unit(tournament) if table.main == "total" else ""


def name_main_score(tournament: Tournament, table: StandingsTable) -> str:
    """Return the name of the figure that ranks first if it is not the total, else ""."""
    if table.main == "total" or not table.ranking:
        return ""
    return str(get_metric_text(table.ranking[0], get_game_figures(tournament).unit).name)


def describe_total_unit(tournament: Tournament) -> str:
    """Return the unit of the totals of a tournament."""
    return str(UNIT_NAMES[get_game_figures(tournament).unit])


def describe_shared_unit(tournaments: Iterable[Tournament]) -> str:
    """Return the unit of the totals of several tournaments; "" where it is not the same."""
    units = {describe_total_unit(tournament) for tournament in tournaments}
    return units.pop() if len(units) == 1 else ""
