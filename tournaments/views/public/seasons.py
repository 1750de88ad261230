"""The public pages beyond one tournament: a season's standings, a club's records and pictures, a player's career.

A hidden season answers 404, and so does a club without any public tournament.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, re_path, reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

import scoring
from scoring import TotalUnit
from tournaments.models import Club, ClubPicture, Season, Tournament
from tournaments.presentation.line_charts import NARROW, WIDE, Chart, build_chart
from tournaments.presentation.tables.careers import CareerEveningsTable, CompanionsTable, PartnersTable, RivalsTable
from tournaments.presentation.tables.ratings import LevelList, describe_skill, list_levels
from tournaments.presentation.tables.row_table import FILE
from tournaments.presentation.tables.seasons import (
    EveningHead,
    SeasonTable,
    SeasonTeamsTable,
    build_clubs_context,
    build_evening_head,
    build_rule_context,
)
from tournaments.presentation.tags.prints import short_day
from tournaments.presentation.text.option_text import localise
from tournaments.presentation.text.unit_text import UNIT_NAMES
from tournaments.reading import careers as past
from tournaments.reading.club_face import CONTENT_TYPES
from tournaments.reading.final_order import read_final_order
from tournaments.reading.kept_ratings import list_shown_ratings, read_player_ratings
from tournaments.reading.season_outcomes import SeasonStandings, get_season_standings, get_season_team_rows
from tournaments.reading.seasons import list_uncounted_tournaments
from tournaments.reading.shown_names import Viewer, get_player_names
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_ranking
from tournaments.standings.careers import (
    CareerTable,
    TableCompanion,
    compute_streaks,
    find_favourite_game,
    list_partners,
    list_rivals,
    list_running_totals,
)
from tournaments.standings.scores import Number
from tournaments.standings.seasons import SeasonRow, SeasonRule, list_running_scores
from tournaments.views.access import READ, allow_anyone, find_club_rights
from tournaments.views.download import ENDING, download_table
from tournaments.views.requests import PageRequest

from .names import get_public_names
from .podium import build_podium_context
from .spark_lines import draw_spark_lines
from .units import describe_shared_unit

FIRST_RANKS = 6  # drawn as curves
MAX_CURVES = 10  # of those ranks, where some are shared
MAX_COMING = 3  # evenings to come
MAX_PAST_EVENINGS = 12  # the latest ones
MAX_COMPANY = 10  # the most rivals, and the most partners, shown
PICTURE_ALONE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""The content security policy of a picture that is opened by itself: it may only draw."""


def show_club_page(
    request: PageRequest, club: Club, template: str, context: Mapping[str, Any], also_about: Iterable[Club] = ()
) -> HttpResponse:
    """Render a public page about a club, and about others (`also_about`). A member of the club gets it with the
    organiser's links at its head, and no browser keeps that."""
    request.is_indexable = all(each.indexed for each in (club, *also_about))
    if not hasattr(request, "rights"):
        request.rights = find_club_rights(request, club.pk)
    answer = render(request, template, {"club": club, **context})
    if request.rights:
        add_never_cache_headers(answer)
    return answer


def get_public_season(pk: str) -> Season:
    """Return a public season; raise Http404 if it is hidden or missing."""
    return get_object_or_404(Season.objects.visible(), pk=int(pk))


def get_public_player_names(club: Club) -> dict[int, str]:
    """Return the public name of each player of the club, by player id."""
    return get_player_names(Viewer.ANYBODY, club)


