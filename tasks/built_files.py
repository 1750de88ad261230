"""Write the files in built/, which are made of others and committed: who only runs the program needs nothing that makes
them. `make built` calls it, and a tidy test says which file is stale.

`.venv` runs this module, because the bundler and the reader of markdown lie there.
"""

import json
from itertools import pairwise
from pathlib import Path

import jsmeld
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tasks.environment import ROOT

SCRIPTS = ("js/table_page.js", "js/table_extras.js")
GUIDES = {"fr": "fr/organisers.md", "en": "en/organisers.md", "it": "it/organisers.md"}
"""The organisers' guide, by language, in docs/."""
COMMAND = "manage.py"


def build_files() -> dict[str, str]:
    """Return the content of each file, by its path in built/."""
    guides = {f"guide/{language}.json": build_guide(ROOT / "docs" / file) for language, file in GUIDES.items()}
    return {script: bundle_script(ROOT / "static" / script) for script in SCRIPTS} | guides


def bundle_script(path: Path) -> str:
    """Return a module and all that it imports as one minified module."""
    return jsmeld.bundle(str(path), {"minify": True, "target": "es2022", "typescript": False, "source_map": False})


def build_guide(document: Path) -> str:
    """Return the guide as JSON: its `title`, and its `chapters` with anchor, title and HTML. The words before the first
    chapter are its `opening`. What is typed in a terminal stays in the document."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("link")
    tokens = reader.parse(document.read_text(encoding="utf-8"))
    set_anchors(tokens)
    starts = [n for n, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    parts = [tokens[start:end] for start, end in pairwise([*starts, len(tokens)])]
    chapters = [
        {
            "anchor": part[0].attrGet("id"),
            "title": part[1].content,
            "html": render_part(reader, part[3:]),
        }
        for part in parts
    ]
    guide = {
        "title": tokens[1].content,
        "opening": render_part(reader, tokens[3 : starts[0]]),
        "chapters": [chapter for chapter in chapters if COMMAND not in str(chapter["html"])],
    }
    return json.dumps(guide, ensure_ascii=False, indent=1) + "\n"


def render_part(reader: MarkdownIt, tokens: list[Token]) -> str:
    """Return a part of a document as HTML; a wide table scrolls by itself."""
    text: str = reader.renderer.render(tokens, reader.options, {})
    return text.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")


def set_anchors(tokens: list[Token]) -> None:
    """Give each heading an `id` made of its words, to which links lead."""
    for opening, text in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", slugify(text.content))


if __name__ == "__main__":
    for name, content in build_files().items():
        file = ROOT / "built" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
