"""What the form of a new tournament says, read: its game, what is made of it, and the page that follows."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import get_language

import scoring
from tournaments.forms.organiser.tournament import NewTournamentForm
from tournaments.models import Club, Tournament

KNOWN_GAMES = {"it": "briscola"}
"""By language, the game that its readers know best; the others begin with the first of the rule book."""


def get_game(key: str | None, club: Club) -> scoring.Game:
    """Return the game of this key, or without a key the one to propose to the club; raise Http404 if there is no such
    game."""
    games = {game.key: game for game in scoring.list_games()}
    try:
        return games[key or find_usual_game(club) or next(iter(games))]
    except KeyError:
        raise Http404 from None


def find_usual_game(club: Club) -> str | None:
    """Return the key of the game of the club's last tournament; before its first one, of a game that the reader knows,
    or None."""
    played = Tournament.objects.filter(club=club, hidden=False).order_by("date", "pk").values_list("game", flat=True)
    return played.last() or KNOWN_GAMES.get(get_language() or "")


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
