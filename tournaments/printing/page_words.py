"""Words on a page: none is lost, a long one breaks only where nothing else helps, those of a drawing are spelled as on
every other page.

Lost are texts that a page would not show whole: off the paper, cut off by their box or run out of it, printed over
another text, or in letters that no font has, which would print blank.

A name that does not fit its place without breaking a word is set in smaller letters, measured so that its words fit;
where these would be too small to read, the word is parted with a hyphen.

WeasyPrint draws the letters of an SVG text one by one, from left to right: names in Arabic or Hebrew would be spelled
backwards. Their words are set as HTML over the drawing. Web browsers need none of this.
"""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from unicodedata import bidirectional, category, name
from xml.etree.ElementTree import Element, SubElement

from django.utils.translation import gettext as _

SLACK = 0.75  # CSS pixels: side bearings of letters, rounding of lines
BEARING = 3.0  # CSS pixels: the space after the last of spaced letters, where no line is drawn
ABOVE, BELOW = 0.3, 0.2  # of a line's height: what no small letter fills


FITTING = "data-fit"
"""An element with this attribute, as every table, is set smaller, step by step, until its texts are seen whole."""
SMALLEST = 5  # steps; `print.css` says how small each is


class NotPrinted(Exception):
    """Raised when a document cannot be made; its text is a sentence for the user."""


class TextsLost(NotPrinted):
    """Raised when a document would not show all its texts whole, even in small letters; its text is a sentence for the
    user."""


class LostText(NamedTuple):
    """A text that the page would not show whole. `fitting`: the HTML element to set in smaller letters to make room, or
    None."""

    text: str
    fitting: Element | None


class Frame(NamedTuple):
    """The area of the page in which a text must stay, in CSS pixels. `cut`: (left, top, right, bottom) of the area
    outside which everything is hidden, also text outside the flow; `fitting`: the nearest element around that can be
    set smaller."""

    left: float
    top: float
    right: float
    bottom: float
    cut: tuple[float, float, float, float]
    fitting: Element | None = None


class SeenText(NamedTuple):
    """A text on a page with the area that its letters cover, in CSS pixels."""

    top: float
    bottom: float
    left: float
    right: float
    lost: LostText


OWN_BOXES = frozenset({"BlockBox", "InlineBlockBox", "TableCellBox", "FlexBox"})
"""The kinds of WeasyPrint's boxes whose sides no text may leave."""


def find_lost_texts(page: Any) -> Iterator[LostText]:
    """Yield the texts of a laid-out page of WeasyPrint that would not be seen whole: they leave the paper, their cell,
    or another box around them, or overlap another text. A title that is cut with an ellipsis on purpose is not lost."""
    paper, seen = (0.0, 0.0, page.margin_width(), page.margin_height()), list[SeenText]()
    yield from _search(page, Frame(*paper, cut=paper), seen)
    yield from _find_overprinted(seen)


def shrink_around(lost: Sequence[LostText]) -> bool:
    """Set the elements around the lost texts one step smaller. Return False if nothing can be set smaller."""
    elements = {id(each.fitting): each.fitting for each in lost if each.fitting is not None}
    steps = [(each, int(each.get(FITTING) or 0) + 1) for each in elements.values()]
    for element, step in steps:
        element.set(FITTING, str(min(step, SMALLEST)))
    return any(step <= SMALLEST for _element, step in steps)


def build_texts_lost(lost: Sequence[LostText]) -> TextsLost:
    """Return the error to raise for these texts; it names the first of them."""
    sentence = _("« %(text)s » n’a pas assez de place sur ce papier : choisissez une autre présentation.")
    return TextsLost(sentence % {"text": lost[0].text.strip()})


class LettersWithoutFont(logging.Handler):
    """A log handler that keeps the letters that no font has, which WeasyPrint logs one by one while it draws."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.letters: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the letter that this log message is about, if it says that no font has one."""
        if str(record.msg).startswith(".notdef glyph") and isinstance(record.args, tuple):
            self.letters.append(str(record.args[0]))


