"""Documents in several languages say the same: headings, commands, links, and buttons by their names on the screen."""

import gettext
import re
from functools import cache
from pathlib import Path

import pytest

from tests.tidy.sources import ROOT

DOCS = ROOT / "docs"
TRANSLATED = sorted(path for language in ("en", "fr", "it") for path in (DOCS / language).glob("*.md"))
WANTED = {
    "en": {"organisers.md"},
    "fr": {
        "index.md",
        "organisers.md",
        "installing.md",
        "deploying.md",
        "backups.md",
        "developers.md",
        "api.md",
        "webhooks.md",
        "publishing.md",
    },
    "it": {"index.md", "organisers.md"},
}
FENCED = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
BOLD_OR_QUOTED = re.compile(r"\*\*(.+?)\*\*|«\s(.+?)\s»")
LEADS_ON = " → "  # from one page to the next


def find_original(path: Path) -> Path:
    """Return the page that this one translates: in docs/, or in docs/fr/ where it was written in French."""
    return DOCS / path.name if (DOCS / path.name).exists() else DOCS / "fr" / path.name


def read_page(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def list_headings(text: str) -> list[int]:
    """Return the level of each heading."""
    return [len(marks) for marks in re.findall(r"^(#+) ", FENCED.sub("", text), re.MULTILINE)]


def list_rows(text: str) -> list[int]:
    """Return how many cells each row of the tables has."""
    return [line.count("|") for line in text.splitlines() if line.startswith("|")]


def list_commands(text: str) -> list[str]:
    """Return what stands in code, sorted: a language may put one thing before another."""
    inline = re.findall(r"`([^`]+)`", FENCED.sub("", text))
    return sorted(" ".join(code.split()) for code in [*inline, *FENCED.findall(text)])


def list_links(path: Path) -> list[str]:
    """Return the names of the files that the page's links lead to, sorted."""
    found = re.findall(r"\]\(([^)#]+)[^)]*\)", FENCED.sub("", read_page(path)))
    dead = [link for link in found if "://" not in link and not (path.parent / link).exists()]
    assert dead == [], f"a link of {path} leads nowhere: correct it"
    return sorted(Path(link).name for link in found)


@cache
def read_catalogue(language: str) -> dict[str, str]:
    """Return the screen's texts in this language, by the French one with plain spaces."""
    file = ROOT / "locale" / language / "LC_MESSAGES" / "django.mo"
    with file.open("rb") as stream:
        texts = gettext.GNUTranslations(stream)._catalog  # type: ignore[attr-defined]
    return {use_plain_spaces(text): shown for text, shown in texts.items() if isinstance(text, str)}


def use_plain_spaces(text: str) -> str:
    return " ".join(text.rpartition("\x04")[2].split())


def list_labels(text: str, language: str) -> set[str]:
    """Return what the screen says in this language for each bold or quoted French text that stands there too."""
    catalogue = read_catalogue(language)
    named = [use_plain_spaces(bold or quoted) for bold, quoted in BOLD_OR_QUOTED.findall(use_plain_spaces(text))]
    return {catalogue[part] for label in named for part in label.split(LEADS_ON) if part in catalogue}


def test_each_page_that_organisers_and_installers_need_has_its_languages() -> None:
    for language, names in WANTED.items():
        assert {path.name for path in TRANSLATED if path.parent.name == language} >= names


@pytest.mark.parametrize("language", ["fr", "it"])
def test_the_first_page_of_a_language_leads_to_every_page(language: str) -> None:
    """The English one is held to that by the site, which warns of a page without a place in its contents."""
    text = read_page(DOCS / language / "index.md")
    missing = [path.stem for path in DOCS.glob("*.md") if not re.search(rf"\b{path.stem}\b", text)]
    assert missing == [], f"lead to each page of docs/ from docs/{language}/index.md"


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_translation_has_the_headings_tables_commands_and_links_of_its_page(path: Path) -> None:
    if path.name == "index.md":
        assert list_links(path)
        return
    source = find_original(path)
    page, original = read_page(path), read_page(source)
    assert list_headings(page) == list_headings(original), f"{path} has other headings than {source}"
    assert list_rows(page) == list_rows(original), f"{path} has other tables than {source}"
    assert list_commands(page) == list_commands(original), f"{path} has other words in code than {source}"
    assert list_links(path) == list_links(source), f"{path} has other links than {source}"


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_organisers_guide_names_buttons_as_the_screen_does_in_its_language(language: str) -> None:
    guide = use_plain_spaces(read_page(DOCS / language / "organisers.md"))
    labels = list_labels(read_page(DOCS / "fr" / "organisers.md"), language)
    assert len(labels) > 60
    missing = [label for label in sorted(labels) if use_plain_spaces(label).lower() not in guide.lower()]
    assert missing == [], f"docs/{language}/organisers.md calls each button what the screen calls it in that language"
