"""The score that ranks first, as it is shown beside a name where the total does not say it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from scoring import TotalUnit
from tournaments.reading.final_order import FinalOrder
from tournaments.standings.metrics import CARD_POINTS
from tournaments.standings.ranking import StandingsRow, find_main_score
from tournaments.standings.ranking_orders import find_leading_metric
from tournaments.standings.scores import Number

from .metric_text import NO_FIGURE, Words, format_figure, get_metric_text

SHOWN_BY_THEMSELVES = (CARD_POINTS, "average")
"""Metrics that are no sum of what the tables are worth and that are shown where they rank first."""


@dataclass(frozen=True)
class MainScore:
    """The score that ranks first in the standings, if it is not the total. `figures`: each entry's, as text by entry
    id."""

    key: str
    name: Words
    figures: Mapping[int, str]


def find_shown_main_score(rows: Sequence[StandingsRow]) -> MainScore | None:
    """Return the score that ranks first, without bonuses and penalties; None if that is the total."""
    key = _find_main_key(rows)
    return (
        None
        if key == "total"
        else _build_main_score(key, rows, TotalUnit.POINTS, lambda row: row.get_unadjusted_figure(key))
    )


def find_cross_score(order: FinalOrder) -> MainScore | None:
    """Return the score to show beside each player's results in a cross-table: if the matches of a round robin decide
    the order, their points; else the score of `find_shown_main_score`, which may be None."""
    if order.points:
        figures = {row.tally.entry: str(order.points.get(row.tally.entry, NO_FIGURE)) for row in order.rows}
        return MainScore("matches", _("Points"), figures)
    return find_shown_main_score(order.rows)


def find_counted_score(rows: Sequence[StandingsRow], unit: TotalUnit) -> MainScore | None:
    """Return the score that ranks first, with bonuses and penalties; None if that is the total and nobody was given
    any. `unit`: what totals are counted in."""
    key = _find_main_key(rows)
    if key == "total" and not any(row.tally.adjustments for row in rows):
        return None
    return _build_main_score(key, rows, unit, lambda row: row.figures[key])


def find_order_score(order: FinalOrder, unit: TotalUnit) -> MainScore | None:
    """Return the score that ranks first in a final order; None if that is the total and nobody was given a bonus or a
    penalty. Where won matches decide, all its figures are "". `unit`: what totals are counted in."""
    if order.by_matches:
        return MainScore("matches", _("Les rencontres décident"), {row.tally.entry: "" for row in order.rows})
    return find_counted_score(order.rows, unit)


def _find_main_key(rows: Sequence[StandingsRow]) -> str:
    leading = find_leading_metric(list(rows[0].figures)) if rows else "total"
    return leading if leading in SHOWN_BY_THEMSELVES else find_main_score(rows[0].figures if rows else ())


def _build_main_score(
    key: str, rows: Sequence[StandingsRow], unit: TotalUnit, read: Callable[[StandingsRow], Number]
) -> MainScore:
    """Return the score of this key with each entry's figure as text. `read`: takes the figure from a row."""
    figures = {row.tally.entry: format_figure(key, read(row), unit) for row in rows}
    return MainScore(key, get_metric_text(key, unit).name, figures)
