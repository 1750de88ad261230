"""Line charts as numbers, the same for screen and paper, which draw them as SVG in their own style: where each value
lies, the points of a line, the marks of the axes, the names at the ends of lines. Pure geometry.

Lines differ by their pen and by the name at their end, never by colour alone; the same figures stand beside a chart of
the screen as a table. Lengths are in the units of the SVG's view box. No plotting library: its pictures have fonts,
colours and sizes of their own, where these follow the page's style, or the paper's.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import cycle, starmap
from statistics import fmean
from typing import Any

from tournaments.presentation.tables.charts import ChartFiguresTable
from tournaments.standings.scores import Number

TICK_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 100_000, 1_000_000)
MAX_TICKS = 6
NAME_GAP = 14  # from a line's end to its name
LETTER = 7.8  # the mean width of a letter of a name on the screen, rather more than less
LABEL_ROOM = 44  # from a number on the x axis to a word after it
NAME_EDGE = 10  # at the right of the longest name
MARK_EDGES = 8  # on both sides of the longest number of the upward axis
BESIDE = 3.5  # between two lines of one rank, at the most
SCREEN_PENS = range(1, 11)  # the classes «c1» to «c10» of the style sheet

Writer = Callable[[str, Number], str]
Axis = Callable[[Sequence[Number], int], Sequence[int]]


@dataclass(frozen=True)
class Scale:
    """One axis of a chart: the value `low` is drawn at position `start`, the value `high` at `end`."""

    low: Number | float
    high: Number | float
    start: float
    end: float

    @cached_property
    def _from_low(self) -> tuple[float, float, float]:
        """The figures to place a value with: the lowest value, the range of values, and the length of the axis."""
        return float(self.low), float(self.high - self.low or 1), self.end - self.start

    def place(self, value: Number | float) -> float:
        """Return the position of a value along this axis of the drawing."""
        low, values, length = self._from_low
        return round(self.start + (float(value) - low) / values * length, 1)


def compute_axis(values: Sequence[Number], base: int) -> Sequence[int]:
    """Return round numbers to mark an axis with, rising; the first and the last enclose all the values and `base`."""
    low, high = min(*values, base), max(*values, base)
    step = next((step for step in TICK_STEPS if (high - low) / step <= MAX_TICKS - 1), TICK_STEPS[-1])
    bottom = int(low // step) * step
    return range(bottom, max(-int(-high // step) * step, bottom + step) + 1, step)


@dataclass(frozen=True)
class ChartBox:
    """The size of a chart and how it is drawn. `left`, `right`: the least room beside the lines, which grows for longer
    numbers of the y axis, and for longer names up to `letters` letters (0: names are not measured); `marks`: the most
    labels along the x axis, 0 for a chart without axes; `top`, `bottom`: the room above and below the lines;
    `name_height`: the least distance between two names; `pens`: what the lines are drawn with, in turn; `axis`: a
    function that gets the values and the common starting value, and returns the numbers that mark the y axis from end
    to end (`compute_axis`). At this size, the letters of the chart are as large as those of the page."""

    width: float
    left: float
    right: float
    letters: int
    marks: int
    height: float = 320
    top: float = 14
    bottom: float = 30
    name_height: float = 17
    pens: Sequence[Any] = SCREEN_PENS
    axis: Axis = compute_axis

    @property
    def end(self) -> float:
        """The x position at which the players' lines end."""
        return self.width - self.right

    @property
    def lowest(self) -> float:
        """The y of the bottom of the plotted area: no line goes below it."""
        return self.height - self.bottom

    def place_steps(self, count: int) -> list[float]:
        """Return the x positions of `count` coups or rounds, evenly spaced from left to right."""
        across = Scale(0, max(1, count - 1), self.left, self.end)
        return [across.place(n) for n in range(count)]

    def make_room_for_marks(self, marks: Iterable[int]) -> "ChartBox":
        """Return the box widened at the left for the longest number that marks its y axis."""
        longest = max(len(f"{mark:,}") for mark in marks) if self.marks else 0
        return replace(self, left=max(self.left, round(MARK_EDGES + LETTER * longest)))

    def make_room_for_names(self, names: Iterable[str]) -> "ChartBox":
        """Return the box with enough room at the right for the longest name; names are cut to `letters` letters."""
        longest = min(max(map(len, names), default=0), self.letters)
        return replace(self, right=max(self.right, round(NAME_GAP + LETTER * longest + NAME_EDGE)))


