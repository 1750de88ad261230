"""The organisers' guide, from its documents in `docs/`, as a page in the reader's language."""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

ORIGINAL = "fr"
"""The language of the document that lies in `docs/` itself; translations lie in a folder of their language's name."""


@dataclass(frozen=True)
class Heading:
    """A heading of the guide: its text, its anchor, and its level, 2 or 3."""

    text: str
    anchor: str
    level: int


@dataclass(frozen=True)
class Guide:
    """The guide in one language. `body`: what follows its title; `headings`: those of the body, in order."""

    title: str
    headings: tuple[Heading, ...]
    body: SafeString


@cache
def read_guide(language: str) -> Guide:
    """Return the guide in this language, which is one of the program's."""
    folder = settings.BASE_DIR / "docs"
    file = (folder if language == ORIGINAL else folder / language) / "organisers.md"
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("link")
    title, *tokens = _drop_title(reader.parse(file.read_text(encoding="utf-8")))
    headings = tuple(_set_anchors(tokens))
    page = reader.renderer.render(tokens, reader.options, {})
    page = page.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    return Guide(title.content, headings, mark_safe(page))


def _drop_title(tokens: list[Token]) -> list[Token]:
    """Return the text of the first heading, and what follows it."""
    return [tokens[1], *tokens[3:]]


def _set_anchors(tokens: list[Token]) -> list[Heading]:
    """Give each heading an anchor. Return the headings."""
    found = []
    for opening, text in pairwise(tokens):
        if opening.type == "heading_open":
            heading = Heading(text.content, slugify(text.content), int(opening.tag[1:]))
            opening.attrSet("id", heading.anchor)
            found.append(heading)
    return found
