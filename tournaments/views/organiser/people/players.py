"""Who plays: the tournament's own list of players, and the club's."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.people import player_merges
from tournaments.actions.people.clubs import (
    add_player,
    rename_player,
    save_player_details,
    set_player_active,
    set_player_discreet,
)
from tournaments.actions.people.entries import add_entries
from tournaments.actions.people.player_merges import merge_players
from tournaments.book.table_cards import load_cards
from tournaments.forms.organiser.players import (
    ClubPlayersForm,
    MergeForm,
    PlayerDetailsForm,
    PlayerNameForm,
    TournamentPlayersForm,
    sort_by_name,
)
from tournaments.models import Club, Erasure, Merge, Player, PlayerDetails, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.tables.ratings import list_levels
from tournaments.presentation.text.namesake_text import tell_apart
from tournaments.reading.kept_ratings import list_shown_ratings
from tournaments.reading.shown_names import Viewer
from tournaments.upkeep.backups.ageing import find_last_day
from tournaments.views.access import SEND, require_right
from tournaments.views.organiser.rounds.newcomers import locate_entries
from tournaments.views.organiser.scoping import (
    build_club_address,
    get_actor,
    get_asked_club,
    get_player,
    get_tournament,
)
from tournaments.views.polled_parts import clear_polled_parts
from tournaments.views.posted_forms import attempt, carry_out, is_first_submission, render_form, say_and_redirect
from tournaments.views.requests import MemberRequest

from .entry_page import say_if_renamed, warn_of_namesakes

MOST_NAMED = 5  # newcomers; more are counted


@require_right(Right.RUN, of=get_tournament)
def edit_players(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the tournament's players; a POST adds players of the club and typed names."""
    form = TournamentPlayersForm(tournament, request.POST or None)
    if not form.is_valid():
        return render_players(request, tournament, form=form)
    if not is_first_submission(request):
        return redirect("tournament-players", tournament.pk)
    before = tournament.entries.count()
    people = [*form.cleaned_data["players"], *form.cleaned_data["typed"]]
    if not carry_out(form, add_entries, tournament, people, actor=get_actor(request)):
        return render_players(request, tournament, form=form)
    n = tournament.entries.count() - before
    words = ngettext("%(n)s joueur ajouté.", "%(n)s joueurs ajoutés.", n) % {"n": n}
    newest = sort_by_name(tournament.entries.select_related("player").order_by("-pk")[:n])
    if 0 < n <= MOST_NAMED:
        words = _("Dans la soirée à présent : %(who)s.") % {"who": ", ".join(map(str, newest))}
    messages.success(request, words)
    warn_of_namesakes(request, newest)
    return redirect("tournament-players", tournament.pk)


