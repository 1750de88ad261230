"""Tournaments: their list, the creation of one on one page, its name, date and rules."""

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _

import scoring
from tournaments import actions
from tournaments.forms.organiser.tournament import (
    EventForm,
    NewEventForm,
    chosen_beside,
    event_initial,
    followed,
    proposed_name,
)
from tournaments.models import Club, ClubPreset, Event
from tournaments.views.access import member

from .form_refusals import RefusalsOn
from .idempotency import first_time
from .scoping import by, our_club, our_event


@member()
def desk(request: HttpRequest) -> HttpResponse:
    """Show the clubs' tournaments by status, the hidden ones last."""
    events = list(Event.objects.for_desk(request.clubs))  # type: ignore[attr-defined]
    shelves: dict[str, Any] = {
        status: [e for e in events if e.status == status and not e.hidden] for status in Event.Status.values
    }
    shelves["hidden"] = [event for event in events if event.hidden]
    shelves["draft_is_next"] = not shelves["open"]
    return render(request, "desk/evenings.html", {"shelves": shelves, "clubs": request.clubs})  # type: ignore[attr-defined]


@member()
def event_new(request: HttpRequest) -> HttpResponse:
    """Create a tournament of free tables with its players."""
    asked = request.POST if request.method == "POST" else request.GET
    club, game = our_club(request, asked.get("club")), known_game(asked.get("game"))
    form = new_form(request, club, game)
    if request.method == "POST" and form.is_valid():
        if not first_time(request):
            return redirect("desk")
        event = made(form, club, game)
        if event is not None:
            return redirect("event-tables", event.pk)
    others = [other for other in scoring.games() if other.key != game.key]
    context = {"form": form, "club": club, "clubs": request.clubs, "game": game, "others": others}  # type: ignore[attr-defined]
    return render(request, "desk/event_new.html", context, status=422 if form.errors else 200)


def known_game(key: str | None) -> scoring.Game:
    """Return the game of this key, or the first game without a key; raise Http404 if there is no such game."""
    games = {game.key: game for game in scoring.games()}
    try:
        return games[key or next(iter(games))]
    except KeyError:
        raise Http404 from None


def new_form(request: HttpRequest, club: Club, game: scoring.Game) -> NewEventForm:
    """Build the form of a new tournament, filled in like the club's last tournament of this game."""
    own = list(ClubPreset.objects.offered(club, game.key))
    if request.method == "POST":
        return NewEventForm(club, game, request.POST, own=own)
    today = timezone.localdate(timezone=ZoneInfo(club.time_zone))
    like = Event.objects.filter(club=club, game=game.key, hidden=False).first()
    preset = followed(like, own).key if like else game.presets[0].key
    initial = {"name": proposed_name(today), "date": today, "preset": preset}
    return NewEventForm(club, game, initial=initial, chosen=chosen_beside(like, own) if like else {}, own=own)


def made(form: NewEventForm, club: Club, game: scoring.Game) -> Event | None:
    """Create the tournament; return None and add the errors to the form if it is refused."""
    data = form.cleaned_data
    with RefusalsOn(form):
        return actions.create_event(
            club,
            name=data["name"],
            date=data["date"],
            game=game.key,
            preset=data["preset"],
            options=data["options"],
            house_rule=data["house_rule"],
            players=[*data["players"], *data["typed"]],
        )
    return None


@member()
def event_setup(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit a tournament's name and date, and its rules while no table has recorded anything."""
    event = our_event(request, pk)
    frozen = Event.objects.has_written(event)
    form = setup_form(request, event, frozen)
    if request.method == "POST" and form.is_valid() and changed(form, event, frozen, by(request)):
        messages.success(request, _("C’est gardé."))
        return redirect("event", event.pk)
    context = {"event": event, "form": form, "frozen": frozen, "game": form.game}
    return render(request, "desk/event_setup.html", context, status=422 if form.errors else 200)


def setup_form(request: HttpRequest, event: Event, frozen: bool) -> EventForm:
    """Build the setup form. Once a table has recorded an event it has no rules: they change on a page of their own
    (`rule_change`)."""
    data = request.POST.copy() if request.method == "POST" else None
    own = list(ClubPreset.objects.offered(event.club, event.game, also=event.house_rule))
    initial, chosen = event_initial(event, own), chosen_beside(event, own)
    form = EventForm(scoring.game(event.game), data, initial=initial, chosen=chosen, own=own)
    if frozen:
        for name in [name for name in form.fields if name not in ("name", "date")]:
            del form.fields[name]
    return form


def changed(form: EventForm, event: Event, frozen: bool, who: str) -> bool:
    """Save the setup; return False and add the errors to the form if it is refused. `frozen`: the rules stay as they
    are."""
    data = form.cleaned_data
    with RefusalsOn(form):
        if not frozen:
            asked = {key: data[key] for key in ("preset", "options", "house_rule")}
            actions.set_options(event, **asked, by=who)
        actions.change_event(event, name=data["name"], date=data["date"], by=who)
    return not form.errors


urlpatterns = [
    path("", desk, name="desk"),
    path("event/new", event_new, name="event-new"),
    path("event/<int:pk>/setup", event_setup, name="event-setup"),
]
