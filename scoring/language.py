"""Messages before translation: a French sentence with its values, rendered in one language when it is shown.

The msgid of a text is its French wording, so French needs no catalogue; the others are read by the standard library's
gettext from ``locale/<language>/LC_MESSAGES/scoring.mo``. Knows nothing of games.
"""

import gettext
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

LANGUAGES = ("fr", "en", "it")
LOCALE_DIR = Path(__file__).parent / "locale"
MAX_SHOWN = 10**18
NO_VALUES: Mapping[str, object] = MappingProxyType({})
NOT_RENDERED = ("", "")
BEFORE_A_NAME = re.compile(r" ([ae]) (\{(\w+)\})")
"""Finds an Italian «a» or «e» before a name: «a Basile», but «ad Anne»; «e Basile», but «ed Elisa»."""


class _French(gettext.NullTranslations):
    """The source language. Its plural begins at two («0 jeton», «1 jeton», «2 jetons»)."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1 if abs(n) < 2 else msgid2


@lru_cache(maxsize=len(LANGUAGES))
def _load_catalogue(language: str) -> gettext.NullTranslations:
    """Load the translations of one language; cached."""
    if language == "fr":
        return _French()
    return gettext.translation("scoring", LOCALE_DIR, [language])


class Text:
    """A message with its values: ``Text("{name} prend le corbillon", name="Anne").localise("en")``.

    A value may be a string, an integer (shown with a true minus sign), another Text, a tuple of these (shown as «Anne,
    Basile et Chloé»), a Series or a CommaList.
    """

    __slots__ = ("last_rendering", "msgid", "plural", "values")

    msgid: str
    plural: str | None
    values: Mapping[str, object]
    last_rendering: tuple[str, str]
    """Cache of the last rendering: (language, words). Most texts of a score are rendered again and again."""

    def __init__(self, msgid: str, /, **values: object) -> None:
        self.msgid = msgid
        self.plural = None
        self.values = values
        self.last_rendering = NOT_RENDERED

    def localise(self, language: str) -> str:
        """Return this text in "fr", "en" or "it"."""
        said_in, words = self.last_rendering
        if said_in == language:
            return words
        words = self._render(language)
        self.last_rendering = (language, words)
        return words

    def _render(self, language: str) -> str:
        """Fill the translated template with the values, without the cache."""
        if self.plural is None:
            template = self.msgid if language == "fr" else _load_catalogue(language).gettext(self.msgid)
        else:
            catalogue = _load_catalogue(language)
            count = self.values["n"]
            assert isinstance(count, int)
            template = catalogue.ngettext(self.msgid, self.plural, abs(count))
        if not self.values:
            return template
        shown = {
            key: value if type(value) is str else _render_value(value, language) for key, value in self.values.items()
        }
        if language == "it":
            template = BEFORE_A_NAME.sub(lambda word: _lengthen(word, shown[word[3]]), template)
        return template.format_map(shown)

    def __str__(self) -> str:
        return self.localise("fr")

    def __repr__(self) -> str:
        return f"Text({self.localise('fr')!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return (self.msgid, self.plural, self.values) == (other.msgid, other.plural, other.values)

    def __hash__(self) -> int:
        return hash((self.msgid, self.plural))


def plural(one: str, many: str, n: int, **values: object) -> Text:
    """Build a text that counts: `one` or `many`, as the language asks for `n`; `{n}` is among its values."""
    text = Text(one, n=n, **values)
    text.plural = many
    return text


class Series(tuple[Text, ...]):
    """Texts that contain an «et» of their own: rendered one after the other, separated by semicolons."""


class CommaList(tuple[Text, ...]):
    """Texts that are part of a longer list: rendered one after the other, separated by commas alone, without «et»."""


def verbatim(words: object) -> Text:
    """Build a text that is the same in every language: a name, a card."""
    return Text("{words}", words=words)


_SEMICOLON = ("; ", "\u202f; ")  # French sets a thin space before it


def _render_value(value: object, language: str) -> str:
    """Render one value of a text: number, text, series or list."""
    if isinstance(value, int):
        return _format_number(value)
    if isinstance(value, Text):
        return value.localise(language)
    if isinstance(value, Series):
        return _SEMICOLON[language == "fr"].join(_render_value(each, language) for each in value)
    if isinstance(value, CommaList):
        return ", ".join(_render_value(each, language) for each in value)
    if isinstance(value, tuple):
        return _join_list([_render_value(each, language) for each in value], language)
    return str(value)


def _format_number(value: int) -> str:
    """Write a number with a true minus sign; one over 10¹⁸, which no one reads to its end, as «> 10¹⁸»."""
    if 0 <= value <= MAX_SHOWN:
        return str(value)
    if abs(value) > MAX_SHOWN:
        return "> 10¹⁸" if value > 0 else "< −10¹⁸"
    return f"−{-value}"


def _lengthen(word: re.Match[str], name: str) -> str:
    """Return the Italian word «a» or «e», with a d («ad», «ed») if the name after it begins with the same vowel."""
    first = unicodedata.normalize("NFD", name[:1])[:1]
    return f" {word[1]}d {word[2]}" if first == word[1].upper() else word[0]


def _join_list(items: list[str], language: str) -> str:
    """Join items as «Anne, Basile et Chloé»."""
    if len(items) < 2:
        return "".join(items)
    return Text("{first} et {last}", first=", ".join(items[:-1]), last=items[-1]).localise(language)
