"""What a season counts of its evenings: everybody's rank and gain there. Evenings that have not changed are not read
again (`played_evenings`).

Reads the database; knows no page and no rule of a game.
"""

from collections import Counter
from collections.abc import Mapping

from tournaments.models import Season, Tournament
from tournaments.reading.seasons import list_counted_tournaments
from tournaments.standings.seasons import Evening, EveningOutcome, SeasonRow, SeasonRule, build_season_rows

from .played_evenings import PlayedEvening, find_played_evenings


def get_season_rows(season: Season, names: Mapping[int, str]) -> tuple[list[Tournament], tuple[SeasonRow, ...]]:
    """Return the evenings that count, and every player ranked over them. `names`: by player of the club."""
    tournaments = list_counted_tournaments(season)
    played = find_played_evenings(tournaments)
    evenings = [
        Evening(each.pk, each.game, build_outcomes(played[each.pk], played[each.pk].player_of)) for each in tournaments
    ]
    return tournaments, build_season_rows(evenings, SeasonRule.from_json(season.rule), names)


def build_outcomes(evening: PlayedEvening, player_of: Mapping[int, int]) -> tuple[EveningOutcome, ...]:
    """Return each player's outcome of one evening, with his rank in its final order, of all who are ranked there. Where
    pairs played, a pair has the place of two people."""
    rows = evening.ranked
    sharing = Counter(row.rank for row in rows)
    ranks = {rank: 1 + sum(sharing[before] for before in sharing if before < rank) for rank in sharing}
    placed = [(row, ranks[row.rank], sharing[row.rank]) for row in rows]
    return tuple(
        EveningOutcome(player_of[row.entry], rank, equals, len(rows), row.counted_total, row.card_points)
        for row, rank, equals in placed
    )
