"""Pages that are alike but for some texts: where these texts lie on a page, whether those of another page fit there,
and how they are put in their place.

An element with the attribute `data-place` holds such a text. Knows WeasyPrint's boxes and no document.
"""

from typing import Any

TextBox = tuple[float, float, float, float, float]
"""Where a text lies on its page, in CSS pixels: distance from left and top, width, height, width of longest line."""
TextBoxes = dict[str, TextBox]
"""The texts of one page, by their `data-place`."""
TOLERANCE = 0.5  # CSS pixels: a text larger than its place by more than this does not fit


def find_text_boxes(page: Any) -> TextBoxes:
    """Return where each text with a `data-place` lies on a laid-out page of WeasyPrint."""
    boxes: TextBoxes = {}
    for name, box in _find_boxes(page).items():
        lines = [line.width for line in box.children] if box.style["overflow"] == "visible" else []
        boxes[name] = (box.content_box_x(), box.content_box_y(), box.width, box.height, max(lines, default=0))
    return boxes


def start_at_text_area(places: TextBoxes, page: Any) -> TextBoxes:
    """Return the places of texts measured from the upper left corner of the page's text area, inside its margins."""
    left, top = page.content_box_x(), page.content_box_y()
    return {name: (x - left, y - top, *size) for name, (x, y, *size) in places.items()}


def texts_fit(texts: TextBoxes, grid: TextBoxes) -> bool:
    """True if the texts fit in their places in the grid: each is as high as there, and none is wider."""
    return all(
        abs(height - grid[name][3]) < TOLERANCE and longest < grid[name][2] + TOLERANCE
        for name, (_x, _y, _width, height, longest) in texts.items()
    )


class DrawnGrid:
    """A laid-out page without its differing texts, drawn once for all pages that are alike but for these."""

    def __init__(self, page: Any) -> None:
        self.root = page.children[0]
        self.bare = page.copy_with_children([_put_into(self.root, dict.fromkeys(_find_boxes(page)))])
        self.operators: list[bytes] = []
        self.tags: dict[Any, Any] = {}

    def put_under(self, page: Any) -> Any:
        """Return a page of WeasyPrint that shows this grid and, in their places, the texts of the laid-out `page`."""
        texts = page._page_box
        whole = texts.copy_with_children([_put_into(self.root, _find_boxes(texts)), *texts.children[1:]])
        made = type(page)(whole)

        def paint(stream: Any, scale: float) -> None:
            with stream.stacked():
                stream.transform(a=scale, d=scale)
                self._paint(stream)
            page.paint(stream, scale)

        made.paint = paint
        return made

    def _paint(self, stream: Any) -> None:
        """Draw the grid: into the first page as WeasyPrint does, box by box; into later pages by repeating what that
        drew."""
        from weasyprint.draw import draw_page

        if self.operators:
            stream.stream.extend(self.operators)
            stream._tags.update(self.tags)
            return
        begun = len(stream.stream)
        draw_page(self.bare, stream)
        self.operators, self.tags = stream.stream[begun:], dict(stream._tags)


def _put_into(box: Any, texts: dict[str, Any]) -> Any:
    """Return a copy of the box with these texts in their places (by `data-place`); a text that is None is left out. A
    box without any of these places is returned as it is."""
    before = getattr(box, "children", ())
    children = [texts[name] if (name := _get_place(child)) in texts else _put_into(child, texts) for child in before]
    if all(child is other for child, other in zip(children, before, strict=True)):
        return box
    return box.copy_with_children([child for child in children if child is not None])


def _find_boxes(page: Any) -> dict[str, Any]:
    """Return the boxes of those texts of a page that have a `data-place`, by that name."""
    boxes: dict[str, Any] = {}
    for box in page.descendants(placeholders=True):
        if name := _get_place(box):
            boxes.setdefault(name, box)
    return boxes


def _get_place(box: Any) -> str:
    """Return the `data-place` of the box's element, or ""."""
    return str(box.element.get("data-place", "")) if box.element is not None else ""
