"""A line chart as numbers that a template draws: what each player of a table held, coup by coup. Pure geometry.

Lines differ by their dashes and by the name at their end, never by colour alone; the same figures stand beside the
chart as a table. Units are those of the drawing's own box.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

WIDTH, HEIGHT = 720, 320
LEFT, RIGHT, TOP, BOTTOM = 44, 150, 14, 30
LEADER = 14  # from a line's end to its name
MOST_LETTERS = 15
NAME_HEIGHT = 17  # two names at the right are never nearer
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 100_000, 1_000_000)
MOST_TICKS = 6


@dataclass(frozen=True)
class Tick:
    """A mark on an axis: its label, and where."""

    label: int
    at: float


@dataclass(frozen=True)
class Curve:
    """One player's line. `points`: as an SVG polyline wants them; `end`: where his name stands; `style`: 1…6."""

    name: str
    values: tuple[int, ...]
    points: str
    end_x: float
    end_y: float
    name_x: float
    name_y: float
    style: int

    @property
    def short(self) -> str:
        """The name as far as there is room for it."""
        return self.name if len(self.name) <= MOST_LETTERS else f"{self.name[: MOST_LETTERS - 1].rstrip()}…"


@dataclass(frozen=True)
class Chart:
    """Curves over the same coups. `labels`: what each position along is called, the first one the opening."""

    curves: tuple[Curve, ...]
    labels: tuple[str, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    base: float
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT

    @property
    def rows(self) -> list[tuple[str, tuple[int, ...]]]:
        """The same figures as a table: label, then each player's value."""
        columns = zip(*(curve.values for curve in self.curves), strict=True)
        return list(zip(self.labels, columns, strict=True))


def chart(series: Mapping[str, Sequence[int]], labels: Sequence[str], base: int) -> Chart | None:
    """The chart of these series, all as long as `labels`; None while there is nothing to join. `base` is a value that
    every player began with: a line shows it."""
    if len(labels) < 2:
        return None
    low, high, ticks = scale([*(value for values in series.values() for value in values), base])
    across = (WIDTH - LEFT - RIGHT) / (len(labels) - 1)

    def up(value: int) -> float:
        return round(TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low), 1)

    names_at = apart({name: up(values[-1]) for name, values in series.items()})
    curves = tuple(
        Curve(
            name=name,
            values=tuple(values),
            points=" ".join(f"{LEFT + across * place:.1f},{up(value)}" for place, value in enumerate(values)),
            end_x=WIDTH - RIGHT,
            end_y=up(values[-1]),
            name_x=WIDTH - RIGHT + LEADER,
            name_y=names_at[name],
            style=style,
        )
        for style, (name, values) in enumerate(series.items(), 1)
    )
    every = 1 + (len(labels) - 1) // 20
    along = tuple(Tick(place, round(LEFT + across * place, 1)) for place in range(0, len(labels), every))
    return Chart(curves, tuple(labels), along, tuple(Tick(value, up(value)) for value in ticks), up(base))


def scale(values: Sequence[int]) -> tuple[int, int, range]:
    """The lowest and highest value of the axis, and round ticks between."""
    low, high = min(values), max(values)
    step = next((step for step in STEPS if (high - low) / step <= MOST_TICKS - 1), STEPS[-1])
    bottom = low // step * step
    top = max(-(-high // step) * step, bottom + step)
    return bottom, top, range(bottom, top + 1, step)


def apart(wanted: Mapping[str, float]) -> dict[str, float]:
    """Where each name stands: as near its line's end as the names above allow, and inside the drawing."""
    order = sorted(wanted, key=wanted.__getitem__)
    at = [wanted[name] for name in order]
    for above, below in pairwise(range(len(at))):
        at[below] = max(at[below], at[above] + NAME_HEIGHT)
    over = max(0.0, (at[-1] if at else 0.0) - (HEIGHT - BOTTOM))
    if over:
        at[-1] -= over
        for below, above in pairwise(reversed(range(len(at)))):
            at[above] = min(at[above], at[below] - NAME_HEIGHT)
    return dict(zip(order, (round(y, 1) for y in at), strict=True))
