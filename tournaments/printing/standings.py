"""The standings on paper, with the rows and the table class of the screen; and those of the seasons that count the
tournament."""

from typing import Any

from tournaments.models import Tournament
from tournaments.results.game_figures import get_game_figures
from tournaments.results.seasons import get_season_rows, get_unique_names
from tournaments.results.tallies import get_standings
from tournaments.tables.standings import StandingsTable

MOST_FIGURES = 6  # figure columns that fit beside rank and name


def build_standings(tournament: Tournament) -> dict[str, Any]:
    """Return the context of the standings: the table, without links, and its rows. Where there are many columns,
    figures that do not rank are hidden to make room for the names."""
    table = StandingsTable(get_standings(tournament), get_game_figures(tournament))
    names = [column.name for column in table.columns]
    beside = [key for key in names if key not in ("rank", "player", *table.ranking)]
    for key in beside[::-1][: max(0, len(names) - 2 - MOST_FIGURES)]:
        table.columns.hide(key)
    return {"table": table, "rows": list(table.rows)}


def build_seasons(tournament: Tournament) -> dict[str, Any]:
    """Return the context of each season that counts the tournament: its tournaments, and each player's part in each,
    None where he was not there."""
    found = []
    names = get_unique_names(tournament.club)
    for season in tournament.seasons.filter(hidden=False):
        tournaments, rows = get_season_rows(season, names)
        parts = [{part.tournament: part for part in row.parts} for row in rows]
        lines = [(row, [mine.get(each.pk) for each in tournaments]) for row, mine in zip(rows, parts, strict=True)]
        found.append((season, tournaments, lines))
    return {"seasons": found}
