"""The standings on paper: the rows and the table class of the screen; the seasons that an evening belongs to."""

from typing import Any

from tournaments.models import Event
from tournaments.standings.game import figures_of
from tournaments.standings.queries import standing
from tournaments.standings.season_queries import club_names, season_rows
from tournaments.tables import StandingsTable

ACROSS = 6  # figures beside a rank and a name


def ranked(event: Event) -> dict[str, Any]:
    """The table, leading nowhere, and its rows. Where many figures rank, those that do not make room for the names."""
    table = StandingsTable(standing(event), figures_of(event))
    names = [column.name for column in table.columns]
    beside = [key for key in names if key not in ("rank", "player", *table.ranking)]
    for key in beside[::-1][: max(0, len(names) - 2 - ACROSS)]:
        table.columns.hide(key)
    return {"table": table, "rows": list(table.rows)}


def seasons(event: Event) -> dict[str, Any]:
    """Each season that counts the event: its evenings, and everybody's part in each, None where he was not there."""
    found = []
    names = club_names(event.club)
    for season in event.seasons.filter(hidden=False):
        events, rows = season_rows(season, names)
        parts = [{part.event: part for part in row.parts} for row in rows]
        lines = [(row, [mine.get(each.pk) for each in events]) for row, mine in zip(rows, parts, strict=True)]
        found.append((season, events, lines))
    return {"seasons": found}
