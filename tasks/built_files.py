"""Write the files in built/, which are made of others and committed: who only runs the program needs nothing that makes
them. `make built` calls it, and a tidy test says which file is stale.

`.venv` runs this module, because the bundler and the reader of markdown lie there.
"""

import html
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import jsmeld
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tasks.environment import ROOT

SCRIPT = "js/table_page.js"
GUIDES = {"fr": "organisers.md", "en": "en/organisers.md", "it": "it/organisers.md"}
"""The organisers' guide, by language, in docs/."""


def build_files() -> dict[str, str]:
    """Return the content of each file, by its path in built/."""
    guides = {f"guide/{language}.html": build_guide(ROOT / "docs" / file) for language, file in GUIDES.items()}
    return {SCRIPT: bundle_script(ROOT / "static" / SCRIPT), **guides}


def bundle_script(path: Path) -> str:
    """Return a module and all that it imports as one minified module."""
    return jsmeld.bundle(str(path), {"minify": True, "target": "es2022", "typescript": False, "source_map": False})


def build_guide(document: Path) -> str:
    """Return the guide as a template that fills the blocks of the page around it."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("link")
    tokens = reader.parse(document.read_text(encoding="utf-8"))
    title, tokens = tokens[1].content, tokens[3:]
    contents = "\n".join(set_anchors(tokens))
    text = reader.renderer.render(tokens, reader.options, {})
    text = text.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    blocks = {"guide_title": html.escape(title), "guide_contents": contents, "guide_text": text}
    filled = (
        f"{{% block {name} %}}{{% verbatim %}}{part}{{% endverbatim %}}{{% endblock %}}"
        for name, part in blocks.items()
    )
    return "\n".join(['{% extends "organiser/guide.html" %}', *filled, ""])


def set_anchors(tokens: list[Token]) -> Iterator[str]:
    """Give each heading an anchor. Yield a link to each heading of the second level."""
    for opening, text in pairwise(tokens):
        if opening.type == "heading_open":
            anchor = slugify(text.content)
            opening.attrSet("id", anchor)
            if opening.tag == "h2":
                yield f'<a href="#{anchor}">{html.escape(text.content)}</a>'


if __name__ == "__main__":
    for name, content in build_files().items():
        file = ROOT / "built" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
