"""The standings on paper, with the rows and the table class of the screen; and those of the seasons that count the
tournament."""

from typing import Any

from tournaments.models import Event
from tournaments.results.game_figures import figures_of
from tournaments.results.seasons import club_names, season_rows
from tournaments.results.tallies import standing
from tournaments.tables.standings import StandingsTable

ACROSS = 6  # figure columns that fit beside rank and name


def ranked(event: Event) -> dict[str, Any]:
    """Return the context of the standings: the table, without links, and its rows. Where there are many columns,
    figures that do not rank are hidden to make room for the names."""
    table = StandingsTable(standing(event), figures_of(event))
    names = [column.name for column in table.columns]
    beside = [key for key in names if key not in ("rank", "player", *table.ranking)]
    for key in beside[::-1][: max(0, len(names) - 2 - ACROSS)]:
        table.columns.hide(key)
    return {"table": table, "rows": list(table.rows)}


def seasons(event: Event) -> dict[str, Any]:
    """Return the context of each season that counts the tournament: its tournaments, and each player's part in each,
    None where he was not there."""
    found = []
    names = club_names(event.club)
    for season in event.seasons.filter(hidden=False):
        events, rows = season_rows(season, names)
        parts = [{part.event: part for part in row.parts} for row in rows]
        lines = [(row, [mine.get(each.pk) for each in events]) for row, mine in zip(rows, parts, strict=True)]
        found.append((season, events, lines))
    return {"seasons": found}
