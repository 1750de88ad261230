"""The organiser's overview of a tournament: the next step, its tables at a glance, its players and its rules.

The part with the tables is polled every few seconds; a poll reads a few rows, writes nothing and takes no lock.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language

import scoring
from config.hall import base_url
from config.printed_addresses import printed
from tournaments.book.sheet import Sheet
from tournaments.forms.organiser.options import LENGTHS
from tournaments.forms.organiser.players import alphabetical
from tournaments.models import Call, Event, Table
from tournaments.printing.rulesheet import stages
from tournaments.rounds.table_status import Glance, glance
from tournaments.text.option_text import preset_value, said, value_briefly
from tournaments.views.access import member
from tournaments.views.public.stamp import stamp

from .calls import told_calls
from .next_step import todo
from .scoping import our_event


@member()
def event(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the overview of a tournament."""
    found = our_event(request, pk)
    now = timezone.now()
    mark = desk_stamp(found, now)
    sheets = Table.objects.for_play(found)
    entries = alphabetical(found.entries.all())
    seated = {seat.entry_id for sheet in sheets for seat in sheet.seats}
    free = found.format == Event.Format.FREE
    unplaced = [entry for entry in entries if entry.pk not in seated] if free else []
    watched = watched_context(found, sheets, now)
    context = watched | {
        "entries": entries,
        "unplaced": unplaced,
        "rule": rule_in_force(found),
        "stages": list(stages(found)),
        "stamp": mark,
        "old_address": old_address(found),
        "todo": todo(found, watched["glances"], watched["calls"], len(entries), len(unplaced)),
    }
    return render(request, "desk/event.html", context)


def old_address(event: Event) -> str:
    """Return the address printed on the tournament's papers if it is no longer the hall's address; else ""."""
    old = printed(settings.VAR_DIR).get(event.code, "")
    return old if event.status != Event.Status.CLOSED and old != base_url(settings.VAR_DIR) else ""


def watched_context(event: Event, sheets: Sequence[Sheet], now: datetime) -> dict[str, Any]:
    """Return the tables and their calls, as the page and its poll show them."""
    calls = list(Call.objects.for_event(event).open())
    by_table = {call.table_id: [each for each in calls if each.table_id == call.table_id] for call in calls}
    glances = glance(sheets, now, by_table)
    return {
        "event": event,
        "now": now,
        "calls": told_calls(calls, sheets),
        "glances": glances,
        "rounds": watched_rounds(glances),
    }


def watched_rounds(glances: Sequence[Glance]) -> list[dict[str, Any]]:
    """Return the tables by round. `open` is True for the round being played: the first with a table that is not done,
    else the last."""
    rounds = [(n, list(group)) for n, group in groupby(glances, lambda it: it.round)]
    unfinished = [n for n, group in rounds if not all(it.done for it in group)]
    played = unfinished[0] if unfinished else rounds[-1][0] if rounds else 0
    return [
        {"n": n, "glances": group, "open": n == played, "done": all(it.done for it in group)} for n, group in rounds
    ]


def desk_stamp(event: Event, now: datetime) -> str:
    """Return a stamp that changes whenever the polled part changes. It contains the minute while the tournament is
    open, since silences are shown in minutes."""
    minute = now.replace(second=0, microsecond=0) if event.status == Event.Status.OPEN else None
    return stamp(event, get_language(), minute)


def rule_in_force(event: Event) -> dict[str, Any]:
    """Return the game, the preset, and the options that set the partie's length or differ from the preset, for a
    template."""
    game = scoring.game(event.game)
    preset = next(p for p in game.presets if p.key == event.preset)
    lines = [rule_line(option, preset, event) for option in game.options if shown(option, event)]
    return {"game": said(game.name), "preset": said(preset.name), "house": event.house_rule, "lines": lines}


def shown(option: scoring.Option, event: Event) -> bool:
    """True if the option is to be listed: it differs from the preset, or is the first that sets the partie's length."""
    return option.key in event.options or option.key == LENGTHS[0]


def rule_line(option: scoring.Option, preset: scoring.Preset, event: Event) -> dict[str, Any]:
    """Return one option in force. A partie's length is chosen for each tournament, so it never counts as a
    difference."""
    value = event.options.get(option.key, preset_value(option, preset))
    return {
        "label": said(option.label),
        "value": value_briefly(option, value),
        "differs": option.key in event.options and option.key not in LENGTHS,
    }


@member()
def watch(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the polled part: the next step, the calls and the tables; 304 if nothing has changed."""
    found = our_event(request, pk)
    now = timezone.now()
    mark = desk_stamp(found, now)
    answer = get_conditional_response(request, etag=f'"{mark}"') or watch_part(request, found, mark, now)
    answer["ETag"] = f'"{mark}"'
    patch_cache_control(answer, no_cache=True, private=True)
    return answer


def watch_part(request: HttpRequest, found: Event, mark: str, now: datetime) -> HttpResponse:
    """Render the polled part."""
    watched = watched_context(found, Table.objects.for_play(found), now)
    context = watched | {"stamp": mark, "polled": True, "todo": todo(found, watched["glances"], watched["calls"])}
    return render(request, "desk/_watch.html", context)


urlpatterns = [
    path("event/<int:pk>", event, name="event"),
    path("event/<int:pk>/watch", watch, name="event-watch"),
]
