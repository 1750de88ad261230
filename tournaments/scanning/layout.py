"""The sheet that a photograph can be read from, as data: what lies where, in millimetres of an upright A4.

Printing draws it and reading looks where it says; neither has a measure of its own. A cell is a field of the game's own
totals form, as a paper sheet that is typed in has it, and what is read of it is the text that one would type there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from zlib import crc32

from scoring import CoupField

WIDTH, HEIGHT = 210.0, 297.0
MARK, EDGE = 11.0, 9.0  # a corner's mark, and how far it lies from the edges of the paper
MARK_BITS = ("1011010100110010", "0000111110011010", "0011001100101101", "1001100101000110")
"""The 4 x 4 inner modules of each corner's mark, 1 is white: the first four of ArUco's dictionary 4X4_50, clockwise."""
LEFT, RIGHT, FOOT = EDGE + MARK, WIDTH - EDGE - MARK, HEIGHT - EDGE - MARK  # what is printed lies between the marks
MARK_PLACES = ((EDGE, EDGE), (RIGHT, EDGE), (RIGHT, FOOT), (EDGE, FOOT))  # upper left corners
CODE, CODE_LEFT, CODE_TOP = 17.0, RIGHT - 17.0, 22.5  # the page's own square code, with its white border
DEALER_TOP, TOP, BOTTOM = 58.0, 73.0, 267.0  # the choice of the first dealer; the coups
BUBBLE, PITCH = 4.0, 5.0  # a bubble's width, and from one to the next
BOX, BOX_PITCH = 8.0, 8.6  # a digit's box
CELL_GAP, PART_GAP = 4.0, 2.0  # between two cells, and between the tens and the units of one
LETTER_COLUMN = 9.0  # where the coup's number or a player's letter stands
CELLS_RIGHT, SUM_LEFT, EYE = 163.0, 164.5, 187.5  # the cells end; what is computed; «look at this»
LINE, HEADED_LINE, COUP_GAP = 9.0, 12.0, 3.0  # a line's height, with heads of its own or without
HEAD_RISE = 1.6  # from a head's foot to the line below it
RANKS, SUITS = ("A", "3", "R", "D", "V", "7", "6", "5", "4", "2"), ("♠", "♥", "♦", "♣")
MOST_BUBBLES, MOST_FIGURES = 4, 3  # a figure above that is written in boxes, not marked; figures in boxes


@dataclass(frozen=True)
class Bubble:
    """One bubble to mark on a sheet. `x`, `y`: its centre, in mm; `text`: the value that it stands for; `glyph`: what
    is printed in it."""

    x: float
    y: float
    text: str
    glyph: str


@dataclass(frozen=True)
class Choice:
    """A group of bubbles of which at most one is marked."""

    bubbles: tuple[Bubble, ...]


@dataclass(frozen=True)
class Boxes:
    """A row of boxes, each for one digit of a number. `x`, `y`: the upper left corner of the first, in mm; `count`: how
    many."""

    x: float
    y: float
    count: int

    @property
    def corners(self) -> Iterator[tuple[float, float]]:
        """The upper left corner (x, y) of each box, in mm."""
        return ((self.x + n * BOX_PITCH, self.y) for n in range(self.count))


Part = Choice | Boxes


@dataclass(frozen=True)
class Cell:
    """The place of one field of one coup on the sheet. `column`: the field's index in the form; `path`: the field's
    path, with seat numbers for players; `high`: its highest number; `total`: what the players' figures of this field
    make together, if known."""

    column: int
    path: str
    parts: tuple[Part, ...]
    high: int | None
    total: int | None = None

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom edge of the cell with some paper around it, in mm."""
        bubbles = [each for part in self.parts if isinstance(part, Choice) for each in part.bubbles]
        corners = [corner for part in self.parts if isinstance(part, Boxes) for corner in part.corners]
        across = [each.x - BUBBLE / 2 for each in bubbles] + [x for x, _y in corners]
        ends = [each.x + BUBBLE / 2 for each in bubbles] + [x + BOX for x, _y in corners]
        middles = [each.y for each in bubbles] + [y + BOX / 2 for _x, y in corners]
        return min(across) - 1, min(middles) - LINE / 2, max(ends) + 1, max(middles) + LINE / 2


