"""The rules in force at an event, from the game's own declarations: options as chosen, then the rule book.

Nothing here says a rule in its own words: every sentence, standing and source is read from `scoring`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import scoring
from tournaments.models import Event
from tournaments.rulebook import Values, chapters, option_origin, sources
from tournaments.templatetags.corbillon import said


@dataclass(frozen=True)
class Choice:
    """One option as it stands at the event. `differs`: it was chosen against its preset, where it is `usual`."""

    label: str
    value: str
    usual: str
    help: str
    rules: str
    standing: str
    differs: bool


def in_force(event: Event) -> dict[str, Any]:
    """The event's game, preset, options and rules."""
    game = scoring.game(event.game)
    preset = next(each for each in game.presets if each.key == event.preset)
    tables = game.tables({**preset.values(game.options), **event.options})
    return {
        "game": said(game.name),
        "preset": said(preset.name),
        "about": said(preset.about),
        "house": event.house_rule,
        "changes": [choice for choice in choices(game, preset, event.options) if choice.differs],
        "choices": choices(game, preset, event.options),
        "chapters": list(chapters(game, [Values("", table) for table in tables])),
        "sources": sources(game),
    }


def choices(game: scoring.Game, preset: scoring.Preset, chosen: Mapping[str, Any]) -> list[Choice]:
    """Every option with its value in force, in the order of the declarations."""
    values = {**preset.values(game.options), **chosen}
    return [
        Choice(
            label=said(option.label),
            value=in_words(option, values[option.key]),
            usual=in_words(option, preset.values(game.options)[option.key]),
            help=said(option.help),
            rules=", ".join(option.rules),
            standing=option_origin(game, option),
            differs=values[option.key] != preset.values(game.options)[option.key],
        )
        for option in game.options
    ]


@dataclass(frozen=True)
class Change:
    """An option that is not what the game's first preset, its source to the letter, makes it."""

    label: str
    usual: str
    value: str
    rules: tuple[str, ...]


def changes(event: Event) -> list[Change]:
    """What an event's rule changes, in the order of the declarations."""
    game = scoring.game(event.game)
    usual = game.presets[0].values(game.options)
    preset = next(each for each in game.presets if each.key == event.preset)
    values = {**preset.values(game.options), **event.options}
    return [
        Change(said(option.label), in_words(option, usual[option.key]), in_words(option, value), option.rules)
        for option in game.options
        if (value := values[option.key]) != usual[option.key]
    ]


def in_words(option: scoring.Option, value: Any) -> str:
    """An option's value as a reader says it."""
    if option.kind == "boolean":
        return _("oui") if value else _("non")
    if value is None:
        return _("non précisé")
    if option.kind == "table":
        return table_in_words(option, value)
    return next((said(words) for key, words in option.choices if key == value), str(value))


def table_in_words(option: scoring.Option, value: Mapping[str, Any]) -> str:
    """Every value of a table, row by row."""
    rows = zip(option.row_names, option.rows, strict=True)
    return " · ".join(
        f"{said(name)}\u202f: {', '.join(f'{column} {value[row][column]}' for column in columns)}"
        for name, (row, columns) in rows
    )
