"""The players of an evening that is not made yet, taken over from a list: the evening is made with them, once they were
looked at. What was typed for it waits meanwhile in the cache, not in the database."""

from collections.abc import Mapping, Sequence

from django.core.cache import cache
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _

from tournaments.actions.evenings.new_tournaments import create_tournament_from_list
from tournaments.actions.people.listed_players import ListedPlayer
from tournaments.actions.people.player_import import ImportOutcome, takes_pairs
from tournaments.forms.organiser.tournament import NewTournamentForm
from tournaments.models import ClubPreset, Tournament
from tournaments.models.rights import Right
from tournaments.views.access import require_right
from tournaments.views.organiser.people.player_file import import_list
from tournaments.views.organiser.scoping import get_club
from tournaments.views.requests import MemberRequest

from .new_evening import find_seating_page, get_game, read_evening

WAIT_SECONDS = 2 * 60 * 60


def keep_typed_evening(request: MemberRequest) -> HttpResponse:
    """Keep in the cache what was typed for a new evening, and redirect to the page that imports its players from a
    list."""
    cache.set(name_waiting(request), request.POST.urlencode(), WAIT_SECONDS)
    return redirect("tournament-new-list")


def name_waiting(request: MemberRequest) -> str:
    """Return the cache key under which the new evening that the user has typed is kept."""
    return f"new-evening:{request.user.pk}"


@require_right(Right.RUN)
def import_first_players(request: MemberRequest) -> HttpResponse:
    """Import a list of people as the first players of the new evening that the cache keeps, and make it with them; if
    it keeps none, redirect to the form of a new evening."""
    typed = QueryDict(cache.get(name_waiting(request), ""))
    if not typed:
        return redirect("tournament-new")
    club = get_club(request, typed.get("club"))
    game = get_game(typed.get("game"), club)
    form = NewTournamentForm(club, game, typed, own=list(ClubPreset.objects.offered(club, game.key)))
    if not form.is_valid():
        return redirect("tournament-new")

    evening = read_evening(form, game)
    rules = {key: evening[key] for key in ("game", "preset", "options")}

    def take(listed: Sequence[ListedPlayer], decisions: Mapping[str, str]) -> tuple[ImportOutcome, str]:
        tournament, outcome = create_tournament_from_list(club, listed, decisions, **evening)
        cache.delete(name_waiting(request))
        return outcome, find_seating_page(form, tournament)

    context = {
        "club": club,
        "named": form.cleaned_data["name"],
        "back": reverse("tournament-new"),
        "back_to": _("Préparer une soirée"),
        "enters": True,
        "has_pairs": takes_pairs(Tournament(**rules), is_new=True),
    }
    return import_list(request, context, take)


urlpatterns = [path("event/new/list", import_first_players, name="tournament-new-list")]
