"""The standings on paper: the rows and the table class of the screen."""

from typing import Any

from tournaments.models import Event
from tournaments.standings.game import figures_of
from tournaments.standings.queries import standing
from tournaments.tables import StandingsTable


def ranked(event: Event) -> dict[str, Any]:
    """The table, leading nowhere, and its rows."""
    table = StandingsTable(standing(event), figures_of(event))
    return {"table": table, "rows": list(table.rows)}
