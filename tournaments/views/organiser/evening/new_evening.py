"""What the form of a new tournament says, read: its game, what is made of it, and the page that follows."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import get_language

import scoring
from tournaments.forms.organiser.tournament import NewTournamentForm
from tournaments.models import Club, Tournament


def get_game(key: str | None, club: Club) -> scoring.Game:
    """Return the game of this key. Without a key, return the game to propose to the club (`find_usual_game`). Raise
    Http404 if there is no such game."""
    try:
        return scoring.get_game(key or find_usual_game(club))
    except KeyError:
        raise Http404 from None


def find_usual_game(club: Club) -> str:
    """Return the key of the game of the club's last tournament; before its first one, that of a game known in the
    reader's language, or else of the first game of the rule book."""
    played = Tournament.objects.filter(club=club, hidden=False).order_by("date", "pk").values_list("game", flat=True)
    known = (game.key for game in scoring.list_games() if get_language() in game.known_in)
    return played.last() or next(known, scoring.FIRST_GAME.key)


def read_evening(form: NewTournamentForm, game: scoring.Game) -> dict[str, Any]:
    """Return the arguments of `create_tournament` (name, date, rules and players), from a valid form."""
    data = form.cleaned_data
    fields = {key: data[key] for key in ("name", "date", "preset", "options", "house_rule")}
    return fields | {"game": game.key, "players": [*data["players"], *data["typed"]]}


def find_seating_page(form: NewTournamentForm, tournament: Tournament) -> str:
    """Return the address of the page on which a new tournament's players get their seats: the plan of its rounds, with
    drawn rounds chosen, or the draw of its tables."""
    if form.cleaned_data["seating"] != form.ROUNDS:
        return reverse("tournament-tables", args=[tournament.pk])
    return f"{reverse('tournament-rounds', args=[tournament.pk])}?format={Tournament.Format.RANDOM}"
