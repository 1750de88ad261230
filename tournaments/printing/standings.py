"""The standings on paper: the rows and the table class of the screen."""

from typing import Any

from tournaments.models import Event
from tournaments.standings.showing import standings_table


def ranked(event: Event) -> dict[str, Any]:
    """The table, leading nowhere."""
    return {"table": standings_table(event)}