def render_players(request: MemberRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    """Render the tournament's players; `more`: `form`, one that was refused."""
    cards, entries = load_cards(tournament), sort_by_name(tournament.entries.all())
    seated = {seat.entry_id for card in cards for seat in card.seats}
    places, newcomers = locate_entries(tournament, cards, entries)
    rows = [(entry, places.get(entry.pk, ""), entry.pk in seated) for entry in entries]
    context = {
        "tournament": tournament,
        "rows": rows,
        "newcomers": newcomers,
        "form": TournamentPlayersForm(tournament),
        **more,
    }
    wrong = context["form"].errors
    return render(request, "organiser/event_players.html", context, status=422 if wrong else 200)


@require_right(Right.LOOK, post=Right.RUN, of=get_asked_club)
def edit_club_players(request: MemberRequest, club: Club) -> HttpResponse:
    """Show the club's players; a POST adds the typed names."""
    form = ClubPlayersForm(request.POST or None)
    if form.is_valid() and not is_first_submission(request):
        return redirect(build_club_address("players", club.pk))
    if form.is_valid():
        for name in form.cleaned_data["typed"]:
            add_player(club, name)
        n = len(form.cleaned_data["typed"])
        words = ngettext("%(n)s joueur ajouté.", "%(n)s joueurs ajoutés.", n) % {"n": n}
        return say_and_redirect(request, words, build_club_address("players", club.pk))
    context = {"club": club, "clubs": request.clubs, **build_player_lists(club, request.GET.get("by", ""))}
    return render_form(request, "organiser/players.html", form, context)


def build_player_lists(club: Club, game: str) -> dict[str, Any]:
    """Return, for a template, the `active` and the `retired` players of the club as rows (player, words that tell him
    from namesakes, skill). They are sorted by name, or by skill at the game `game` if the club's ratings of it are
    shown."""
    rated = [list_levels(each) for each in list_shown_ratings(Viewer.CLUB, club) if each.players]
    by = next((each for each in rated if each.game == game), None)
    levels = by.texts if by else {}
    places = {player: n for n, player in enumerate(levels)}
    everyone = sort_by_name(club.players.all())
    everyone.sort(key=lambda player: places.get(player.pk, len(places)))
    apart = tell_apart(everyone)
    rows = [(each, apart.get(each.pk), levels.get(each.pk)) for each in everyone]
    return {
        "rated": rated,
        "by": by,
        "active": [row for row in rows if row[0].active],
        "retired": [row for row in rows if not row[0].active],
    }


@require_right(Right.RUN, of=get_player)
def edit_player(request: MemberRequest, player: Player) -> HttpResponse:
    """Show and rename a player of the club."""
    form = PlayerNameForm(player, request.POST or None)
    if form.is_valid():
        if form.has_changed():  # «DUPONT Jean», of whom nothing was changed, is not to become «Jean DUPONT»
            rename_player(player, form.cleaned_data["whole"], form.cleaned_data["family_name"])
        say_if_renamed(request, form, _("Le nom est changé."))
        return redirect(build_club_address("players", player.club_id))
    return render_player(request, player, form=form)


def render_player(request: MemberRequest, player: Player, **more: Any) -> HttpResponse:
    """Render the player's page; `more`: `form`, `details` or `merging`, a form that was refused, or `refused`, an error
    message."""
    erasure = Erasure.objects.filter(player=player).first()
    context = {
        "player": player,
        "form": PlayerNameForm(player),
        "details": PlayerDetailsForm(prefix="details", instance=PlayerDetails.objects.filter(player=player).first()),
        "merging": MergeForm(player),
        "merges": player.merges.filter(undone_at=None).select_related("gone"),
        "gone_to": player.merged_into.filter(undone_at=None).select_related("kept").first(),
        "played": Tournament.objects.visible().filter(entries__player=player, entries__seats__lines__coups=1).exists(),
        "erased": erasure,
        "held_until": find_last_day([erasure.at]) if erasure else None,
        **more,
    }
    wrong = context.get("refused") or any(context[form].errors for form in ("form", "details", "merging"))
    return render(request, "organiser/player_edit.html", context, status=422 if wrong else 200)


@require_right(Right.RUN, SEND, of=get_player)
def edit_player_details(request: MemberRequest, player: Player) -> HttpResponse:
    """Keep what was written of a player beside his name."""
    if Erasure.objects.filter(player=player).exists():
        return render_player(request, player, refused=_("Son nom est effacé : rien d’autre n’est gardé."))
    form = PlayerDetailsForm(request.POST, prefix="details")
    if not form.is_valid():
        return render_player(request, player, details=form)
    save_player_details(player, **form.cleaned_data)
    return say_and_redirect(request, _("C’est noté."), "player-edit", player.pk)


@require_right(Right.RUN, SEND, of=get_player)
def retire_player(request: MemberRequest, player: Player) -> HttpResponse:
    """Set whether the player is still offered for new tournaments."""
    set_player_active(player, request.POST.get("active") == "yes")
    return redirect(build_club_address("players", player.club_id))


@require_right(Right.RUN, SEND, of=get_player)
def merge_player(request: MemberRequest, player: Player) -> HttpResponse:
    """Merge this player into another one of the list: all that he played becomes the other's."""
    form = MergeForm(player, request.POST)
    if not form.is_valid():
        return render_player(request, player, merging=form)
    other = form.cleaned_data["other"]
    if refused := attempt(merge_players, other, player, actor=get_actor(request)):
        return render_player(request, player, refused=refused)
    words = _("C’est une seule personne. On peut encore revenir en arrière, sur sa page.")
    return say_and_redirect(request, words, "player-edit", other.pk)


@require_right(Right.RUN, SEND, of=get_player)
def undo_merge(request: MemberRequest, player: Player, n: int) -> HttpResponse:
    """Undo a merge: these are two people after all."""
    merge = get_object_or_404(Merge, pk=n, kept=player)
    if refused := attempt(player_merges.undo_merge, merge):
        return render_player(request, player, refused=refused)
    return say_and_redirect(request, _("Ce sont de nouveau deux personnes."), "player-edit", player.pk)


@require_right(Right.RUN, SEND, of=get_player)
def hide_player_name(request: MemberRequest, player: Player) -> HttpResponse:
    """Set whether public pages show the player's initials whatever the club shows of the others."""
    set_player_discreet(player, request.POST.get("discreet") == "yes")
    clear_polled_parts()
    return say_and_redirect(request, _("C’est noté."), "player-edit", player.pk)


urlpatterns = [
    path("event/<int:pk>/players", edit_players, name="tournament-players"),
    path("players", edit_club_players, name="players"),
    path("players/<int:pk>", edit_player, name="player-edit"),
    path("players/<int:pk>/details", edit_player_details, name="player-details"),
    path("players/<int:pk>/retire", retire_player, name="player-retire"),
    path("players/<int:pk>/merge", merge_player, name="player-merge"),
    path("players/<int:pk>/merge/<int:n>/undo", undo_merge, name="player-part"),
    path("players/<int:pk>/discreet", hide_player_name, name="player-discreet"),
]
