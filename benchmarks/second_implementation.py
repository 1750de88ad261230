"""Compare the second implementation with `scoring`: 1,000,000 coups of each game, 1,000,000 mutated documents.

    python benchmarks/second_implementation.py [--coups 1000000] [--documents 1000000] [--part 1/1] [GAME …]

The same comparison as tests/scoring/test_second_implementation.py takes 500 of, on other parties, on every core.
Fails where the two disagree, and prints the document. `--part 3/8` does the third of eight parts that share no partie:
run in any order, on any day, the eight together are the whole comparison.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import scoring
from tests.scoring.comparison import compare

COUPS_A_TASK = 5_000  # coups that one task compares


def compare_task(seed: str, game: str, coups: int, documents: int) -> int:
    """Compare so many coups and documents. Return the number of coups compared; raise where the two disagree."""
    return sum(compare(seed, game, coups, documents))


def compute_share(total: int, number: int, tasks: int) -> int:
    """Return what the task of this number gets of a total that all tasks share evenly."""
    return total * (number + 1) // tasks - total * number // tasks


class ComparisonPart(NamedTuple):
    """The `number`-th of `parts` equal parts of the comparison. Every `parts`-th task belongs to it."""

    number: int
    parts: int

    @classmethod
    def parse(cls, text: str) -> ComparisonPart:
        """Parse a text such as «3/8». Raise ValueError if it is none."""
        number, parts = map(int, text.split("/"))
        if not 1 <= number <= parts:
            raise ValueError(text)
        return cls(number, parts)


def measure(game: str, coups: int, documents: int, part: ComparisonPart, pool: ProcessPoolExecutor) -> None:
    """Compare one game, and print one line that is rewritten as the comparison goes on."""
    begun, done = time.perf_counter(), 0
    tasks = -(-coups // COUPS_A_TASK)
    shares = [
        (f"bench {game} {number}", game, compute_share(coups, number, tasks), compute_share(documents, number, tasks))
        for number in range(part.number - 1, tasks, part.parts)
    ]
    coups, documents = sum(each[2] for each in shares), sum(each[3] for each in shares)
    for finished in as_completed([pool.submit(compare_task, *each) for each in shares]):
        done += finished.result()
        print(f"\r{game:>14}  {done:>9,d} of {coups:,d} coups", end="", flush=True)
    seconds = time.perf_counter() - begun
    print(f"\r{game:>14}  {done:>9,d} coups and {documents:,d} mutated documents agree   {seconds:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--coups", type=int, default=1_000_000, help="of each game")
    parser.add_argument("--documents", type=int, default=1_000_000, help="mutated ones, of all games together")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--part", type=ComparisonPart.parse, default=ComparisonPart(1, 1), help="such as 3/8: the third of eight"
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them where none is named")
    chosen = parser.parse_args()
    with ProcessPoolExecutor(chosen.processes) as pool:
        for number, game in enumerate(scoring.list_games()):
            documents = compute_share(chosen.documents, number, len(scoring.list_games()))
            if game.key in (chosen.games or (game.key,)):
                measure(game.key, chosen.coups, documents, chosen.part, pool)


if __name__ == "__main__":
    main()
