"""What the form of a new tournament says, read: its game, what is made of it, and the page that follows."""

from typing import Any

from django.http import Http404
from django.urls import reverse

import scoring
from tournaments.forms.organiser.tournament import NewTournamentForm
from tournaments.models import Tournament


def get_game(key: str | None) -> scoring.Game:
    """Return the game of this key, or the first game without a key; raise Http404 if there is no such game."""
    games = {game.key: game for game in scoring.list_games()}
    try:
        return games[key or next(iter(games))]
    except KeyError:
        raise Http404 from None


def read_evening(form: NewTournamentForm, game: scoring.Game) -> dict[str, Any]:
    """Return what `create_tournament` takes, from a valid form."""
    data = form.cleaned_data
    kept = {key: data[key] for key in ("name", "date", "preset", "options", "house_rule")}
    return kept | {"game": game.key, "players": [*data["players"], *data["typed"]]}


def find_seating_page(form: NewTournamentForm, tournament: Tournament) -> str:
    """Return the address of the page on which a new tournament's players get their seats: the plan of its rounds, with
    drawn rounds chosen, or the draw of its tables."""
    if form.cleaned_data["seating"] != form.ROUNDS:
        return reverse("tournament-tables", args=[tournament.pk])
    return f"{reverse('tournament-rounds', args=[tournament.pk])}?format={Tournament.Format.RANDOM}"
