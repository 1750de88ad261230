"""One player of an evening: whether he is there, where he sits, whom he avoids, his name, his evenings before."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from tournaments.actions.people import entries as entries_actions
from tournaments.actions.people import leaving
from tournaments.actions.people.clubs import set_player_active
from tournaments.actions.rounds.pairing_pool import get_next_round_number
from tournaments.actions.rounds.participation import set_presence
from tournaments.book.table_cards import load_cards
from tournaments.forms.organiser.players import RenameForm
from tournaments.forms.organiser.rounds import PRESENCE_WORDS
from tournaments.models import Entry
from tournaments.models.rights import Right
from tournaments.presentation.text.attendance import describe_attendance
from tournaments.reading.taking_part import mark_who_played
from tournaments.views.access import SEND, require_right
from tournaments.views.organiser.rounds.newcomers import locate_entries
from tournaments.views.organiser.scoping import get_actor, get_entry
from tournaments.views.posted_forms import attempt, say_and_redirect
from tournaments.views.requests import MemberRequest

PAST_EVENINGS = 5  # the latest ones


@require_right(Right.RUN, of=get_entry)
def show_entry(request: MemberRequest, entry: Entry) -> HttpResponse:
    """Show a player of the evening; a POST says whether he is there."""
    presence = request.POST.get("presence", "")
    if presence in Entry.Presence.values:
        if refused := attempt(set_presence, [entry], presence, actor=get_actor(request)):
            return render_entry(request, entry, refused=refused)
        said = _("%(who)s est là.") if presence == entry.Presence.PRESENT else _("%(who)s va venir.")
        if presence == entry.Presence.ABSENT:
            said = _("%(who)s ne joue plus, dès la ronde %(n)s. Ce qui est joué reste.")
        said %= {"who": entry.shown_name, "n": get_next_round_number(entry.tournament)}
        return say_and_redirect(request, said, "entry", entry.pk)
    return render_entry(request, entry)


def render_entry(request: MemberRequest, entry: Entry, **more: Any) -> HttpResponse:
    """Render the player's page; `more`: `form`, a name that was refused, or `refused`, an error message."""
    tournament = entry.tournament
    mark_who_played(tournament, [entry])
    cards = load_cards(tournament)
    places, _newcomers = locate_entries(tournament, cards, [entry])
    groups = tournament.exclusions.filter(entries=entry).prefetch_related("entries")
    avoided = {other for group in groups for other in group.entries.all() if other != entry}
    past = Entry.objects.filter(player=entry.player_id).exclude(pk=entry.pk).select_related("tournament")
    context = {
        "tournament": tournament,
        "entry": entry,
        "card": next((card for card in reversed(cards) if entry.pk in {seat.entry_id for seat in card.seats}), None),
        "place": places.get(entry.pk, ""),
        "presences": PRESENCE_WORDS,
        "attendance": describe_attendance(entry),
        "avoided": sorted(str(other) for other in avoided),
        "past": past.order_by("-tournament__date", "-pk")[:PAST_EVENINGS],
        "form": build_rename_form(entry),
        "refused": "",
        **more,
    }
    status = 422 if context["refused"] or context["form"].errors else 200
    return render(request, "organiser/entry.html", context, status=status)


def build_rename_form(entry: Entry, data: Any = None) -> RenameForm:
    """Build the form that renames an entry."""
    return RenameForm(data, prefix=str(entry.pk), initial={"name": entry.shown_name})


def say_if_renamed(request: MemberRequest, form: RenameForm, changed: str) -> None:
    """Show on the next page the message `changed`, or that the name has stayed the same."""
    if form.has_changed():
        messages.success(request, changed)
    else:
        messages.info(request, _("Le nom est resté le même."))


def warn_of_namesakes(request: MemberRequest, entries: Iterable[Entry]) -> None:
    """Show on the next page which of these new entries got a number after the name, since somebody else bears it; none
    who has been to an evening before, for that is no slip of the pen."""
    numbered = [each for each in entries if each.shown_name != each.player.name]
    numbered = [each for each in numbered if not each.player.entries.exclude(pk=each.pk).exists()]
    doors = [(reverse("entry", args=[each.pk]), each.shown_name) for each in numbered]
    links = format_html_join(", ", '<a href="{}"><bdi>{}</bdi></a>', doors)
    words = _("%(who)s : numéro ajouté, quelqu’un d’autre porte ce nom. Si c’est la même personne, ôtez-la à sa page.")
    if numbered:
        messages.info(request, format_html(words.replace("%(who)s", "{}"), links))


@require_right(Right.RUN, SEND, of=get_entry)
def rename_entry(request: MemberRequest, entry: Entry) -> HttpResponse:
    """Rename an entry of the tournament."""
    form = build_rename_form(entry, request.POST)
    if not form.is_valid():
        return render_entry(request, entry, form=form)
    if form.has_changed():  # an unchanged «Anne 2» of tonight is not to become the club's name of an Anne
        entries_actions.rename_entry(entry, form.cleaned_data["name"], actor=get_actor(request))
    say_if_renamed(request, form, _("Le nom est changé, ici et dans la liste du club."))
    return redirect("entry", entry.pk)


@require_right(Right.RUN, SEND, of=get_entry)
def remove_entry(request: MemberRequest, entry: Entry) -> HttpResponse:
    """Remove an entry from the tournament; with `club`, the person from the club's list too, if he never played."""
    name, seat = entry.shown_name, entry.seats.select_related("table").order_by("-table__round__n").first()
    if refused := attempt(leaving.remove_entry, entry, actor=get_actor(request)):
        return render_entry(request, entry, refused=refused)
    words = _("%(who)s n’est plus dans la soirée.") % {"who": name}
    if "club" in request.POST and not entry.player.entries.exists():
        set_player_active(entry.player, False)
        words = _("%(who)s n’est plus dans la soirée, ni dans la liste du club.") % {"who": name}
    if seat:
        sentence = _("%(who)s ne joue plus ce soir : sa place à la table %(n)s est libre.")
        words = sentence % {"who": name, "n": seat.table.n}
    return say_and_redirect(request, words, "tournament-players", entry.tournament_id)


urlpatterns = [
    path("entry/<int:pk>", show_entry, name="entry"),
    path("entry/<int:pk>/rename", rename_entry, name="entry-rename"),
    path("entry/<int:pk>/remove", remove_entry, name="entry-remove"),
]
