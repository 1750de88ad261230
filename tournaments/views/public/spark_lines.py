"""The little line of each row of a ranking: the total after each round, coup or evening. All have one scale, and zero
is drawn."""

from collections.abc import Mapping, Sequence
from itertools import compress, pairwise
from operator import not_

from django.utils.safestring import SafeString, mark_safe

from tournaments.presentation.line_charts import Scale
from tournaments.standings.scores import Number

WIDTH, HEIGHT, EDGE = 130, 34, 5
MOST_POINTS = WIDTH // 2  # of a line; nobody sees more


def draw_spark_lines(totals: Mapping[int, Sequence[Number]]) -> dict[int, SafeString]:
    """Return, by entry, the small curve of its totals as SVG; none for whoever has no step yet. Empty where there are
    no two steps to join. `totals`: by entry, the total before the first step and after each; a shorter one ends
    earlier."""
    drawn = {entry: list(map(float, each)) for entry, each in totals.items()}  # a drawing is not exact
    steps = max(map(len, drawn.values()), default=0) - 1
    low, high = min(map(min, drawn.values()), default=0), max(map(max, drawn.values()), default=0)
    if steps < 2 or low == high:
        return {}
    apart = -(-steps // MOST_POINTS)
    up, across = Scale(low, high, HEIGHT - EDGE, EDGE), Scale(0, steps, EDGE, WIDTH - EDGE)
    along = [across.place(n) for n in range(steps + 1)]
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true"><path class="zero" d="M0 {up.place(0)}H{WIDTH}"/>'
    lines = {}
    for entry, each in drawn.items():
        if len(each) > 1:
            points = " ".join([f"{along[n]},{up.place(each[n])}" for n in list_points(each, apart)])
            end = f'<circle cx="{along[len(each) - 1]}" cy="{up.place(each[-1])}" r="3.5"/>'
            way = "up" if each[-1] >= 0 else "down"
            lines[entry] = mark_safe(f'<svg class="spark {way}" {box}<polyline points="{points}"/>{end}</svg>')
    return lines


def list_points(line: Sequence[float], apart: int) -> list[int]:
    """Return the indexes of the values through which a curve is drawn: every `apart`-th and always the last, without
    those inside a level stretch."""
    places = range((len(line) - 1) % apart, len(line), apart)
    met = [line[n] for n in places]
    level = [one == other for one, other in pairwise(met)]
    amid = [False, *(before and after for before, after in pairwise(level)), False]
    return list(compress(places, map(not_, amid)))
