"""Evenings: their list, a new one in one page, its name and rule, opened and watched over."""

from collections.abc import Iterable
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

import scoring
from tournaments import actions
from tournaments.forms.desk_event import EventForm, NewEventForm, event_initial, proposed_name
from tournaments.forms.desk_options import PREFIX, preset_value, said, value_said
from tournaments.models import Club, Event, Table
from tournaments.views.access import member

from .glance import Glance, glance
from .ours import our_club, our_event


@member()
def desk(request: HttpRequest) -> HttpResponse:
    events = list(Event.objects.for_desk(request.clubs))  # type: ignore[attr-defined]
    shelves: dict[str, Any] = {
        status: [e for e in events if e.status == status and not e.hidden] for status in Event.Status.values
    }
    shelves["hidden"] = [event for event in events if event.hidden]
    shelves["draft_is_next"] = not shelves["open"]
    return render(request, "desk/evenings.html", {"shelves": shelves, "clubs": request.clubs})  # type: ignore[attr-defined]


@member()
def event_new(request: HttpRequest) -> HttpResponse:
    asked = request.POST if request.method == "POST" else request.GET
    club, game = our_club(request, asked.get("club")), known_game(asked.get("game"))
    form = new_form(request, club, game)
    if request.method == "POST" and form.is_valid():
        event = made(form, club, game)
        if event is not None:
            return redirect("event-tables", event.pk)
    context = {"form": form, "club": club, "clubs": request.clubs, "game": game, "games": scoring.games()}  # type: ignore[attr-defined]
    return render(request, "desk/event_new.html", context)


def known_game(key: str | None) -> scoring.Game:
    """The game asked for, or the first of the rule book."""
    if key is None:
        return scoring.games()[0]
    try:
        return scoring.game(key)
    except KeyError:
        raise Http404 from None


def new_form(request: HttpRequest, club: Club, game: scoring.Game) -> NewEventForm:
    if request.method == "POST":
        return NewEventForm(club, game, request.POST)
    today = timezone.localdate(timezone=ZoneInfo(club.time_zone))
    like = Event.objects.filter(club=club, game=game.key, hidden=False).first()
    preset = like.preset if like else game.presets[0].key
    initial = {"name": proposed_name(today), "date": today, "preset": preset}
    return NewEventForm(club, game, initial=initial, chosen=like.options if like else {})


def made(form: NewEventForm, club: Club, game: scoring.Game) -> Event | None:
    """The evening, or None with what is wrong put on the form."""
    data = form.cleaned_data
    try:
        return actions.create_event(
            club,
            name=data["name"],
            date=data["date"],
            game=game.key,
            preset=data["preset"],
            options=data["options"],
            players=[*data["players"], *data["typed"]],
        )
    except actions.Refused as refused:
        put_on(form, refused)
        return None


def put_on(form: Any, refused: actions.Refused) -> None:
    """Each problem on its field: an option's, the names', or the whole form."""
    for problem in refused.problems:
        field = {"players": "typed"}.get(problem.path, problem.path)
        if problem.path.startswith("options."):
            field = PREFIX + problem.path.split(".")[1]
        message = problem.message
        form.add_error(field if field in form.fields else None, said(message) if isinstance(message, scoring.Text) else message)


@member()
def event_setup(request: HttpRequest, pk: int) -> HttpResponse:
    event = our_event(request, pk)
    frozen = Event.objects.started(event)
    form = setup_form(request, event, frozen)
    if request.method == "POST" and form.is_valid() and changed(form, event, frozen):
        messages.success(request, _("C’est gardé."))
        return redirect("event", event.pk)
    context = {"event": event, "form": form, "frozen": frozen, "game": form.game}
    return render(request, "desk/event_setup.html", context)


def setup_form(request: HttpRequest, event: Event, frozen: bool) -> EventForm:
    data = request.POST.copy() if request.method == "POST" else None
    form = EventForm(scoring.game(event.game), data, initial=event_initial(event), chosen=event.options)
    if frozen:
        for name in [name for name in form.fields if name not in ("name", "date")]:
            del form.fields[name]
    return form


def changed(form: EventForm, event: Event, frozen: bool) -> bool:
    """Written down; False with what is wrong put on the form."""
    data = form.cleaned_data
    try:
        if not frozen:
            actions.set_options(event, preset=data["preset"], options=data["options"])
        actions.change_event(event, name=data["name"], date=data["date"])
    except actions.Refused as refused:
        put_on(form, refused)
    except actions.NotNow as late:
        form.add_error(None, str(late))
    return not form.errors


