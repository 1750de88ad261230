"""Rank tallies by an order of precedence that is data.

The first metric by which two players differ ranks them; where there is none they share the rank, and the next rank
skips as many (1, 2, 2, 4). Inside a shared rank players are sorted by name. Pure: knows no database, no game, no
language.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, repeat
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from scoring.letters import fold_letters

from .metrics import METRICS, PLAIN, MetricKind, MetricReader
from .scores import SCORES, Number
from .tournament_results import STATISTICS, Tally, TournamentResults

if TYPE_CHECKING:
    from .figures_at_once import FiguresAtOnce

# BRU-21 ranks by gain or loss; GEN-01 and PEN-12 put players who left before the end last, whatever they hold.
PRECEDENCE = ("left", "total")
TALLY_FIELDS = {key for key, metric in METRICS.items() if metric.kind is MetricKind.SUM} - STATISTICS.keys()
"""The metrics that stand in a field of a tally."""
NO_FIGURES: Mapping[str, Any] = {}
"""The mapping that all rows without figures share."""


class StandingsRow(NamedTuple):
    """One player's row of the standings.

    rank: from 1.
    tied: True if somebody else has the same rank.
    figures: by metric of the precedence, the player's figure, his bonuses and penalties included.
    among_fewer: by metric that compares level players with each other, his figures when the comparison was made again
    among those it had left level with him, each time fewer.
    waiting: True if the player has not played yet, and stands under all who have, without a rank of his own.
    """

    rank: int
    tied: bool
    tally: Tally
    figures: Mapping[str, Number] = NO_FIGURES
    waiting: bool = False
    among_fewer: Mapping[str, tuple[Number, ...]] = NO_FIGURES

    @property
    def shown_rank(self) -> int | None:
        """The rank; None for a player who has not played yet."""
        return None if self.waiting else self.rank

    @property
    def name_key(self) -> str:
        """The key that sorts rows by player name."""
        return get_name_key(self.tally.player)

    def list_comparisons(self, key: str) -> tuple[Number, ...]:
        """Return the player's figures in this metric: first the one in `figures`; then, for a metric that compares
        level players, those of the comparisons made again among the fewer who were still level with him."""
        return self.figures[key], *self.among_fewer.get(key, ())

    def get_unadjusted_figure(self, key: str) -> Number:
        """Return the player's figure in this metric without his bonuses and penalties."""
        return self.figures[key] - self.tally.adjustments.get(key, 0)


def rank_tallies(
    tallies: Iterable[Tally],
    precedence: Sequence[str] = PRECEDENCE,
    results: TournamentResults | None = None,
    at_once: "FiguresAtOnce | None" = None,
) -> tuple[StandingsRow, ...]:
    """Return a row for every tally, best first.

    precedence: keys of `METRICS`, the weightiest first.
    results: needed by metrics that depend on tables, and by lots.
    at_once: the figures of those metrics, where they can be computed without the results of tables.
    """
    ordered = sorted(sorted(tallies, key=attrgetter("entry")), key=lambda tally: get_name_key(tally.player))
    reader = MetricReader(results or TournamentResults(), find_main_score(precedence))
    lister = _FigureLister(ordered, reader, at_once)
    levels, columns, waiting = [0] * len(ordered), list[Sequence[Number]](), list[Sequence[Number]]()
    among_fewer: dict[int, dict[str, tuple[Number, ...]]] = defaultdict(dict)
    for key in precedence:
        is_tied = METRICS[key].kind is MetricKind.TIED
        if is_tied:
            levels, waiting = _split_levels(levels, waiting), []
        compared, shown = lister.list_figures(key, levels)
        columns.append(shown)
        if not is_tied:
            waiting.append(compared)
            continue
        before, levels = levels, _split_levels(levels, [compared])
        while fewer := _find_fewer(before, levels):
            compared, shown = lister.list_figures(key, levels)
            for n in fewer:
                among_fewer[n][key] = *among_fewer[n].get(key, ()), shown[n]
            before, levels = levels, _split_levels(levels, [compared])
    levels = _split_levels(levels, waiting)
    figures = list(map(dict, map(zip, repeat(precedence), zip(*columns, strict=True))))
    many = Counter(levels)
    return tuple(
        StandingsRow(levels[n] + 1, many[levels[n]] > 1, ordered[n], figures[n], False, among_fewer.get(n, NO_FIGURES))
        for n in sorted(range(len(ordered)), key=levels.__getitem__)
    )


