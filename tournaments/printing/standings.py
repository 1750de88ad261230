"""The standings on paper, with the rows and the table class of the screen; and those of the seasons that count the
tournament."""

from typing import Any

from tournaments.book.chain import compute_tournament_head
from tournaments.book.loading import load_heads
from tournaments.models import Adjustment, Tournament
from tournaments.presentation.tables.row_table import PAPER
from tournaments.presentation.tables.seasons import EveningHead, SeasonTable
from tournaments.presentation.tables.standings import StandingsTable
from tournaments.presentation.text.adjustment_text import AdjustmentLine, list_adjustment_lines
from tournaments.presentation.text.provisional_text import describe_provisional
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.open_tables import list_unread_tables
from tournaments.reading.season_outcomes import get_season_rows
from tournaments.reading.seasons import get_unique_names, list_uncounted_tournaments
from tournaments.reading.taking_part import list_who_took_no_part, place_waiting_last
from tournaments.reading.tallies import get_standings

MOST_FIGURES = 6  # figure columns that fit beside rank and name


def build_standings(tournament: Tournament) -> dict[str, Any]:
    """Return the context of the standings. Where there are many columns,
    figures that do not rank are hidden to make room for the names."""
    rows = place_waiting_last(tournament, get_standings(tournament))
    table = StandingsTable(rows, get_game_figures(tournament), medium=PAPER, orderable=False)
    names = [column.name for column in table.columns]
    beside = [key for key in names if key not in ("rank", "player", "adjustment", "counted", *table.ranking)]
    for key in beside[::-1][: max(0, len(names) - 2 - MOST_FIGURES)]:
        table.columns.hide(key)
    heads = load_heads(tournament)
    adjustments = list_shown_adjustments(tournament)
    return {
        "table": table,
        "rows": rows,
        "adjustments": adjustments,
        "heads": heads,
        "head": compute_tournament_head(heads),
        "absent": [each.player for each in list_who_took_no_part(tournament)],
        "provisional": describe_provisional(tournament, list_unread_tables(tournament)),
    }


def list_shown_adjustments(tournament: Tournament) -> list[AdjustmentLine]:
    """Return a line for each bonus or penalty in the standings; those that were cancelled say so."""
    names = dict(tournament.entries.values_list("pk", "shown_name"))
    given = Adjustment.objects.for_tournament(tournament)
    return list_adjustment_lines(given, names, get_game_figures(tournament).unit)


def build_seasons(tournament: Tournament) -> dict[str, Any]:
    """Return the context of each season that counts the tournament: its standings, and the evenings under way."""
    names = get_unique_names(tournament.club)
    found = []
    for season in tournament.seasons.filter(hidden=False):
        tournaments, rows = get_season_rows(season, names)
        heads = [EveningHead(each.pk, each.code, each.name, each.date) for each in tournaments]
        found.append((season, SeasonTable(rows, heads, medium=PAPER), list_uncounted_tournaments(season)))
    return {"seasons": found}
