"""Tournaments: their list, the creation of one on one page, its name, date and rules."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import scoring
from tournaments.actions.evenings import lifecycle
from tournaments.actions.evenings.lifecycle import change_tournament, set_rules
from tournaments.forms.organiser.phases import describe_usual_mix
from tournaments.forms.organiser.tournament import (
    NewTournamentForm,
    TournamentForm,
    build_tournament_initial,
    find_followed_preset,
    get_changed_options,
    propose_name,
)
from tournaments.models import Club, ClubPreset, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.elision import elide_article_of_day, format_day
from tournaments.presentation.text.option_text import localise
from tournaments.views.access import require_right
from tournaments.views.organiser.people.entry_page import warn_of_namesakes
from tournaments.views.organiser.scoping import get_actor, get_asked_club, get_tournament
from tournaments.views.posted_forms import (
    carry_out,
    is_first_submission,
    read_post,
    render_form,
    say_and_redirect,
)
from tournaments.views.requests import MemberRequest
from tournaments.views.welcome import describe_game

from .new_evening import find_seating_page, get_game, read_evening
from .new_evening_list import keep_typed_evening
from .rule_example import build_evening_examples, render_examples

MOST_MIXED_PLAYERS = 40
"""The most players for whom the form says at once which tables they make."""
DAYS_OF_A_WEEK = 7
"""How many days ago a past evening may be to be called by its day of the week."""


@dataclass(frozen=True)
class LastGathering:
    """The players of the club's last tournament, for a button that chooses them again. `words`: what the button says;
    `players`: their ids, separated by spaces."""

    words: str
    players: str


@require_right(Right.RUN, of=get_asked_club)
def create_tournament(request: MemberRequest, club: Club) -> HttpResponse:
    """Create a tournament of free tables with its players, then redirect to their seats or to the plan of its rounds. A
    POST with `file` first goes on to a list of more players, with whom the tournament will be made. With `play`
    (another game) or `same` (the players of the last tournament) nothing is created: the form is shown again with all
    that was typed."""
    parameters = request.POST if request.method == "POST" else request.GET
    game = get_game(parameters.get("play") or parameters.get("game"), club)
    still_filling = "play" in parameters or "same" in parameters
    own = list(ClubPreset.objects.offered(club, game.key))
    last = find_last_gathering(club)
    if request.method == "POST" and not still_filling:
        form = NewTournamentForm(club, game, request.POST, own=own)
    else:
        form = build_new_form(club, game, own, read_typed(request, last) if still_filling else {})
    if form.is_valid() and not form.has_players and "file" not in parameters:
        form.add_error("typed", _("Écrivez ou cochez au moins un joueur."))
    if form.is_valid() and "file" in parameters:
        return keep_typed_evening(request)
    if form.is_valid() and not is_first_submission(request):
        return redirect("organiser")
    if form.is_valid() and (created := carry_out(form, lifecycle.create_tournament, club, **read_evening(form, game))):
        warn_of_namesakes(request, created.result.entries.select_related("player").order_by("pk"))
        return redirect(find_seating_page(form, created.result))
    return render_new_form(request, form, club, game, last)


def render_new_form(
    request: MemberRequest, form: NewTournamentForm, club: Club, game: scoring.Game, last: LastGathering | None
) -> HttpResponse:
    """Render the form of a new tournament."""
    preset = next((each for each in form.offered if each.key == form["preset"].value()), form.offered[0])
    sizes = game.list_sizes(preset.build_values(game.options))
    context = {
        "club": club,
        "clubs": request.clubs,
        "game": game,
        "games": [describe_game(each) for each in scoring.list_games()],
        "last": last,
        "preset_name": localise(preset.name),
        "mixes": json.dumps([describe_gathered(n, sizes) for n in range(MOST_MIXED_PLAYERS + 1)]),
        "open_rule": scoring.is_declared_by_clubs(game.options)
        or bool(set(form.errors) - {"name", "date", "players", "typed", "seating"}),
    }
    return render_form(request, "organiser/event_new.html", form, context)


def describe_gathered(players: int, sizes: Sequence[int]) -> str:
    """Say how many players are chosen, and how they would sit: «8 joueurs · 2 tables de 4». `sizes`: the sizes that
    tables of the game may have."""
    mix = describe_usual_mix(players, sizes)
    return f"{ngettext('%(n)s joueur', '%(n)s joueurs', players) % {'n': players}} · {mix}" if mix else ""


def build_new_form(
    club: Club, game: scoring.Game, own: Sequence[ClubPreset], typed: Mapping[str, Any]
) -> NewTournamentForm:
    """Build the form of a new tournament, filled in like the club's last tournament of this game. `own`: the club's own
    presets; `typed`: what the organiser has filled in already, by field."""
    today = timezone.localdate(timezone=ZoneInfo(club.time_zone))
    like = Tournament.objects.filter(club=club, game=game.key, hidden=False).first()
    preset = find_followed_preset(like, own).key if like else game.presets[0].key
    seating = NewTournamentForm.ROUNDS if like and like.format != like.Format.FREE else NewTournamentForm.ONE_TABLE
    initial = {"name": propose_name(club, today), "date": today, "preset": preset, "seating": seating, **typed}
    return NewTournamentForm(
        club, game, initial=initial, chosen=get_changed_options(like, own) if like else {}, own=own
    )


def read_typed(request: MemberRequest, last: LastGathering | None) -> dict[str, Any]:
    """Return, by field, what is typed in the form of a new tournament and does not depend on the game (name, date,
    players), unchecked; with `same` in the POST, the last tournament's players (`last`) are added."""
    post = request.POST
    typed_fields: dict[str, Any] = {key: post[key] for key in ("name", "date", "typed", "seating") if key in post}
    same = last.players.split() if last and "same" in post else []
    return typed_fields | {"players": [*dict.fromkeys([*post.getlist("players"), *same])]}


