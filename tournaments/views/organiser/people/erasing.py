"""Erasing a player's name: the texts that mention him are read first, and chosen; then it cannot be undone."""

from contextlib import suppress

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from config.backup_files import ask_for_backup, is_restore_pending
from tournaments import actions
from tournaments.models import Player, Tournament
from tournaments.models.rights import Right
from tournaments.upkeep.backups.older_copies import list_older_copies
from tournaments.upkeep.backups.restoring import forget_candidate
from tournaments.upkeep.job_folders import delete_jobs
from tournaments.views.access import require_right
from tournaments.views.organiser.scoping import get_actor, get_player
from tournaments.views.polled_parts import clear_polled_parts
from tournaments.views.requests import MemberRequest


@require_right(Right.GOVERN)
def erase_player_name(request: MemberRequest, pk: int) -> HttpResponse:
    """Show what erasing the player's name erases and what still holds it; a POST erases it, and of the free texts that
    were shown those that are ticked."""
    player = get_player(request, pk)
    if request.method == "POST":
        spared = set(request.POST.getlist("shown")) - set(request.POST.getlist("erase"))
        actions.forget_name(player, actor=get_actor(request), spared=spared)
        clear_polled_parts()
        with suppress(OSError):
            delete_kept_copies(player)
        messages.success(request, _("Le nom est effacé partout. Ce qu’il a joué reste."))
        return redirect("player-edit", player.pk)
    everybody = actions.list_merged_players(player)
    context = {
        "player": player,
        "mentions": actions.find_mentions(player.club, everybody),
        "fixed": actions.find_fixed_mentions(player.club, everybody),
        "copies": list_older_copies(),
    }
    return render(request, "organiser/erase.html", context)


def delete_kept_copies(player: Player) -> None:
    """Delete the documents and draws of the player's club, which may hold his name, and the preview of a backup; have
    a backup made that lacks the name. Raises OSError."""
    delete_jobs(set(Tournament.objects.filter(club=player.club).values_list("pk", flat=True)))
    if not is_restore_pending(settings.VAR_DIR):
        forget_candidate()
    ask_for_backup(settings.VAR_DIR)


urlpatterns = [path("players/<int:pk>/forget", erase_player_name, name="player-forget")]