@contextmanager
def keeping_all_letters(*documents: Element) -> Iterator[None]:
    """Watch for letters that no font has while the `with` block draws these documents. Raises TextsLost, which names
    the text with such a letter."""
    logger, watch = logging.getLogger("weasyprint"), LettersWithoutFont()
    logger.addHandler(watch)
    try:
        yield
    finally:
        logger.removeHandler(watch)
    if watch.letters:
        texts = (text for document in documents for text in document.itertext())
        concerned = next((text.strip() for text in texts if watch.letters[0] in text), watch.letters[0])
        sentence = _(
            "« %(text)s » s’imprimerait en blanc : cet ordinateur n’a pas de police avec ces lettres. Ajoutez-lui-en "
            "une, ou écrivez ce texte en lettres latines."
        )
        raise TextsLost(sentence % {"text": concerned})


def _search(box: Any, frame: Frame, seen: list[SeenText]) -> Iterator[LostText]:
    """Yield the texts in a box that leave their frame, and add every text to `seen`."""
    if box.style["text_overflow"] == "ellipsis":
        return
    if getattr(box, "text", "").strip() and box.style["visibility"] == "visible":
        lost = LostText(box.text, frame.fitting)
        seen.append(SeenText(*_measure_letters(box), lost))
        if _leaves(box, frame):
            yield lost
    inner = _narrow(frame, box)
    for child in getattr(box, "children", ()):
        yield from _search(getattr(child, "_box", child), inner, seen)


def _narrow(frame: Frame, box: Any) -> Frame:
    """Return the frame for what is inside the box. A table inside an element that can be set smaller as a whole is not
    set smaller by itself, or a leaflet's two halves would differ in size."""
    alone = frame.fitting is None or frame.fitting.tag == "table"
    if box.element is not None and (FITTING in box.element.attrib or (box.element.tag == "table" and alone)):
        frame = frame._replace(fitting=box.element)
    if box.style["position"] in ("absolute", "fixed"):
        frame = Frame(*frame.cut, cut=frame.cut, fitting=frame.fitting)
    hides, kind = box.style["overflow"] != "visible", type(box).__name__
    if not hides and kind not in OWN_BOXES:
        return frame
    bearing = 0 if hides or kind == "TableCellBox" else BEARING
    left, top = box.border_box_x() - bearing, box.border_box_y()
    right, bottom = left + box.border_width() + 2 * bearing, top + box.border_height()
    frame = frame._replace(left=max(left, frame.left), right=min(right, frame.right))
    if hides:  # a box that hides nothing grows with its lines, and only its sides can be left
        frame = frame._replace(top=max(top, frame.top), bottom=min(bottom, frame.bottom))
        frame = frame._replace(cut=frame[:4])
    return frame


def _leaves(box: Any, frame: Frame) -> bool:
    """True if any part of the text in the box lies outside the frame."""
    top, bottom, left, right = _measure_letters(box)
    return left < frame.left - SLACK or right > frame.right + SLACK or top < frame.top or bottom > frame.bottom


def _measure_letters(box: Any) -> tuple[float, float, float, float]:
    """Return (top, bottom, left, right) of the area that the letters of a text box cover, in CSS pixels."""
    top, height = box.position_y, box.height
    return top + ABOVE * height, top + (1 - BELOW) * height, box.position_x, box.position_x + box.width


def _find_overprinted(seen: list[SeenText]) -> Iterator[LostText]:
    """Yield the texts of a page that overlap another one: both texts of each such pair."""
    above = list[SeenText]()
    for text in sorted(seen, key=lambda each: each[:4]):
        above = [each for each in above if each.bottom > text.top + SLACK]
        for each in above:
            if each.left < text.right - SLACK and text.left < each.right - SLACK:
                yield from (each.lost, text.lost)
        above.append(text)


