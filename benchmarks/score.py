"""Measure the `score` command: 30,000 coups of each game in tricks form, three a line of a .jsonl, against json.loads.

    python benchmarks/score.py [--coups 30000] [--times 3] [GAME …]

Prints one line a game: how many times the CPU time of `json.loads` of the same lines the whole command takes,
including its output, less its start-up time. Both are the least of several runs. Also prints how much more memory
thirty times as many lines take. Fails above 25 times, or where memory grows.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scoring.cards import normalise_card_text
from tests.scoring.plain.parties import briscan, briscola, brusquembille, chiamata
from tests.scoring.plain.parties.table import PartieBuilder

MANAGE = Path(__file__).resolve().parent.parent / "manage.py"
COUPS_A_LINE = 3  # coups in each line of the file
MAX_RATIO = 25
MAX_GROWTH_KILOBYTES = 2048  # further kilobytes that 30 times as many lines may take
NAMES = ["Anne", "Basile", "Chloé", "Denis", "Ève", "Farid"]
TABLES: dict[str, tuple[Any, tuple[int, ...], dict[str, Any]]] = {
    "brusquembille": (brusquembille, (3,), {}),
    "briscan": (briscan, (2,), {"target": 1_000_000}),
    "brisque": (briscan, (2,), {"target": 1_000_000}),
    "briscola": (briscola, (2, 3, 4, 6), {"match": "fixed"}),
    "chiamata": (chiamata, (5,), {}),
}
"""By game: the module that makes its random coups, the numbers of players, and options that allow three coups."""


def write_parties(game: str, number: int) -> Iterator[str]:
    """Yield so many parties of three coups as JSON, with cards spelt as people write them: «A♠»."""
    rng = random.Random(game)
    coups, sizes, options = TABLES[game]
    while number:
        head = {"format": "corbillon.partie/1", "game": game, "players": NAMES[: rng.choice(sizes)]}
        table = PartieBuilder(rng, head | {"options": options})
        while len(table.document["events"]) < COUPS_A_LINE and not table.is_over():
            event = coups.coup(table)
            if "tricks" in event:
                table.add(spell_alike(event))
        if len(table.document["events"]) == COUPS_A_LINE:
            number -= 1
            yield json.dumps(table.document, ensure_ascii=False)


def spell_alike(event: dict[str, Any]) -> dict[str, Any]:
    """Return the coup with all its cards spelt in the same way."""
    letters = str.maketrans("PCKT", "♠♥♦♣")

    def text(card: str) -> str:
        """Return the card with its suit as a sign."""
        plain = normalise_card_text(card)
        return plain[:-1] + plain[-1].translate(letters)

    tidied = event | {"retourne": text(event["retourne"])} if "retourne" in event else dict(event)
    return tidied | {"tricks": [[text(card) for card in trick] for trick in event["tricks"]]}


def run_score_command(file: Path) -> tuple[float, int]:
    """Run `manage.py score FILE`. Return its CPU seconds and its peak kilobytes."""
    with tempfile.TemporaryFile() as answers, tempfile.NamedTemporaryFile() as told:
        scoring = [sys.executable, str(MANAGE), "score", str(file)]
        subprocess.run([sys.executable, "-c", RUNNER, told.name, *scoring], stdout=answers, check=True)
        status, seconds, kilobytes = json.load(told)
    if status:
        raise SystemExit(f"score left with {status} on {file.name}")
    return seconds, kilobytes


RUNNER = """
import json, resource, subprocess, sys
status = subprocess.call(sys.argv[2:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w") as told:
    json.dump([status, used.ru_utime + used.ru_stime, used.ru_maxrss], told)
"""
"""A small process that starts the command: a child's reported peak memory is never less than its parent's."""


def measure_json_loads(texts: list[bytes]) -> float:
    """Return the CPU seconds of json.loads of every line."""
    begun = time.process_time()
    for text in texts:
        json.loads(text)
    return time.process_time() - begun


def measure(game: str, coups: int, times: int, folder: Path) -> bool:
    """Measure one game and print a line for it. True if it is fast enough and its memory does not grow."""
    texts = [line.encode() for line in write_parties(game, coups // COUPS_A_LINE)]
    whole, part, empty = (folder / f"{game}-{name}.jsonl" for name in ("whole", "part", "empty"))
    whole.write_bytes(b"\n".join(texts))
    part.write_bytes(b"\n".join(texts[: len(texts) // 30]))
    empty.write_bytes(b"")
    runs = [
        (run_score_command(whole), run_score_command(empty)[0], min(measure_json_loads(texts) for _ in range(3)))
        for _ in range(times)
    ]
    scored = min(run[0][0] for run in runs) - min(run[1] for run in runs)
    loaded = min(run[2] for run in runs)
    ratio, grown = scored / loaded, min(run[0][1] for run in runs) - run_score_command(part)[1]
    fine = ratio <= MAX_RATIO and grown <= MAX_GROWTH_KILOBYTES
    print(
        f"{game:>14}  {ratio:5.1f} times json.loads (at most {MAX_RATIO})   {scored:6.2f} s against {loaded:5.2f} s"
        f"   {1000 * scored / coups:.3f} ms a coup   memory {grown:+d} kB{'' if fine else '   TOO MUCH'}",
        flush=True,
    )
    return fine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them where none is named")
    parser.add_argument("--coups", type=int, default=30_000)
    parser.add_argument("--times", type=int, default=3)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="corbillon-bench-") as folder:
        fine = [measure(game, chosen.coups, chosen.times, Path(folder)) for game in chosen.games or TABLES]
    if not all(fine):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
