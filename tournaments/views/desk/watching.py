"""An evening before the organiser's eyes: what to do next, its tables at a glance, its players and its rule.

The glance is asked for again every few seconds; asking writes nothing.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

import scoring
from tournaments.forms.desk_options import LENGTHS, preset_value, said, value_said
from tournaments.forms.desk_players import alphabetical
from tournaments.models import Event, Table
from tournaments.views.access import member

from .glance import Glance, glance
from .ours import our_event


@member()
def event(request: HttpRequest, pk: int) -> HttpResponse:
    found = our_event(request, pk)
    sheets = Table.objects.for_event(found)
    glances = glance(sheets)
    entries = alphabetical(found.entries.all())
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
    """The game, the preset, and the options that say how long it lasts or that differ from the preset."""
    game = scoring.game(event.game)
    preset = next(p for p in game.presets if p.key == event.preset)
    lines = [rule_line(option, preset, event) for option in game.options if shown(option, event)]
    return {"game": said(game.name), "preset": said(preset.name), "house": event.house_rule, "lines": lines}


def shown(option: scoring.Option, event: Event) -> bool:
    return option.key in event.options or option.key == LENGTHS[0]


def rule_line(option: scoring.Option, preset: scoring.Preset, event: Event) -> dict[str, Any]:
    """One option in force; how long it lasts is a choice of each evening, no departure from the rule."""
    value = event.options.get(option.key, preset_value(option, preset))
    return {
        "label": said(option.label),
        "value": value_said(option, value),
        "differs": option.key in event.options and option.key not in LENGTHS,
    }


def todo(event: Event, glances: list[Glance], entries: int, unplaced: int) -> dict[str, Any]:
    """The next thing to do, in words, and its one green button."""
    if event.status == Event.Status.CLOSED:
        words = _("La soirée est close. Imprimez le classement, ou montrez-le à la salle.")
        return {"words": words, "url": reverse("standings", args=[event.code]), "action": _("Voir le classement")}
    if event.status == Event.Status.OPEN:
        return todo_open(event, glances)
    if not entries:
        words = _("Pour commencer : qui joue ce soir ?")
        return {"words": words, "url": reverse("event-players", args=[event.pk]), "action": _("Ajouter les joueurs")}
    if not any(it.sheet.state for it in glances):
        words = _("Les joueurs sont là. Donnez-leur une place.")
        return {"words": words, "url": reverse("event-tables", args=[event.pk]), "action": _("Placer les joueurs")}
    words = _("Tout le monde est placé. Ouvrez la soirée : les tables pourront écrire.")
    if unplaced:
        words = _("Des joueurs n’ont pas de place : placez-les, ou ouvrez la soirée sans eux.")
    return {
        "words": words,
        "url": reverse("event-open", args=[event.pk]),
        "action": _("Ouvrir la soirée"),
        "post": True,
    }


def todo_open(event: Event, glances: list[Glance]) -> dict[str, Any]:
    if event.typing_closed:
        words = _("Trop de codes faux ont été tapés : les codes sont fermés. Les cartes (QR) marchent toujours.")
        return {"words": words, "url": reverse("event-codes", args=[event.pk]), "action": _("Rouvrir les codes")}
    waiting = [it for it in glances if it.stage == "waiting"]
    if waiting:
        words = _("Donnez à chaque table sa carte : un téléphone la vise, et la feuille s’ouvre.")
        return {"words": words, "url": reverse("event-codes", args=[event.pk]), "action": _("Montrer les cartes")}
    if all(it.done for it in glances):
        words = _("Toutes les tables ont joué, compté et confirmé.")
        return {"words": words, "url": reverse("event-close", args=[event.pk]), "action": _("Clore la soirée")}
    ready = [it for it in glances if it.stage in ("over", "counted")]
    if ready:
        n = ready[0].sheet.table.n
        words = _("La table %(n)s a fini : on y compte les jetons, puis un autre joueur confirme.") % {"n": n}
        url = reverse("desk-table", args=[ready[0].sheet.table.pk])
        return {"words": words, "url": url, "action": _("Voir la table %(n)s") % {"n": n}}
    return {"words": _("Les tables jouent : rien à faire pour le moment."), "url": None}


@member()
def watch(request: HttpRequest, pk: int) -> HttpResponse:
    """The tables alone, for the page that asks again."""
    found = our_event(request, pk)
    glances = glance(Table.objects.for_event(found))
    return render(request, "desk/_watch.html", {"event": found, "glances": glances, "now": timezone.now()})


urlpatterns = [
    path("event/<int:pk>", event, name="event"),
    path("event/<int:pk>/watch", watch, name="event-watch"),
]
