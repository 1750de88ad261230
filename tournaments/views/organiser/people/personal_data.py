"""All that is kept of one person, to read or as a file: of a player for whoever governs the club, of an account for
itself."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.views.decorators.http import require_safe

from tournaments.exchange.personal_data import build_account_document, build_player_document
from tournaments.models.rights import Right
from tournaments.presentation.text.personal_data import label_values
from tournaments.views.access import require_right
from tournaments.views.download import download_document
from tournaments.views.organiser.scoping import get_player
from tournaments.views.requests import MemberRequest


@require_right(Right.GOVERN)
@require_safe
def show_player_data(request: MemberRequest, pk: int) -> HttpResponse:
    """Show what is kept of a player."""
    player = get_player(request, pk)
    context = {
        "player": player,
        "values": label_values(build_player_document(player)).values,
        "whose": player.name,
        "file": reverse("player-data-file", args=[player.pk]),
        "back": reverse("player-edit", args=[player.pk]),
    }
    return render(request, "organiser/personal_data.html", context)


@require_right(Right.GOVERN)
@require_safe
def download_player_data(request: MemberRequest, pk: int) -> HttpResponse:
    """Download what is kept of a player, for him."""
    player = get_player(request, pk)
    return download_document(build_player_document(player), f"joueur-{player.pk}")


@require_right(Right.LOOK)
@require_safe
def show_account_data(request: MemberRequest) -> HttpResponse:
    """Show what is kept of the user's account."""
    context = {
        "values": label_values(build_account_document(request.user)).values,
        "whose": request.user.get_username(),
        "file": reverse("account-data-file"),
        "back": reverse("account"),
    }
    return render(request, "organiser/personal_data.html", context)


@require_right(Right.LOOK)
@require_safe
def download_account_data(request: MemberRequest) -> HttpResponse:
    """Download what is kept of the user's account."""
    return download_document(build_account_document(request.user), "mon-compte")


urlpatterns = [
    path("players/<int:pk>/data", show_player_data, name="player-data"),
    path("players/<int:pk>/data.json", download_player_data, name="player-data-file"),
    path("account/data", show_account_data, name="account-data"),
    path("account/data.json", download_account_data, name="account-data-file"),
]
