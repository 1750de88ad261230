"""Words on the screen: the catalogues keep to docs/screen-words.md."""

import datetime
import re
from collections.abc import Iterator
from functools import cache

import pytest
from django.utils import translation
from django.utils.formats import date_format

from tasks.catalogues import list_catalogues
from tests.tidy.sources import NOT_WORDS, ROOT, read_compiled

LANGUAGES = {"French": "fr", "English": "en", "Italian": "it"}
VALUES = re.compile(r"%\(\w+\)s|\{\w+\}")
INFINITIVE = re.compile(r"\w{2,}(are|ere|ire|arsi|ersi|irsi)\b")
FRENCH_BUTTON = re.compile(r"[A-ZÉ]\w+(er|ir|re)\b")
BUTTON_WORDS = 7
"""A text of so many words is no sentence: what begins with an infinitive in French is a button, or what one ticks."""
TITLES = {"Collegarsi al Wi-Fi", "Finire la serata su carta", "Rispondere quando il mazzo è finito"}

VERBS = re.compile(r"cartes du talon (étant|sont) levées|en retourne lui-même")
"""Where the sources say as a verb what is a thing on the screen."""


@cache
def read_tables() -> dict[str, list[list[str]]]:
    """Return the rows of each table, by the heading above it."""
    found: dict[str, list[list[str]]] = {}
    for part in (ROOT / "docs" / "screen-words.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("|")]
        found[part.partition("\n")[0]] = rows[2:]
    return found


@cache
def list_texts(language: str) -> list[tuple[str, str]]:
    """Return (French, translation) of every text of a language, without names of values."""
    paths = [path for path in list_catalogues(ROOT) if path.parts[-3] == language and "tournaments" not in path.parts]
    words = [each for path in paths for each in read_compiled(path.with_suffix(".mo")).items()]
    texts = [(key[0] if isinstance(key, tuple) else str(key), said) for key, said in words if key]
    return [
        (NOT_WORDS.sub("", original.partition("\x04")[2] or original), VALUES.sub("x", said))
        for original, said in texts
    ]


def list_misnamed(language: str, column: int) -> Iterator[tuple[str, str]]:
    for row in read_tables()["One thing, one word"]:
        french = re.compile(rf"\b{row[0]}s?\b", re.IGNORECASE)
        allowed = row[column].split(" / ")
        for original, said in list_texts(language):
            if french.search(VERBS.sub("", original)) and not any(
                word in said.casefold() for word in map(str.casefold, allowed)
            ):
                yield row[0], said


@pytest.mark.parametrize(("language", "column"), [("en", 1), ("it", 2)])
def test_each_thing_has_its_word(language: str, column: int) -> None:
    misnamed = list(list_misnamed(language, column))
    assert misnamed == [], "docs/screen-words.md has one word for this in each language: use it in the translation"


@pytest.mark.parametrize(("name", "language"), LANGUAGES.items())
def test_nothing_is_said_that_nobody_says(name: str, language: str) -> None:
    for _name, never, _say in (row for row in read_tables()["Never"] if row[0] == name):
        word = re.compile(rf"\b{re.escape(never)}\b", 0 if language == "fr" else re.IGNORECASE)
        found = [said for _original, said in list_texts(language) if word.search(said)]
        assert found == [], f"docs/screen-words.md never says «{never}»: it has what to say"


@pytest.mark.parametrize("language", ["en", "it"])
def test_no_french_space_stands_in_another_language(language: str) -> None:
    loose = re.compile("\u202f|\\w [:;!?](?!\\w)|« | »" + ("|[«»]" if language == "en" else ""))
    found = [said for _original, said in list_texts(language) if loose.search(said)]
    assert found == [], "no space stands before ; : ! ? in this language, and English quotes with “ ”"


def test_french_spaces_in_pages_are_where_words_are_translated() -> None:
    told = re.compile(r"{%\s*blocktranslate.*?endblocktranslate\s*%}|{%.*?%}|{{.*?}}|{#.*?#}", re.DOTALL)
    pages = (ROOT / "templates").rglob("*.html")
    lines = (line for page in pages for line in told.sub("", page.read_text(encoding="utf-8")).splitlines())
    found = [line for line in lines if "\u202f" in line and 'lang="fr"' not in line]
    assert found == [], "put the words with their U+202F inside {% translate %}"


def test_italian_buttons_are_imperatives() -> None:
    buttons = (
        said
        for original, said in list_texts("it")
        if FRENCH_BUTTON.match(original) and len(said.split()) <= BUTTON_WORDS and not said.endswith(("?", "."))
    )
    found = [said for said in buttons if INFINITIVE.match(said) and said not in TITLES]
    assert found == [], "an Italian button is a singular imperative: «Apri», not «Aprire»"


def test_watching_has_its_word() -> None:
    assert {dict(list_texts("en"))["Regarder"], dict(list_texts("it"))["Regarder"]} == {"Watch", "Guarda"}


@pytest.mark.parametrize(("language", "day"), [("fr", "lundi 2 février"), ("it", "lunedì 2 febbraio")])
def test_days_and_months_begin_small(language: str, day: str) -> None:
    with translation.override(language):
        assert date_format(datetime.date(2026, 2, 2), "l j F") == day
