"""Finds texts that a laid-out page would print over each other."""

from collections.abc import Iterator
from typing import Any

from tournaments.printing.page_words import ABOVE, BELOW, SLACK

Text = tuple[float, float, float, float, str]
"""What a text's letters cover, in CSS pixels (top, bottom, left, right), and the text."""


def find_overprinted(page: Any) -> list[tuple[str, str]]:
    """Return the pairs of texts of a laid-out page of WeasyPrint that are printed over each other."""
    found, above = [], list[Text]()
    for text in sorted(_list_texts(page)):
        top, _bottom, left, right, words = text
        above = [each for each in above if each[1] > top + SLACK]
        found += [(each[4], words) for each in above if each[2] < right - SLACK and left < each[3] - SLACK]
        above.append(text)
    return found


def _list_texts(box: Any) -> Iterator[Text]:
    """Yield the texts of a box that are seen; those that end in dots on purpose aside, whose rest is not."""
    if box.style["text_overflow"] == "ellipsis":
        return
    if getattr(box, "text", "").strip() and box.style["visibility"] == "visible":
        top, bottom = box.position_y + ABOVE * box.height, box.position_y + (1 - BELOW) * box.height
        yield top, bottom, box.position_x, box.position_x + box.width, box.text
    for child in getattr(box, "children", ()):
        yield from _list_texts(getattr(child, "_box", child))