class _FigureLister:
    """Computes the figures of all tallies in one metric after the other, in the order of the tallies."""

    def __init__(self, ordered: Sequence[Tally], reader: MetricReader, at_once: "FiguresAtOnce | None") -> None:
        self._ordered, self._reader, self._at_once = ordered, reader, at_once
        self._adjusted = [(n, tally) for n, tally in enumerate(ordered) if tally.adjustments]
        if at_once:
            self._places = at_once.find_places([tally.entry for tally in ordered])

    def list_figures(self, key: str, levels: Sequence[int]) -> tuple[list[Number], Sequence[Number]]:
        """Return (the figures as they are compared, less being better, the figures as shown), in the order of the
        tallies, bonuses and penalties included. `levels`: tallies with the same number are level so far."""
        column: list[Number]
        if self._at_once and METRICS[key].kind not in PLAIN:
            column, unit = self._at_once.list_numerators(key, self._places, levels)
        else:
            column, unit = _list_figures(key, self._ordered, levels, self._reader), 1
        for n, tally in self._adjusted:
            column[n] += unit * tally.adjustments.get(key, 0)
        compared = column if METRICS[key].lower_is_better else [-figure for figure in column]
        return compared, _divide(column, unit)


def _find_fewer(before: Sequence[int], levels: Sequence[int]) -> list[int]:
    """Return the positions of the players who are still level with somebody, but with fewer than before. `before`,
    `levels`: by position, a number that level players share."""
    many_before, many = Counter(before), Counter(levels)
    return [n for n, level in enumerate(levels) if 1 < many[level] < many_before[before[n]]]


def rerank(rows: Iterable[StandingsRow]) -> tuple[StandingsRow, ...]:
    """Return some rows of the standings, in their order, with new ranks among themselves."""
    found: list[StandingsRow] = []
    for _, equals in groupby(rows, key=lambda row: row.rank):
        group = list(equals)
        found += [row._replace(rank=len(found) + 1, tied=len(group) > 1) for row in group]
    return tuple(found)


def list_ranked_rows(rows: Iterable[StandingsRow]) -> list[StandingsRow]:
    """Return the rows of those who have a rank, which podium, diplomas, prizes and seasons go by; none where nobody has
    played a coup. `rows`: standings in which whoever has not played waits."""
    ranked = [row for row in rows if not row.waiting]
    return ranked if any(row.tally.coups for row in ranked) else []


def find_main_score(precedence: Iterable[str]) -> str:
    """Return the first score that ranks the tournament, which also measures opponents; "total" where there is none."""
    return next((key for key in precedence if key in SCORES), "total")


def _list_figures(key: str, ordered: Sequence[Tally], levels: Sequence[int], reader: MetricReader) -> list[Number]:
    """Return each tally's figure in the metric `key`, without bonuses and penalties. `levels`: tallies with the same
    number are level by the weightier metrics, which only metrics among level players look at."""
    if key in TALLY_FIELDS:
        return list(map(attrgetter(key), ordered))
    get_figure = reader.get_function(key)
    if METRICS[key].kind is MetricKind.TIED:
        level_with: dict[int, list[int]] = defaultdict(list)
        for level, tally in zip(levels, ordered, strict=True):
            level_with[level].append(tally.entry)
        tied = {level: frozenset(entries) for level, entries in level_with.items() if len(entries) > 1}
        column = [get_figure(tally, tied.get(level, ())) for level, tally in zip(levels, ordered, strict=True)]
    else:
        column = [get_figure(tally, ()) for tally in ordered]
    return column


def _divide(numerators: Sequence[Number], unit: int) -> Sequence[Number]:
    """Return the figures divided by the unit, exactly: fractions only where they are no integers."""
    if unit == 1:
        return numerators
    return [Fraction(each, unit) if each % unit else each // unit for each in numerators]


def _split_levels(levels: Sequence[int], columns: Sequence[Sequence[Number]]) -> list[int]:
    """Return how many tallies are placed before each one: by its number in `levels`, then by these columns, less being
    better."""
    parting = [column for column in (levels, *columns) if column.count(column[0]) < len(column)] if levels else []
    if not parting:
        return [0] * len(levels)
    keys: Sequence[Any] = parting[0] if len(parting) == 1 else list(zip(*parting, strict=True))
    found, level = [0] * len(keys), 0
    before = None
    for n, position in enumerate(sorted(range(len(keys)), key=keys.__getitem__)):
        if keys[position] != before:
            before, level = keys[position], n
        found[position] = level
    return found


def get_name_key(name: str) -> str:
    """Return a key that sorts names as a reader looks for them: accents and capitals do not count (Élise among the
    E)."""
    return fold_letters(name)
