"""Reading clubs as far as they are public, their players, and their seasons."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from ninja import Query, Router
from pydantic import Field

import scoring
from scoring.letters import fold_letters
from tournaments.models import Club, Player, Season, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.tables.ratings import compute_share
from tournaments.reading.careers import CareerEvening, list_career_evenings
from tournaments.reading.export import to_json_number
from tournaments.reading.kept_ratings import GameRatings, RatedPlayer, list_shown_ratings, read_player_ratings
from tournaments.reading.season_outcomes import get_season_standings, get_season_team_rows
from tournaments.reading.seasons import list_counted_codes
from tournaments.reading.shown_names import Viewer, get_player_names
from tournaments.standings.seasons import SeasonRow
from tournaments.standings.skill_points import SkillPoint
from tournaments.views.public.seasons import get_public_player_names

from .callers import CallRequest
from .cursors import ListQuery, cut_list, cut_rows
from .desk_schemas import PlayerSkillsOut, RatingsOut
from .links import link_club, link_season
from .lookups import Id, get_own_club, get_own_token, get_viewer
from .routes import read, read_own
from .schemas import CareerOut, ClubListOut, ClubOut, KeyOut, PlayerListOut
from .season_schemas import SeasonClubsOut, SeasonListOut, SeasonOut, SeasonStandingsOut, SeasonTeamsOut

router = Router(tags=["clubs"])


class PlayerQuery(ListQuery):
    """Which players of a club: those whose name contains these letters, whatever their accents and capitals; with
    `hidden`, the hidden ones, for programs of the club only."""

    name: Annotated[str, Field(max_length=80, description="Letters of a name, with or without accents.")] = ""
    hidden: Annotated[bool, Field(description="Only those that are hidden, to programs of the club.")] = False


class SeasonQuery(ListQuery):
    """Which seasons: all public ones, or those of one club."""

    club: Id | None = None


def list_known_clubs(request: CallRequest) -> QuerySet[Club]:
    """Return the clubs with a public tournament, and the caller's own."""
    clubs = Club.objects.filter(pk__in=Tournament.objects.visible().order_by().values("club"))
    own = request.auth.token
    return clubs | Club.objects.filter(pk=own.club_id) if own is not None else clubs


def club_to_json(club: Club) -> dict[str, Any]:
    """Return a club as `ClubOut`."""
    return {"id": club.pk, "name": club.name, "time_zone": club.time_zone, "links": link_club(club.pk)}


@read_own(router, "/key", KeyOut, Right.LOOK)
def get_key(request: CallRequest) -> dict[str, Any]:
    """Read whose the sent key is, which rights it gives, and until when it is valid."""
    token, club = get_own_token(request), get_own_club(request)
    fields = {"club": club.pk, "club_name": club.name, "name": token.name, "role": token.role}
    return fields | {"rights": sorted(token.rights), "expires_at": token.expires_at}


@read(router, "/clubs", ClubListOut)
def list_clubs(request: CallRequest, query: Query[ListQuery]) -> dict[str, Any]:
    """List the clubs that have public tournaments; with a key its own club as well."""
    rows, following = cut_rows(list_known_clubs(request), query)
    return {"items": [club_to_json(row) for row in rows], "next": following}


@read(router, "/clubs/{club_id}", ClubOut)
def get_club(request: CallRequest, club_id: Id) -> dict[str, Any]:
    """Read one club."""
    return club_to_json(find_club(request, club_id))


def find_club(request: CallRequest, club_id: int) -> Club:
    """Return a club that the caller may know of. Raises Http404."""
    return get_object_or_404(list_known_clubs(request), pk=club_id)


def player_to_json(player: Player, name: str, *, in_full: bool = False) -> dict[str, Any]:
    """Return a player as `PlayerOut`, under the name that the reader may see. `in_full`: what only the club knows is
    shown too."""
    fields = {"id": player.pk, "name": name}
    return fields | {"hidden": not player.active, "discreet": player.discreet} if in_full else fields