def find_last_gathering(club: Club) -> LastGathering | None:
    """Find who played the club's last tournament, of any game; None if nobody of them is still in the club's list."""
    last = (
        Tournament.objects.filter(club=club, hidden=False, entries__player__active=True).order_by("date", "pk").last()
    )
    if last is None:
        return None
    players = last.entries.filter(player__active=True).values_list("player", flat=True)
    today = timezone.localdate(timezone=ZoneInfo(club.time_zone))
    if last.date == today:
        words = _("Les mêmes que « %(name)s »") % {"name": last.name}
    elif 0 < (today - last.date).days < DAYS_OF_A_WEEK:
        words = _("Les mêmes que %(day)s") % {"day": date_format(last.date, "l")}
    else:
        words = elide_article_of_day(_("Les mêmes que le %(day)s") % {"day": format_day(last.date, "j F")})
    return LastGathering(f"{words} ({len(players)})", " ".join(map(str, players)))


@require_right(Right.RUN, of=get_tournament)
def edit_setup(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Edit a tournament's name and date, and its rules while no table has recorded anything."""
    frozen = Tournament.objects.has_records(tournament)
    form = build_setup_form(request, tournament, frozen)
    if "look" in request.POST:
        return render_examples(request, form, lambda data: build_evening_examples(tournament, data))
    if form.is_valid() and carry_out(form, save_setup, form, tournament, frozen, get_actor(request)):
        return say_and_redirect(request, _("C’est gardé."), "tournament", tournament.pk)
    context = {
        "tournament": tournament,
        "frozen": frozen,
        "game": form.game,
        **build_evening_examples(tournament),
    }
    return render_form(request, "organiser/event_setup.html", form, context)


def build_setup_form(request: MemberRequest, tournament: Tournament, frozen: bool) -> TournamentForm:
    """Build the setup form. It has no rules once a table has recorded an event (`frozen`): they change on a page of
    their own (`rule_change`)."""
    own = list(ClubPreset.objects.offered(tournament.club, tournament.game, also_named=tournament.house_rule))
    initial, chosen = build_tournament_initial(tournament, own), get_changed_options(tournament, own)
    game = scoring.get_game(tournament.game)
    form = TournamentForm(game, read_post(request), initial=initial, chosen=chosen, own=own)
    if frozen:
        for name in [name for name in form.fields if name not in ("name", "date")]:
            del form.fields[name]
    return form


def save_setup(form: TournamentForm, tournament: Tournament, frozen: bool, actor: str) -> None:
    """Save the setup. `frozen`: the rules stay as they are. Raises Refused, NotNow."""
    data = form.cleaned_data
    if not frozen and set(form.changed_data) - {"name", "date"}:
        fields = {key: data[key] for key in ("preset", "options", "house_rule")}
        set_rules(tournament, **fields, actor=actor)
    change_tournament(tournament, name=data["name"], date=data["date"], actor=actor)


urlpatterns = [
    path("event/new", create_tournament, name="tournament-new"),
    path("event/<int:pk>/setup", edit_setup, name="tournament-setup"),
]
