"""How a table can end in places, and what each way is worth in a score of places. Pure: knows no game's rules."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from .score_pools import Span
from .scores import SCORES, Number
from .tournament_results import Scales, TableResult, TournamentResults

PLACE_SCORES = ("parties_won", "victory", "place_points", "beaten")
"""The scores that depend on the places at each table, and on nothing else there."""


@cache
def list_place_orders(sides: int) -> tuple[tuple[int, ...], ...]:
    """Return all ways to place so many sides: for each side its place, equal ones sharing it (1, 2, 2, 4)."""
    levels = (way for way in product(range(sides), repeat=sides) if set(way) == set(range(max(way) + 1)))
    return tuple(tuple(1 + sum(other < level for other in way) for level in way) for way in levels)


def is_reachable(places: Sequence[int], spans: Sequence[Span], total: Span) -> bool:
    """True if the sides can get these places with totals within `spans` and a sum within `total`.

    It may be True by mistake where sides share a place and only the sum forbids it. No place is called certain by that
    mistake; at worst, a certain place is called open.
    """
    behind = sorted(set(places), reverse=True)
    least, floor = 0, min(span.low for span in spans) - 1
    for place in behind:
        level = [span for each, span in zip(places, spans, strict=True) if each == place]
        floor = max(floor + 1, *(span.low for span in level))
        if floor > min(span.high for span in level):
            return False
        least += floor * len(level)
    most, ceiling = 0, max(span.high for span in spans) + 1
    for place in reversed(behind):
        level = [span for each, span in zip(places, spans, strict=True) if each == place]
        ceiling = min(ceiling - 1, *(span.high for span in level))
        most += ceiling * len(level)
    return least <= total.high and most >= total.low


def list_side_values(
    score: str, scales: Scales, seats: Sequence[int], spans: Sequence[Span], total: Span
) -> set[tuple[Number, ...]]:
    """Return what each possible outcome of a table brings its sides in a score, one tuple for each outcome.

    score: one of PLACE_SCORES.
    seats: how many seats each side has.
    spans: by side, the final totals that it can have at the table.
    total: what the sum of these totals can be.
    """
    values = compute_side_values(score, scales, tuple(seats))
    return {brought for places, brought in values.items() if is_reachable(places, spans, total)}


@cache
def compute_side_values(
    score: str, scales: Scales, seats: tuple[int, ...]
) -> Mapping[tuple[int, ...], tuple[Number, ...]]:
    """Return, by the places of all sides, what the score brings each side. `seats`: how many seats each side has."""
    return {places: tuple(_iter_values(score, scales, seats, places)) for places in list_place_orders(len(seats))}


def _iter_values(score: str, scales: Scales, seats: Sequence[int], places: Sequence[int]) -> Iterator[Number]:
    """Yield what the score brings each side of a table when the sides have these places. `seats`: how many seats each
    has."""
    sat = [(side, seat) for side, many in enumerate(seats) for seat in range(many)]
    table_results = [TableResult(1, 1, n, side, 0, places[side], 0, n) for n, (side, _seat) in enumerate(sat)]
    results = TournamentResults(tuple(table_results), scales=scales)
    for (_side, seat), result in zip(sat, table_results, strict=True):
        if not seat:
            yield SCORES[score].table_value(results, result)
