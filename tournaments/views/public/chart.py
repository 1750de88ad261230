"""A line chart as numbers that a template draws as SVG: for example each player's holding, coup by coup. Pure geometry.

Lines differ by their dashes and by the name at their end, never by colour alone; the same figures stand beside the
chart as a table. Lengths are in the units of the SVG's view box. No plotting library: its pictures have fonts, colours
and sizes of their own, where this one follows the page's style, on screen and in print.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, pairwise

from tournaments.presentation.tables.charts import ChartFiguresTable
from tournaments.standings.scores import Number

HEIGHT, TOP, BOTTOM = 320, 14, 30
NAME_GAP = 14  # from a line's end to its name
NAME_HEIGHT = 17  # the least distance between two names at the right
TICK_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 100_000, 1_000_000)
MAX_TICKS = 6
LETTER = 7.8  # the mean width of a letter of a name, rather more than less
LABEL_ROOM = 44  # from a number on the x axis to a word after it
NAME_EDGE = 10  # at the right of the longest name
STYLES = 6  # the dashes there are; a seventh line has those of the first


@dataclass(frozen=True)
class ChartBox:
    """The size of a drawing. `left`: the width of the values at the left of the curves; `right`: the least width of the
    names at their right, which takes more for a long one, until it is cut to `letters` letters; `marks`: the most
    labels along the x axis, 0 for a drawing without axes; `top`, `bottom`: the room above and under the curves. Drawn
    at its own size, its letters are as large as those of the page."""

    width: int
    left: int
    right: int
    letters: int
    marks: int
    height: int = HEIGHT
    top: int = TOP
    bottom: int = BOTTOM


WIDE = ChartBox(width=720, left=44, right=110, letters=28, marks=20)
NARROW = ChartBox(width=326, left=40, right=80, letters=16, marks=8)  # a phone's page is 360 wide
TILE = ChartBox(width=250, left=6, right=100, letters=21, marks=0, top=11, bottom=11)  # a table on the board


@dataclass(frozen=True)
class Tick:
    """A mark on an axis: its label and its position."""

    label: int | str
    at: float


@dataclass(frozen=True)
class Curve:
    """One player's line. `points`: as an SVG polyline needs them; `end_x`, `end_y`: where the line ends; `name_x`,
    `name_y`: where the name stands; `style`: the number of its dashes, 1 to 6; `short`: the name cut to the room there
    is."""

    name: str
    values: tuple[Number, ...]
    points: str
    end_x: float
    end_y: float
    name_x: float
    name_y: float
    style: int
    short: str


@dataclass(frozen=True)
class Chart:
    """Curves over the same coups or rounds. `labels`: the label of each position along the x axis, the first one for
    the start; `x_ticks`, `y_ticks`: the ticks of both axes; `base_y`: the height of the line that marks the starting
    value."""

    curves: tuple[Curve, ...]
    labels: tuple[str, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    base_y: float
    box: ChartBox

    @property
    def height(self) -> int:
        """The height of the drawing."""
        return self.box.height

    @property
    def right(self) -> int:
        """The x position where the curves end."""
        return self.box.width - self.box.right

    @property
    def rows(self) -> list[tuple[str, tuple[Number, ...]]]:
        """The same figures as a table: (label, each player's value)."""
        columns = zip(*(curve.values for curve in self.curves), strict=True)
        return list(zip(self.labels, columns, strict=True))

    @property
    def table(self) -> ChartFiguresTable:
        """These figures as a table for the page."""
        return ChartFiguresTable(self.rows, [curve.name for curve in self.curves])


def build_chart(
    series: Mapping[str, Sequence[Number]],
    labels: Sequence[str],
    base: int,
    box: ChartBox = WIDE,
    *,
    ranks: bool = False,
    numbered: int | None = None,
) -> Chart | None:
    """Build the chart of these series, each as long as `labels`; return None if there are fewer than two points to
    join.

    `base`: the value that every player started with, marked by a line. `ranks`: the values are ranks, one after each
    round from the first, and rank 1 is at the top. `numbered`: the last step with a number of its own, after which one
    stands under its label; None: all have.
    """
    if len(labels) < 2:
        return None
    box = make_room_for_names(box, series)
    low, high, found = compute_axis([*(value for values in series.values() for value in values), base])
    low, ticks = (1, [1, *(tick for tick in found if tick > 1)]) if ranks else (low, list(found))
    end = box.width - box.right
    across = (end - box.left) / (len(labels) - 1)

    def up(value: Number) -> float:
        """Return the y position of a value."""
        below = value - low if ranks else high - value
        return round(box.top + float(below) * (box.height - box.top - box.bottom) / (high - low), 1)

    names_at = spread_names({name: up(values[-1]) for name, values in series.items()}, box.height - box.bottom)
    curves = tuple(
        Curve(
            name=name,
            values=tuple(values),
            points=" ".join(f"{box.left + across * place:.1f},{up(value)}" for place, value in enumerate(values)),
            end_x=end,
            end_y=up(values[-1]),
            name_x=end + NAME_GAP,
            name_y=names_at[name],
            style=style,
            short=shorten_name(name, box.letters),
        )
        for style, (name, values) in zip(cycle(range(1, STYLES + 1)), series.items(), strict=False)
    )
    upward = tuple(Tick(value, up(value)) for value in ticks)
    along = place_steps(labels, box, int(ranks), numbered)
    return Chart(curves, tuple(labels), *((along, upward) if box.marks else ((), ())), up(base), box)


def place_steps(labels: Sequence[str], box: ChartBox, first: int, numbered: int | None) -> tuple[Tick, ...]:
    """Return the marks along the x axis: the numbers from `first` on, as many as there is room for, and the word of the
    step after the last of them that is `numbered` (None: all are)."""
    end = box.width - box.right
    every = 1 + (len(labels) - 1) // (box.marks or len(labels))
    places = range(len(labels) if numbered is None else numbered + 1)
    across = (end - box.left) / (len(labels) - 1)
    ticks = tuple(Tick(place + first, round(box.left + across * place, 1)) for place in places[::every])
    if len(places) == len(labels):
        return ticks
    return (*(tick for tick in ticks if tick.at < end - LABEL_ROOM), Tick(labels[-1], end))


def make_room_for_names(box: ChartBox, names: Iterable[str]) -> ChartBox:
    """Return the box with as much room at the right as the longest name takes, up to the letters it is cut to."""
    longest = min(max(map(len, names), default=0), box.letters)
    return replace(box, right=max(box.right, round(NAME_GAP + LETTER * longest + NAME_EDGE)))


def shorten_name(name: str, letters: int) -> str:
    """Cut a name to so many letters, the last one an ellipsis."""
    return name if len(name) <= letters else f"{name[: letters - 1].rstrip()}…"


def compute_axis(values: Sequence[Number]) -> tuple[int, int, range]:
    """Return the lowest and highest value of the axis, and the round ticks between them."""
    low, high = min(values), max(values)
    step = next((step for step in TICK_STEPS if (high - low) / step <= MAX_TICKS - 1), TICK_STEPS[-1])
    bottom = int(low // step) * step
    top = max(-int(-high // step) * step, bottom + step)
    return bottom, top, range(bottom, top + 1, step)


def spread_names(wanted: Mapping[str, float], lowest: float) -> dict[str, float]:
    """Return the y position of each name: as near to `wanted`, its line's end, as the names above allow, and not below
    `lowest`."""
    order = sorted(wanted, key=wanted.__getitem__)
    at = [wanted[name] for name in order]
    for above, below in pairwise(range(len(at))):
        at[below] = max(at[below], at[above] + NAME_HEIGHT)
    over = max(0.0, (at[-1] if at else 0.0) - lowest)
    if over:
        at[-1] -= over
        for below, above in pairwise(reversed(range(len(at)))):
            at[above] = min(at[above], at[below] - NAME_HEIGHT)
    return dict(zip(order, (round(y, 1) for y in at), strict=True))
