"""The score that ranks first, as it is shown beside a name where the total does not say it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.standings.ranking import StandingsRow, find_main_score
from tournaments.standings.scores import Number

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
    key = _find_main_key(rows)
    return None if key == "total" else _build_main_score(key, rows, lambda row: row.get_unadjusted_figure(key))


def find_counted_score(rows: Sequence[StandingsRow]) -> MainScore | None:
    """Return the score that ranks first with bonuses and penalties; None if that is the total and nobody was given
    any."""
    key = _find_main_key(rows)
    if key == "total" and not any(row.tally.adjustments for row in rows):
        return None
    return _build_main_score(key, rows, lambda row: row.figures[key])


def _find_main_key(rows: Sequence[StandingsRow]) -> str:
    return find_main_score(rows[0].figures) if rows else "total"


def _build_main_score(key: str, rows: Sequence[StandingsRow], read: Callable[[StandingsRow], Number]) -> MainScore:
    """Return the score with each entry's figure, as `read` takes it from a row."""
    return MainScore(key, METRIC_TEXTS[key].name, {row.tally.entry: format_figure(key, read(row)) for row in rows})
