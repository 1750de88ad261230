"""Look for one round more than is known at full tables of five and six, and in the mixed halls that are open: base
rounds under cyclic groups and products of two of them, in both cores, as long as it is let. What was tried and found is
kept in a file; the next run takes it up where this one stopped.

    python benchmarks/_record_search.py records.json --minutes 60       Ctrl-C ends it early, and nothing is lost
    python benchmarks/_record_search.py records.json --minutes 0        says what was tried so far

The target with the fewest moves so far comes next, in the frames that leave most room. What is found is checked and
printed as source for `tournaments/draws/designs.py` (for a product, its orders stand behind the frame, and the reader
there has to learn them first), or as words for `design_library.WORDS`; from then on one round more is looked for.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import astuple, dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks._schedule_checker import check_rounds, count_meetings, measure, prove_most_rounds
from tournaments.draws.design_library import find_series
from tournaments.draws.starters import CyclicFrame, Starter, Trial, develop_rounds, list_trials

MOST_PLAYERS, MOVES, HEAT, FRAMES = 120, 400_000, 0.2, 6
CROWDED = 0.97
"""Share of the pairs of a frame that a base round may use: in a fuller one no search has come to an end."""
MIXED = {"4×4 + 3×3": 9, "4×5 + 3×2": 9, "4×5 + 1×1": 6, "4×5 + 1×2": 7, "4×5 + 1×3": 8, "4×6 + 1×1": 8, "4×6 + 1×2": 8}
MIXED |= dict.fromkeys(("5×2 + 4×4", "5×3 + 4×3", "5×4 + 4×2"), 7)
"""By hall, the rounds looked for: one more than is drawn. Whoever rests is a table of one."""
State = dict[str, dict[str, Any]]
"""By "size×tables": rounds (looked for), tries, moves (made for them), found (sources, by rounds)."""


@dataclass(frozen=True)
class ProductFrame(CyclicFrame):
    """A frame whose rounds are turned into each other by the product of two cyclic groups of the orders `orders`, which
    is not cyclic; a residue stands for a pair of them."""

    orders: tuple[int, ...] = ()

    def add(self, x: int, y: int, way: int = 1) -> int:
        """Return the element x + y of the group; x − y if `way` is −1."""
        order = self.orders[0]
        return (x + way * y) % order + (x // order + way * (y // order)) % self.orders[1] * order

    def shift(self, point: int, offset: int) -> int:
        """Return the point that `point` becomes in round `offset`."""
        copy, x = divmod(point, self.modulus)
        return point if point >= self.finite else copy * self.modulus + self.add(x, offset)

    def _name_kind(self, p: int, q: int) -> tuple[tuple[int, int, int], bool]:
        """Return the name of the pair's kind (p < q), and whether it starts as used: it comes back after some rounds
        where the difference is its own opposite."""
        if q >= self.finite:
            return super()._name_kind(p, q)
        (c, x), (d, y) = divmod(p, self.modulus), divmod(q, self.modulus)
        difference, opposite = self.add(y, x, -1), self.add(x, y, -1)
        return (c, d, min(difference, opposite) if c == d else difference), c == d and difference == opposite


def begin_state(state: State) -> State:
    """Return the state with every open target in it, those that are new begun at one round more than is drawn."""
    for size in (5, 6):
        for tables in range(size, MOST_PLAYERS // size + 1):
            known = len(find_series(size, tables, size * tables)[1])
            if known == prove_most_rounds(size * tables, (size,) * tables)[0]:
                continue
            target = state.setdefault(f"{size}×{tables}", {"rounds": 0, "tries": 0, "moves": 0, "found": {}})
            if target["rounds"] <= known:
                target |= {"rounds": known + 1, "tries": 0, "moves": 0}
    for key, rounds in MIXED.items():
        state.setdefault(key, {"rounds": rounds, "tries": 0, "moves": 0, "found": {}})
    return state


def read_sizes(key: str) -> tuple[int, ...]:
    """Return the sizes of the tables of a hall."""
    alike = [map(int, part.split("×")) for part in key.split(" + ")]
    return tuple(size for size, tables in alike for _table in range(tables))


def choose_target(state: State, running: set[str]) -> str | None:
    """Return the target that comes next: the one with the fewest moves, of those that have a frame and do not run;
    None if there is none."""
    free = [key for key in state if key not in running and list_frames(key, state[key]["rounds"])]
    return min(
        free, key=lambda key: (state[key]["moves"], list_frames(key, state[key]["rounds"])[0].crowding), default=None
    )


@cache
def list_frames(key: str, rounds: int) -> list[Any]:
    """Return the frames with room for so many rounds, those with most room first."""
    sizes = read_sizes(key)
    if key in MIXED:
        return sorted(list_mixed_trials(sizes, rounds), key=lambda trial: trial.crowding)
    cyclic = list_trials(sum(sizes), sizes, rounds)
    trials = [one for trial in cyclic for one in (trial, *list_product_trials(trial)) if one.crowding <= CROWDED]
    return sorted(trials, key=lambda trial: trial.crowding)


def list_mixed_trials(sizes: tuple[int, ...], rounds: int) -> Iterator[Trial]:
    """Yield each cyclic frame whose base rounds make exactly so many rounds, the one in which nothing turns too."""
    pairs = rounds * sum(size * (size - 1) // 2 for size in sizes)
    for modulus in (m for m in range(1, rounds + 1) if rounds % m == 0):
        for infinite in range(sum(sizes) % modulus, len(sizes) + 1, modulus) if modulus > 1 else (0,):
            frame = CyclicFrame(modulus, (sum(sizes) - infinite) // modulus, infinite)
            crowding = pairs / modulus / count_free_kinds(frame)
            if crowding <= 1:
                yield Trial(frame, rounds // modulus, crowding)


def list_product_trials(trial: Trial) -> list[Trial]:
    """Return the same trial under each product of two cyclic groups that is not cyclic itself."""
    frame, trials = trial.frame, []
    for first in range(2, frame.modulus):
        if frame.modulus % (first * first) == 0:
            product = ProductFrame(frame.modulus, frame.copies, frame.infinite, (first, frame.modulus // first))
            kept, left = (count_free_kinds(each) for each in (frame, product))
            trials.append(replace(trial, frame=product, crowding=trial.crowding * kept / left))
    return trials


def count_free_kinds(frame: CyclicFrame) -> int:
    """Return how many kinds of pairs a base round may use."""
    kinds, used = frame.list_kinds()
    return len({kinds[p][q] for p, q in combinations(range(frame.points), 2)} - used.keys())


def search_once(key: str, rounds: int, seed: int) -> list[Any] | None:
    """Search once; return the frame and the base rounds that were found, or None."""
    frames = list_frames(key, rounds)
    trial = frames[seed % min(len(frames), FRAMES)]
    kinds, used = trial.frame.list_kinds()
    units = [[(p,) for p in range(trial.frame.points)]] * trial.bases
    starter = Starter(kinds, used, units, read_sizes(key), Random(seed))
    if not starter.search(MOVES, HEAT):
        return None
    base, frame = starter.list_base_rounds(), trial.frame
    drawn = [one for blocks in base for one in develop_rounds(frame, blocks, frame.modulus)]
    numbered = [[[p + 1 for p in table] for table in one if len(table) > 1] for one in drawn]
    resting = [[table[0] + 1 for table in one if len(table) == 1] for one in drawn]
    assert check_rounds(numbered, resting, frame.points) == []
    assert measure(count_meetings(numbered, frame.points)) == (0, 0)
    if key in MIXED:
        return [[], write_words(numbered, frame.points)]
    written = [", ".join(" ".join(map(str, sorted(block))) for block in sorted(blocks)) for blocks in base]
    return [(*astuple(frame)[:3], *getattr(frame, "orders", ())), written]


def write_words(rounds: list[list[list[int]]], players: int) -> list[str]:
    """Return for each player his table in each round, - where he rests."""
    at = [{p: f"{t}" for t, table in enumerate(one) for p in table} for one in rounds]
    return ["".join(one.get(p, "-") for one in at) for p in range(1, players + 1)]


def note_result(state: State, key: str, rounds: int, found: list[Any] | None) -> None:
    """Note one search in the state; a round that was found is kept, and the next one looked for."""
    target = state[key]
    target |= {"tries": target["tries"] + 1, "moves": target["moves"] + MOVES}
    if found and rounds == target["rounds"]:
        target["found"][str(rounds)] = found
        source = " ".join(found[1]) if key in MIXED else f"_read_design({found[0]}, {', '.join(map(repr, found[1]))})"
        print(f"{key}: {rounds} rounds: {source}", flush=True)
        target |= {"rounds": rounds + 1, "tries": 0, "moves": 0}


def save_state(file: Path, state: State) -> None:
    """Write the state, whole or not at all."""
    beside = file.with_suffix(".new")
    beside.write_text(json.dumps(state, ensure_ascii=False, indent=1), encoding="utf-8")
    beside.replace(file)


def search_records(file: Path, seconds: float, cores: int) -> State:
    """Search until the time is over; return the state, which is in the file after each search."""
    state = begin_state(json.loads(file.read_text(encoding="utf-8")) if file.exists() else {})
    until, running = time.monotonic() + seconds, dict[Future[list[Any] | None], tuple[str, int]]()
    with ProcessPoolExecutor(cores, initializer=os.nice, initargs=(10,)) as pool:
        while running or time.monotonic() < until:
            while len(running) < cores and time.monotonic() < until:
                key = choose_target(state, {key for key, _rounds in running.values()})
                if key is None:
                    break
                rounds = state[key]["rounds"]
                running[pool.submit(search_once, key, rounds, state[key]["tries"])] = key, rounds
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                note_result(state, *running.pop(done), done.result())
                save_state(file, state)
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    for key, target in search_records(options.file, options.minutes * 60, options.cores).items():
        print(f"{key}: {target['rounds']} rounds looked for, {target['tries']} tries, {target['moves']:,} moves")


if __name__ == "__main__":
    main()
