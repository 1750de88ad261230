"""Do a club's games show skill? What its evenings say of it, game by game and player by player. Nothing is called a
rating where no way to predict beats a coin."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.translation import gettext as _

import scoring
from config.background.jobs import request_job
from config.background.keeper import find_keeper_start
from config.background.kinds import RATINGS
from tournaments.actions.people.clubs import set_player_rated
from tournaments.models import Club, Player
from tournaments.models.rights import Right
from tournaments.presentation.tables.ratings import (
    EloGainsTable,
    LossTable,
    RatedPlayersTable,
    describe_skill,
    list_loss_rows,
)
from tournaments.presentation.text.option_text import localise
from tournaments.reading.kept_ratings import GameRatings, KeptGain, read_player_ratings, read_ratings
from tournaments.reading.shown_names import Viewer, get_player_names
from tournaments.standings.log_loss import ENOUGH_TABLES, SkillVerdict
from tournaments.standings.rated_tables import LEAST_TABLES
from tournaments.standings.skill_points import SkillPoint
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.organiser.scoping import get_asked_club, get_player
from tournaments.views.posted_forms import say_and_redirect
from tournaments.views.requests import MemberRequest

LATEST_GAINS = 60  # lines, unless all are asked for


@require_right(Right.LOOK, READ, of=get_asked_club)
def show_ratings(request: MemberRequest, club: Club) -> HttpResponse:
    """Show, game by game, whether the club's evenings show skill, and where they do, the table of its rated players.
    The ratings kept are shown as they are; if something has changed since, they are computed again meanwhile."""
    ratings, is_current = read_ratings(club)
    if not is_current:
        request_job(settings.VAR_DIR, RATINGS)
    names = get_player_names(Viewer.CLUB, club)
    context = {
        "club": club,
        "clubs": request.clubs,
        "games": [build_game_part(each, names) for each in ratings],
        "is_current": is_current,
        "is_reckoned_here": find_keeper_start(settings.VAR_DIR, RATINGS) is not None,
        "least": LEAST_TABLES,
        "enough": ENOUGH_TABLES,
    }
    return render(request, "organiser/ratings.html", context)


def build_game_part(game: GameRatings, names: dict[int, str]) -> dict[str, Any]:
    """Return, for a template, the ratings of one game: its name, the verdict on them, the table of rated players.
    `names`: the names of the club's players, by id."""
    hidden = [name for name, is_shown in (("band", game.shows_skill), ("elo", game.shows_elo)) if not is_shown]
    players = RatedPlayersTable(
        game.players, names, address=lambda row: reverse("player-rating", args=[row.player]), hidden=hidden
    )
    return {
        "ratings": game,
        "name": localise(scoring.get_game(game.game).name),
        "is_better": game.verdict is SkillVerdict.BETTER,
        "losses": LossTable(list_loss_rows(game.losses)),
        "players": players if game.players and len(hidden) < 2 else None,
    }


@require_right(Right.LOOK, READ, of=get_player)
def show_player_rating(request: MemberRequest, player: Player) -> HttpResponse:
    """Show a player's skill, game by game, where there are tables enough and the game shows skill: his band, his curve,
    and what he took from whom by Elo; `?all=yes` shows all of that."""
    games, _is_current = read_ratings(player.club)
    mine = read_player_ratings(player.pk)
    names = get_player_names(Viewer.CLUB, player.club)
    parts = [
        build_player_part(game, *mine[game.game], names, all_gains=request.GET.get("all") == "yes")
        for game in games
        if any(each.player == player.pk for each in game.players) and game.game in mine
    ]
    context = {
        "player": player,
        "name": names.get(player.pk, player.name),
        "parts": [part for part in parts if part],
        "least": LEAST_TABLES,
    }
    return render(request, "organiser/player_rating.html", context)


def build_player_part(
    game: GameRatings, curve: Sequence[SkillPoint], gains: Sequence[KeptGain], names: dict[int, str], *, all_gains: bool
) -> dict[str, Any] | None:
    """Return, for a template, a player's skill at one game, with his latest gains by Elo (`all_gains`: with all of
    them); None if the game is not rated."""
    if not game.is_rated:
        return None
    latest = list(gains if all_gains else gains[-LATEST_GAINS:])[::-1]
    part = describe_skill(game, curve, gains)
    if game.shows_elo:
        part |= {
            "gains": EloGainsTable(latest, names, address=lambda row: reverse("desk-table", args=[row.table])),
            "has_more": len(latest) < len(gains),
        }
    return part


@require_right(Right.RUN, SEND, of=get_player)
def rate_player(request: MemberRequest, player: Player) -> HttpResponse:
    """Set whether the player's skill may be reckoned."""
    set_player_rated(player, request.POST.get("rated") == "yes")
    return say_and_redirect(request, _("C’est noté."), "player-edit", player.pk)


urlpatterns = [
    path("ratings", show_ratings, name="ratings"),
    path("players/<int:pk>/rating", show_player_rating, name="player-rating"),
    path("players/<int:pk>/rated", rate_player, name="player-rated"),
]
