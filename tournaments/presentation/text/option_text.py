"""Options and presets of games as text, in the reader's language.

Knows the shape of a declaration (`scoring.Option`, `scoring.Preset`), never what an option means; no form, no page.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import scoring
from tournaments.models import Tournament
from tournaments.presentation.text.cards import letter_rank, spell_cards
from tournaments.presentation.text.numbers import format_signed, group_thousands
from tournaments.reading.preset_diff import OptionChange, find_standard_preset

ChosenRules = Mapping[str, Any]
"""The chosen rules: {"preset": key, "options": {key: value}}."""


def localise(text: Any) -> str:
    """Return a `scoring.Text` in the reader's language, its cards too; str() of anything else."""
    return spell_cards(text.localise((get_language() or "fr")[:2])) if isinstance(text, scoring.Text) else str(text)


localise_lazily = lazy(localise, str)
"""`localise`, put off until the words are shown, so that they are in that reader's language."""


def name_game(tournament: Tournament) -> str:
    """Return the name of the game that a tournament plays; of a club's own game the name of its rules: «Belote»."""
    return name_rules(scoring.get_game(tournament.game), tournament.preset, tournament.house_rule)


def name_rules(game: scoring.Game, preset: str, house_rule: str = "") -> str:
    """Return the name of a game; for a game whose rules each club declares, the name of these rules: «Belote».
    `house_rule`: the name of the club's own preset."""
    if not scoring.is_declared_by_clubs(game.options):
        return localise(game.name)
    return house_rule or localise(find_standard_preset(game, preset).name)


def name_game_and_preset(game: scoring.Game, preset: scoring.Preset) -> str:
    """Name a game and a preset of it, with a comma between them. A preset whose name begins with the game's stands
    alone."""
    name, preset_name = localise(game.name), localise(preset.name)
    return preset_name if preset_name.startswith(name) else f"{name}, {preset_name}"


def join_label(label: str, value: str) -> str:
    """Join a label and a value: «Points à atteindre : 300», with the colon of the reader's language."""
    return label + _(" :") + " " + value


def describe_value_briefly(option: scoring.Option, value: Any) -> str:
    """Return an option's value as text: yes or no, a choice's words, a number; for a table of values, only those that
    differ from the start values."""
    if value is None:
        return _("non précisé")
    match option.kind:
        case "boolean":
            return _("oui") if value else _("non")
        case "table":
            return describe_table_diff(option, value)
        case "marks":
            return ", ".join(f"{mark['name']} {format_signed(mark['points'])}" for mark in value) or _("aucune")
        case "choice":
            return next((localise(words) for choice, words in option.choices if choice == value), str(value))
        case "integer":
            return group_thousands(value)
    raise ValueError(option.kind)


def describe_value(option: scoring.Option, value: Any) -> str:
    """Describe an option's value; for a table of values, every value, row by row."""
    is_whole_table = option.kind == "table" and value is not None
    return describe_table_value(option, value) if is_whole_table else describe_value_briefly(option, value)


def describe_preset_value(option: scoring.Option, preset: scoring.Preset, value: Any) -> str:
    """Return an option's value as text, with a mark if it is the preset's own value and no source settles it."""
    words = describe_value_briefly(option, value)
    return localise(scoring.mark_value(words)) if scoring.is_house_value(option, preset, value) else words


def describe_table_value(option: scoring.Option, value: Mapping[str, Any]) -> str:
    """Return all values of an option that is a table, as text, row by row."""
    rows = zip(option.row_names, option.rows, strict=True)
    return " · ".join(
        join_label(localise(name), ", ".join(f"{letter_rank(column)} {value[row][column]}" for column in columns))
        for name, (row, columns) in rows
    )


def describe_table_diff(option: scoring.Option, value: Mapping[str, Any]) -> str:
    """Return, as text, the values of an option that is a table which differ from its start values; «à la lettre» if
    none does."""
    sentences = []
    for name, (row, columns) in zip(option.row_names, option.rows, strict=True):
        new = [column for column in columns if value[row][column] != option.start[row][column]]
        own = [f"{letter_rank(column)} {value[row][column]}" for column in new]
        if own:
            sentences.append(f"{localise(name)} {', '.join(own)}")
    return " · ".join(sentences) or _("à la lettre")


def describe_changes(changes: Iterable[OptionChange]) -> str:
    """Return changed options in one line: «Points à atteindre : 300, au lieu de 600»; «rien» for no change."""
    return _(" ; ").join(map(describe_change, changes)) or _("rien")


def describe_change(change: OptionChange) -> str:
    """Return one changed option as text, with the standard preset's value («au lieu de 600») if that is known."""
    sentence = join_label(localise(change.option.label), describe_value_briefly(change.option, change.value))
    if change.standard is None:
        return sentence
    return _("%(now)s, au lieu de %(before)s") % {
        "now": sentence,
        "before": describe_preset_value(change.option, change.preset, change.standard),
    }


def preset_value(option: scoring.Option, preset: scoring.Preset) -> Any:
    """Return the value that an option has under a preset: the preset's own, else the option's default."""
    return preset.sets.get(option.key, option.default)


def diff_rules(game: scoring.Game, before: ChosenRules, after: ChosenRules) -> list[tuple[str, str, str]]:
    """Return what differs between two choices of rules of one game, as texts: (preset or option, before, after)."""
    presets = {preset.key: preset for preset in game.presets}
    old, new = presets[before["preset"]], presets[after["preset"]]
    rows = [(_("Règle"), localise(old.name), localise(new.name))] if old != new else []
    for option in game.options:
        was = before["options"].get(option.key, preset_value(option, old))
        now = after["options"].get(option.key, preset_value(option, new))
        if was != now:
            words = describe_preset_value(option, old, was), describe_preset_value(option, new, now)
            rows.append((localise(option.label), *words))
    return rows


def format_table_label(tournament: Tournament, n: int, round_n: int) -> str:
    """Return the name of table n of a round: «Ronde 3, table 2», or «Table 2» where rounds are not called by
    numbers."""
    words = _("Ronde %(round)s, table %(table)s") if tournament.names_round(round_n) else _("Table %(table)s")
    return words % {"table": n, "round": round_n}
