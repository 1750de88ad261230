"""What the sources say of each rule, in their own words: sentences and clauses, letter for letter.

They are data (`quotations.json`), under three sorts of keys: the id of the rule that they state («BRU-08»), a game and
the key of a fact of the table («KEY.cut»), or what they say of the games' family («family.KEY»). Rule pages, paper and
`manage.py rules` all read them here. No source stands here whole.
"""

import gettext
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from scoring.language import LOCALE_DIR


class Quotation(NamedTuple):
    """The words of one sentence or clause of a source: `source` is its mark («S0»), `paragraph` the place there,
    counted from 1. All sources are French; old spelling and accents are the source's. `differs`: another source of ours
    says otherwise of this."""

    source: str
    paragraph: int
    words: str
    differs: bool = False


def translate_quotation(words: str, language: str) -> str:
    """Return our translation of a source's words; "" in French, and where there is none. The catalogues `quotations.po`
    are written by hand."""
    said = _load_translations(language).gettext(words)
    return said if said != words else ""


@cache
def _load_translations(language: str) -> gettext.NullTranslations:
    """Load our translations of the sources into a language; cached."""
    return gettext.translation("quotations", LOCALE_DIR, [language], fallback=True)


def list_quotations(key: str) -> tuple[Quotation, ...]:
    """Return what the sources say of a rule («BRU-08») or a fact of the table («game.key»); empty if nothing."""
    return load_quotations().get(key, ())


@cache
def load_quotations() -> Mapping[str, tuple[Quotation, ...]]:
    """Return the quotations for each key (a rule, or a fact of the table), in the order of the rule book; cached."""
    entries = json.loads(Path(__file__).with_name("quotations.json").read_text(encoding="utf-8"))
    return {key: tuple(Quotation(**quotation) for quotation in quotations) for key, quotations in entries.items()}
