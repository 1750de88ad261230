"""Differences between a club's own preset and the standard one, as forms, pages, prints and files need them.

Pure: it knows the shape of a declaration (`scoring.Option`, `scoring.Preset`), never what an option means.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import scoring
from tournaments.models import ClubPreset

CLUB_KEY_PREFIX = "club:"  # prefix of a club preset's id, used in place of a standard preset's key


class OptionChange(NamedTuple):
    """One option that differs from the standard preset: its value, and its value under the standard preset."""

    option: scoring.Option
    value: Any
    standard: Any


def find_standard_preset(game: scoring.Game, key: str) -> scoring.Preset:
    """Return the game's standard preset with that key; its first preset if there is none."""
    return next((preset for preset in game.presets if preset.key == key), game.presets[0])


def to_preset(found: ClubPreset) -> scoring.Preset:
    """Return a club's preset as a `scoring.Preset`, as if the game had declared it; its key is `CLUB` and the id."""
    base = find_standard_preset(scoring.get_game(found.game), found.base)
    name = scoring.Text("{name}", name=found.name)
    sets, provenances = {**base.sets, **found.options}, {**base.provenances, **dict.fromkeys(found.options, "")}
    return scoring.Preset(f"{CLUB_KEY_PREFIX}{found.pk}", name, base.about, sets, provenances)


def find_differing_options(game: scoring.Game, preset: scoring.Preset, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the options whose values differ from the preset's (or that it does not know)."""
    usual = preset.build_values(game.options)
    return {key: value for key, value in options.items() if key not in usual or value != usual[key]}


def resolve_options(game: scoring.Game, key: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of every option of the game: the given ones over those of the standard preset `key`."""
    return {**find_standard_preset(game, key).build_values(game.options), **options}


def list_option_changes(game: scoring.Game, key: str, options: Mapping[str, Any]) -> list[OptionChange]:
    """Return the changes that these options make to the standard preset `key`, in the order of the game's options."""
    usual = find_standard_preset(game, key).build_values(game.options)
    different = find_differing_options(game, find_standard_preset(game, key), options)
    return [
        OptionChange(option, different[option.key], usual[option.key])
        for option in game.options
        if option.key in different
    ]