@member()
def event(request: HttpRequest, pk: int) -> HttpResponse:
    found = our_event(request, pk)
    sheets = Table.objects.for_event(found)
    glances = glance(sheets)
    entries = list(found.entries.all())
    seated = {seat.entry_id for sheet in sheets for seat in sheet.seats}
    unplaced = [entry for entry in entries if entry.pk not in seated]
    context = {
        "event": found,
        "glances": glances,
        "now": timezone.now(),
        "entries": entries,
        "unplaced": unplaced,
        "rule": rule_in_force(found),
        "todo": todo(found, glances, len(entries), len(unplaced)),
    }
    return render(request, "desk/event.html", context)


def rule_in_force(event: Event) -> dict[str, Any]:
    """The game, the preset, and the options that say how long it lasts or differ from the preset."""
    game = scoring.game(event.game)
    preset = next(p for p in game.presets if p.key == event.preset)
    lines = [
        {"label": said(o.label), "value": value_said(o, event.options[o.key]), "differs": o.key != "tours"}
        for o in game.options
        if o.key in event.options
    ]
    if "tours" not in event.options:
        lines = [*length_lines(game, preset), *lines]
    return {"game": said(game.name), "preset": said(preset.name), "lines": lines}


def length_lines(game: scoring.Game, preset: scoring.Preset) -> Iterable[dict[str, Any]]:
    for option in game.options:
        if option.key == "tours":
            value = value_said(option, preset_value(option, preset))
            yield {"label": said(option.label), "value": value, "differs": False}


def todo(event: Event, glances: list[Glance], entries: int, unplaced: int) -> dict[str, Any]:
    """The next thing to do, in words, and its one green button."""
    if event.status == Event.Status.CLOSED:
        words = _("La soirée est close. Imprimez le classement, ou montrez-le à la salle.")
        return {"words": words, "url": reverse("standings", args=[event.code]), "action": _("Voir le classement")}
    if event.status == Event.Status.OPEN:
        return todo_open(event, glances)
    if not entries:
        words = _("Pour commencer : qui joue ce soir ?")
        return {"words": words, "url": reverse("event-players", args=[event.pk]), "action": _("Ajouter les joueurs")}
    if not any(it.sheet.state for it in glances):
        words = _("Les joueurs sont là. Donnez-leur une place.")
        return {"words": words, "url": reverse("event-tables", args=[event.pk]), "action": _("Placer les joueurs")}
    words = _("Tout le monde est placé. Ouvrez la soirée : les tables pourront écrire.")
    if unplaced:
        words = _("Des joueurs n’ont pas de place : placez-les, ou ouvrez la soirée sans eux.")
    return {"words": words, "url": reverse("event-open", args=[event.pk]), "action": _("Ouvrir la soirée"), "post": True}


def todo_open(event: Event, glances: list[Glance]) -> dict[str, Any]:
    if event.typing_closed:
        words = _("Trop de codes faux ont été tapés : les codes sont fermés. Les cartes (QR) marchent toujours.")
        return {"words": words, "url": reverse("event-codes", args=[event.pk]), "action": _("Rouvrir les codes")}
    waiting = [it for it in glances if it.stage == "waiting"]
    if waiting:
        words = _("Donnez à chaque table sa carte : un téléphone la vise, et la feuille s’ouvre.")
        return {"words": words, "url": reverse("event-codes", args=[event.pk]), "action": _("Montrer les cartes")}
    if all(it.done for it in glances):
        words = _("Toutes les tables ont joué, compté et confirmé.")
        return {"words": words, "url": reverse("event-close", args=[event.pk]), "action": _("Clore la soirée")}
    ready = [it for it in glances if it.stage in ("over", "counted")]
    if ready:
        n = ready[0].sheet.table.n
        words = _("La table %(n)s a fini : on y compte les jetons, puis un autre joueur confirme.") % {"n": n}
        url = reverse("desk-table", args=[ready[0].sheet.table.pk])
        return {"words": words, "url": url, "action": _("Voir la table %(n)s") % {"n": n}}
    return {"words": _("Les tables jouent : rien à faire pour le moment."), "url": None}


@member()
@require_POST
def event_open(request: HttpRequest, pk: int) -> HttpResponse:
    found = our_event(request, pk)
    try:
        actions.open_event(found)
    except actions.NotDone as why:
        messages.error(request, str(why))
        return redirect("event-tables", found.pk)
    return redirect("event-codes", found.pk)


urlpatterns = [
    path("", desk, name="desk"),
    path("event/new", event_new, name="event-new"),
    path("event/<int:pk>", event, name="event"),
    path("event/<int:pk>/setup", event_setup, name="event-setup"),
    path("event/<int:pk>/open", event_open, name="event-open"),
]

