"""What a photographed page says, cell by cell, each with where it stands in the straightened picture. Proposals only: a
person confirms them, and the rules judge them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import islice

import numpy as np
from PIL import Image
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from . import layout
from .bubbles import ReadPart, answer_choices
from .digits import weigh_digits
from .layout import Boxes, Cell, Choice, Coup, PageCode, SheetPage
from .numbers import Chances, read_alone, read_together
from .register import SCALE, Ink, Place, Reason, Straightened, Unreadable, fit_grid, open_photo, straighten

PICTURE_SCALE, PICTURE_QUALITY = 5, 70  # of the picture that is shown: pixels for a millimetre; of its JPEG
MOST_DOUBTFUL, FEW = 0.1, 3  # of a page's choices; so many doubts are never too many
DIGIT_SIDE = 28  # pixels of a digit's picture
MOST_PICTURES = 20  # of a PDF


@dataclass(frozen=True)
class ReadCell:
    """A cell as it is read. `text`: what one would type, empty for nothing; `sureness`: 0 to 1; `asked`: a person must
    look; `crop`: left, top, right, bottom in the page's picture, in pixels."""

    path: str
    text: str
    sureness: float
    asked: bool
    crop: tuple[int, int, int, int]


@dataclass(frozen=True)
class ReadCoup:
    """What was read of one coup. `asked`: the players marked that a person should check it."""

    n: int
    cells: tuple[ReadCell, ...]
    asked: bool

    @property
    def is_blank(self) -> bool:
        """True if nothing is written in the coup, and nothing in it is to be checked."""
        return not (self.asked or any(cell.text or cell.asked for cell in self.cells))


@dataclass(frozen=True)
class ReadPage:
    """What was read on one page. `dealer`: who deals the first coup, as a seat number (None on later pages); `picture`:
    the straightened photograph, a JPEG."""

    code: PageCode
    dealer: ReadCell | None
    coups: tuple[ReadCoup, ...]
    picture: bytes


@dataclass(frozen=True)
class RefusedPage:
    """A photographed page that cannot be read, and why. `code`: what its square code says, if it could be read."""

    reason: Reason
    code: PageCode | None = None


FindPage = Callable[[PageCode], SheetPage | None]
"""Returns how the page with this code is laid out now; None where it belongs to nothing that the asker may see."""


def read_photo(data: bytes, find_page: FindPage) -> list[ReadPage | RefusedPage]:
    """Read a photograph of one page, or each page of a PDF that a scanner made. `find_page`: returns the layout of the
    page with this square code, None if no table has it."""
    if data.startswith(b"%PDF"):
        return [_read_picture(each, find_page) for each in _list_pictures(data)] or [RefusedPage(Reason.NO_PICTURE)]
    return [_read_picture(data, find_page)]


def _list_pictures(data: bytes) -> Iterator[bytes]:
    """Yield the pictures in a PDF, as bytes, page by page; none if the PDF is damaged."""
    try:
        pictures = (picture.data for page in PdfReader(BytesIO(data)).pages for picture in page.images)
        yield from islice(pictures, MOST_PICTURES)
    except (PyPdfError, ValueError, KeyError, OSError):
        return


def _read_picture(data: bytes, find_page: FindPage) -> ReadPage | RefusedPage:
    """Return what was read in the picture of one page, or why it cannot be read. `find_page`: returns the layout of the
    page with this square code, None if no table has it."""
    code = None
    try:
        straightened = straighten(open_photo(data))
        code = straightened.code
        page = find_page(code)
        if page is None:
            raise Unreadable(Reason.UNKNOWN)
        if page.fingerprint != code.fingerprint:
            raise Unreadable(Reason.OTHER_PRINT)
        return PageReader(straightened, page, fit_grid(straightened, page)).read()
    except Unreadable as refused:
        return RefusedPage(refused.reason, code)


