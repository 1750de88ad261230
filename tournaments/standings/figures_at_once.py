"""Compute figures of all players at once, from columns of integers: what `scores` and `opponents` define for one
player, a great deal faster for thousands.

Only where each seat of a table was kept by one player to the end, and only for the metrics of AT_ONCE.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np

from .opponents import BY_SCORES
from .scores import Number
from .tournament_results import Tally, TournamentResults

Column = np.ndarray[Any, np.dtype[np.int64]]

SCORES_AT_ONCE = ("total", "victory", "parties_won")
NEEDING_PLACES = ("victory", "parties_won", "sonneborn_berger", "direct")
AT_ONCE = frozenset({*SCORES_AT_ONCE, *BY_SCORES, *NEEDING_PLACES})
SIDES = 64
"""More sides than a table has, with those counted below zero."""
Figure = Callable[[Tally, Collection[int]], Number]


@dataclass(frozen=True)
class SeatColumns:
    """The seats of all tables where a coup was played, a row each, those of one table beside each other.

    table: the number of the table, counted from 0 without a gap; entry: the id; side: who wins and loses together has
    the same number; total: what the player won there.
    """

    table: Column
    entry: Column
    side: Column
    total: Column

    @cached_property
    def starts(self) -> Column:
        """The first row of each table."""
        return np.flatnonzero(np.diff(self.table, prepend=-1))

    @cached_property
    def merit(self) -> Column:
        """By seat, what its side won."""
        keys, side_of = np.unique(self.table * SIDES + self.side + SIDES // 2, return_inverse=True)
        won = np.zeros(len(keys), dtype=np.int64)
        np.add.at(won, side_of, self.total)
        return won[side_of]

    @cached_property
    def firsts(self) -> Column:
        """By seat, how many sides share the first place of its table; 0 for a seat that is not first."""
        best = np.maximum.reduceat(self.merit, self.starts)[self.table] if len(self.table) else self.merit
        is_first = self.merit == best
        sides = np.unique((self.table * SIDES + self.side + SIDES // 2)[is_first]) // SIDES
        return np.where(is_first, np.bincount(sides, minlength=len(self.starts))[self.table], 0)

    @cached_property
    def pairs(self) -> tuple[Column, Column]:
        """The rows of two opponents at one table, each pair in both orders."""
        sizes = np.diff(self.starts, append=len(self.table))
        mine, other = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for size in np.unique(sizes):
            rows = self.starts[sizes == size][:, None] + np.arange(size)
            mine.append(np.repeat(rows, size, axis=1).ravel())
            other.append(np.tile(rows, size).ravel())
        one, two = np.concatenate(mine), np.concatenate(other)
        against = self.side[one] != self.side[two]
        return one[against], two[against]


class FiguresAtOnce:
    """The figures of all players.

    entries: the ids of all who are ranked; nobody else sat at a table.
    totals: the whole gain of each of them, in this order.
    main: the score that measures opponents.
    """

    def __init__(
        self, seats: SeatColumns, results: TournamentResults, entries: Sequence[int], totals: Sequence[int], main: str
    ) -> None:
        self._results, self._main = results, main
        self._ids = np.array(sorted(entries), dtype=np.int64)
        self._totals = np.zeros(len(entries), dtype=np.int64)
        self._totals[np.searchsorted(self._ids, np.array(entries, dtype=np.int64))] = totals
        self._seats = seats
        self._seat_entry = np.searchsorted(self._ids, seats.entry)
        one, two = seats.pairs
        self._one, self._two = self._seat_entry[one], self._seat_entry[two]
        self._all_met: dict[frozenset[int], bool] = {}

    def get_function(self, key: str) -> Figure:
        """Return the function that gives the figure of one of AT_ONCE for a player, among those level with him."""
        if key == "direct":
            return self._compute_direct
        known = dict(zip(self._ids.tolist(), self._list_figures(key), strict=True))
        return lambda tally, _tied: known[tally.entry]

    def _list_figures(self, key: str) -> list[Any]:
        """Return the figures of all, in the order of ids."""
        if key in SCORES_AT_ONCE:
            return _divide(*self._get_score(key))
        score, unit = self._get_score(self._main)
        met = score[self._two]
        if key == "sonneborn_berger":
            return _divide(self._add_up(self._won_twice * met), 2 * unit)
        whole, opponents = self._add_up(met), np.bincount(self._one, minlength=len(self._ids))
        if key == "opponents_average":
            return [
                Fraction(sum_of, unit * count) if count else 0
                for sum_of, count in zip(whole.tolist(), opponents.tolist(), strict=True)
            ]
        if key != "buchholz":
            whole = whole - self._find_extremes(met, np.minimum)
        if key == "buchholz_median":
            whole = whole - np.where(opponents > 1, self._find_extremes(met, np.maximum), 0)
        return _divide(whole, unit)

    def _get_score(self, key: str) -> tuple[Column, int]:
        """Return the score of each entry as integers, and what they are to be divided by."""
        if key == "total":
            return self._totals, 1
        seats, scales, unit = self._seats, self._results.scales, 1
        if key == "victory":
            lost_or_shared = np.where(seats.firsts, scales.draw, scales.loss)
            values, rested, won = np.where(seats.firsts == 1, scales.win, lost_or_shared), scales.rest, scales.win
        else:
            unit = lcm(*np.unique(seats.firsts[seats.firsts > 0]).tolist())
            values, rested, won = np.where(seats.firsts, unit // np.maximum(seats.firsts, 1), 0), 0, unit
        score = np.zeros(len(self._ids), dtype=np.int64)
        np.add.at(score, self._seat_entry, values)
        for rounds_of, worth in ((self._results.rests, rested), (self._results.granted, won)):
            self._add_rounds(score, rounds_of, worth)
        return score, unit

    def _add_rounds(self, score: Column, rounds_of: Mapping[int, Sequence[int]], worth: int) -> None:
        """Add the worth of each round that was not played to the scores, in place."""
        place = {entry: n for n, entry in enumerate(self._ids.tolist())}
        for entry, rounds in rounds_of.items():
            if entry in place:
                score[place[entry]] += worth * len(rounds)

    @cached_property
    def _won_twice(self) -> Column:
        """By pair, 2 where the first is placed before the second, 1 for an equal place, 0 otherwise."""
        one, two = self._seats.pairs
        won: Column = 1 + np.sign(self._seats.merit[one] - self._seats.merit[two])
        return won

    def _add_up(self, by_pair: Column) -> Column:
        """Return the sum of each entry's pairs."""
        sums = np.zeros(len(self._ids), dtype=np.int64)
        np.add.at(sums, self._one, by_pair)
        return sums

    def _find_extremes(self, by_pair: Column, choose: Any) -> Column:
        """Return the least (np.minimum) or the most (np.maximum) of each entry's pairs; 0 where it has none."""
        found = np.zeros(len(self._ids), dtype=np.int64)
        found[self._one] = by_pair
        choose.at(found, self._one, by_pair)
        return found

    @cached_property
    def _encounters(self) -> tuple[list[int], list[int], list[int]]:
        """The pairs by the first one's number: where each number begins, whom it met, and what was won twice over."""
        order = np.argsort(self._one, kind="stable")
        begins = np.searchsorted(self._one[order], np.arange(len(self._ids) + 1))
        return begins.tolist(), self._ids[self._two[order]].tolist(), self._won_twice[order].tolist()

    def _list_met(self, entry: int) -> list[tuple[int, int]]:
        """Return (opponent, 2 for a win, 1 for an equal place) for each encounter of an entry."""
        begins, met, won = self._encounters
        n = int(np.searchsorted(self._ids, entry))
        return list(zip(met[begins[n] : begins[n + 1]], won[begins[n] : begins[n + 1]], strict=True))

    def _compute_direct(self, tally: Tally, tied: Collection[int]) -> Number:
        """Return the encounters won among those who are level, 0 unless each of them has met every other."""
        level = frozenset(tied)
        if len(level) < 2:
            return 0
        if level not in self._all_met:
            self._all_met[level] = all(level - {one} <= {other for other, _won in self._list_met(one)} for one in level)
        won_twice = sum(won for other, won in self._list_met(tally.entry) if other in level)
        return Fraction(won_twice, 2) if self._all_met[level] else 0


def _divide(figures: Column, unit: int) -> list[Any]:
    """Return the figures divided by the unit, exactly."""
    whole: list[int] = figures.tolist()
    if unit == 1:
        return whole
    return [figure // unit if figure % unit == 0 else Fraction(figure, unit) for figure in whole]