@allow_anyone(READ)
def show_season(request: PageRequest, pk: str) -> HttpResponse:
    """Show a season's standings and its rule."""
    season = get_public_season(pk)
    standings = get_season_standings(season)
    tournaments, rows = standings.tournaments, standings.rows
    rule = SeasonRule.from_json(season.rule)
    scores = list_running_scores(rows, [tournament.pk for tournament in tournaments], rule)
    lines = draw_spark_lines({player: [0, *mine] for player, mine in scores.items()})
    heads = list_evening_heads(standings, linked=True)
    request.rights = find_club_rights(request, season.club_id)
    levels = find_season_levels(season, tournaments, Viewer.CLUB if request.rights else Viewer.ANYBODY)
    context = {
        "season": season,
        "evenings": heads,
        "under_way": list_uncounted_tournaments(season),
        **build_rule_context(rule),
        "rows": rows,
        "levels": levels,
        "teams": SeasonTeamsTable(teams, heads) if (teams := get_season_team_rows(season, tournaments)) else None,
        "table": SeasonTable(
            rows,
            heads,
            lines=lines,
            levels=levels,
            clubs=standings.club_name_of,
            address=lambda row: reverse("career", args=[standings.club_of[row.player], row.player]),
        ),
        **build_clubs_context(standings.clubs, lambda row: reverse("club-page", args=[row.club])),
        "charts": build_season_charts(rows, tournaments, scores),
        "playing": standings.playing,
    }
    return show_club_page(request, season.club, "public/season.html", context, standings.playing)


def find_season_levels(season: Season, tournaments: Sequence[Tournament], viewer: Viewer) -> LevelList | None:
    """Return what the game of a season says of its players' skill, as far as this viewer may see it; None where it says
    nothing, or where the season has several games."""
    games = {each.game for each in tournaments}
    rated = list_shown_ratings(viewer, season.club) if len(games) == 1 else []
    return next((list_levels(each) for each in rated if {each.game} == games and each.players), None)


def list_evening_heads(standings: SeasonStandings, *, linked: bool = False) -> list[EveningHead]:
    """Return the heads of the season's columns, one for each evening; `linked`: each leads to its evening's
    standings."""
    return [
        build_evening_head(each, standings.club_names, reverse("standings", args=[each.code]) if linked else "")
        for each in standings.tournaments
    ]


def build_season_charts(
    rows: tuple[SeasonRow, ...], tournaments: list[Tournament], scores: Mapping[int, Sequence[Number]]
) -> list[Chart]:
    """Return the charts of the leaders' points after each tournament. `scores`: by player."""
    return draw_evenings({row.name: [0, *scores[row.player]] for row in list_leaders(rows)}, tournaments)


def draw_evenings(series: Mapping[str, Sequence[Number]], tournaments: Sequence[Tournament]) -> list[Chart]:
    """Return the wide and the narrow chart of these curves, which begin before the first tournament and have a value
    after each; none where there are fewer than two tournaments."""
    labels = [_("au début"), *(short_day(event.date) for event in tournaments)]
    made = (build_chart(series, labels, 0, box) for box in (WIDE, NARROW)) if series and len(tournaments) > 1 else ()
    return [each for each in made if each]


def list_leaders(rows: Sequence[SeasonRow]) -> list[SeasonRow]:
    """Return the first rows of a season, for a chart. Rows that share a rank are all returned, or none of them if they
    are too many to draw."""
    leaders = [row for row in rows if row.rank is not None and row.rank <= FIRST_RANKS]
    if len(leaders) > MAX_CURVES:
        leaders = [row for row in leaders if row.rank != leaders[-1].rank]
    return leaders


@allow_anyone(READ)
def download_season(request: PageRequest, pk: str, ending: str) -> HttpResponse:
    """Download a season's standings."""
    season = get_public_season(pk)
    standings = get_season_standings(season)
    table = SeasonTable(standings.rows, list_evening_heads(standings), clubs=standings.club_name_of, medium=FILE)
    return download_table(request, table, ending, f"saison-{season.pk}", season.name)


@allow_anyone(READ)
def download_season_teams(request: PageRequest, pk: str, ending: str) -> HttpResponse:
    """Download the standings of a season's teams."""
    season = get_public_season(pk)
    standings = get_season_standings(season)
    teams = get_season_team_rows(season, standings.tournaments)
    table = SeasonTeamsTable(teams, list_evening_heads(standings), medium=FILE)
    return download_table(request, table, ending, f"saison-{season.pk}-equipes", season.name)


