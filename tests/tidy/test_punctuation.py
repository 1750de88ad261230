"""French marks stand inside translated texts: outside them a colon is the house's own, in the reader's language."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.tidy.sources import ROOT, files, nodes, python_files

SHOWN = ("forms", "printing", "tables", "text", "views")
PARTS = re.compile(r"({%.*?%}|{{.*?}}|{#.*?#})", re.DOTALL)
FRENCH_MARK = re.compile(r"(?:^|[^\s])[ \u202f\xa0]+[:;!?»](?=[\s<]|$)|«|»|\u202f|\xa0")
FRENCH_WORDS = re.compile(r"<(\w+)[^>]* lang=\"fr\">.*?</\1>", re.DOTALL)


def list_fixed_marks(template: str) -> Iterator[str]:
    """Yield the words of a template beside each French mark that no translation can change."""
    translated = False
    kept = []
    for part in PARTS.split(FRENCH_WORDS.sub("", template)):
        if part.startswith("{%"):
            tag = part[2:-2].split()[0]
            translated = tag == "blocktranslate" or (translated and tag != "endblocktranslate")
        kept.append("x" if PARTS.fullmatch(part) else "" if translated else part)
    for line in "".join(kept).splitlines():
        if FRENCH_MARK.search(line):
            yield line.strip()


def list_templates() -> list[Path]:
    return [path for path in files() if path.parts[0] == "templates" and path.suffix in (".html", ".txt", ".xml")]


def test_a_fixed_french_mark_is_found_and_a_translated_one_is_not() -> None:
    wrong = '{{ a }} : {{ b }}\n<b>« {{ a }} »</b>\n{% translate "Ici" %} :\n'
    assert len(list(list_fixed_marks(wrong))) == 3
    right = '{{ a }}{% colon %} {{ b }}{% blocktranslate %}Ici : {{ a }}{% endblocktranslate %}{{ a|default:" :" }}'
    assert not list(list_fixed_marks(right + '<q lang="fr">« {{ a }} »</q><a style="top: 0">'))


def test_no_template_holds_a_fixed_french_mark() -> None:
    marks = [
        (str(path), line) for path in list_templates() for line in list_fixed_marks((ROOT / path).read_text("utf-8"))
    ]
    assert marks == [], "put the mark inside {% translate %} or {% blocktranslate %}, or write {% colon %}"


def test_no_text_is_joined_by_a_fixed_french_colon() -> None:
    joined = [
        (str(path), part.value)
        for path in python_files("tournaments")
        if path.parts[1] in SHOWN
        for node in nodes(path)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
        if isinstance(part, ast.Constant) and re.match(r"[ \u202f\xa0]:", str(part.value))
    ]
    assert joined == [], "put the colon inside the text that is translated"
