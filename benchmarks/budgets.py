"""Measure what anybody may make the server do: processor time and memory of every anonymous request, with the largest
input that the server takes for it, as multiples of the board in the same run.

    python benchmarks/budgets.py [--players 100] [--rounds 5] [--all]

The board is made anew each time, as for its first reader; so is every other page. Each figure is the least of three.
Exits 1 where a request takes more than 5 times the board's processor time or memory, except those that have threads of
their own: the log-in, and what it shares its threads with. `--all` prints every request, the dearest first.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import TYPE_CHECKING

from _installation import ROOT, set_up_django

if TYPE_CHECKING:
    from django.test import Client

    from tests.web.anonymous_requests import AnonymousRequest

MOST = 5.0
TIMES = 3
OWN_THREADS = ("account_login POST",)  # hashes a password, on purpose slowly


def main() -> int:
    """Print the requests that cost most. Return the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--all", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        set_up_django(Path(folder))
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        setup_test_environment()
        costs = measure_requests(asked.players, asked.rounds)
    seconds, memory = costs.pop("board")
    print(f"{asked.players} players, {asked.rounds} rounds; the board: {seconds * 1000:.0f} ms, {memory / 1e6:.1f} MB")
    rows = sorted(((s / seconds, m / memory, name) for name, (s, m) in costs.items()), reverse=True)
    for times, more, name in rows if asked.all else rows[:10]:
        print(f"{times:5.1f} × time {more:5.1f} × memory  {name}")
    over = [name for times, more, name in rows if max(times, more) > MOST and not name.startswith(OWN_THREADS)]
    for name in over:
        print(f"over {MOST:.0f} times the board: {name}")
    return 1 if over else 0


def measure_requests(players: int, rounds: int) -> dict[str, tuple[float, float]]:
    """Return the processor seconds and the most bytes that each request needs; the board's by "board"."""
    from django.test import Client

    from tests.web.anonymous_requests import AnonymousRequest, create_evenings, list_anonymous_requests

    played, awaited = create_evenings("briscola", players, rounds)
    board = AnonymousRequest("board", "GET", f"/{played.code}", "plain")
    client, costs = Client(), dict[str, tuple[float, float]]()
    for request in [board, *list_anonymous_requests(played, awaited)]:
        name = request.name if request is board else f"{request.name} {request.size}"
        request.send(client)  # what a process makes once
        seconds = min(measure_time(request, client) for _time in range(TIMES))
        before = costs.get(name, (0.0, 0.0))
        costs[name] = max(before[0], seconds), max(before[1], measure_memory(request, client))
    return costs


def measure_time(request: AnonymousRequest, client: Client) -> float:
    """Return the processor seconds of the request, whose answer nobody has asked for before."""
    from django.core.cache import cache

    cache.clear()
    begun = time.process_time()
    request.send(client)
    return time.process_time() - begun


def measure_memory(request: AnonymousRequest, client: Client) -> float:
    """Return the most bytes that are held at one moment while the request is answered."""
    from django.core.cache import cache

    cache.clear()
    tracemalloc.start()
    request.send(client)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
