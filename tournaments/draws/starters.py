"""Cyclic starters: search one base round that, developed modulo m, gives m rounds without repeated meetings.

The players are `copies` copies of the residues modulo m, and a few fixed players ("infinite points"). Adding 1 to every
residue turns a round into the next. Two rounds hold the same pair exactly when the base round holds two pairs of one
kind (same copies, same difference): so m rounds are searched at the cost of one. Knows nothing of previous rounds, of
rests' fairness over an evening, or of who the players are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise
from random import Random

Blocks = list[list[int]]  # the tables of a round, each as a list of points


@dataclass(frozen=True)
class CyclicFrame:
    """Points 0..n-1: residue x of copy c is c·modulus + x; the infinite points come last."""

    modulus: int
    copies: int
    infinite: int = 0

    @property
    def finite(self) -> int:
        """How many of the points are residues, in all copies; the others are infinite."""
        return self.modulus * self.copies

    @property
    def points(self) -> int:
        """How many points there are in all."""
        return self.finite + self.infinite

    def shift(self, point: int, offset: int) -> int:
        """Return the point that `point` becomes after `offset` rounds."""
        if point >= self.finite:
            return point
        copy, residue = divmod(point, self.modulus)
        return copy * self.modulus + (residue + offset) % self.modulus

    def list_kinds(self) -> tuple[list[list[int]], dict[int, int]]:
        """Return (the kind of each pair of points, as numbers in a square table; how often some kinds count as used
        from the start). A kind is an orbit of pairs under the shift. Two infinite points meet in every round if they
        meet once, and a difference of half the modulus comes back after half the rounds: such kinds start as used."""
        n, m = self.points, self.modulus
        names: dict[tuple[int, int, int], int] = {}
        table = [[0] * n for _ in range(n)]
        used: dict[int, int] = {}
        for p, q in combinations(range(n), 2):
            name, worn = self._name_kind(p, q)
            kind = names.setdefault(name, len(names))
            table[p][q] = table[q][p] = kind
            if worn:
                used[kind] = m if p >= self.finite else 1
        return table, used

    def _name_kind(self, p: int, q: int) -> tuple[tuple[int, int, int], bool]:
        """Return (the kind of the pair of points p < q, as (copy of p, copy of q, difference); whether it starts as
        used)."""
        m = self.modulus
        if q >= self.finite:
            return (p if p >= self.finite else -1 - p // m, q, -1), p >= self.finite
        (c, x), (d, y) = divmod(p, m), divmod(q, m)
        difference = (y - x) % m
        if c == d:
            difference = min(difference, m - difference)
        return (c, d, difference), c == d and 2 * difference == m


def develop_rounds(frame: CyclicFrame, blocks: Sequence[Sequence[int]], rounds: int) -> list[Blocks]:
    """Return `rounds` rounds, of which the first is the base round `blocks` (its tables, as lists of points) and each
    other one adds 1 to all residues of the one before: modulo 7, [0, 1, 3] is followed by [1, 2, 4]."""
    return [[[frame.shift(p, r) for p in block] for block in blocks] for r in range(rounds)]


class Starter:
    """Base rounds under search: points in blocks, their pairs counted by kind.

    kinds: the kind of each pair of points.
    used: how often some kinds count as used from the start.
    units: the occupants of each base round, which fill the blocks in order; each is a tuple of the points that may
        stand for it (one point, or the orbit of a point under a symmetry that the caller has divided out of `kinds`).
    sizes: the blocks' sizes, the same in every base round.
    """

    def __init__(
        self,
        kinds: list[list[int]],
        used: dict[int, int],
        units: Sequence[Sequence[tuple[int, ...]]],
        sizes: Sequence[int],
        rng: Random,
    ) -> None:
        self.kinds, self.used, self.rng = kinds, used, rng
        self.rounds = [list(one) for one in units]
        self.places = sum(sizes)
        ends = list(accumulate(list(sizes) * len(self.rounds), initial=0))
        self.spans = [range(a, b) for a, b in pairwise(ends)]
        self.block_of = [b for b, span in enumerate(self.spans) for _ in span]
        self.total_kinds = 1 + max(map(max, kinds))
        self.shuffle()

    def shuffle(self) -> None:
        """Start again from random occupants of the blocks."""
        for one in self.rounds:
            self.rng.shuffle(one)
        self.units = [unit for one in self.rounds for unit in one]
        self.points = [self.rng.choice(unit) for unit in self.units]
        self.counts = [0] * self.total_kinds
        for kind, times in self.used.items():
            self.counts[kind] = times
        self.cost = 0
        for span in self.spans:
            for a, b in combinations(span, 2):
                kind = self.kinds[self.points[a]][self.points[b]]
                self.cost += self.counts[kind]
                self.counts[kind] += 1

    def list_base_rounds(self) -> list[Blocks]:
        """Return the base rounds as the search has them now: lists of tables, each table a list of points."""
        blocks = [[self.points[i] for i in span] for span in self.spans]
        each = len(blocks) // len(self.rounds)
        return [blocks[i : i + each] for i in range(0, len(blocks), each)]

    def search(self, moves: int, heat: float = 0.2) -> bool:
        """Anneal at one temperature (`heat`) for up to `moves` swaps. Return True if no kind is used twice."""
        limits = [-heat * math.log(1 - self.rng.random()) for _ in range(4096)]
        total, width, block_of = len(self.points), self.places, self.block_of
        random = self.rng.random
        for step in range(moves):
            if not self.cost:
                return True
            i = int(random() * total)
            j = i - i % width + int(random() * width)
            if block_of[i] != block_of[j]:
                self._try_swap(i, j, limits[step & 4095])
        return not self.cost

    def _try_swap(self, i: int, j: int, limit: float) -> None:
        """Swap the occupants of places i and j unless that costs more than `limit`."""
        points, counts = self.points, self.counts
        unit_i, unit_j = self.units[j], self.units[i]
        new_i = unit_i[0] if len(unit_i) == 1 else self.rng.choice(unit_i)
        new_j = unit_j[0] if len(unit_j) == 1 else self.rng.choice(unit_j)
        gone, come = [], []
        for place, new in ((i, new_i), (j, new_j)):
            row_old, row_new = self.kinds[points[place]], self.kinds[new]
            for other in self.spans[self.block_of[place]]:
                if other != place:
                    gone.append(row_old[points[other]])
                    come.append(row_new[points[other]])
        delta = 0
        for kind in gone:
            counts[kind] -= 1
            delta -= counts[kind]
        for kind in come:
            delta += counts[kind]
            counts[kind] += 1
        if delta > limit:
            for kind in come:
                counts[kind] -= 1
            for kind in gone:
                counts[kind] += 1
            return
        points[i], points[j] = new_i, new_j
        self.units[i], self.units[j] = unit_i, unit_j
        self.cost += delta


# --- a base round for tonight's numbers --------------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """A frame to try: `bases` base rounds, each developed into frame.modulus rounds."""

    frame: CyclicFrame
    bases: int
    crowding: float
    """Pairs that the base rounds hold, divided by the kinds that exist: above 1 no search can succeed."""


def list_trials(players: int, sizes: Sequence[int], rounds: int) -> list[Trial]:
    """Return the frames in which `rounds` rounds might be found, the least crowded first.

    A resting player stands on residue 0 of a copy of its own, so that in the course of the rounds everybody of that
    copy rests once; infinite points sit at different tables and never rest.
    """
    resting = players - sum(sizes)
    pairs = sum(size * (size - 1) // 2 for size in sizes)
    trials = []
    for bases in range(1, 5):
        least = -(-rounds // bases)
        for modulus in range(max(3, least), least + 4):
            copies, infinite = divmod(players, modulus)
            if copies < max(1, bases * resting) or infinite > len(sizes):
                continue
            half = 1 - modulus % 2
            same = copies * ((modulus - 1 - half) // 2)
            kinds = same + modulus * copies * (copies - 1) // 2 + infinite * copies
            trials.append(Trial(CyclicFrame(modulus, copies, infinite), bases, bases * pairs / max(kinds, 1)))
    return sorted((t for t in trials if t.crowding <= 1), key=lambda t: (t.bases, t.crowding))


def find_rounds(
    trial: Trial, sizes: Sequence[int], rounds: int, moves: int, rng: Random
) -> tuple[list[Blocks], list[list[int]]] | None:
    """Return rounds without repeated meetings in this frame, and who rests in each; None if the moves run out."""
    frame, m = trial.frame, trial.frame.modulus
    spare = frame.points - sum(sizes)
    out = [[c * m for c in range(b * spare, (b + 1) * spare)] for b in range(trial.bases)]
    units = [[(p,) for p in range(frame.points) if p not in resting] for resting in out]
    kinds, used = frame.list_kinds()
    starter = Starter(kinds, used, units, sizes, rng)
    if not starter.search(moves):
        return None
    tables = [one for base in starter.list_base_rounds() for one in develop_rounds(frame, base, m)]
    resting = [[frame.shift(p, r) for p in some] for some in out for r in range(m)]
    return tables[:rounds], resting[:rounds]
