"""Read the evenings of a season for `seasons`: three queries for each evening, whatever its size.

Reads the database; knows no page and no rule of a game.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from django.db.models import QuerySet

from tournaments.models import Club, Entry, Player, Season, Tournament
from tournaments.standings.seasons import Evening, EveningOutcome, SeasonRow, SeasonRule, build_season_rows

from .played_evenings import find_played_evening


def list_counted_tournaments(season: Season) -> list[Tournament]:
    """Return the season's public evenings that are closed, the earliest first."""
    return list(season.tournaments.visible().closed())


def list_uncounted_tournaments(season: Season) -> list[Tournament]:
    """Return the season's public evenings that are under way, the earliest first: nothing of them counts yet."""
    return list(season.tournaments.visible().under_way())


def get_season_rows(season: Season, names: Mapping[int, str]) -> tuple[list[Tournament], tuple[SeasonRow, ...]]:
    """Return the evenings that count, and every player ranked over them. `names`: by player of the club."""
    tournaments = list_counted_tournaments(season)
    return tournaments, build_season_rows(build_evenings(tournaments), SeasonRule.from_json(season.rule), names)


def build_evenings(tournaments: Iterable[Tournament]) -> list[Evening]:
    """Return the outcome of each evening, with the club's players in place of entries."""
    tournaments = list(tournaments)
    entries = Entry.objects.filter(tournament__in=tournaments).values_list("pk", "player")
    player_of = dict(entries)
    return [
        Evening(tournament.pk, tournament.game, build_outcomes(tournament, player_of)) for tournament in tournaments
    ]


def build_outcomes(tournament: Tournament, player_of: Mapping[int, int]) -> tuple[EveningOutcome, ...]:
    """Return each player's outcome of one evening, with his rank there; players who have not played a coup are left
    out."""
    rows = find_played_evening(tournament).rows
    sharing = Counter(row.rank for row in rows)
    return tuple(
        EveningOutcome(player_of[row.tally.entry], row.rank, sharing[row.rank], len(rows), row.tally.counted_total)
        for row in rows
        if row.tally.coups
    )


def get_unique_names(club: Club) -> dict[int, str]:
    """Return, by player, a name that is unique in the club: a second player of the same name is numbered."""
    return number_names((pk, name) for pk, name, _discreet in list_club_names(club))


def list_club_names(club: Club) -> "QuerySet[Player, tuple[int, str, bool]]":
    """Return (id, name, whether public pages show his initials alone) of each player of the club, by id."""
    return Player.objects.filter(club=club).order_by("pk").values_list("pk", "name", "discreet")


def number_names(rows: Iterable[tuple[int, str]]) -> dict[int, str]:
    """Return the name of each of these players (id, name), numbered where one before him has the same."""
    met: Counter[str] = Counter()
    names = {}
    for pk, name in rows:
        met[name] += 1
        names[pk] = name if met[name] == 1 else f"{name} {met[name]}"
    return names
