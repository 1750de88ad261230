"""A photograph of a sheet, laid straight: its corner marks found, its square code read, its curl undone.

OpenCV finds the marks (ArUco), zxing-cpp reads the code, and the printed grid itself says how far each spot lies from
where the four marks put it. What cannot be trusted is refused, with a reason that says what to do better.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO
from typing import Any

import numpy as np
import zxingcpp
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from . import layout
from .layout import Choice, PageCode, Part, SheetPage

try:
    import cv2
except ImportError:  # the extra `reading` is not installed
    cv2 = None  # type: ignore[assignment]

Pixels = NDArray[Any]  # of bytes
Ink = NDArray[Any]  # of floats
QR_CODES = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
SCALE = 8  # pixels of the straightened page for a millimetre
COARSE = 2  # so many of them for a pixel of the fit
LONGEST = 3000  # pixels of a photograph's long side; what is more is noise
MARKS_LONGEST = 2000  # the same while the marks are sought
DARKEST_PAPER, LEAST_CONTRAST = 40, 0.35  # of 255; of a mark's black against the paper around it
MOST_BLUR, BLUR_OF_CODES = 0.36, 0.25
"""mm, the sigma of a Gauss that blurs as much: what is refused; what makes a square code unreadable by itself."""
MOST_DISPLACED = 2.0  # mm by which the grid lies elsewhere than the marks say
SEARCH = 2.4  # mm around, in which the grid is sought: less than half from a bubble to the next
FAINT = 0.15  # ink above this counts no more: a pen is no more than the pale outline that it crosses
PEN, PEN_WIDTH, PEN_BLUR = 0.55, 3, 7  # ink over so many pixels of the fit, which no outline has; how far it is blurred
LEAST_MATCH = 0.35  # correlation from which a piece of the grid counts as found
LEAST_FOUND, MOST_APART = 0.6, 0.8  # the share of the grid's pieces that must be found; mm off what the others say


class Reason(StrEnum):
    """Why a photograph cannot be read, with advice on how to take a better one."""

    NO_PICTURE = "no-picture"  # neither a picture nor a PDF of pictures: send a JPEG or PNG
    NO_OPENCV = "no-opencv"  # the extra `reading` is not installed
    NO_PAGE = "no-page"  # no corner mark is seen: the whole sheet must be in the picture
    COVERED = "covered"  # two corner marks or more are missing: take fingers and glasses off the corners
    TOO_DARK = "too-dark"  # more light
    BLURRED = "blurred"  # hold still, a little farther away
    NO_CODE = "no-code"  # the square code is covered, or blurred
    OTHER_PRINT = "other-print"  # laid out otherwise than the table's sheet is now: type it
    UNKNOWN = "unknown"  # a sheet of another evening
    BENT = "bent"  # lay the sheet flat
    DOUBTFUL = "doubtful"  # more than a tenth would have to be looked at: take the picture again


class Unreadable(Exception):
    """Raised for a photograph that cannot be read; holds the `Reason`."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True)
class Straightened:
    """A photograph laid straight by its marks. `grey`: the page at SCALE; `ink`: the same, 0 for paper and 1 for the
    black of the marks; `code`: what its square code says."""

    grey: Pixels
    ink: Ink
    code: PageCode


Place = Callable[[float, float], tuple[float, float]]
"""A function from a spot of the layout (x, y in mm) to its pixel on the straightened page."""


def open_photo(data: bytes) -> Pixels:
    """Return the photograph as grey pixels, upright, no larger than is useful. Raises Unreadable."""
    if cv2 is None:
        raise Unreadable(Reason.NO_OPENCV)
    try:
        picture = Image.open(BytesIO(data))
        picture.draft("L", (LONGEST, LONGEST))
        grey = np.asarray(ImageOps.exif_transpose(picture).convert("L"))
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise Unreadable(Reason.NO_PICTURE) from None
    return _shrink(grey, LONGEST)[0]


