"""The little line of each row of a ranking: the total after each round, coup or evening. All have one scale, and zero
is drawn."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.presentation.line_charts import Scale
from tournaments.standings.scores import Number

WIDTH, HEIGHT, EDGE = 130, 34, 5
MOST_POINTS = WIDTH // 2  # of a line; nobody sees more


def draw_spark_lines(totals: Mapping[int, Sequence[Number]]) -> dict[int, SafeString]:
    """Return, by entry, its line as SVG; none for whoever has no step yet. Empty where there are no two steps to join.
    `totals`: by entry, the total before the first step and after each; a shorter one ends earlier."""
    steps = max((len(each) for each in totals.values()), default=0) - 1
    low = min((min(each) for each in totals.values()), default=0)
    high = max((max(each) for each in totals.values()), default=0)
    if steps < 2 or low == high:
        return {}
    apart = -(-steps // MOST_POINTS)
    up, across = Scale(low, high, HEIGHT - EDGE, EDGE), Scale(0, steps, EDGE, WIDTH - EDGE)
    return {
        entry: format_html(
            '<svg class="spark {}" viewBox="0 0 {} {}" aria-hidden="true"><path class="zero" d="M0 {}H{}"/>'
            '<polyline points="{}"/><circle cx="{}" cy="{}" r="3.5"/></svg>',
            "up" if each[-1] >= 0 else "down",
            WIDTH,
            HEIGHT,
            str(up.place(0)),
            WIDTH,
            " ".join(f"{across.place(n)},{up.place(each[n])}" for n in list_points(len(each), apart)),
            str(across.place(len(each) - 1)),
            str(up.place(each[-1])),
        )
        for entry, each in totals.items()
        if len(each) > 1
    }


def list_points(length: int, apart: int) -> Iterable[int]:
    """Return the places, so far `apart`, of the points that draw a line of this length: the last one is its last."""
    return range((length - 1) % apart, length, apart)
