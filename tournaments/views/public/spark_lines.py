"""The little line of each row of a ranking: the total after each round, coup or evening. All have one scale, and zero
is drawn. Pure geometry; lengths in the units of the SVG's view box."""

from collections.abc import Mapping, Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.standings.scores import Number

WIDTH, HEIGHT, EDGE = 130, 34, 5


def draw_spark_lines(totals: Mapping[int, Sequence[Number]]) -> dict[int, SafeString]:
    """Return, by entry, its line as SVG; none for whoever has no step yet. Empty where there are no two steps to join.
    `totals`: by entry, the total before the first step and after each; a shorter one ends earlier."""
    steps = max((len(each) for each in totals.values()), default=0) - 1
    low = min((min(each) for each in totals.values()), default=0)
    high = max((max(each) for each in totals.values()), default=0)
    if steps < 2 or low == high:
        return {}

    def to_y(total: Number) -> float:
        """Return the height of a total: one scale for all lines."""
        return round(EDGE + (HEIGHT - 2 * EDGE) * float(high - total) / float(high - low), 1)

    def to_x(n: int) -> float:
        """Return the place of the total after step n."""
        return round(EDGE + (WIDTH - 2 * EDGE) * n / steps, 1)

    zero = to_y(0)
    return {
        entry: format_html(
            '<svg class="spark {}" viewBox="0 0 {} {}" aria-hidden="true"><path class="zero" d="M0 {}H{}"/>'
            '<polyline points="{}"/><circle cx="{}" cy="{}" r="3.5"/></svg>',
            "up" if each[-1] >= 0 else "down",
            WIDTH,
            HEIGHT,
            str(zero),
            WIDTH,
            " ".join(f"{to_x(n)},{to_y(total)}" for n, total in enumerate(each)),
            str(to_x(len(each) - 1)),
            str(to_y(each[-1])),
        )
        for entry, each in totals.items()
        if len(each) > 1
    }
