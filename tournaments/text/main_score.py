"""The score that ranks first, as it is shown beside a name where the total does not say it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.standings.ranking import StandingsRow, find_main_score

from .metric_text import METRIC_TEXTS, Words, format_figure


@dataclass(frozen=True)
class MainScore:
    """The score that ranks first, where the total does not say it: its key, its name, and each entry's formatted
    figure."""

    key: str
    name: Words
    figures: Mapping[int, str]


def find_shown_main_score(rows: Sequence[StandingsRow]) -> MainScore | None:
    """Return the score that ranks first, as the tables gave it; None if that is the total."""
    key = find_main_score(rows[0].figures) if rows else "total"
    if key == "total":
        return None
    figures = {row.tally.entry: format_figure(key, row.get_unadjusted_figure(key)) for row in rows}
    return MainScore(key, METRIC_TEXTS[key].name, figures)


def find_counted_score(rows: Sequence[StandingsRow]) -> MainScore | None:
    """Return the score that ranks first with bonuses and penalties; None if that is the total and nobody was given
    any."""
    key = find_main_score(rows[0].figures) if rows else "total"
    if key == "total" and not any(row.tally.adjustments for row in rows):
        return None
    figures = {row.tally.entry: format_figure(key, row.figures[key]) for row in rows}
    return MainScore(key, METRIC_TEXTS[key].name, figures)
