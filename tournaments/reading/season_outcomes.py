"""What a season counts of its evenings: everybody's rank and gain there. Evenings that have not changed are not read
again (`played_evenings`).

Reads the database; knows no page and no rule of a game.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from scoring.letters import fold_letters
from tournaments.models import Club, Season, Team, Tournament
from tournaments.reading.seasons import list_counted_tournaments, number_names
from tournaments.standings.seasons import (
    ClubRow,
    Evening,
    EveningOutcome,
    SeasonRow,
    SeasonRule,
    build_club_rows,
    build_season_rows,
)

from .played_evenings import PlayedEvening, RankedTeam, find_played_evenings
from .shown_names import get_names_among_clubs


class SeasonStandings(NamedTuple):
    """The standings of a season, with the tournaments that count. `club_of`: the club (id) of each player. Where
    several clubs have brought evenings: `playing`, these clubs, and `clubs`, their ranking; else both are empty."""

    tournaments: list[Tournament]
    rows: tuple[SeasonRow, ...]
    club_of: Mapping[int, int]
    playing: tuple[Club, ...]
    clubs: tuple[ClubRow, ...]

    @property
    def club_names(self) -> dict[int, str]:
        """The name of each club that plays the season, by id; no two are alike."""
        return number_names((club.pk, club.shown_name) for club in self.playing)

    @property
    def club_name_of(self) -> dict[int, str]:
        """The name of each player's club, by player id; empty where the season is one club's."""
        names = self.club_names
        return {player: names[club] for player, club in self.club_of.items()} if names else {}


def get_season_standings(season: Season, reader: Club | None = None) -> SeasonStandings:
    """Return a season's standings, with names as the club `reader` may read them (None: as anybody may). A person
    listed in two clubs is two players."""
    tournaments = list_counted_tournaments(season)
    played = find_played_evenings(tournaments)
    evenings: list[Evening] = []
    club_of: dict[int, int] = {}
    for each in tournaments:
        outcomes = build_outcomes(played[each.pk], played[each.pk].player_of)
        evenings.append(Evening(each.pk, each.game, outcomes))
        club_of |= dict.fromkeys((outcome.player for outcome in outcomes), each.club_id)
    others = {each.club_id for each in tournaments} - {season.club_id}
    clubs = [season.club, *(Club.objects.filter(pk__in=others).order_by("pk") if others else ())]
    people = {club: [player for player, pk in club_of.items() if pk == club.pk] for club in clubs}
    names = get_names_among_clubs(reader, people)
    rows = build_season_rows(evenings, SeasonRule.from_json(season.rule), names)
    standings = SeasonStandings(tournaments, rows, club_of, tuple(clubs) if others else (), ())
    return standings._replace(clubs=build_club_rows(rows, club_of, standings.club_names)) if others else standings


def get_season_team_rows(season: Season, tournaments: Iterable[Tournament]) -> tuple[SeasonRow, ...]:
    """Return the teams of these evenings, ranked over all of them by the season's rule; teams of the same name are one.
    Empty if the rule counts card points, which teams do not have. Two queries, if nothing has changed since they were
    read."""
    rule = SeasonRule.from_json(season.rule)
    in_teams = [each for each in tournaments if each.team_score and rule.way != "card_points"]
    if not in_teams:
        return ()
    played, evenings, names = find_played_evenings(in_teams), list[Evening](), dict[str, str]()
    name_of = dict(Team.objects.filter(tournament__in=in_teams).values_list("pk", "name"))
    for each in in_teams:
        for row in played[each.pk].teams:
            names.setdefault(fold_letters(name_of[row.team]), name_of[row.team])
    number = {folded: n for n, folded in enumerate(names)}
    for each in in_teams:
        of_rows = [(number[fold_letters(name_of[row.team])], row) for row in played[each.pk].teams]
        evenings.append(Evening(each.pk, each.game, build_team_outcomes(of_rows)))
    return build_season_rows(evenings, rule, dict(enumerate(names.values())))


def build_team_outcomes(rows: Sequence[tuple[int, RankedTeam]]) -> tuple[EveningOutcome, ...]:
    """Return each team's outcome of one evening. `rows`: (the team's number in the season, its row of the evening's
    standings)."""
    sharing = Counter(row.rank for _n, row in rows)
    return tuple(EveningOutcome(n, row.rank, sharing[row.rank], len(rows), row.total) for n, row in rows)


def build_outcomes(evening: PlayedEvening, player_of: Mapping[int, int]) -> tuple[EveningOutcome, ...]:
    """Return each player's outcome of one evening, with his rank in its final order among all who are ranked there.
    Ranks count people: after two partners who share the first rank comes rank 3."""
    rows = evening.ranked
    sharing = Counter(row.rank for row in rows)
    ranks = dict(zip(sorted(sharing), accumulate((sharing[rank] for rank in sorted(sharing)), initial=1), strict=False))
    placed = [(row, ranks[row.rank], sharing[row.rank]) for row in rows]
    return tuple(
        EveningOutcome(player_of[row.entry], rank, equals, len(rows), row.counted_total, row.card_points)
        for row, rank, equals in placed
    )