@dataclass(frozen=True)
class Coup:
    """The place of one coup on the sheet. `lines`: for each, the height of its middle and its player's letter ("" for
    none); `sums`: the upper left corners of the outlines for computed figures; `eye`: the bubble by which players ask
    that a person check the coup."""

    n: int
    top: float
    lines: tuple[tuple[float, str], ...]
    cells: tuple[Cell, ...]
    sums: tuple[tuple[float, float], ...]
    eye: Bubble


@dataclass(frozen=True)
class SheetPage:
    """One page of a sheet that can be read from a photograph. `dealer`: the choice of the first dealer, on the first
    page alone; `heads`: the headings of columns, as (middle, lower edge, column)."""

    n: int
    pages: int
    dealer: Cell | None
    coups: tuple[Coup, ...]
    heads: tuple[tuple[float, float, int], ...]

    @cached_property
    def fingerprint(self) -> str:
        """Four hexadecimal digits that tell this page's layout from any other, printed so that an outdated sheet is
        known."""
        return f"{crc32(repr((BUBBLE, BOX, BOX_PITCH, self)).encode()) & 0xFFFF:04X}"

    @property
    def cells(self) -> Iterator[Cell]:
        """All cells of the page, that of the dealer first."""
        yield from [self.dealer] if self.dealer else []
        yield from (cell for coup in self.coups for cell in coup.cells)

    @property
    def choices(self) -> Iterator[Choice]:
        """All groups of bubbles of the page, also those of one bubble that ask a person to check a coup."""
        yield from (part for cell in self.cells for part in cell.parts if isinstance(part, Choice))
        yield from (Choice((coup.eye,)) for coup in self.coups)

    @property
    def boxes(self) -> Iterator[Boxes]:
        """All rows of digit boxes of the page."""
        return (part for cell in self.cells for part in cell.parts if isinstance(part, Boxes))


@dataclass(frozen=True)
class PageCode:
    """What a page's square code says. `table`: the table's primary key; `fingerprint`: that of the page's layout."""

    table: int
    round: int
    page: int
    fingerprint: str

    def __str__(self) -> str:
        return f"{self.table:X}.{self.round:X}.{self.page:X}.{self.fingerprint}"

    @classmethod
    def read(cls, text: str) -> "PageCode | None":
        """Return the code read from its text; None if the text is no such code."""
        try:
            table, round_number, page, fingerprint = text.split(".")
            return cls(int(table, 16), int(round_number, 16), int(page, 16), fingerprint)
        except ValueError:
            return None


PartMaker = tuple[float, Callable[[float, float], Part]]  # how wide a part is; lays it at a left edge and a middle


def _make_choice(texts: Sequence[str], glyphs: Sequence[str] = ()) -> PartMaker:
    """Return (width in mm, function that places it) for a group of bubbles with these values. `glyphs`: what is printed
    in them, if not the values."""

    def lay(left: float, middle: float) -> Choice:
        named = zip(texts, glyphs or texts, strict=True)
        return Choice(tuple(Bubble(left + (n + 0.5) * PITCH, middle, *each) for n, each in enumerate(named)))

    return len(texts) * PITCH, lay