class PageReader:
    """Reads all cells of one page from its straightened photograph."""

    def __init__(self, straightened: Straightened, page: SheetPage, place: Place) -> None:
        self.straightened, self.page, self.place = straightened, page, place
        self.choices = answer_choices(straightened.ink, list(page.choices), place)
        self.numbers = self.read_numbers()

    def read(self) -> ReadPage:
        """Return what was read on the page. Raises Unreadable if too many of its bubbles are doubtful."""
        if sum(answer.asked for answer in self.choices.values()) > max(FEW, MOST_DOUBTFUL * len(self.choices)):
            raise Unreadable(Reason.DOUBTFUL)
        dealer = self.read_cell(self.page.dealer) if self.page.dealer else None
        coups = tuple(self.read_coup(coup) for coup in self.page.coups)
        return ReadPage(self.straightened.code, dealer, coups, _write_picture(self.straightened.ink))

    def read_coup(self, coup: Coup) -> ReadCoup:
        """Return what was read of one coup."""
        eye = self.choices[Choice((coup.eye,))]
        return ReadCoup(coup.n, tuple(map(self.read_cell, coup.cells)), bool(eye.text))

    def read_cell(self, cell: Cell) -> ReadCell:
        """Return what was read in one cell, the texts of its parts joined. It is to be checked if a part is, if some
        parts are empty and others not, or if the number is too high."""
        answers = [self.choices[part] if isinstance(part, Choice) else self.numbers[part] for part in cell.parts]
        text = "".join(answer.text for answer in answers)
        asked = any(answer.asked for answer in answers) or len({bool(answer.text) for answer in answers}) > 1
        asked = asked or bool(cell.high and text.isdecimal() and int(text) > cell.high)
        return ReadCell(cell.path, text, min(answer.sureness for answer in answers), asked, self.find_crop(cell))

    def read_numbers(self) -> dict[Boxes, ReadPart]:
        """Return the number read in each row of boxes; numbers of a coup with a known sum are read together."""
        rows = list(self.page.boxes)
        cut = [self.cut_box(x, y) for boxes in rows for x, y in boxes.corners]
        weighed = iter(weigh_digits(np.array(cut)) if cut else ())
        chances = {boxes: np.array(list(islice(weighed, boxes.count))) for boxes in rows}
        return {boxes: part for coup in self.page.coups for boxes, part in _read_coup_numbers(coup, chances)}

    def cut_box(self, x: float, y: float) -> Ink:
        """Return the picture of one digit's box, (28, 28), 0 for paper to 1 for ink. `x`, `y`: its upper left corner on
        the sheet, in mm."""
        middle_x, middle_y = self.place(x + layout.BOX / 2, y + layout.BOX / 2)
        side = layout.BOX * SCALE
        left, top = round(middle_x - side / 2 + 0.5), round(middle_y - side / 2 + 0.5)
        cut = self.straightened.ink[top : top + round(side), left : left + round(side)]
        return np.asarray(Image.fromarray(cut).resize((DIGIT_SIDE, DIGIT_SIDE), Image.Resampling.BOX)).clip(0, 1)

    def find_crop(self, cell: Cell) -> tuple[int, int, int, int]:
        """Return the left, top, right and bottom edge of the cell in the page's picture, in pixels."""
        left, top, right, bottom = cell.frame
        ends = (*self.place(left, top), *self.place(right, bottom))
        x, y, end, foot = (round(each * PICTURE_SCALE / SCALE) for each in ends)
        return x, y, end, foot


def _read_coup_numbers(coup: Coup, chances: Mapping[Boxes, Chances]) -> Iterator[tuple[Boxes, ReadPart]]:
    """Yield (row of boxes, number read in it) for one coup. `chances`: the probabilities of the classes of each row's
    boxes."""
    numbers = [(cell, part) for cell in coup.cells for part in cell.parts if isinstance(part, Boxes)]
    for total in {cell.total for cell, _boxes in numbers if cell.total}:
        together = [boxes for cell, boxes in numbers if cell.total == total]
        yield from zip(together, read_together([chances[each] for each in together], total), strict=True)
    yield from ((boxes, read_alone(chances[boxes], cell.high or 0)) for cell, boxes in numbers if not cell.total)


def _write_picture(ink: Ink) -> bytes:
    """Return the straightened page as a JPEG with white paper. `ink`: 0 for paper to 1 for ink."""
    picture, written = Image.fromarray((255 * (1 - ink.clip(0, 1))).astype(np.uint8)), BytesIO()
    size = int(layout.WIDTH * PICTURE_SCALE), int(layout.HEIGHT * PICTURE_SCALE)
    picture.resize(size, reducing_gap=2).save(written, "JPEG", quality=PICTURE_QUALITY)
    return written.getvalue()
