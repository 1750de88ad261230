"""All that is kept of one person, to read or as a file; and a player's name erased, once the texts that mention him are
read."""

from contextlib import suppress

from django.conf import settings
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from config.background.jobs import open_jobs, request_job
from config.background.kinds import BACKUP, RESTORE
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.people.mentions import find_fixed_mentions, find_mentions
from tournaments.actions.people.player_merges import list_merged_players
from tournaments.exchange.personal_data import build_account_document, build_player_document
from tournaments.models import Player, Season, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.text.personal_data import label_values
from tournaments.upkeep.backups.older_copies import list_older_copies
from tournaments.upkeep.backups.restoring import forget_candidate
from tournaments.views.access import READ, require_right
from tournaments.views.download import download_document
from tournaments.views.organiser.scoping import get_actor, get_player
from tournaments.views.polled_parts import clear_polled_parts
from tournaments.views.posted_forms import say_and_redirect
from tournaments.views.requests import MemberRequest


@require_right(Right.GOVERN, READ, of=get_player)
def show_player_data(request: MemberRequest, player: Player) -> HttpResponse:
    """Show what is kept of a player."""
    context = {
        "player": player,
        "values": label_values(build_player_document(player)).values,
        "whose": player.name,
        "file": reverse("player-data-file", args=[player.pk]),
        "back": reverse("player-edit", args=[player.pk]),
    }
    return render(request, "organiser/personal_data.html", context)


@require_right(Right.GOVERN, READ, of=get_player)
def download_player_data(request: MemberRequest, player: Player) -> HttpResponse:
    """Download what is kept of a player, for him."""
    return download_document(build_player_document(player), f"joueur-{player.pk}")


@require_right(Right.LOOK, READ)
def show_account_data(request: MemberRequest) -> HttpResponse:
    """Show what is kept of the user's account."""
    context = {
        "values": label_values(build_account_document(request.user)).values,
        "whose": request.user.get_username(),
        "file": reverse("account-data-file"),
        "back": reverse("account"),
    }
    return render(request, "organiser/personal_data.html", context)


@require_right(Right.LOOK, READ)
def download_account_data(request: MemberRequest) -> HttpResponse:
    """Download what is kept of the user's account."""
    return download_document(build_account_document(request.user), "mon-compte")


@require_right(Right.GOVERN, of=get_player)
def erase_player_name(request: MemberRequest, player: Player) -> HttpResponse:
    """Show what erasing the player's name erases and what still holds it; a POST erases it, and of the free texts that
    were shown those that are ticked."""
    if request.method == "POST":
        spared = set(request.POST.getlist("shown")) - set(request.POST.getlist("erase"))
        forget_name(player, actor=get_actor(request), spared=spared)
        clear_polled_parts()
        with suppress(OSError):
            delete_kept_copies(player)
        words = _("Le nom est effacé partout. Ce qu’il a joué reste.")
        return say_and_redirect(request, words, "player-edit", player.pk)
    everybody = list_merged_players(player)
    context = {
        "player": player,
        "mentions": find_mentions(player.club, everybody),
        "fixed": find_fixed_mentions(player.club, everybody),
        "copies": list_older_copies(),
    }
    return render(request, "organiser/erase.html", context)


def delete_kept_copies(player: Player) -> None:
    """Delete all copies that may hold the player's name: the documents and draws of his club's tournaments and of all
    tournaments in the seasons that it plays, the file with everything of his club, and the copy of the backup chosen to
    be restored, unless a restore waits to run. Have a backup made that lacks the name. Raises OSError."""
    jobs = open_jobs(settings.VAR_DIR)
    shared = Season.objects.played_by(player.club).values("pk")
    met = Tournament.objects.filter(Q(club=player.club) | Q(seasons__in=shared))
    jobs.delete_old({*met.values_list("pk", flat=True), -player.club_id})
    if not jobs.has_waiting(RESTORE):
        forget_candidate()
    request_job(settings.VAR_DIR, BACKUP)
