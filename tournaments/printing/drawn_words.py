"""Words of SVG drawings whose letters join or run from right to left: set as HTML over the drawing.

WeasyPrint draws the letters of an SVG text one by one, from left to right: names in Arabic or Hebrew would be spelled
backwards. Web browsers need none of this.
"""

from unicodedata import bidirectional, category
from xml.etree.ElementTree import Element, SubElement

SVG = "{http://www.w3.org/2000/svg}"


def lay_words_over_drawings(document: Element) -> None:
    """Take the words that need it out of each drawing, and lay them over it."""
    for parent in list(document.iter()):
        for n, child in enumerate(list(parent)):
            words = [word for word in child.iter(f"{SVG}text") if is_joined(word)] if child.tag == f"{SVG}svg" else []
            if words:
                parent[n] = _lay_over(child, words)


def is_joined(word: Element) -> bool:
    """True where the letters of a text run from right to left, or are joined, or bear marks of their own."""
    return any(bidirectional(each) in ("R", "AL") or category(each).startswith("M") for each in word.text or "")


def _lay_over(drawing: Element, words: list[Element]) -> Element:
    """Return a frame of the drawing's size that holds the drawing without these words, and the words at their
    places."""
    _left, _top, width, height = map(float, drawing.get("viewBox", "").split())
    frame = Element("div", {"class": "drawn"})
    frame.tail, drawing.tail = drawing.tail, None
    frame.append(drawing)
    for word in words:
        across, down = 100 * float(word.get("x", 0)) / width, 100 * float(word.get("y", 0)) / height
        place = f"right: {100 - across:.2f}%" if word.get("text-anchor") == "end" else f"left: {across:.2f}%"
        told = SubElement(frame, "span", {"class": "drawnword", "style": f"{place}; top: {down:.2f}%"})
        told.text, word.text = word.text, ""
    return frame
