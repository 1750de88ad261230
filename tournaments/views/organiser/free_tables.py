"""The waiting list of free tables: who is free and since when, the fairest tables of those who wait, one click to seat
them."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import actions
from tournaments.actions.rounds.free_tables import busy, proposals, waiting_for
from tournaments.forms.organiser.players import alphabetical
from tournaments.models import Entry, Event
from tournaments.views.access import member
from tournaments.views.numbers import number

from .scoping import our_event
from .seating import entry_of


@member()
def event_waiting(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the waiting list."""
    return waiting_page(request, our_event(request, pk))


def waiting_page(request: HttpRequest, event: Event, **more: Any) -> HttpResponse:
    """Render the waiting list; `more`: `refused`, an error message."""
    now = timezone.now()
    line, playing = waiting_for(event), busy(event)
    there = {entry.pk for entry in line} | playing
    found = proposals(event)
    context = {
        "event": event,
        "line": [{"entry": entry, "minutes": minutes_since(entry, now)} for entry in line],
        "others": [entry for entry in alphabetical(event.entries.all()) if entry.pk not in there],
        "proposals": sorted(found, key=lambda each: (each.met, abs(each.size - USUAL))),
        "free": event.format == Event.Format.FREE and event.status == Event.Status.OPEN,
        "refused": None,
        **more,
    }
    return render(request, "desk/waiting.html", context, status=422 if context["refused"] else 200)


USUAL = 4
"""The preferred number of players at a table, among proposals that are equal otherwise."""


def minutes_since(entry: Entry, now: Any) -> int:
    """Return for how many minutes the entry has been waiting; 0 if it is not."""
    return int((now - entry.free_since).total_seconds()) // 60 if entry.free_since else 0


@member()
@require_POST
def waiting_touch(request: HttpRequest, pk: int) -> HttpResponse:
    """Put players on the waiting list, take one off it, or seat a proposed table."""
    event = our_event(request, pk)
    try:
        if "seat" in request.POST:
            people = [entry_of(event, each) for each in request.POST["seat"].split("-") if number(each) is not None]
            table = actions.seat_waiting(event, people)
            messages.success(request, _("Table %(n)s : c’est à eux.") % {"n": table.n})
        elif "gone" in request.POST:
            actions.wait_no_more(event, entry_of(event, request.POST["gone"]))
        else:
            actions.wait_for_table(event, [entry_of(event, each) for each in request.POST.getlist("free")])
    except actions.NotDone as why:
        return waiting_page(request, event, refused=str(why))
    return redirect("event-waiting", event.pk)


urlpatterns = [
    path("event/<int:pk>/waiting", event_waiting, name="event-waiting"),
    path("event/<int:pk>/waiting/touch", waiting_touch, name="waiting-touch"),
]
