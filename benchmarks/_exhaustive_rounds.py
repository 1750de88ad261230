"""Try every way to seat a few rounds without a repeated meeting, where tables are few: it proves how many rounds there
can be, and finds rounds that no annealing came to.

    python benchmarks/_exhaustive_rounds.py           proves again what `bounds.TRIED_IN_FULL` says: a minute
    python benchmarks/_exhaustive_rounds.py 6 2 4 4 4 4     six rounds of four tables of four, two players rest

A player is a word: the number of his table in each round (`REST` where he rests). Nobody meets anybody twice exactly if
any two words have the same number in one place at most. The first two rounds are tried up to the names of tables (their
words are all different: cells of a square); the words are then completed one by one. The names of tables in the other
rounds are given in the order of their first use, and the rounds themselves are in order where they first differ: every
solution is one of these but for names.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, permutations, product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.draws.bounds import TRIED_IN_FULL

REST = -1
TRIED_IN_TURN = {((4, 4, 4, 4), 1): 4}
"""How many rounds without a repeated meeting there can be where nobody rests twice before everybody has once, by the
tables' sizes and how many rest: all were tried. Out of turn there may be more."""
Cells = tuple[tuple[int, int], ...]
"""The words of the first two rounds."""


def list_first_two_rounds(sizes: Sequence[int], resting: int) -> list[Cells]:
    """Return every way to seat two rounds in which nobody meets twice, each once but for the names of tables; in the
    order of the tables of the first round."""
    order = [
        group for size in sorted(set(sizes), reverse=True) if (group := [t for t, s in enumerate(sizes) if s == size])
    ]
    renamed = [
        dict(zip(range(len(sizes)), chain(*names), strict=True)) | {REST: REST}
        for names in product(*(permutations(group) for group in order))
    ]
    found, seen = list[Cells](), set[Cells]()
    for cells in _iterate_cells(sizes, resting, [*sizes], resting, ()):
        if cells not in seen:
            found.append(cells)
            for names in renamed:
                rows = {row: tuple(sorted(names[b] for a, b in cells if a == row)) for row in {a for a, _ in cells}}
                for group in order:
                    rows |= dict(zip(group, sorted(rows[row] for row in group), strict=True))
                seen.add(tuple((row, b) for row in sorted(rows, key=lambda r: (r == REST, r)) for b in rows[row]))
    return found


def _iterate_cells(
    sizes: Sequence[int], resting: int, room: list[int], room_to_rest: int, before: Cells
) -> Iterator[Cells]:
    """Yield the words of two rounds, row after row; alike rows in ascending order. `room`: the seats that are left in
    the second round."""
    row = len({a for a, _ in before})
    if row == len(sizes):
        left = [t for t, free in enumerate(room) for _ in range(free)]
        if len(left) + room_to_rest == resting:
            yield (*before, *((REST, b) for b in [REST] * room_to_rest + left))
        return
    last = tuple(b for a, b in before if a == row - 1) if row and sizes[row] == sizes[row - 1] else ()
    for rest in range(min(room_to_rest, sizes[row]), -1, -1):
        for some in combinations([t for t, free in enumerate(room) if free], sizes[row] - rest):
            chosen = (REST,) * rest + some
            if chosen >= last:
                after = [free - (t in some) for t, free in enumerate(room)]
                cells = (*before, *((row, b) for b in chosen))
                yield from _iterate_cells(sizes, resting, after, room_to_rest - rest, cells)


class Completion:
    """The words of the players, completed round by round from the first two places.

    in_turn: nobody rests twice before everybody has rested once.
    """

    def __init__(self, sizes: Sequence[int], resting: int, rounds: int, cells: Cells, in_turn: bool) -> None:
        self.tables, self.rounds, self.large = range(len(sizes)), rounds, max(sizes)
        self.small, self.resting = min(sizes), resting
        self.larger = sum(size > self.small for size in sizes)
        self.words = [[*cell] for cell in cells]
        self.seated = [[0] * len(sizes) for _ in range(rounds)]
        self.out = [0] * rounds
        self.rests = -(-rounds * resting // len(cells)) if in_turn else rounds
        self.met = {(a, s, b): 0 for a, b in combinations(range(rounds), 2) for s in self.tables}
        self.row = sum(a == cells[0][0] for a, _ in cells)  # the first word of the second table
        self.steps = 0

    def complete(self, player: int = 0) -> bool:
        """True if the words can be completed from this player on; they are complete then."""
        if player == len(self.words):
            return True
        word = self.words[player]
        return word.count(REST) <= self.rests and self._choose(player, word, len(word))

    def _choose(self, player: int, word: list[int], place: int) -> bool:
        """Choose the player's table in the round `place`, and go on. The word is as before where that fails."""
        self.steps += 1
        if place == self.rounds:
            return self.complete(player + 1)
        left = len(self.words) - player - 1
        for table in self._list_tables(player, word, place):
            used = [(a, s, place) for a, s in enumerate(word) if s != REST]
            if any(self.met[key] >> table & 1 for key in used):
                continue
            self._seat(word, place, table, used, 1)
            if self._leaves_room(place, left) and self._choose(player, word, place + 1):
                return True
            self._seat(word, place, table, used, -1)
        if word.count(REST) < self.rests and self.out[place] < self.resting:
            self.out[place] += 1
            word.append(REST)
            if self._leaves_room(place, left) and self._choose(player, word, place + 1):
                return True
            word.pop()
            self.out[place] -= 1
        return False

    def _list_tables(self, player: int, word: list[int], place: int) -> Iterator[int]:
        """Yield the tables with a free seat: those used, and the first that is not. At the first word of the second
        table the rounds are put in order."""
        least = word[-1] if player == self.row and place > 2 and not self.resting else 0
        for table in self.tables:
            if least <= table and self.seated[place][table] < self.large:
                yield table
            if not self.seated[place][table]:
                return

    def _seat(self, word: list[int], place: int, table: int, used: list[tuple[int, int, int]], way: int) -> None:
        """Seat the player at the table (`way` 1) or take him away (-1)."""
        self.seated[place][table] += way
        for key in used:
            self.met[key] ^= 1 << table
        if way > 0:
            word.append(table)
        else:
            word.pop()

    def _leaves_room(self, place: int, left: int) -> bool:
        """True if so many players fill the other seats of the round."""
        full = sum(n > self.small for n in self.seated[place])
        missing = sum(self.small - n for n in self.seated[place] if n < self.small)
        return full <= self.larger and missing + self.larger - full + self.resting - self.out[place] == left


def find_words(sizes: Sequence[int], resting: int, rounds: int, in_turn: bool = True) -> list[list[int]] | None:
    """Return the words of rounds in which nobody meets twice; None where there are none, everything tried."""
    for cells in list_first_two_rounds(sizes, resting):
        search = Completion(sizes, resting, rounds, cells, in_turn)
        if search.complete():
            return search.words
    return None


def main() -> None:
    if len(sys.argv) > 1:
        rounds, resting, *sizes = map(int, sys.argv[1:])
        words = find_words(sorted(sizes, reverse=True), resting, rounds)
        print(" ".join("".join("-" if s == REST else f"{s:x}" for s in word) for word in words) if words else "none")
        return
    for (hall, out), most in ({(hall, 0): most for hall, most in TRIED_IN_FULL.items()} | TRIED_IN_TURN).items():
        assert find_words(hall, out, most + 1) is None, hall
        print(f"{sum(hall) + out} players at {hall}: no {most + 1} rounds", flush=True)


if __name__ == "__main__":
    main()
