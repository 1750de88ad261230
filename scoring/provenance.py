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
    """A text that rules rest on. `name`: what people call it, worded so that «d’après» can stand before it; `title`:
    its title in full; `quoted`: its short name beside a quotation; `edition`: which printing it is, who put it where we
    read it, and when; `references`: where anybody can read it."""

    name: Text
    title: Text
    quoted: Text
    edition: Text
    references: tuple[Reference, ...]


CLUB = "club"
"""The provenance of what each club declares: no choice of the program's, and no source's."""
MARKED_WORDS = Text("{words}, choix de la maison").msgid


def is_house(provenance: str) -> bool:
    """Return True if a provenance («src house») includes "house": no source settles all of it, the program chose."""
    return "house" in provenance.split()


def is_declared_by_clubs(options: tuple[Option, ...]) -> bool:
    """Return True if these are the options of a game whose rules each club declares for itself."""
    return any(option.provenance == CLUB for option in options)


def is_unsourced(rule: Rule) -> bool:
    """True if a rule is the house's choice and no source states any part of it."""
    return is_house(rule.provenance) and not rule.source


def is_house_value(option: Option, preset: Preset, value: Any) -> bool:
    """Return True if the value is the preset's own and the program's choice, as no source settles it; False where a
    table or a club chose another."""
    own = preset.sets.get(option.key, option.default)
    return value is not None and value == own and is_house(preset.get_provenance(option))


def list_house_options(options: tuple[Option, ...], preset: Preset, values: Mapping[str, Any]) -> frozenset[str]:
    """Return the keys of the options whose present value is the program's choice, as no source settles it."""
    return frozenset(each.key for each in options if is_house_value(each, preset, values[each.key]))


def mark_sentence(sentence: Text | str, *, partly: bool = False) -> Text:
    """Return a sentence with «(Choix de la maison.)» after it: no source says so, or not all of it (`partly`)."""
    if partly:
        return Text("{sentence} (En partie, choix de la maison.)", sentence=sentence)
    return Text("{sentence} (Choix de la maison.)", sentence=sentence)


def mark_value(words: Text | str) -> Text:
    """Return a value in words with «(choix de la maison)» after it, as no source gives it."""
    return Text("{words} (choix de la maison)", words=words)


def mark_words(words: Text) -> Text:
    """Return words with «, choix de la maison» after them, for use in brackets or in a list."""
    return Text(MARKED_WORDS, words=words)


def strip_mark(text: Text) -> Text:
    """Return words without «, choix de la maison» (see `mark_words`), for files, which hold no such remark; any other
    text as it is."""
    words = text.values.get("words") if text.msgid == MARKED_WORDS else text
    assert isinstance(words, Text)
    return words


def mark_rule(rule: Rule, *, of_sides: bool = True) -> Text:
    """Return the text of a rule, with «choix de la maison» after it where it, or part of it, is in no source.
    `of_sides`: if False, without what the rule says only of play two against two."""
    text = rule.text
    if text.values and not of_sides:
        text = Text(text.msgid, **dict.fromkeys(text.values, ""))
    return mark_sentence(text, partly=rule.provenance != "house") if is_house(rule.provenance) else text
