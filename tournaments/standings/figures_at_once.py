"""Compute figures of all players at once, from columns of integers: what `scores` and `opponents` define for one
player, a great deal faster for thousands.

Only where each seat of a table was kept by one player to the end, and only for the metrics of AT_ONCE. It is loaded
where it is needed, since numpy takes its time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np

from .metrics import SCORES_AT_ONCE
from .scores import Number
from .tournament_results import TournamentResults

Column = np.ndarray[Any, np.dtype[np.int64]]

SIDES = 64
"""More than the number of sides at any table, sides numbered below zero included."""


@dataclass(frozen=True)
class SeatColumns:
    """The seats of all tables where a coup was played, as columns with a row for each seat; those of one table follow
    each other.

    table: the number of the table, counted from 0 without a gap; entry: the id; side: players who win and lose together
    have the same number; total: what the player won there.
    """

    table: Column
    entry: Column
    side: Column
    total: Column

    @cached_property
    def starts(self) -> Column:
        """The index of the first row of each table."""
        return np.flatnonzero(np.diff(self.table, prepend=-1))

    @cached_property
    def merit(self) -> Column:
        """For each seat, what all players of its side won at the table together."""
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
        """The row numbers of two opponents at one table, as two columns; each pair in both orders."""
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
    """Computes the ranking figures of all players at once, with arrays in place of loops over players.

    entries: the ids of all who are ranked; nobody else sat at a table.
    totals: the whole gain of each of them, in the order of `entries`.
    main: the key of the score that measures opponents.
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

    def find_places(self, entries: Sequence[int]) -> Column:
        """Return the index of each of these entries among the sorted ids, as `list_numerators` takes it."""
        return np.searchsorted(self._ids, np.array(entries, dtype=np.int64))

    def list_numerators(self, key: str, at: Column, levels: Sequence[int]) -> tuple[list[Number], int]:
        """Return (integers, the divisor that makes them the figures) in the metric `key`, one of AT_ONCE. `at`: the
        entries, as `find_places` returns them; `levels`: entries with the same number are level by the weightier
        metrics."""
        if key == "direct":
            return self._count_direct(at, np.array(levels, dtype=np.int64))[at].tolist(), 2
        if key == "opponents_average":
            return self._list_averages(at)
        figures, unit = self._get_figures(key)
        return figures[at].tolist(), unit

    def _get_figures(self, key: str) -> tuple[Column, int]:
        """Return (integers, the divisor that makes them the figures in this metric), of all entries in the order of
        ids."""
        if key in SCORES_AT_ONCE:
            return self._get_score(key)
        score, unit = self._main_score
        met = score[self._two]
        if key == "sonneborn_berger":
            return self._add_up(self._won_twice * met), 2 * unit
        whole = self._add_up(met)
        if key != "buchholz":
            whole = whole - self._find_extremes(met, np.minimum)
        if key == "buchholz_median":
            whole = whole - np.where(self._opponents > 1, self._find_extremes(met, np.maximum), 0)
        return whole, unit

    def _list_averages(self, at: Column) -> tuple[list[Number], int]:
        """Return (integers, the divisor that makes them the averages of the opponents' scores) for the entries `at`
        these indices. The divisor suits every number of opponents, so the integers may exceed 64 bits."""
        score, unit = self._main_score
        counts = np.maximum(self._opponents, 1)[at].tolist()
        whole, shared = self._add_up(score[self._two])[at].tolist(), lcm(*set(counts))
        return [sum_of * (shared // count) for sum_of, count in zip(whole, counts, strict=True)], unit * shared

    @cached_property
    def _main_score(self) -> tuple[Column, int]:
        """The pair (integers, the divisor that makes them the score that measures opponents), of all entries in the
        order of ids."""
        return self._get_score(self._main)

    @cached_property
    def _opponents(self) -> Column:
        """How many opponents each entry met, in the order of ids; one met twice counts twice."""
        return np.bincount(self._one, minlength=len(self._ids))

    def _get_score(self, key: str) -> tuple[Column, int]:
        """Return (integers, the divisor that makes them this score), of all entries in the order of ids."""
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
        """Add to the scores, in place, what rounds that were not played are worth. `rounds_of`: by entry, such rounds;
        `worth`: of one."""
        place = {entry: n for n, entry in enumerate(self._ids.tolist())}
        for entry, rounds in rounds_of.items():
            if entry in place:
                score[place[entry]] += worth * len(rounds)

    @cached_property
    def _won_twice(self) -> Column:
        """By pair of opponents at one table, 2 where the first is placed before the second, 1 for an equal place, 0
        otherwise."""
        one, two = self._seats.pairs
        won: Column = 1 + np.sign(self._seats.merit[one] - self._seats.merit[two])
        return won

    def _add_up(self, by_pair: Column) -> Column:
        """Return, for each entry in the order of ids, the sum of `by_pair` over its opponents."""
        sums = np.zeros(len(self._ids), dtype=np.int64)
        np.add.at(sums, self._one, by_pair)
        return sums

    def _find_extremes(self, by_pair: Column, choose: Any) -> Column:
        """Return, for each entry in the order of ids, the least (np.minimum) or the most (np.maximum) of `by_pair` over
        its opponents; 0 where it has none."""
        extremes = np.zeros(len(self._ids), dtype=np.int64)
        extremes[self._one] = by_pair
        choose.at(extremes, self._one, by_pair)
        return extremes

    def _count_direct(self, at: Column, levels: Column) -> Column:
        """Return, for each entry in the order of ids, twice the encounters won among those level with it; 0 unless all
        of these have met each other. `levels`: for each entry `at` these indices, its level; any other entry is level
        with nobody."""
        many = len(self._ids)
        level = np.full(many, many)
        level[at] = levels
        others = np.bincount(level)[level] - 1
        among = (level[self._one] == level[self._two]) & (level[self._one] < many)
        met = np.unique(self._one[among] * many + self._two[among]) // max(many, 1)
        lacking = np.bincount(met, minlength=many) < others
        has_all_met = ~np.isin(level, level[lacking])
        won = np.zeros(many, dtype=np.int64)
        np.add.at(won, self._one[among], self._won_twice[among])
        return np.where(has_all_met, won, 0)
