"""Texts and their catalogues: everything is translated, with all its placeholders."""

import ast
import gettext
import re
from pathlib import Path

import pytest

import scoring
from scoring.language import LOCALE_DIR, Series, Text, plural, verbatim
from tests.games.stages import may_wait

PACKAGE = Path(scoring.__file__).parent


def list_texts() -> dict[str, str | None]:
    """Return every msgid of the package, with its plural or None."""
    found: dict[str, str | None] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(getattr(node, "func", None), "id", getattr(getattr(node, "func", None), "attr", None))
            if name in ("Text", "plural") and node.args and isinstance(node.args[0], ast.Constant):
                found.setdefault(node.args[0].value, node.args[1].value if name == "plural" else None)
    return found


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_text_is_translated_with_its_placeholders(language: str) -> None:
    catalogue = gettext.translation("scoring", LOCALE_DIR, [language])._catalog
    for msgid, many in list_texts().items():
        for form, source in enumerate([msgid] if many is None else [msgid, many]):
            translated = catalogue.get(msgid if many is None else (msgid, form))
            if not translated and may_wait(msgid):
                continue
            assert translated, msgid
            assert set(re.findall(r"{\w+}", translated)) == set(re.findall(r"{\w+}", source)), msgid


def test_french_texts_follow_french_typography() -> None:
    """A thin no-break space before ; : ! ? » and after «, and no straight apostrophe."""
    wrong = [text for text in list_texts() if re.search(r"(?<!\u202f)[;!?»]|[^\u202f\w]:(?=\s|$)|«(?!\u202f)|'", text)]
    assert wrong == []


def test_plurals_follow_the_languages_rule() -> None:
    words = [str(plural("{n} jeton", "{n} jetons", n)) for n in (0, 1, 2, -2)]
    assert words == ["0 jeton", "1 jeton", "2 jetons", "−2 jetons"]
    assert plural("{n} fiche", "{n} fiches", 0).localise("en") == "0 fiches"


def test_values_are_formatted_for_the_language() -> None:
    names = ("Anne", "Basile", "Chloé")
    assert str(Text("{names}", names=names)) == "Anne, Basile et Chloé"
    assert Text("{names}", names=names).localise("it") == "Anne, Basile e Chloé"
    assert [str(Text("{names}", names=names[:n])) for n in (0, 1)] == ["", "Anne"]
    series = Series((verbatim("a et b"), verbatim("c")))
    assert (str(Text("{s}", s=series)), Text("{s}", s=series).localise("en")) == ("a et b\u202f; c", "a et b; c")
    assert str(Text("{n}", n=10**30)) == "> 10¹⁸"
    assert str(Text("{n}", n=-(10**30))) == "< −10¹⁸"
    assert str(Text("{name}", name="{0} {name}")) == "{0} {name}"


def test_texts_are_equal_if_message_and_values_are() -> None:
    assert Text("a {n}", n=1) == Text("a {n}", n=1) != Text("a {n}", n=2)
    assert hash(Text("a {n}", n=1)) == hash(Text("a {n}", n=1))
    assert Text("a") != "a"
    assert repr(Text("a {n}", n=1)) == "Text('a 1')"