WIDE = ChartBox(width=720, left=44, right=110, letters=36, marks=20)
NARROW = ChartBox(width=326, left=40, right=80, letters=16, marks=8)  # a phone's page is 360 wide
TILE = ChartBox(width=250, left=6, right=100, letters=13, marks=0, top=11, bottom=11, name_height=20)  # on the board


@dataclass(frozen=True)
class Tick:
    """A mark on an axis: its label and its position."""

    label: int | str
    at: float


@dataclass(frozen=True)
class LineEnd:
    """One end of a player's line. `text`: what is written there, or ""; `y`: the height of that text; `line_y`: the
    height of the line itself."""

    text: str
    y: float
    line_y: float


@dataclass(frozen=True)
class Curve:
    """One player's line. `points`: the coordinates for an SVG polyline; `first`, `last`: its two ends; `pen`: what it
    is drawn with."""

    name: str
    values: tuple[Number | None, ...]
    points: str
    first: LineEnd
    last: LineEnd
    pen: Any


@dataclass(frozen=True)
class Chart:
    """A line for each player over the same coups or rounds. `labels`: the label of each position along the x axis, the
    first one for the start; `x_ticks`, `y_ticks`: the marks of both axes; `base_y`: the height of the line that marks
    the starting value."""

    box: ChartBox
    curves: tuple[Curve, ...]
    labels: tuple[str, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    base_y: float

    @property
    def name_x(self) -> float:
        """The x position at which the players' names begin, right of the lines."""
        return self.box.end + NAME_GAP

    @property
    def rows(self) -> list[tuple[str, tuple[Number, ...]]]:
        """The chart's values as table rows: (label of the coup or round, each player's value)."""
        columns = zip(*(curve.values for curve in self.curves), strict=True)
        return list(zip(self.labels, columns, strict=True))

    @property
    def table(self) -> ChartFiguresTable:
        """The chart's values as a table for the page."""
        return ChartFiguresTable(self.rows, [curve.name for curve in self.curves])


def build_chart(
    series: Mapping[str, Sequence[Number]],
    labels: Sequence[str],
    base: int,
    box: ChartBox = WIDE,
    *,
    numbered: int | None = None,
    write: Writer | None = None,
) -> Chart | None:
    """Build the chart of these amounts by player, each series as long as `labels`; None if there are fewer than two
    points to join.

    `base`: the value that every player started with, marked by a line. `numbered`: the last step with a number on the x
    axis, at whose end the last label then stands; None: all have a number. `write(name, value)`: the text at the end of
    a line; None: the name, cut to the box.
    """
    if len(labels) < 2:
        return None
    box = box.make_room_for_names(series)
    ticks = box.axis([value for each in series.values() for value in each], base)
    box = box.make_room_for_marks(ticks)
    up = Scale(ticks[0], ticks[-1], box.lowest, box.top)
    heights = [[up.place(value) for value in values] for values in series.values()]
    curves = _draw_curves(list(series.items()), heights, box, write)
    marks = range(len(labels) if numbered is None else numbered + 1)
    along, upward = choose_ticks(marks, labels, box), tuple(Tick(value, up.place(value)) for value in ticks)
    return Chart(box, curves, tuple(labels), along, upward if box.marks else (), up.place(base))


def build_rank_chart(
    series: Sequence[tuple[str, Sequence[int | None]]],
    labels: Sequence[str],
    marks: Sequence[int | str],
    box: ChartBox = WIDE,
    write: Writer | None = None,
) -> Chart:
    """Build the chart of each player's rank after each round (None before he has one), the best rank at the top. The
    lines of players who share a rank lie side by side. `series`: (player's name, his ranks) of each; `marks`: the
    numbers or words under the rounds; `labels`, `box` and `write`: as for `build_chart`."""
    series = [(name, ranks) for name, ranks in series if any(ranks)]
    box = box.make_room_for_names(name for name, _ranks in series)
    met = [rank for _name, ranks in series for rank in ranks if rank]
    best, lowest = min(met, default=1), max(met, default=1)
    down = Scale(best, lowest, box.top, box.lowest)
    curves = _draw_curves(series, place_ranks([ranks for _name, ranks in series], down), box, write)
    ticks = (best, *(rank for rank in compute_axis([lowest], 1) if best < rank <= lowest))
    along, upward = choose_ticks(marks, labels, box), tuple(Tick(rank, down.place(rank)) for rank in ticks)
    return Chart(box, curves, tuple(labels), along, upward, box.top)


def _draw_curves(
    series: Sequence[tuple[str, Sequence[Number | None]]],
    heights: Sequence[Sequence[float]],
    box: ChartBox,
    write: Writer | None,
) -> tuple[Curve, ...]:
    """Build a line for each series at these heights, only where it has values, with a text at both ends."""
    write = write or (lambda name, _value: shorten(name, lambda text: len(text) <= box.letters))
    steps = [
        [
            (x, y, value)
            for x, y, value in zip(box.place_steps(len(values)), line, values, strict=True)
            if value is not None
        ]
        for (_name, values), line in zip(series, heights, strict=True)
    ]
    firsts, lasts = (spread_names([line[end][1] for line in steps], box) for end in (0, -1))
    curves = []
    for (name, values), line, first, last, pen in zip(series, steps, firsts, lasts, cycle(box.pens), strict=False):
        (x, begun, value), (_x, ended, final) = line[0], line[-1]
        at_first = write(name, value) if x == box.left else ""  # who came later is named at the right alone
        ends = LineEnd(at_first, first, begun), LineEnd(write(name, final), last, ended)
        curves.append(Curve(name, tuple(values), " ".join(f"{x},{y}" for x, y, _value in line), *ends, pen))
    return tuple(curves)


def choose_ticks(marks: Sequence[int | str], labels: Sequence[str], box: ChartBox) -> tuple[Tick, ...]:
    """Return those of `marks` that have room along the x axis. If there are fewer marks than labels, the last label
    stands after them."""
    every = 1 + (len(labels) - 1) // (box.marks or len(labels))
    ticks = tuple(starmap(Tick, zip(marks, box.place_steps(len(labels)), strict=False)))[::every]
    if len(marks) == len(labels) or not box.marks:
        return ticks if box.marks else ()
    return (*(tick for tick in ticks if tick.at < box.end - LABEL_ROOM), Tick(labels[-1], box.end))


def place_ranks(lines: Sequence[Sequence[int | None]], down: Scale) -> list[list[float]]:
    """Return the heights of each player's line, round by round (`lines`: the ranks; `down`: the axis of ranks). Of
    players who share a rank the first is drawn at the height of that rank and the others just below it, where the tie
    leaves the next ranks empty."""
    met: Counter[tuple[int, int]] = Counter()
    beside = min(BESIDE, down.place(down.low + 1) - down.start)
    heights: list[list[float]] = []
    for line in lines:
        heights.append([])
        for n, rank in enumerate(line):
            heights[-1].append(round(down.place(rank or down.low) + beside * met[n, rank or 0], 1))
            met[n, rank or 0] += 1
    return heights


def spread_names(ends: Sequence[float], box: ChartBox) -> list[float]:
    """Return the height of each name: as near to the end of its line (`ends`) as possible without two names
    overlapping."""
    order = sorted(range(len(ends)), key=lambda n: (ends[n], n))
    step = min(box.name_height, (box.lowest - box.top) / max(1, len(ends) - 1))
    heaps: list[list[float]] = []  # names that touch: the heights of the highest of them that each name would like
    for place, n in enumerate(order):
        heaps.append([ends[n] - place * step])
        while len(heaps) > 1 and fmean(heaps[-2]) > fmean(heaps[-1]):
            heaps[-2:] = [heaps[-2] + heaps[-1]]
    last = box.lowest - (len(ends) - 1) * step
    tops = [min(max(fmean(heap), box.top), last) for heap in heaps for _each in heap]
    heights = {n: round(tops[place] + place * step, 1) for place, n in enumerate(order)}
    return [heights[n] for n in range(len(ends))]


def shorten(name: str, fits: Callable[[str], bool]) -> str:
    """Return as much of a name as fits: the whole, the first word with the last one's initial or a namesake's number,
    the first word alone, or else a part of it with an ellipsis."""
    first, *others = name.split() or [""]
    last = others[-1] if others and others[-1].isdigit() else f"{others[-1][0]}." if others else ""
    shorter = (f"{first} {last}", first) if others else ()
    cut = (f"{name[:n].rstrip()}…" for n in range(len(name), 0, -1))
    return next((text for text in (name, *shorter, *cut) if fits(text)), "…")