@allow_anyone(READ)
def show_club(request: PageRequest, pk: str) -> HttpResponse:
    """Show a club's next evening and its last podium, then its seasons and records."""
    club = get_object_or_404(Club, pk=int(pk))
    today = timezone.now().astimezone(ZoneInfo(club.time_zone)).date()
    context: dict[str, Any] = {
        "club": club,
        "coming": list(Tournament.objects.coming(club, today))[:MAX_COMING],
        "seasons": Season.objects.visible().played_by(club),
        "names": get_public_player_names(club),
    }
    context |= build_records_context(club)
    return show_club_page(request, club, "public/club.html", context | build_last_podium(context["past"]))


def build_last_podium(latest: Sequence[Tournament]) -> dict[str, Any]:
    """Return the podium of the last closed evening, for a template; empty without one. `latest`: the last one first."""
    if not latest:
        return {}
    ranking = get_ranking(latest[0], get_public_names(latest[0]), more=("coups",))
    rows = place_waiting_last(latest[0], ranking)
    return build_podium_context(latest[0], read_final_order(latest[0], rows)) | {"tournament_of_podium": latest[0]}


def build_records_context(club: Club) -> dict[str, Any]:
    """Return, for a template, the club's records in its closed tournaments: by game the best tournaments and coups,
    with the unit of both, and the best of its own statistics (`records`); those who played most tournaments
    (`faithful`). Beside them the tournaments `under_way` and the latest `past` ones. Raise Http404 if the club has no
    public tournament."""
    public = list(Tournament.objects.visible().filter(club=club))
    if not public:
        raise Http404
    events = [each for each in public if each.status == Tournament.Status.CLOSED]
    games = [game for game in scoring.list_games() if any(event.game == game.key for event in events)]
    return {
        "under_way": [each for each in public if each.status == Tournament.Status.OPEN],
        "past": events[: -MAX_PAST_EVENINGS - 1 : -1],
        "records": [
            (
                localise(game.name),
                past.list_best_evenings(events, game.key),
                past.list_best_coups(events, game.key),
                describe_shared_unit(event for event in events if event.game == game.key),
                [
                    (localise(statistic.words.best), past.list_best_evenings(events, game.key, statistic.key))
                    for statistic in game.statistics
                    if statistic.words.best
                ],
            )
            for game in games
        ],
        "faithful": past.list_most_frequent(club),
    }


@allow_anyone(READ)
def show_career(request: PageRequest, pk: str, player_pk: str) -> HttpResponse:
    """Show a player's career: his tournaments, whom he met and how it went."""
    club, names, history, under_way = get_career(pk, player_pk)
    name = names[int(player_pk)]
    sittings = [sitting for evening in history for sitting in evening.tables]
    key = find_favourite_game(sittings)
    context = {
        "club": club,
        "player": int(player_pk),
        "name": name,
        "history": history,
        "under_way": under_way,
        "parts": build_career_parts(history, name),
        "tables": len(sittings),
        "won": sum(sitting.won for sitting in sittings),
        "first": sum(evening.rank == 1 for evening in history),
        "favourite": localise(scoring.get_game(key).name) if key else "",
        "streaks": compute_streaks(sittings),
        "met_title": name_rivals(sittings),
        "rivals": build_companions(RivalsTable, list_rivals(sittings), names, club.pk),
        "partners": build_companions(PartnersTable, list_partners(sittings), names, club.pk),
        "skills": list_skills(club, int(player_pk)),
    }
    return show_club_page(request, club, "public/career.html", context)


def list_skills(club: Club, player: int) -> list[dict[str, Any]]:
    """Return, for each game, what the club shows everybody of a player's skill, in the shape that `describe_skill`
    gives."""
    rated = list_shown_ratings(Viewer.ANYBODY, club)
    games = [game for game in rated if any(each.player == player for each in game.players)]
    ratings = read_player_ratings(player) if games else {}
    return [describe_skill(game, *ratings[game.game]) for game in games if game.game in ratings]