TIGHT = "data-tight"
"""An attribute of a document whose words may break anywhere: WeasyPrint would read a class once and keep it."""
MOST_WHOLE = 30  # letters of a word from right to left; a longer one gets places to break at
EACH = 6  # letters between two such places
FROM_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
LONG_WORD = re.compile(f"[{FROM_RIGHT_TO_LEFT}]{{{MOST_WHOLE},}}")
BREAK = "\u200d\u200b\u200d"  # a place to break at, between joiners: the letters keep their shapes


def part_long_words(document: Element) -> None:
    """Put places to break at into very long words written from right to left, as WeasyPrint measures wrongly when it
    looks for places itself."""
    for element in document.iter():
        if element.text and LONG_WORD.search(element.text):
            element.text = LONG_WORD.sub(_part, element.text)
        if element.tail and LONG_WORD.search(element.tail):
            element.tail = LONG_WORD.sub(_part, element.tail)


def set_from_right(document: Element) -> None:
    """Let the further lines of a name in Arabic or Hebrew begin at its right, wherever the name stands."""
    for element in document.iter():
        if "name" in element.get("class", "").split():
            letters = (bidirectional(each) for each in "".join(element.itertext()))
            if next((each for each in letters if each in ("L", "R", "AL")), "L") != "L":
                shape = "display:inline-block;direction:rtl;text-indent:0;vertical-align:top"
                element.set("style", f"{element.get('style', '')};{shape}".strip(";"))


def _part(match: re.Match[str]) -> str:
    word = match.group()
    return BREAK.join(word[start : start + EACH] for start in range(0, len(word), EACH))


def break_words(document: Element) -> bool:
    """Allow the words of the document to break anywhere. Return False if they may already."""
    if TIGHT in document.attrib:
        return False
    document.set(TIGHT, "")
    return True


SMALLEST_OF_NAMES, SMALLEST_LETTERS = 0.5, 8.1
"""Of a text's size, and in CSS pixels: smaller letters are harder to read than a word with a hyphen."""
HYPHENS = "hyphens: auto; hyphenate-limit-chars: 16 6 6; hyphenate-character: '-'"
HYPHENATED_AS = {"CYRILLIC": "ru", "GREEK": "el"}
"""The language whose rules part a word in these letters; one in others is parted by those of the document."""
SPARE = 0.97  # of the room that a word may fill, as some letters of a line may stand closer
SPACES = re.compile(r"[ \t\r\n\f]+")
WORD_OF_A_NAME = re.compile(r"[^\s\u200b-]+-?")


class NameLine(NamedTuple):
    """One line of a name as laid out: where it begins and ends in the name's text; its width and letter size in CSS
    pixels."""

    start: int
    end: int
    width: float
    size: float


def fit_broken_names(pages: Iterable[Any]) -> bool:
    """Set each word that a line break splits in a name in smaller letters, or, if those would be too small, let the
    name be hyphenated. Return False if there is no such name."""
    lines: dict[int, tuple[Element, list[NameLine]]] = {}
    for page in pages:
        _gather_lines(page, None, lines)
    fits = [(element, fit) for element, some in lines.values() if (fit := _fit_words(element, some))]
    for element, fit in fits:
        element.attrib.update(fit, style=f"{element.get('style', '')};{fit['style']}".strip(";"))
    return bool(fits)


def _gather_lines(box: Any, element: Element | None, lines: dict[int, tuple[Element, list[NameLine]]]) -> None:
    """Add the lines of each name in the box to `lines`, by the `id()` of the name's element."""
    if box.element is not None and "name" in box.element.get("class", "").split():
        element = box.element
    if element is not None and getattr(box, "text", "").strip():
        some = lines.setdefault(id(element), (element, []))[1]
        whole, begun = _read_text(element), some[-1].end if some else 0
        if (start := max(whole.find(box.text, begun), whole.find(box.text) if begun else -1)) >= 0:
            some.append(NameLine(start, start + len(box.text), box.width, box.style["font_size"]))
    for child in getattr(box, "children", ()):
        _gather_lines(getattr(child, "_box", child), element, lines)