def _make_parts(field: CoupField, letters: str) -> tuple[PartMaker, ...]:
    """Return (width in mm, function that places it) for each part of a field: groups of bubbles or rows of boxes; none
    for a field that can be neither marked nor written in boxes. `letters`: the players' («ABC»), for a field that names
    one."""
    if field.kind == "player":
        return (_make_choice(letters),)
    if field.kind == "card":
        return _make_choice(RANKS), _make_choice(SUITS)
    if field.kind == "boolean":
        return (_make_choice("×", " "),)
    if field.kind != "integer" or field.low < 0 or not 0 < (field.high or 0) < 10**MOST_FIGURES:
        return ()
    if field.high <= MOST_BUBBLES:
        return (_make_choice([str(n) for n in range(max(1, field.low), field.high + 1)]),)
    if field.low > 9:  # a number that is called, not counted: its tens, then its units
        return _make_choice([str(n) for n in range(field.low // 10, field.high // 10 + 1)]), _make_choice("0123456789")
    count = len(str(field.high))
    return (((count - 1) * BOX_PITCH + BOX, lambda left, middle: Boxes(left, middle - BOX / 2, count)),)


@dataclass(frozen=True)
class _Slot:
    """The place of one field within any coup: on which line, its left edge in mm, and the makers of its parts."""

    column: int
    field: CoupField
    line: int
    left: float
    makers: tuple[PartMaker, ...]

    @property
    def width(self) -> float:
        """The width of the field's parts side by side, in mm."""
        return measure_parts(self.makers)

    def build_cell(self, path: str, middle: float) -> Cell:
        """Build the field's cell on the line whose middle is at this height, in mm."""
        left, parts = self.left, list[Part]()
        for width, lay in self.makers:
            parts.append(lay(left, middle))
            left += width + PART_GAP
        high = self.field.high if self.field.kind == "integer" else None
        return Cell(self.column, path, tuple(parts), high, self.field.total)


def measure_parts(makers: Sequence[PartMaker]) -> float:
    """Return the width of these parts side by side, in mm."""
    return sum(width for width, _lay in makers) + PART_GAP * (len(makers) - 1)


def lay_out_sheet(fields: Sequence[CoupField], players: Sequence[str], coups: int) -> tuple[SheetPage, ...]:
    """Return the pages of a sheet with room for so many coups of these fields; none if a field can be neither marked
    nor written in boxes, or if a coup is wider than the page."""
    letters = "ABCDEF"[: len(players)]
    makers = [_make_parts(field, letters) for field in fields]
    if not fields or not all(makers) or any(LEFT + LETTER_COLUMN + measure_parts(m) > CELLS_RIGHT for m in makers):
        return ()
    owned = [field.player for field in fields if field.player]
    by_player = len(owned) > len(set(owned))
    slots = _place_by_player(fields, makers, players) if by_player else _place_in_flow(fields, makers)
    if any(slot.left + slot.width > CELLS_RIGHT for slot in slots):
        return ()
    lines = len(players) if by_player else 1 + max(slot.line for slot in slots)
    plan = _Plan(slots, [_name_path(field, players) for field in fields], letters, lines, by_player)
    pages = -(-coups // plan.most_coups)
    each = -(-coups // pages)
    return tuple(
        plan.build_page(n + 1, pages, range(n * each + 1, min(coups, (n + 1) * each) + 1)) for n in range(pages)
    )


def _name_path(field: CoupField, players: Sequence[str]) -> str:
    """Return the field's path with the player's seat number for his name."""
    if field.player is None:
        return field.path
    head, _dot, rest = field.path.partition(".")
    return f"{head}.{players.index(field.player) + 1}{rest[len(field.player) :]}"


def _place_by_player(
    fields: Sequence[CoupField], makers: Sequence[tuple[PartMaker, ...]], players: Sequence[str]
) -> list[_Slot]:
    """Return the places of the fields in a coup with a line for each player, like fields of all players below one
    another. `makers`: what makes the parts of each field."""
    boxes, lefts, left = [], dict[str, float](), LEFT + LETTER_COLUMN
    for column, (field, parts) in enumerate(zip(fields, makers, strict=True)):
        like = field.path.replace(field.player or "", "", 1)
        if like not in lefts:
            lefts[like] = left
            left += measure_parts(parts) + CELL_GAP
        line = players.index(field.player) if field.player else 0
        boxes.append(_Slot(column, field, line, lefts[like], parts))
    return boxes


def _place_in_flow(fields: Sequence[CoupField], makers: Sequence[tuple[PartMaker, ...]]) -> list[_Slot]:
    """Return the places of the fields in a coup, side by side, each on the first line that has room for it. `makers`:
    what makes the parts of each field."""
    boxes, ends = [], list[float]()
    for column, (field, parts) in enumerate(zip(fields, makers, strict=True)):
        width = measure_parts(parts)
        line = next((n for n, end in enumerate(ends) if end + width <= CELLS_RIGHT), len(ends))
        if line == len(ends):
            ends.append(LEFT + LETTER_COLUMN)
        boxes.append(_Slot(column, field, line, ends[line], parts))
        ends[line] += width + CELL_GAP
    return boxes


@dataclass(frozen=True)
class _Plan:
    """How each coup of a sheet is laid out: the places and `paths` of its fields, how many `lines` it has. `by_player`:
    each player has a line of his own."""

    slots: Sequence[_Slot]
    paths: Sequence[str]
    letters: str
    lines: int
    by_player: bool

    @property
    def has_own_heads(self) -> bool:
        """True where each line has its own headings, as the fields below one another differ."""
        return self.lines > 1 and not self.by_player

    @property
    def line_height(self) -> float:
        """The height of a line, in mm."""
        return HEADED_LINE if self.has_own_heads else LINE

    @property
    def coup_height(self) -> float:
        """The height of a coup and the gap below it, in mm."""
        return self.lines * self.line_height + COUP_GAP

    @property
    def most_coups(self) -> int:
        """How many coups have room on a page."""
        return int((BOTTOM - TOP + COUP_GAP) // self.coup_height)

    def build_page(self, n: int, pages: int, numbers: Sequence[int]) -> SheetPage:
        """Build page `n` of so many `pages`, with the coups of these numbers."""
        coups = tuple(self._build_coup(number, TOP + at * self.coup_height) for at, number in enumerate(numbers))
        if self.has_own_heads:
            heads = [self._find_head(slot, coup.lines[slot.line][0]) for coup in coups for slot in self.slots]
        else:
            heads = [self._find_head(slot, coups[0].lines[0][0]) for slot in self.slots if slot.line == 0]
        return SheetPage(n, pages, _build_dealer(self.letters) if n == 1 else None, coups, tuple(heads))

    def _find_head(self, slot: _Slot, middle: float) -> tuple[float, float, int]:
        """Return the place of the heading above a field, as (middle, lower edge, column). `middle`: the height of the
        field's line, in mm."""
        return slot.left + slot.width / 2, middle - BOX / 2 - HEAD_RISE, slot.column

    def _build_coup(self, n: int, top: float) -> Coup:
        """Build the places of coup `n`, whose upper edge is at `top`, in mm."""
        extra = self.line_height - LINE  # the heads stand above
        middles = [top + extra + line * self.line_height + LINE / 2 for line in range(self.lines)]
        letters = self.letters if self.by_player else ""
        return Coup(
            n,
            top,
            tuple((middle, letters[line : line + 1]) for line, middle in enumerate(middles)),
            tuple(slot.build_cell(self.paths[slot.column], middles[slot.line]) for slot in self.slots),
            tuple((SUM_LEFT, middle - BOX / 2) for middle in (middles if letters else middles[-1:])),
            Bubble(EYE, middles[0], "×", " "),
        )


def _build_dealer(letters: str) -> Cell:
    """Build the cell in which the first dealer is chosen: bubbles with the players' letters, their values seat
    numbers."""
    _width, lay = _make_choice([str(n + 1) for n in range(len(letters))], letters)
    return Cell(-1, "dealer", (lay(RIGHT - len(letters) * PITCH, DEALER_TOP + BUBBLE / 2),), None)
