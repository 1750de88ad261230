"""Names that a narrow place broke inside a word: whole again, in letters as much smaller as was measured."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

SMALLEST = 0.5  # of a text's size: smaller letters are harder to read than a broken word
SPARE = 0.97  # of the room that a word may fill, as some letters of a line may stand closer
SPACES = re.compile(r"[ \t\r\n\f]+")
WORD = re.compile(r"[^\s\u200b-]+-?")


class Line(NamedTuple):
    """A line of a text: where it begins and ends in the text, its width and the size of its letters in CSS pixels."""

    start: int
    end: int
    width: float
    size: float


def fit_broken_names(pages: Iterable[Any]) -> bool:
    """Give smaller letters to each name on these laid-out pages of which a word is broken inside. Return False where
    there is none."""
    lines: dict[int, tuple[Element, list[Line]]] = {}
    for page in pages:
        _gather_lines(page, None, lines)
    fits = [(element, size) for element, some in lines.values() if (size := _fit_words(element, some))]
    for element, size in fits:
        element.set("style", f"{element.get('style', '')};font-size:{size:.2f}px !important")
    return bool(fits)


def _gather_lines(box: Any, element: Element | None, lines: dict[int, tuple[Element, list[Line]]]) -> None:
    """Add the lines of the names in the box to `lines`, by the number of their element."""
    if box.element is not None and "name" in box.element.get("class", "").split():
        element = box.element
    if element is not None and getattr(box, "text", "").strip():
        some = lines.setdefault(id(element), (element, []))[1]
        whole, begun = _read_text(element), some[-1].end if some else 0
        if (start := max(whole.find(box.text, begun), whole.find(box.text) if begun else -1)) >= 0:
            some.append(Line(start, start + len(box.text), box.width, box.style["font_size"]))
    for child in getattr(box, "children", ()):
        _gather_lines(getattr(child, "_box", child), element, lines)


def _read_text(element: Element) -> str:
    """Return the text of an element as it is laid out."""
    return SPACES.sub(" ", "".join(element.itertext()))


def _fit_words(element: Element, lines: list[Line]) -> float | None:
    """Return the size in which no word of these lines would be broken, or SMALLEST of theirs where that is larger; None
    where none is broken."""
    fits = []
    for word in WORD.finditer(_read_text(element)):
        some = [line for line in lines if line.start < word.end() and word.start() < line.end]
        if len({line.start for line in some}) > 1:
            parts = [
                line.width * (min(line.end, word.end()) - max(line.start, word.start())) / (line.end - line.start)
                for line in {line.start: line for line in some}.values()
            ]
            fits.append(SPARE * max(line.width for line in some) / sum(parts) * some[0].size)
    return max(min(fits), SMALLEST * lines[0].size) if fits else None