def _read_text(element: Element) -> str:
    """Return the text of an element with white space as it is laid out."""
    return SPACES.sub(" ", "".join(element.itertext()))


def _fit_words(element: Element, lines: list[NameLine]) -> dict[str, str]:
    """Return the attributes with which no word of this name is split, after giving such words alone a smaller letter
    size; hyphens if that would be less than SMALLEST_OF_NAMES of the present one or SMALLEST_LETTERS; {} if no word is
    split."""
    sizes = dict[tuple[int, int], float]()
    for word in WORD_OF_A_NAME.finditer(_read_text(element)):
        some = [line for line in lines if line.start < word.end() and word.start() < line.end]
        if len({line.start for line in some}) > 1:
            parts = [
                line.width * (min(line.end, word.end()) - max(line.start, word.start())) / (line.end - line.start)
                for line in {line.start: line for line in some}.values()
            ]
            sizes[word.span()] = SPARE * max(line.width for line in some) / sum(parts)
    if not sizes:
        return {}
    least = min(sizes.values())
    if least >= SMALLEST_OF_NAMES and least * lines[0].size >= SMALLEST_LETTERS:
        shapes = {part: f"font-size:{fit * lines[0].size:.2f}px !important" for part, fit in sizes.items()}
        if len(element):
            return {"style": shapes[min(sizes, key=sizes.__getitem__)]}
        _shape_parts(element, shapes)
        return {"style": ""}
    longest = _read_text(element)[slice(*min(sizes, key=sizes.__getitem__))]
    language = HYPHENATED_AS.get(name(longest[0], "").split(" ")[0])
    return {"style": HYPHENS} | ({"lang": language} if language else {})


def _shape_parts(element: Element, shapes: Mapping[tuple[int, int], str]) -> None:
    """Give parts of the element's text, each from its start to its end, a style of their own."""
    text = _read_text(element)
    (first, _end), *later = [*shapes, (len(text), 0)]
    element.text = text[:first]
    for ((start, end), style), (after, _end) in zip(shapes.items(), later, strict=True):
        part = SubElement(element, "span", {"style": f"display:inline-block;text-indent:0;{style}"})
        part.text, part.tail = text[start:end], text[end:after]


LEFT_TO_RIGHT = "\u200e"
SVG = "{http://www.w3.org/2000/svg}"


def lay_words_over_drawings(document: Element) -> None:
    """Replace words in SVG drawings that WeasyPrint would misspell (see `is_joined`) by HTML words laid over the
    drawing."""
    for parent in list(document.iter()):
        for n, child in enumerate(list(parent)):
            words = [word for word in child.iter(f"{SVG}text") if is_joined(word)] if child.tag == f"{SVG}svg" else []
            if words:
                parent[n] = _lay_over(child, words)


def is_joined(word: Element) -> bool:
    """True if the letters of a text run from right to left, or have combining marks, so that they cannot be drawn one
    by one."""
    return any(bidirectional(each) in ("R", "AL") or category(each).startswith("M") for each in word.text or "")


def _lay_over(drawing: Element, words: list[Element]) -> Element:
    """Return an HTML frame with the drawing, without these words, and the words as HTML at their places over it."""
    _left, _top, width, height = map(float, drawing.get("viewBox", "").split())
    frame = Element("div", {"class": "drawn"})
    frame.tail, drawing.tail = drawing.tail, None
    frame.append(drawing)
    for word in words:
        across, down = 100 * float(word.get("x", 0)) / width, 100 * float(word.get("y", 0)) / height
        place = f"right: {100 - across:.2f}%" if word.get("text-anchor") == "end" else f"left: {across:.2f}%"
        span = SubElement(frame, "span", {"class": "drawnword", "style": f"{place}; top: {down:.2f}%"})
        span.text, word.text = f"{LEFT_TO_RIGHT}{word.text}", ""  # the rank stays before the name
    return frame
