"""The document «rules»: the rules in force in a tournament, from the game's declarations. The options as chosen come
first, then the rule book.

States no rule in words of its own: every sentence, provenance and source is read from `scoring`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import scoring
from tournaments.book.sheet import needs_sides
from tournaments.models import Table, Tournament
from tournaments.presentation.tables.row_table import PAPER
from tournaments.presentation.tables.rules import RuleOptionsTable
from tournaments.presentation.text.option_text import (
    describe_preset_value,
    describe_value,
    diff_rules,
    localise,
    name_game_and_preset,
    preset_value,
)
from tournaments.presentation.text.rule_book import (
    RuleValues,
    build_chapters,
    describe_house_value,
    describe_option_provenance,
    list_meanings,
    list_sources,
    list_table_facts,
)


@dataclass(frozen=True)
class OptionChoice:
    """One option of the game's rules with its `value` in the tournament, as text; `says_nothing`: this value leaves the
    option open. `usual`: the preset's value; `differs`: the organiser changed it. `provenance`: where the preset's
    value comes from, in words; `is_house`: no source settles that value, the program chose it. `is_of_tonight`: the
    value is a number, or a choice left open that the draw of this evening makes."""

    label: str
    value: str
    usual: str
    help: str
    rules: str
    provenance: str
    is_house: bool
    differs: bool
    says_nothing: bool
    is_of_tonight: bool


def build_printed_rules(tournament: Tournament) -> dict[str, Any]:
    """Return the template context of the sheet of rules for paper. It is that of `build_rules`, with the option that
    leaves open whether four play in sides filled in as this evening plays."""
    return build_rules(tournament, _settle_sides(tournament, scoring.get_game(tournament.game)))


def build_rules(tournament: Tournament, settled: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the template context of the sheet of rules: the tournament's game, preset, options and rules. `settled`:
    as in `list_choices`."""
    game = scoring.get_game(tournament.game)
    preset = next(each for each in game.presets if each.key == tournament.preset)
    values = {**preset.build_values(game.options), **tournament.options}
    tables = game.list_value_tables(values)
    choices = list_choices(game, preset, tournament.options, settled or {})
    chapters = list(build_chapters(game, [RuleValues("", table) for table in tables]))
    articles = {article.id: article for chapter in chapters for article in chapter.articles}
    return {
        "game": localise(game.name),
        "preset": localise(preset.name),
        "full_name": name_game_and_preset(game, preset),
        "about": localise(preset.about),
        "house": tournament.house_rule,
        "changes": [choice for choice in choices if choice.differs],
        "choices": choices,
        "usual": [each for each in choices if not (each.differs or each.says_nothing or each.is_of_tonight)],
        "options": RuleOptionsTable(choices, medium=PAPER),
        "stages": list(list_rule_stages(tournament)),
        "facts": list_table_facts(game),
        "chapters": chapters,
        "door": [articles[each] for each in game.list_door_rules(values)],
        "sources": list_sources(game),
        "meanings": list_meanings(game),
    }


def _settle_sides(tournament: Tournament, game: scoring.Game) -> dict[str, str]:
    """Return {option key: words} with how four play in this tournament («paires fixes»), for the option of the game
    that leaves this open. Empty if no option leaves it open, or if neither the draw nor the tables already seated
    settle it."""
    if not game.sides_option or needs_sides(tournament):
        return {}
    tables = Table.objects.filter(round__tournament=tournament)
    drawn = tournament.pairing != Tournament.Pairing.SINGLE
    known = drawn or set(tables.order_by().values_list("sides", flat=True).distinct()) == {False}
    return {game.sides_option: str(tournament.get_pairing_display())} if known else {}


def list_choices(
    game: scoring.Game, preset: scoring.Preset, chosen: Mapping[str, Any], settled: Mapping[str, str]
) -> list[OptionChoice]:
    """Return every option in force with its value, in the order in which the game declares them. `chosen`: the values
    that differ from the preset's, by the option's key; `settled`: by option key, words to show in place of a value that
    leaves the choice to the evening."""
    values = {**preset.build_values(game.options), **chosen}
    return [
        OptionChoice(
            label=localise(option.label),
            value=settled.get(option.key) or describe_value(option, values[option.key]),
            usual=describe_preset_value(option, preset, preset_value(option, preset)),
            help=localise(option.help),
            rules=", ".join(option.rules),
            provenance=describe_option_provenance(game, option, preset),
            is_house=scoring.is_house(preset.get_provenance(option)),
            differs=values[option.key] != preset_value(option, preset),
            says_nothing=values[option.key] in (None, ()),
            is_of_tonight=option.key in settled or (option.kind == "integer" and values[option.key] is not None),
        )
        for option in game.options
        if option.is_in_force(values)
    ]


@dataclass(frozen=True)
class RuleSheetStage:
    """A later part of the tournament that is played by other rules. `since`: its first round; `name`: the name of its
    rules; `diff`: what differs from the part before it, each as (what, before, now)."""

    since: int
    name: str
    diff: list[tuple[str, str, str]]


def list_rule_stages(tournament: Tournament) -> Iterator[RuleSheetStage]:
    """Yield the later parts of the tournament that have rules of their own."""
    game = scoring.get_game(tournament.game)
    names = {preset.key: localise(preset.name) for preset in game.presets}
    for since in tournament.stage_starts[1:]:
        before, now = (
            {"preset": it.preset, "options": it.options} for it in map(tournament.with_round_rules, (since - 1, since))
        )
        name = tournament.with_round_rules(since).house_rule or names[now["preset"]]
        yield RuleSheetStage(since, name, diff_rules(game, before, now))


@dataclass(frozen=True)
class RuleSheetChange:
    """An option whose value differs from that of the game's first preset, which follows its source to the letter.
    `house`: the provenance of a value that the tournament's preset gives and no source settles, else ""."""

    label: str
    usual: str
    value: str
    house: str
    rules: tuple[str, ...]


def list_changes(tournament: Tournament) -> list[RuleSheetChange]:
    """Return the options in force whose values differ from the game's first preset, in the order in which the game
    declares them."""
    game = scoring.get_game(tournament.game)
    first = game.presets[0]
    preset = next(each for each in game.presets if each.key == tournament.preset)
    values = {**preset.build_values(game.options), **tournament.options}
    return [
        RuleSheetChange(
            localise(option.label),
            describe_preset_value(option, first, preset_value(option, first)),
            describe_value(option, value),
            describe_house_value(game, option, preset) if option.key not in tournament.options else "",
            option.rules,
        )
        for option in game.options
        if option.is_in_force(values) and (value := values[option.key]) != preset_value(option, first)
    ]