def _shrink(grey: Pixels, longest: int) -> tuple[Pixels, float]:
    """Return the picture with its long side at most `longest` pixels, and the factor by which it was reduced."""
    factor = min(1.0, longest / max(grey.shape))
    if factor == 1:
        return grey, 1.0
    return cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), factor


def straighten(grey: Pixels) -> Straightened:
    """Lay a photograph straight by its corner marks, and read its code. Raises Unreadable."""
    marks = _find_marks(grey)
    if len(marks) < 3:
        dark = np.percentile(grey, 90) < DARKEST_PAPER
        raise Unreadable(Reason.TOO_DARK if dark else Reason.COVERED if marks else Reason.NO_PAGE)
    known = np.concatenate([_list_corners(n) for n in marks]).astype(np.float32)
    homography, _used = cv2.findHomography(known * SCALE, np.concatenate(list(marks.values())))
    if homography is None:
        raise Unreadable(Reason.NO_PAGE)
    size = int(layout.WIDTH * SCALE), int(layout.HEIGHT * SCALE)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    page = cv2.warpPerspective(grey, homography, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    paper = _estimate_paper(page)
    ratio = page.astype(np.float32) / np.maximum(paper, 1)
    black = float(np.median([np.percentile(_cut_mark(ratio, n), 20) for n in marks]))
    if np.median(paper) < DARKEST_PAPER or 1 - black < LEAST_CONTRAST:
        raise Unreadable(Reason.TOO_DARK)
    ink = np.clip((1 - ratio) / (1 - black), 0, 1.2)
    blur = np.median([_measure_blur(ink, n) for n in marks])
    if blur > MOST_BLUR:
        raise Unreadable(Reason.BLURRED)
    code = _read_code(page)
    if code is None:
        raise Unreadable(Reason.BLURRED if blur > BLUR_OF_CODES else Reason.NO_CODE)
    return Straightened(page, ink, code)


def _find_marks(grey: Pixels) -> dict[int, NDArray[np.float32]]:
    """Return the corner marks found in a photograph: by the mark's number, its four corners in pixels."""
    small, factor = _shrink(grey, MARKS_LONGEST)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    found, numbers, _others = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(small)
    ours = zip([] if numbers is None else map(int, numbers.ravel()), found, strict=True)
    return {n: (corners[0] + 0.5) / factor - 0.5 for n, corners in ours if n < len(layout.MARK_PLACES)}


def _list_corners(n: int) -> NDArray[np.float64]:
    """Return the four corners of mark `n` on the sheet, in mm, clockwise from the upper left."""
    x, y = layout.MARK_PLACES[n]
    return np.array([(x, y), (x + layout.MARK, y), (x + layout.MARK, y + layout.MARK), (x, y + layout.MARK)])


def _estimate_paper(page: Pixels) -> Ink:
    """Return how bright the blank paper would be at each pixel: shadows stay, and what is printed or written is
    gone."""
    small = cv2.resize(page, (int(layout.WIDTH), int(layout.HEIGHT)), interpolation=cv2.INTER_AREA)
    closed = cv2.morphologyEx(cv2.medianBlur(small, 3), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    smooth = cv2.GaussianBlur(closed.astype(np.float32), (0, 0), 0.8)
    return cv2.resize(smooth, (page.shape[1], page.shape[0]), interpolation=cv2.INTER_LINEAR)


def _cut_mark(page: NDArray[Any], n: int) -> NDArray[Any]:
    """Return the picture of mark `n` with a little paper around it, cut from a straightened page."""
    (left, top), around = layout.MARK_PLACES[n], 3
    side = layout.MARK + around
    return page[
        int((top - around) * SCALE) : int((top + side) * SCALE),
        int((left - around) * SCALE) : int((left + side) * SCALE),
    ]


def _measure_blur(ink: Ink, n: int) -> float:
    """Return how blurred a mark's edges are: the sigma, in mm, of the Gaussian blur that looks like it."""
    cut = cv2.GaussianBlur(_cut_mark(ink, n), (0, 0), 0.8)
    steepest = np.percentile(np.abs(np.diff(cut, axis=1)).max(axis=1), 60)
    return float(1 / max(steepest, 1e-3) / np.sqrt(2 * np.pi) / SCALE)


def _read_code(page: Pixels) -> PageCode | None:
    """Read the page's square code; None where it cannot be read."""
    around = 5
    top, left = int((layout.CODE_TOP - around) * SCALE), int((layout.CODE_LEFT - around) * SCALE)
    side = int((layout.CODE + 2 * around) * SCALE)
    cut = page[top : top + side, left : left + side]
    soft = cv2.GaussianBlur(cut.astype(np.float32), (0, 0), 1)  # grain is not to be sharpened
    sharp = (soft + 3 * (soft - cv2.GaussianBlur(soft, (0, 0), 2))).clip(0, 255).astype(np.uint8)
    for seen in (cut, sharp, cv2.resize(sharp, (2 * side, 2 * side), interpolation=cv2.INTER_CUBIC)):
        for code in zxingcpp.read_barcodes(seen, formats=QR_CODES):
            if read := PageCode.read(code.text):
                return read
    return None


def fit_grid(straightened: Straightened, page: SheetPage) -> Place:
    """Return a function that gives the pixel (x, y) of each spot of the sheet (x, y in mm), corrected for bent paper by
    the printed bubbles and boxes. Raises Unreadable if it is bent too much."""
    small = _show_outlines(straightened.ink)
    parts: list[Part] = [*page.choices, *page.boxes]
    pieces = np.array([_find_piece(small, part) for part in parts])
    moves = pieces[pieces[:, 4] > LEAST_MATCH]
    if len(moves) < LEAST_FOUND * len(pieces):
        raise Unreadable(Reason.BENT)
    surface = _fit_surface(moves)
    residues = moves[:, 2:4] - _list_terms(moves[:, 0], moves[:, 1]) @ surface
    agreeing = np.abs(residues).max(axis=1) < MOST_APART
    if agreeing.sum() < LEAST_FOUND * len(pieces):
        raise Unreadable(Reason.BENT)
    moves, residues = moves[agreeing], residues[agreeing]

    def place(x: float, y: float) -> tuple[float, float]:
        near = moves[:, 4] * np.exp(-((moves[:, 0] - x) ** 2 / 900 + (moves[:, 1] - y) ** 2 / 400))
        rest = (near[:, None] * residues).sum(axis=0) / (near.sum() + 0.3)
        across, down = (_list_terms(np.array([x]), np.array([y])) @ surface)[0] + rest
        return (x + across) * SCALE - 0.5, (y + down) * SCALE - 0.5

    ends = [place(x, y) for x, y in moves[:, :2]]
    furthest = np.abs((np.array(ends) + 0.5) / SCALE - moves[:, :2]).max()
    if furthest > MOST_DISPLACED:
        raise Unreadable(Reason.BENT)
    return place


def _show_outlines(ink: Ink) -> Ink:
    """Return the page with printed outlines alone, to match them: all that is as dark and wide as a pen's stroke is
    wiped, with its blurred edges."""
    small = cv2.resize(ink, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA)
    dark = cv2.blur(small, (PEN_WIDTH, PEN_WIDTH)) > PEN
    pen = cv2.dilate(dark.astype(np.uint8), np.ones((PEN_BLUR, PEN_BLUR), np.uint8))
    return np.where(pen > 0, np.float32(0), small.clip(0, FAINT))


def _find_piece(small: Ink, part: Part) -> tuple[float, float, float, float, float]:
    """Find a group of bubbles or row of boxes near its expected place. `small` is the page as `_show_outlines` returns
    it. Return (x, y of its middle, shift in x, in y, all in mm; likeness from -1 to 1)."""
    drawn, left, top = _draw_piece(part)
    scale, reach = SCALE / COARSE, round(SEARCH * SCALE / COARSE)
    x, y = round(left * scale), round(top * scale)
    height, width = drawn.shape
    around = small[y - reach : y + height + reach, x - reach : x + width + reach]
    match = cv2.matchTemplate(around, drawn, cv2.TM_CCOEFF_NORMED)
    _least, best, _where, (across, down) = cv2.minMaxLoc(match)
    off_x = across + _refine_peak(match[down], across) - reach + x - left * scale
    off_y = down + _refine_peak(match[:, across], down) - reach + y - top * scale
    return left + width / scale / 2, top + height / scale / 2, off_x / scale, off_y / scale, best


def _refine_peak(values: NDArray[Any], at: int) -> float:
    """Return by how much of a step the true peak lies beside the greatest value, at index `at`: that of a parabola
    through it and its neighbours."""
    if not 0 < at < len(values) - 1:
        return 0.0
    before, peak, after = (float(each) for each in values[at - 1 : at + 2])
    bend = before - 2 * peak + after
    return 0.0 if bend >= 0 else 0.5 * (before - after) / bend


def _draw_piece(part: Part) -> tuple[Ink, float, float]:
    """Return a picture of a group of bubbles or row of boxes as printed, to match it with the page, and the left and
    top of that picture in mm."""
    scale, border, fine = SCALE / COARSE, 1.0, 4
    if isinstance(part, Choice):
        left = part.bubbles[0].x - layout.BUBBLE / 2 - border
        top = part.bubbles[0].y - layout.BUBBLE / 2 - border
        wide, high = part.bubbles[-1].x + layout.BUBBLE / 2 + border - left, layout.BUBBLE + 2 * border
    else:
        left, top = part.x - border, part.y - border
        wide = (part.count - 1) * layout.BOX_PITCH + layout.BOX + 2 * border
        high = layout.BOX + 2 * border
    drawn = np.zeros((round(high * scale) * fine, round(wide * scale) * fine), np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return round((x - left) * scale * fine), round((y - top) * scale * fine)

    if isinstance(part, Choice):
        for bubble in part.bubbles:
            cv2.circle(drawn, at(bubble.x, bubble.y), round(layout.BUBBLE / 2 * scale * fine), 255, 4)
    else:
        for x, y in part.corners:
            cv2.rectangle(drawn, at(x, y), at(x + layout.BOX, y + layout.BOX), 255, 4)
    small = cv2.resize(drawn, None, fx=1 / fine, fy=1 / fine, interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small.astype(np.float32) / 255, (0, 0), 0.8), left, top


def _list_terms(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.float64]:
    """Return the ten terms of a polynomial of the third degree in x and y, for each spot of the sheet (mm)."""
    u, v = x / layout.WIDTH * 2 - 1, y / layout.HEIGHT * 2 - 1
    return np.stack([u**a * v**b for a in range(4) for b in range(4 - a)], axis=1)


def _fit_surface(moves: NDArray[Any]) -> NDArray[Any]:
    """Return the coefficients of a smooth surface through the measured shifts; those that disagree with the others
    count less and less. `moves`: rows as `_find_piece` returns them."""
    terms = _list_terms(moves[:, 0], moves[:, 1])
    degrees = np.array([a + b for a in range(4) for b in range(4 - a)])
    ridge = np.diag(0.02 * len(moves) / 50 * 4.0**degrees / 4)
    weights = moves[:, 4].copy()
    for _turn in range(6):
        weighed = terms * weights[:, None]
        surface = np.linalg.solve(terms.T @ weighed + ridge, weighed.T @ moves[:, 2:4])
        errors = np.hypot(*(moves[:, 2:4] - terms @ surface).T)
        weights = moves[:, 4] / (1 + (errors / 0.3) ** 2)
    return surface
