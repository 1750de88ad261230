"""The organiser's overview of a tournament: the next step, its tables at a glance, its players and its rules.

The part with the tables is polled every few seconds; a poll reads a few rows, writes nothing and takes no lock.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

import scoring
from config.hall import get_base_url
from config.printed_addresses import read_printed_addresses
from tournaments.book.table_cards import TableCard, load_cards_in_play
from tournaments.forms.organiser.options import LENGTH_OPTIONS
from tournaments.forms.organiser.players import sort_by_name
from tournaments.models import ArbiterCall, Entry, Tournament
from tournaments.models.rights import Right
from tournaments.presentation.rule_sheet import list_rule_stages
from tournaments.presentation.text.option_text import (
    describe_preset_value,
    localise,
    name_game,
    name_game_and_preset,
    preset_value,
)
from tournaments.reading.idle_rounds import map_resting
from tournaments.reading.open_tables import is_open
from tournaments.reading.pace import RoundEnd, estimate_round_end
from tournaments.reading.running_tables import DoubleSeat, list_double_seats
from tournaments.reading.table_status import TableStatus, build_table_statuses, group_by_table
from tournaments.views.access import READ, require_right
from tournaments.views.numbers import parse_number
from tournaments.views.organiser.rounds.seating import find_unplaced
from tournaments.views.organiser.scoping import get_tournament
from tournaments.views.organiser.table.calls import describe_calls
from tournaments.views.public.stamp import compute_stamp
from tournaments.views.requests import MemberRequest

from .next_step import suggest_next_step
from .tiles import BoardPart, build_tiles, cut_board, find_side_standings, measure_pace

MOST_NAMED = 100  # of more players the page says how many they are; nobody reads them here


@require_right(Right.LOOK, READ, of=get_tournament)
def show_tournament(request: MemberRequest, found: Tournament) -> HttpResponse:
    """Show the overview of a tournament."""
    now = timezone.now()
    mark = compute_watch_stamp(found, now)
    cards = load_cards_in_play(found, with_times=True)
    entries = found.entries.count()
    unplaced = list_unplaced(found, cards)
    watched = build_watch_context(found, cards, now, parse_number(request.GET.get("tables")))
    context = watched | {
        "entries": entries,
        "named": sort_by_name(found.entries.all()) if entries <= MOST_NAMED else [],
        "unplaced": unplaced,
        "rule": build_rules_context(found),
        "stages": list(list_rule_stages(found)),
        "stamp": mark,
        "old_address": find_outdated_address(found),
        "double_seats": find_double_seats(found),
        "todo": suggest_next_step(found, watched["glances"], watched["calls"], entries, count_expected(unplaced)),
    }
    return render(request, "organiser/event.html", context)


def list_unplaced(tournament: Tournament, cards: Sequence[TableCard]) -> list[Entry]:
    """Return the entries, by name, that sit at none of these tables; none in a tournament of rounds."""
    if tournament.format != Tournament.Format.FREE:
        return []
    return find_unplaced(sort_by_name(tournament.entries.all()), cards)


def find_double_seats(tournament: Tournament) -> list[DoubleSeat]:
    """Return who sits at a running table of this open tournament, and at one of another of its club."""
    if tournament.status != Tournament.Status.OPEN:
        return []
    beside = list(Tournament.objects.filter(club=tournament.club_id, status=Tournament.Status.OPEN, hidden=False))
    return [each for each in list_double_seats(beside) if any(it.tournament == tournament.pk for it in each.places)]


def count_expected(entries: Iterable[Entry]) -> int:
    """Return how many of these entries are present or may still come."""
    return sum(entry.presence != Entry.Presence.ABSENT for entry in entries)


def find_outdated_address(tournament: Tournament) -> str:
    """Return the address printed on the tournament's papers if it is no longer the hall's address; else ""."""
    old = read_printed_addresses(settings.VAR_DIR).get(tournament.code, "")
    return old if tournament.status != Tournament.Status.CLOSED and old != get_base_url(settings.VAR_DIR) else ""


def build_watch_context(
    tournament: Tournament, cards: Sequence[TableCard], now: datetime, number: int | None
) -> dict[str, Any]:
    """Return, for a template, what the overview and its polls show: the calls, the tables by round, the top of the
    standings. `number`: which part of the tables to show; None for the one being played."""
    calls = list(ArbiterCall.objects.for_tournament(tournament).open())
    glances = build_table_statuses(cards, now, group_by_table(calls))
    pace = measure_pace(tournament, glances)
    played = find_played_round(glances)
    parts = cut_board(glances, number, played)
    rounds = list_watched_rounds(glances, played, parts)
    resting = map_resting(tournament)
    names = dict(tournament.entries.values_list("pk", "shown_name")) if resting else {}
    for each in rounds:
        each["resting"] = [names[entry] for entry in resting.get(each["n"], ())]
    return {
        "tournament": tournament,
        "game": name_game(tournament),
        "now": now,
        "calls": describe_calls(calls, cards),
        "glances": glances,
        "begun": any(it.coups_played for it in glances),
        "rounds": rounds,
        "parts": parts,
        "asked": number,
        "round_end": estimate_watched_end(tournament, [it for it in glances if it.round == played], now),
        "pace": pace,
        "side": find_side_standings(tournament, pace.round.n if pace else 0) if cards else None,
    }


def estimate_watched_end(tournament: Tournament, statuses: Sequence[TableStatus], now: datetime) -> RoundEnd | None:
    """Return when the round of these tables will end; None with free tables, which are no round, and while too little
    is known."""
    if tournament.format == Tournament.Format.FREE or tournament.status != Tournament.Status.OPEN:
        return None
    return estimate_round_end([it.card for it in statuses], now)


def find_played_round(statuses: Sequence[TableStatus]) -> int:
    """Return the number of the round being played: the first with a table that is not done, else the last; 0 without
    tables."""
    unfinished = (it.round for it in statuses if not it.is_done)
    return next(unfinished, statuses[-1].round if statuses else 0)


def list_watched_rounds(
    statuses: Sequence[TableStatus], played: int, parts: Sequence[BoardPart]
) -> list[dict[str, Any]]:
    """Return the rounds of the part that the page shows (`is_here`), each as {n, tiles, open, done}; `tiles`: its
    tables in that part. `open`: it is round `played`, the one being played; `done`: no table of this round needs
    anything more, even in another part."""
    wanting = {it.round for it in statuses if is_open(it) or it.calls}
    shown = [it for part in parts if part.is_here for it in part.statuses]
    return [
        {"n": n, "tiles": build_tiles(list(group), drawn=n == played), "open": n == played, "done": n not in wanting}
        for n, group in groupby(shown, lambda it: it.round)
    ]


def compute_watch_stamp(tournament: Tournament, now: datetime) -> str:
    """Return a stamp that changes whenever the polled part changes. It contains the minute while the tournament is
    open, since silences are shown in minutes."""
    minute = now.replace(second=0, microsecond=0) if tournament.status == Tournament.Status.OPEN else None
    return compute_stamp(tournament, get_language(), minute)


def build_rules_context(tournament: Tournament) -> dict[str, Any]:
    """Return the game, the preset, and the options that set the partie's length or differ from the preset, for a
    template; `full_name`: the game and the preset, whose name may begin with the game's."""
    game = scoring.get_game(tournament.game)
    preset = next(p for p in game.presets if p.key == tournament.preset)
    shown = {*tournament.options, LENGTH_OPTIONS[0]}
    lines = [build_rule_line(option, preset, tournament) for option in game.options if option.key in shown]
    return {
        "game": localise(game.name),
        "preset": localise(preset.name),
        "full_name": name_game_and_preset(game, preset),
        "house": tournament.house_rule,
        "lines": lines,
    }


