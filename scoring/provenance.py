"""What the house chose because no source settles it, and how it is marked: whatever shows such a rule or value says so.

Knows no game, and computes no score.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.language import Text
from scoring.model import Rule
from scoring.options import Option, Preset
from scoring.references import Reference


class Source(NamedTuple):
    """A text that rules rest on. `name`: what people call it, as it follows «d’après»; `title`: what it is, in full;
    `quoted`: what it is called beside its words; `edition`: which printing, who put it where we read it, and when;
    `references`: where anybody reads it."""

    name: Text
    title: Text
    quoted: Text
    edition: Text
    references: tuple[Reference, ...]


CLUB = "club"
"""The provenance of what each club declares: no choice of the program's, and no source's."""
MARKED_WORDS = Text("{words}, choix de la maison").msgid


def is_house(provenance: str) -> bool:
    """True if a provenance («src house») includes "house": no source settles all of it, the program chose."""
    return "house" in provenance.split()


def is_declared_by_clubs(options: tuple[Option, ...]) -> bool:
    """True if each club declares the rules of the game that has these options."""
    return any(option.provenance == CLUB for option in options)


def is_unsourced(rule: Rule) -> bool:
    """True if a rule is the house's choice and no source states any part of it."""
    return is_house(rule.provenance) and not rule.source


def is_house_value(option: Option, preset: Preset, value: Any) -> bool:
    """True if an option's value is the preset's own, and no source settles it; one that a table or a club chose
    instead is theirs."""
    own = preset.sets.get(option.key, option.default)
    return value is not None and value == own and is_house(preset.get_provenance(option))


def list_house_options(options: tuple[Option, ...], preset: Preset, values: Mapping[str, Any]) -> frozenset[str]:
    """Return the keys of the options whose value in force is the house's choice."""
    return frozenset(each.key for each in options if is_house_value(each, preset, values[each.key]))


def mark_sentence(sentence: Text | str, *, partly: bool = False) -> Text:
    """Return a sentence that rests on the house's choice, or does so `partly`, marked so."""
    if partly:
        return Text("{sentence} (En partie, choix de la maison.)", sentence=sentence)
    return Text("{sentence} (Choix de la maison.)", sentence=sentence)


def mark_value(words: Text | str) -> Text:
    """Return a value of the house's choice, in words, marked so."""
    return Text("{words} (choix de la maison)", words=words)


def mark_words(words: Text) -> Text:
    """Return words that stand in brackets, or beside others, and name what the house chose, marked so."""
    return Text(MARKED_WORDS, words=words)


def strip_mark(text: Text) -> Text:
    """Return words without the mark that `mark_words` put on them; any other text as it is. Files hold no marks."""
    words = text.values.get("words") if text.msgid == MARKED_WORDS else text
    assert isinstance(words, Text)
    return words


def mark_rule(rule: Rule) -> Text:
    """Return the text of a rule, marked where it, or part of it, is the house's choice."""
    return mark_sentence(rule.text, partly=rule.provenance != "house") if is_house(rule.provenance) else rule.text