def build_career_parts(history: Sequence[past.CareerEvening], name: str) -> list[dict[str, Any]]:
    """Return, for a template, a player's evenings in parts, one for each unit that totals are counted in; the unit of
    the latest evening comes first. Each part is {unit, evenings, charts}: the unit's name, the table of the evenings,
    the charts of his running total. `name`: the player's name."""
    by_unit: dict[TotalUnit, list[past.CareerEvening]] = {evening.unit: [] for evening in reversed(history)}
    for evening in history:
        by_unit[evening.unit].append(evening)
    return [
        {
            "unit": UNIT_NAMES[unit],
            "evenings": CareerEveningsTable(
                reversed(mine), unit, address=lambda row: reverse("player", args=[row.tournament.code, row.entry])
            ),
            "charts": draw_evenings(
                {name: list_running_totals(each.total for each in mine)}, [each.tournament for each in mine]
            ),
        }
        for unit, mine in by_unit.items()
    ]


def build_companions(
    table: type[CompanionsTable], companions: list[TableCompanion], names: dict[int, str], club: int
) -> CompanionsTable | None:
    """Build the table (of the class `table`) of the first of these companions, linked to their own careers. None
    without any. `names`: by player id; `club`: its id."""
    if not companions:
        return None
    return table(companions[:MAX_COMPANY], names, address=lambda row: reverse("career", args=[club, row.player]))


def name_rivals(sittings: Iterable[CareerTable]) -> str:
    """Return the title of the list of those whom a player met: «Contre qui», or «À la même table» if sides change in a
    game."""
    changing = any(scoring.get_game(game).sides_change for game in {each.game for each in sittings})
    return _("À la même table") if changing else _("Contre qui")


def get_career(pk: str, player_pk: str) -> tuple[Club, dict[int, str], list[past.CareerEvening], list[Tournament]]:
    """Return (the club, its players' public names by id, the closed evenings of this player, his tournaments under
    way), the earliest first; raise Http404 if there are neither."""
    club = get_object_or_404(Club, pk=int(pk))
    names, player = get_public_player_names(club), int(player_pk)
    history, under_way = past.list_career_evenings(player) if player in names else ([], [])
    if not history and not under_way:
        raise Http404
    return club, names, history, under_way


@allow_anyone(READ)
def send_picture(_request: HttpRequest, pk: str, digest: str, ending: str) -> HttpResponse:
    """Send a club's logo or a sponsor's picture, to be cached for ever, as another picture has another address. A
    policy header keeps a picture that is opened by itself from running a script."""
    club_picture = get_object_or_404(ClubPicture, club_id=int(pk), digest=digest, ending=ending)
    headers = {"Content-Security-Policy": PICTURE_ALONE, "Cache-Control": "public, max-age=31536000, immutable"}
    return HttpResponse(bytes(club_picture.body), content_type=CONTENT_TYPES[ending], headers=headers)


NUMBER = "[0-9]{1,18}"
urlpatterns: list[URLPattern] = [
    re_path(rf"^season/(?P<pk>{NUMBER})$", show_season, name="season"),
    re_path(rf"^season/(?P<pk>{NUMBER})\.{ENDING}$", download_season, name="season-file"),
    re_path(rf"^season/(?P<pk>{NUMBER})/teams\.{ENDING}$", download_season_teams, name="season-teams-file"),
    re_path(rf"^club/(?P<pk>{NUMBER})$", show_club, name="club-page"),
    re_path(rf"^club/(?P<pk>{NUMBER})/player/(?P<player_pk>{NUMBER})$", show_career, name="career"),
    re_path(
        rf"^club/(?P<pk>{NUMBER})/picture/(?P<digest>[^/.]{{1,64}})\.(?P<ending>png|svg)$",
        send_picture,
        name="club-picture",
    ),
]