def build_rule_line(option: scoring.Option, preset: scoring.Preset, tournament: Tournament) -> dict[str, Any]:
    """Return one option in force as {label, value, differs}. A partie's length is chosen for each tournament, so it
    never counts as a difference from the preset."""
    value = tournament.options.get(option.key, preset_value(option, preset))
    return {
        "label": localise(option.label),
        "value": describe_preset_value(option, preset, value),
        "differs": option.key in tournament.options and option.key not in LENGTH_OPTIONS,
    }


@require_right(Right.LOOK, READ, of=get_tournament)
def show_watched_part(request: MemberRequest, found: Tournament) -> HttpResponse:
    """Show the polled part: the next step, the calls and the tables; 304 if nothing has changed."""
    now = timezone.now()
    mark = compute_watch_stamp(found, now)
    answer = get_conditional_response(request, etag=f'"{mark}"') or render_watched_part(request, found, mark, now)
    answer["ETag"] = f'"{mark}"'
    return answer


def render_watched_part(request: MemberRequest, tournament: Tournament, mark: str, now: datetime) -> HttpResponse:
    """Render the part of the evening's page that is polled: its tables, its calls and the next step. `mark`: the state
    that it shows, for the next poll."""
    cards = load_cards_in_play(tournament, with_times=True)
    watched = build_watch_context(tournament, cards, now, parse_number(request.GET.get("tables")))
    unplaced = list_unplaced(tournament, cards)
    context = watched | {
        "stamp": mark,
        "todo": suggest_next_step(tournament, watched["glances"], watched["calls"], unplaced=count_expected(unplaced)),
    }
    return render(request, "organiser/_watch.html", context)


@require_right(Right.LOOK, READ, of=get_tournament)
def show_everything(request: MemberRequest, found: Tournament) -> HttpResponse:
    """Show all that may be done with a tournament beside its tabs, each with how it stands."""
    return render(request, "organiser/more.html", {"tournament": found})


urlpatterns = [
    path("event/<int:pk>", show_tournament, name="tournament"),
    path("event/<int:pk>/more", show_everything, name="tournament-more"),
    path("event/<int:pk>/watch", show_watched_part, name="tournament-watch"),
]
