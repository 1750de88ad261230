"""Anneal many base rounds beside each other, a step of all of them at a time: several times as many moves a second as
one after the other. Knows the kinds of pairs, not where they are from."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import numpy as np

CHAINS, HEAT = 1000, 0.25


class Chains:
    """Base rounds under search, one a column: units in places, a block's places one after the other.

    kinds: the kind of each pair of points. used: how often some kinds count as used from the start. units: the points
    that may stand for each unit, as many for every one.
    """

    def __init__(
        self,
        kinds: Sequence[Sequence[int]],
        used: dict[int, int],
        units: Sequence[Sequence[int]],
        size: int,
        rng: Random,
    ) -> None:
        self.kinds, self.units, self.size = np.array(kinds, dtype=np.int16), np.array(units), size
        self.lot = np.random.default_rng(rng.getrandbits(64))
        self.all = np.arange(CHAINS)
        self.unit = self.lot.permuted(np.tile(np.arange(len(units)), (CHAINS, 1)), axis=1).T.copy()
        self.points = self._choose_points(self.unit)
        often = np.zeros((1 + self.kinds.max(), CHAINS), dtype=np.int64)
        for kind, times in used.items():
            often[kind] = times
        self.cost = np.zeros(CHAINS, dtype=np.int64)
        for start in range(0, len(units), size):
            for a, b in combinations(range(start, start + size), 2):
                kind = self.kinds[self.points[a], self.points[b]]
                self.cost += often[kind, self.all]
                often[kind, self.all] += 1
        self.often = often.ravel()

    def _choose_points(self, unit: np.ndarray) -> np.ndarray:
        """Return for each of these units one of its points, by lot."""
        return self.units[unit, self.lot.integers(self.units.shape[1], size=unit.shape)]

    def search(self, steps: int) -> list[list[int]] | None:
        """Swap up to so many times in each column; return the blocks of the first that uses no kind twice, or None."""
        for _step in range(steps):
            if not self.cost.all():
                found = self.points[:, self.cost.argmin()].tolist()
                return [found[start : start + self.size] for start in range(0, len(found), self.size)]
            self._swap()
        return None

    def _swap(self) -> None:
        """Swap two units of different blocks in each column, where that does not cost too much.

        A kind that is used `often` times and then `more` times more costs often · more + more · (more − 1) / 2 more.
        """
        size, places = self.size, len(self.points)
        i = self.lot.integers(places, size=CHAINS)
        j = (i // size * size + size + self.lot.integers(places - size, size=CHAINS)) % places
        both = np.stack((i, j))
        new = self._choose_points(self.unit[both[::-1], self.all])
        others = (both // size * size)[:, None] + (both[:, None] + np.arange(1, size)[:, None]) % size
        near = self.points[others, self.all]
        gone = self.kinds[self.points[both, self.all][:, None], near].reshape(-1, CHAINS)
        come = self.kinds[new[:, None], near].reshape(-1, CHAINS)
        alike = _count_equal(come, come) + _count_equal(gone, gone) - 2 * _count_equal(come, gone)
        at_gone, at_come = gone.astype(np.int64) * CHAINS + self.all, come.astype(np.int64) * CHAINS + self.all
        change = self.often[at_come].sum(0) - self.often[at_gone].sum(0) + alike // 2
        taken = np.flatnonzero(change <= self.lot.exponential(HEAT, CHAINS))
        np.subtract.at(self.often, at_gone[:, taken].ravel(), 1)
        np.add.at(self.often, at_come[:, taken].ravel(), 1)
        self.cost[taken] += change[taken]
        both, new = both[:, taken], new[:, taken]
        self.points[both, taken] = new
        self.unit[both, taken] = self.unit[both[::-1], taken]


def _count_equal(some: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Count in each column the pairs of one of these and one of those that are equal."""
    return (some[:, None] == others[None]).view(np.int8).sum((0, 1), dtype=np.int16).astype(np.int64)
