"""The waiting list of free tables: who is free and since when, the fairest tables of those who wait, one click to seat
them."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.errors import ActionError
from tournaments.actions.rounds.free_tables import (
    list_waiting_entries,
    propose_tables,
    seat_waiting_entries,
    stop_waiting,
    wait_for_table,
)
from tournaments.book.table_cards import load_cards
from tournaments.forms.organiser.players import sort_by_name
from tournaments.models import Entry, Tournament
from tournaments.models.rights import Right
from tournaments.views.access import READ, SEND, require_right
from tournaments.views.numbers import parse_number
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.requests import MemberRequest

from .seating import get_tournament_entry
from .seating_plates import list_seat_offers


@require_right(Right.RUN, READ, of=get_tournament)
def show_waiting(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the waiting list."""
    return render_waiting(request, tournament)


def render_waiting(request: MemberRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    """Render the waiting list; `more`: `refused`, an error message."""
    now = timezone.now()
    line, cards = list_waiting_entries(tournament), load_cards(tournament)
    waiting = {entry.pk for entry in line} | {
        seat.entry_id for card in cards if not card.is_over for seat in card.seats
    }
    proposals = propose_tables(tournament)
    context = {
        "tournament": tournament,
        "line": [
            {
                "entry": entry,
                "minutes": compute_waiting_minutes(entry, now),
                "seats": list_seat_offers(cards, entry, len(line)),
            }
            for entry in line
        ],
        "others": [
            {"entry": entry, "seats": list_seat_offers(cards, entry, len(line) + 1)}
            for entry in sort_by_name(tournament.entries.all())
            if entry.pk not in waiting
        ],
        "proposals": sorted(proposals, key=lambda each: (each.meetings, abs(each.size - USUAL_TABLE_SIZE))),
        "free": tournament.format == Tournament.Format.FREE and tournament.status == Tournament.Status.OPEN,
        "refused": None,
        **more,
    }
    return render(request, "organiser/waiting.html", context, status=422 if context["refused"] else 200)


USUAL_TABLE_SIZE = 4
"""The preferred number of players at a table, among proposals that are equal otherwise."""


def compute_waiting_minutes(entry: Entry, now: Any) -> int:
    """Return for how many minutes the entry has been waiting; 0 if it is not."""
    return int((now - entry.free_since).total_seconds()) // 60 if entry.free_since else 0


@require_right(Right.RUN, SEND, of=get_tournament)
def edit_waiting(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Put players on the waiting list, take one off it, or seat a proposed table."""
    try:
        if "seat" in request.POST:
            people = [
                get_tournament_entry(tournament, each)
                for each in request.POST["seat"].split("-")
                if parse_number(each) is not None
            ]
            table = seat_waiting_entries(tournament, people)
            messages.success(request, _("Table %(n)s : c’est à eux.") % {"n": table.n})
        elif "gone" in request.POST:
            stop_waiting(tournament, get_tournament_entry(tournament, request.POST["gone"]))
        else:
            wait_for_table(
                tournament, [get_tournament_entry(tournament, each) for each in request.POST.getlist("free")]
            )
    except ActionError as why:
        return render_waiting(request, tournament, refused=str(why))
    return redirect("tournament-waiting", tournament.pk)


urlpatterns = [
    path("event/<int:pk>/waiting", show_waiting, name="tournament-waiting"),
    path("event/<int:pk>/waiting/touch", edit_waiting, name="waiting-touch"),
]
