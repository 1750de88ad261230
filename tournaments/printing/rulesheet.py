"""The document «rules»: the rules in force in a tournament, from the game's declarations. The options as chosen come
first, then the rule book.

States no rule in words of its own: every sentence, provenance and source is read from `scoring`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import scoring
from tournaments.models import Event
from tournaments.text.option_text import rules_apart, said, value_said
from tournaments.text.rule_book import Values, chapters, option_origin, sources


@dataclass(frozen=True)
class Choice:
    """One option with its value in the tournament. `differs`: the value was chosen against the preset's, which is
    `usual`; `standing`: the rule's provenance."""

    label: str
    value: str
    usual: str
    help: str
    rules: str
    standing: str
    differs: bool


def in_force(event: Event) -> dict[str, Any]:
    """Return the document's context: the tournament's game, preset, options and rules."""
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
        "stages": list(stages(event)),
        "chapters": list(chapters(game, [Values("", table) for table in tables])),
        "sources": sources(game),
    }


def choices(game: scoring.Game, preset: scoring.Preset, chosen: Mapping[str, Any]) -> list[Choice]:
    """List every option with its value in force, in the order of the declarations."""
    values = {**preset.values(game.options), **chosen}
    return [
        Choice(
            label=said(option.label),
            value=value_said(option, values[option.key]),
            usual=value_said(option, preset.values(game.options)[option.key]),
            help=said(option.help),
            rules=", ".join(option.rules),
            standing=option_origin(game, option),
            differs=values[option.key] != preset.values(game.options)[option.key],
        )
        for option in game.options
    ]


@dataclass(frozen=True)
class Stage:
    """A later part of the tournament that is played by other rules. `since`: its first round; `name`: its rule's name;
    `apart`: what differs from the part before it, each as (what, before, now)."""

    since: int
    name: str
    apart: list[tuple[str, str, str]]


def stages(event: Event) -> Iterator[Stage]:
    """Yield the later parts of the tournament that have rules of their own."""
    game = scoring.game(event.game)
    names = {preset.key: said(preset.name) for preset in game.presets}
    for since in event.starts[1:]:
        before, now = ({"preset": it.preset, "options": it.options} for it in map(event.of_round, (since - 1, since)))
        name = event.of_round(since).house_rule or names[now["preset"]]
        yield Stage(since, name, rules_apart(game, before, now))


@dataclass(frozen=True)
class Change:
    """An option whose value differs from that of the game's first preset, which follows its source to the letter."""

    label: str
    usual: str
    value: str
    rules: tuple[str, ...]


def changes(event: Event) -> list[Change]:
    """List the options whose values differ from the game's first preset, in the order of the declarations."""
    game = scoring.game(event.game)
    usual = game.presets[0].values(game.options)
    preset = next(each for each in game.presets if each.key == event.preset)
    values = {**preset.values(game.options), **event.options}
    return [
        Change(said(option.label), value_said(option, usual[option.key]), value_said(option, value), option.rules)
        for option in game.options
        if (value := values[option.key]) != usual[option.key]
    ]
