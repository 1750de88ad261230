"""The rule book on screen: every game's rules, options and presets, from the game's own declarations. No account is
needed.

Each rule's id is an anchor (`/rules/KEY#BRU-14`), to which every score links.
"""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

import scoring
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.models import ClubPreset, Tournament
from tournaments.presentation.text import rule_book as rulebook
from tournaments.presentation.text.metric_text import join_with_or
from tournaments.presentation.text.option_text import describe_change, describe_value, localise
from tournaments.reading import preset_diff

from .access import READ, allow_anyone, find_club_rights
from .requests import PageRequest


@allow_anyone(READ)
def show_rule_books(request: HttpRequest) -> HttpResponse:
    """Show the list of games, the explanation of provenance marks, and the sources."""
    context = {
        "games": [build_game_context(game) for game in scoring.list_games()],
        "meanings": rulebook.PROVENANCE_MEANINGS,
        "sources": list(rulebook.describe_sources().values()),
    }
    return render(request, "rules/games.html", context)


@allow_anyone(READ)
def show_rule_book(request: PageRequest, key: str) -> HttpResponse:
    """Show all rules of one game; for a signed-in member also the presets of his clubs, and the frame of the evening
    that he came from (`?evening=` its code). 404 if there is no such game."""
    try:
        game = scoring.get_game(key)
    except KeyError:
        raise Http404 from None
    context = build_game_context(game) | {
        "tournament": find_evening(request),
        "presets": [build_preset_context(game, preset) for preset in game.presets],
        "own": [
            build_club_preset_context(game, preset)
            for preset in ClubPreset.objects.offered_to_member(request.user.pk, key)
        ]
        if request.user.is_authenticated
        else [],
        "options": [build_option_context(game, option) for option in game.options],
        "has_lesson": PARTS_BY_GAME[key].lesson is not None,
        "facts": rulebook.list_table_facts(game),
        "chapters": list(rulebook.build_chapters(game, rulebook.list_values_to_choose(game))),
        "meanings": rulebook.list_meanings(game),
        "sources": rulebook.list_sources(game),
    }
    response = render(request, "rules/game.html", context)
    if request.user.is_authenticated:
        add_never_cache_headers(response)  # the clubs' presets are for their members
    return response


def find_evening(request: PageRequest) -> Tournament | None:
    """Return the evening that a member came from, by the code in the address, and note what he may do there; None for
    anybody else."""
    code = request.GET.get("evening", "")
    if not code.isalnum() or not request.user.is_authenticated:
        return None
    tournament = Tournament.objects.select_related("club").filter(code=code).first()
    request.rights = find_club_rights(request, tournament.club_id) if tournament else frozenset()
    return tournament if request.rights else None


def build_game_context(game: scoring.Game) -> dict[str, Any]:
    """Return {key, name, players} of a game for a template: `players` is «à 2, 3, 4 ou 6 joueurs»."""
    players = _("à %(sizes)s joueurs") % {"sizes": join_with_or([str(size) for size in game.sizes])}
    return {"key": game.key, "name": localise(game.name), "players": players}


def build_preset_context(game: scoring.Game, preset: scoring.Preset) -> dict[str, Any]:
    """Return {name, about, sets} of a preset for a template; `sets`: the options that it sets, each as {label, value,
    house}, in words."""
    return {
        "name": localise(preset.name),
        "about": localise(preset.about),
        "sets": [
            {
                "label": localise(option.label),
                "value": describe_value(option, preset.sets[option.key]),
                "house": rulebook.describe_house_value(game, option, preset),
            }
            for option in game.options
            if option.key in preset.sets
        ],
    }


def build_club_preset_context(game: scoring.Game, preset: ClubPreset) -> dict[str, Any]:
    """Return {preset, base, changes} of a club's own preset for a template: `base` is the standard preset's name; each
    change is {said, rules}, its words and the ids of the rules that it affects."""
    changes = preset_diff.list_option_changes(game, preset.base, preset.options)
    return {
        "preset": preset,
        "base": localise(preset_diff.find_standard_preset(game, preset.base).name),
        "changes": [{"said": describe_change(change), "rules": change.option.rules} for change in changes],
    }


def build_option_context(game: scoring.Game, option: scoring.Option) -> Mapping[str, Any]:
    """Return an option for a template: its `choices`, each as {words, usual}, where `usual` is True for the choice of
    the game's first preset; or for a number its bounds `low` and `high`; beside them its texts and `rules`."""
    usual = game.presets[0].build_values(game.options)[option.key]
    values = list_choices(option)
    return {
        "key": option.key,
        "label": localise(option.label),
        "help": localise(option.help),
        "choices": [{"words": describe_value(option, value), "usual": value == usual} for value in values],
        "usual": describe_value(option, usual),
        "low": option.low if option.kind == "integer" else None,
        "high": option.high,
        "rules": option.rules,
        "origin": rulebook.describe_option_provenance(game, option),
        "house": scoring.is_house(option.provenance),
    }


def list_choices(option: scoring.Option) -> tuple[Any, ...]:
    """Return the values among which an option lets one choose; none for numbers and tables, of which no list is
    shown."""
    match option.kind:
        case "boolean":
            return (False, True)
        case "choice":
            return tuple(value for value, _words in option.choices)
        case "integer" | "table" | "marks":
            return ()
    raise ValueError(option.kind)


urlpatterns: list[URLPattern] = [
    path("rules", show_rule_books, name="rules"),
    path("rules/<slug:key>", show_rule_book, name="rule-book"),
]
