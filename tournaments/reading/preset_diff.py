"""Differences between a club's own preset and the standard one, as forms, pages, prints and files need them; and what
rules meant that were written before a standard preset changed.

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
    preset: scoring.Preset

    @property
    def standard(self) -> Any:
        """The option's value under the standard preset."""
        return self.preset.sets.get(self.option.key, self.option.default)


def find_standard_preset(game: scoring.Game, key: str) -> scoring.Preset:
    """Return the game's standard preset with that key; its first preset if there is none."""
    return next((preset for preset in game.presets if preset.key == key), game.presets[0])


def to_preset(preset: ClubPreset) -> scoring.Preset:
    """Return a club's preset as a `scoring.Preset`, as if the game had declared it; its key is `CLUB` and the id."""
    base = find_standard_preset(scoring.get_game(preset.game), preset.base)
    name = scoring.Text("{name}", name=preset.name)
    sets, provenances = {**base.sets, **preset.options}, {**base.provenances, **dict.fromkeys(preset.options, "")}
    return scoring.Preset(f"{CLUB_KEY_PREFIX}{preset.pk}", name, base.about, sets, provenances)


def find_differing_options(game: scoring.Game, preset: scoring.Preset, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the options whose values differ from the preset's (or that it does not know)."""
    usual = preset.build_values(game.options)
    return {key: value for key, value in options.items() if key not in usual or value != usual[key]}


def resolve_options(game: scoring.Game, key: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of every option of the game: the given ones over those of the standard preset `key`."""
    return {**find_standard_preset(game, key).build_values(game.options), **options}


def has_older_options(game: scoring.Game, options: Mapping[str, Any]) -> bool:
    """True if an older program stored these options: today the value of every option is stored, and these lack one
    whose standard value has changed since."""
    return any(key not in options for preset in game.presets for key in preset.formerly)


def name_older_values(game: scoring.Game, key: object, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options that an older program stored, completed by the values that they left to the standard preset `key`,
    as these were then."""
    preset = next((preset for preset in game.presets if preset.key == key), game.presets[0])
    return {**preset.formerly, **options}


def spell_as_before(game: scoring.Game, key: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return stored options as an older program wrote them, so that a hash of that time can be computed again. It wrote
    only options that differ from the preset as that was then: so options with the preset's former value are left out,
    and options whose standard value has changed since are named."""
    preset = find_standard_preset(game, key)
    usual = preset.build_values(game.options)
    named = {**{changed: usual[changed] for changed in preset.formerly}, **options}
    return {name: value for name, value in named.items() if (name, value) not in preset.formerly.items()}


def spell_rules(game: str, preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return rules as records and the audit log keep them: {"preset", "options"}, with the value of every option."""
    return {"preset": preset, "options": resolve_options(scoring.get_game(game), preset, options)}


def read_recorded_rules(game: scoring.Game, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return rules of a record or of the audit log with the value of every option. Those that an older program wrote
    name only some."""
    return spell_rules(game.key, rules["preset"], name_older_values(game, rules["preset"], rules["options"]))


def list_option_changes(game: scoring.Game, key: str, options: Mapping[str, Any]) -> list[OptionChange]:
    """Return the changes that these options make to the standard preset `key`, in the order of the game's options."""
    preset = find_standard_preset(game, key)
    different = find_differing_options(game, preset, options)
    return [OptionChange(option, different[option.key], preset) for option in game.options if option.key in different]
