"""The rules in force at an event, from the game's own declarations: options as chosen, then the rule book.

Nothing here says a rule in its own words: every sentence, standing and source is read from `scoring`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import scoring
from tournaments.models import Event
from tournaments.templatetags.corbillon import said

STANDINGS = {
    "src": gettext_lazy("dit par la source"),
    "inf": gettext_lazy("s’ensuit de la source"),
    "usage": gettext_lazy("usage d’aujourd’hui"),
    "house": gettext_lazy("choix de la maison"),
}
SOURCES = {
    "S0": gettext_lazy("Académie universelle des jeux, 1718"),
    "S1": gettext_lazy("Encyclopédie, 1751, articles sur la Brusquembille"),
    "S2": gettext_lazy("règle du Briscan, 1752"),
    "S3": gettext_lazy("règle de la Brisque, ou Mariage"),
    "S4": gettext_lazy("règle de la Briscola et de la chiamata"),
}
CHAPTERS = {
    "GEN": gettext_lazy("Toutes les parties"),
    "BRU": gettext_lazy("Le jeu"),
    "PEN": gettext_lazy("Les fautes et ce qu’elles coûtent"),
}


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


@dataclass(frozen=True)
class Article:
    """One rule of the rule book in the reader's language. `house`: nothing settles it, and it says so."""

    id: str
    text: str
    standing: str
    sources: str
    house: bool


@dataclass(frozen=True)
class Chapter:
    """The rules whose ids begin alike."""

    title: str
    articles: list[Article]


def in_force(event: Event) -> dict[str, Any]:
    """The event's game, preset, options and rules."""
    game = scoring.game(event.game)
    preset = next(each for each in game.presets if each.key == event.preset)
    sources = sorted({source for rule in game.rules for source in rule.source.split()})
    return {
        "game": said(game.name),
        "preset": said(preset.name),
        "about": said(preset.about),
        "house": event.house_rule,
        "changes": [choice for choice in choices(game, preset, event.options) if choice.differs],
        "choices": choices(game, preset, event.options),
        "chapters": list(chapters(game.rules)),
        "sources": [(source, SOURCES[source]) for source in sources],
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
            standing=in_full(option.standing),
            differs=values[option.key] != preset.values(game.options)[option.key],
        )
        for option in game.options
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


def chapters(rules: Iterable[scoring.Rule]) -> Iterable[Chapter]:
    """The rule book by the letters of its ids, in the book's order."""
    for prefix, articles in groupby(rules, lambda rule: rule.id.split("-")[0]):
        yield Chapter(str(CHAPTERS.get(prefix, prefix)), [article(rule) for rule in articles])


def article(rule: scoring.Rule) -> Article:
    return Article(rule.id, said(rule.text), in_full(rule.standing), rule.source, "house" in rule.standing)


def in_full(standing: str) -> str:
    """«dit par la source, choix de la maison»."""
    return ", ".join(str(STANDINGS[each]) for each in standing.split())