@read(router, "/clubs/{club_id}/players", PlayerListOut)
def list_players(request: CallRequest, club_id: Id, query: Query[PlayerQuery]) -> dict[str, Any]:
    """List who was entered in a public tournament of the club, under public names; to its own programs all players who
    are not hidden, in full. A name is looked for among those that the caller may see."""
    club = find_club(request, club_id)
    is_own = get_viewer(request, club.pk) is Viewer.CLUB
    if is_own:
        known = Player.objects.filter(club=club, active=not query.hidden)
        names = dict(known.values_list("pk", "name"))
    else:
        entered = Tournament.objects.visible().filter(club=club).order_by().values("entries__player")
        known, names = Player.objects.filter(club=club, pk__in=entered), get_public_player_names(club)
    if query.name:
        wanted = fold_letters(query.name)
        known = known.filter(pk__in=[pk for pk, name in names.items() if wanted in fold_letters(name)])
    rows, following = cut_rows(known, query)
    items = [player_to_json(row, names[row.pk], in_full=is_own) for row in rows]
    return {"items": items, "next": following}


class RatingQuery(ListQuery):
    """Which rated players of a club: those of this game."""

    game: Annotated[str, Field(max_length=20, description="The key of a game.")] = scoring.FIRST_GAME.key


@read(router, "/clubs/{club_id}/ratings", RatingsOut)
def list_ratings(request: CallRequest, club_id: Id, query: Query[RatingQuery]) -> dict[str, Any]:
    """List a club's players by their rating at one game, best first; empty where the game has none. The club's own
    programs read every rated player, others those whom the club publishes."""
    club = find_club(request, club_id)
    viewer = get_viewer(request, club.pk)
    names = get_player_names(viewer, club)
    ratings = [each for game in list_shown_ratings(viewer, club) if game.game == query.game for each in _pair(game)]
    shown, following = cut_list(ratings, query, lambda pair: pair[1].player)
    items = [skill_to_json(*pair) | {"player": pair[1].player, "name": names[pair[1].player]} for pair in shown]
    return {"items": items, "next": following}


def _pair(game: GameRatings) -> list[tuple[GameRatings, RatedPlayer]]:
    """Return a pair (the game's ratings, the player) for each rated player of the game."""
    return [(game, each) for each in game.players]


def skill_to_json(game: GameRatings, player: RatedPlayer) -> dict[str, Any]:
    """Return a player's skill as `SkillOut`."""
    skill = player.skill
    return {
        "low": compute_share(skill.low) if game.shows_skill else None,
        "high": compute_share(skill.high) if game.shows_skill else None,
        "elo": player.tenths / 10 if game.shows_elo else None,
        "tables": player.tables,
        "last_played": date.fromordinal(player.day),
    }


@read(router, "/clubs/{club_id}/players/{player_id}/skill", PlayerSkillsOut)
def get_player_skill(request: CallRequest, club_id: Id, player_id: Id) -> dict[str, Any]:
    """Read a player's skill, game by game, as far as the caller may know it; empty for a player who wants no ratings.
    If he played in no public tournament, only programs of the club may read it (404 for others)."""
    club = find_club(request, club_id)
    player = get_object_or_404(Player, pk=player_id, club=club)
    viewer = get_viewer(request, club.pk)
    if viewer is not Viewer.CLUB and not Tournament.objects.visible().filter(entries__player=player).exists():
        raise Http404
    pairs = [pair for game in list_shown_ratings(viewer, club) for pair in _pair(game)]
    mine = {game.game: (game, each) for game, each in pairs if each.player == player.pk}
    curves = read_player_ratings(player.pk) if mine else {}
    return {"items": [_curve_to_json(*mine[key], curves[key][0]) for key in mine if key in curves]}


def _curve_to_json(game: GameRatings, player: RatedPlayer, curve: Sequence[SkillPoint]) -> dict[str, Any]:
    """Return a player's skill at one game as `PlayerSkillOut`. `curve`: his skill day by day."""
    points = [
        {"date": date.fromordinal(each.day), "low": compute_share(each.low), "high": compute_share(each.high)}
        for each in (curve if game.shows_skill else ())
    ]
    return skill_to_json(game, player) | {"game": game.game, "curve": points}


@read(router, "/clubs/{club_id}/players/{player_id}", CareerOut)
def get_career(request: CallRequest, club_id: Id, player_id: Id) -> dict[str, Any]:
    """Read a player's public tournaments that are closed. If he has none, only programs of the club may read it (404
    for others)."""
    player = get_object_or_404(Player.objects.select_related("club"), pk=player_id, club=club_id)
    history, under_way = list_career_evenings(player.pk)
    is_own = get_viewer(request, player.club_id) is Viewer.CLUB
    if not is_own and not history and not under_way:
        raise Http404
    name = player.name if is_own else get_public_player_names(player.club)[player.pk]
    fields = player_to_json(player, name, in_full=is_own)
    return fields | {"tournaments": [career_evening_to_json(each) for each in history]}


