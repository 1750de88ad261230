"""Compare the phone's own scorers with `scoring`: 10,000 coups of each game.

    python benchmarks/phone_scorers.py [--coups 10000] [GAME …]

The same comparison as tests/games/test_phone_scorers.py takes 200 of. Fails where the two disagree, and prints the
first coup that they say differently. Needs deno, which `make test` installs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import scoring
from benchmarks._installation import set_up_django


def main() -> None:
    games = [game.key for game in scoring.list_games()]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--coups", type=int, default=10_000)
    parser.add_argument("games", nargs="*", choices=[*games, []])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as folder:
        set_up_django(Path(folder))
        for game in asked.games or games:
            measure(game, asked.coups)


def measure(game: str, coups: int) -> None:
    """Compare the scorer of one game, and print how long it took; raise SystemExit where the two disagree."""
    from tests.games.foreseen_coups import find_differences

    begun = time.process_time()
    differences = find_differences(f"bench phone {game}", game, coups)
    seconds = time.process_time() - begun
    print(f"{game:>14}: {coups} coups, {len(differences)} told otherwise, {seconds:.0f} s of processor")
    if differences:
        raise SystemExit(str(differences[0]))


if __name__ == "__main__":
    main()
