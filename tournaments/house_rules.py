"""What a club's own preset changes of a standard one: the same few sums for the form, the pages, the print, the file.

Pure: it knows the shape of a declaration (`scoring.Option`, `scoring.Preset`), never what an option means.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import scoring

if TYPE_CHECKING:
    from tournaments.models import ClubPreset

CLUB = "club:"  # before a club preset's number, where a standard one has its key


class Change(NamedTuple):
    """One option that differs: what it is, and what it is under the standard preset."""

    option: scoring.Option
    value: Any
    standard: Any


def standard(game: scoring.Game, key: str) -> scoring.Preset:
    """The game's standard preset of that key; its first where there is none such."""
    return next((preset for preset in game.presets if preset.key == key), game.presets[0])


def as_preset(found: ClubPreset) -> scoring.Preset:
    """The club's preset as if the game had declared it, under the key that `CLUB` begins."""
    base = standard(scoring.game(found.game), found.base)
    name = scoring.Text("{name}", name=found.name)
    return scoring.Preset(f"{CLUB}{found.pk}", name, base.about, {**base.sets, **found.options})


def against(game: scoring.Game, preset: scoring.Preset, options: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the options whose values are not what they are under the preset."""
    usual = preset.values(game.options)
    return {key: value for key, value in options.items() if key not in usual or value != usual[key]}


def in_force(game: scoring.Game, key: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value."""
    return {**standard(game, key).values(game.options), **options}


def changes(game: scoring.Game, key: str, options: Mapping[str, Any]) -> list[Change]:
    """What these options change of the standard preset, in the order of the declarations."""
    usual = standard(game, key).values(game.options)
    different = against(game, standard(game, key), options)
    return [
        Change(option, different[option.key], usual[option.key]) for option in game.options if option.key in different
    ]