def career_evening_to_json(evening: CareerEvening) -> dict[str, Any]:
    """Return one tournament of a player as `CareerEveningOut`."""
    fields = {name: getattr(evening, name) for name in ("entry", "rank", "players", "total")}
    tournament = evening.tournament
    return fields | {"tournament": tournament.code, "date": tournament.date, "tables": len(evening.tables)}


def seasons_to_json(seasons: Sequence[Season]) -> list[dict[str, Any]]:
    """Return each of these seasons as `SeasonOut`."""
    counted = list_counted_codes(seasons)
    return [
        {"id": each.pk, "club": each.club_id, "name": each.name, "tournaments": [code for code, _ in counted[each.pk]]}
        | {"clubs": list(dict.fromkeys([each.club_id, *(club for _code, club in counted[each.pk])]))}
        | {"links": link_season(each.pk, each.club_id)}
        for each in seasons
    ]


@read(router, "/seasons", SeasonListOut)
def list_seasons(request: CallRequest, query: Query[SeasonQuery]) -> dict[str, Any]:
    """List the public seasons; with a club in the query, its own and those of other clubs that it has joined."""
    seasons = Season.objects.visible()
    rows, following = cut_rows(seasons.played_by(query.club) if query.club else seasons, query)
    return {"items": seasons_to_json(rows), "next": following}


def find_season(season_id: int) -> Season:
    """Return a public season. Raises Http404."""
    return get_object_or_404(Season.objects.visible(), pk=season_id)


@read(router, "/seasons/{season_id}", SeasonOut)
def get_season(request: CallRequest, season_id: Id) -> dict[str, Any]:
    """Read one season."""
    return seasons_to_json([find_season(season_id)])[0]


@read(router, "/seasons/{season_id}/standings", SeasonStandingsOut)
def list_season_standings(request: CallRequest, season_id: Id, query: Query[ListQuery]) -> dict[str, Any]:
    """Read the standings of a season."""
    standings = get_season_standings(find_season(season_id))
    codes = {tournament.pk: tournament.code for tournament in standings.tournaments}
    rows, following = cut_list(standings.rows, query, lambda row: row.player)
    items = [season_row_to_json(row, codes) | {"club": standings.club_of[row.player]} for row in rows]
    return {"items": items, "next": following}


@read(router, "/seasons/{season_id}/clubs", SeasonClubsOut)
def list_season_clubs(request: CallRequest, season_id: Id, query: Query[ListQuery]) -> dict[str, Any]:
    """Read the standings of the clubs that play a season together; empty for a season of one club."""
    rows, following = cut_list(get_season_standings(find_season(season_id)).clubs, query, lambda row: row.club)
    items = [
        {"rank": row.rank, "club": row.club, "name": row.name, "score": to_json_number(row.score)}
        | {"players": [each.player for each in row.players]}
        for row in rows
    ]
    return {"items": items, "next": following}


@read(router, "/seasons/{season_id}/teams", SeasonTeamsOut)
def list_season_teams(request: CallRequest, season_id: Id, query: Query[ListQuery]) -> dict[str, Any]:
    """Read the standings of a season's teams; teams of one name count as one. Empty where nobody played in teams."""
    season = find_season(season_id)
    tournaments = get_season_standings(season).tournaments
    codes = {tournament.pk: tournament.code for tournament in tournaments}
    rows, following = cut_list(get_season_team_rows(season, tournaments), query, lambda row: row.player)
    return {"items": [season_row_to_json(row, codes) for row in rows], "next": following}


def season_row_to_json(row: SeasonRow, codes: dict[int, str]) -> dict[str, Any]:
    """Return a row of a season as `SeasonRowOut` without its `club`, or a team's as `SeasonTeamOut`. `codes`: the
    tournaments' codes, by id."""
    parts = [
        {
            "tournament": codes[part.tournament],
            "rank": part.outcome.rank,
            "worth": to_json_number(part.worth),
            "counts": part.is_counted,
        }
        for part in row.parts
    ]
    fields = {"rank": row.rank, "player": row.player, "name": row.name, "score": to_json_number(row.score)}
    return fields | {"parts": parts}
