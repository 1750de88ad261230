"""Swiss for two sides measured: 1,000 and 5,000 players, beside py4swiss and gacrux in the same run.

    python benchmarks/swiss.py [--rival-seconds 120] [--rival-players 200]

Each line is the slowest of the rounds of one tournament. The rivals pair the last of these rounds by FIDE's Dutch
rules, from the same games written down as a TRF file; a process of their own, its start included. One that is not
installed, or gives up, is said.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.draws import matching, meetings
from tournaments.draws.model import Request, Round

ROUNDS = 5
LIMITS = {1000: 5, 5000: 60}
"""Seconds that a round may take, by players."""


def tournament(players: int, rounds: int) -> tuple[float, tuple[Round, ...], list[int]]:
    """The slowest round's seconds, all rounds, and the scores before the last of them."""
    rng, scores, played, slowest = Random(players), [0] * players, tuple[Round, ...](), 0.0
    for n in range(rounds):
        before = list(scores)
        begun = time.perf_counter()
        drawn = matching.draw(Request(players, (2,), seed=n, previous=played, standing=tuple(scores)))
        slowest = max(slowest, time.perf_counter() - begun)
        played += drawn.rounds
        for winner in [rng.choice(table) for table in drawn.rounds[0].tables] + list(drawn.rounds[0].resting):
            scores[winner - 1] += 2
    return slowest, played, before


def against_limits() -> None:
    for players, limit in LIMITS.items():
        slowest, played, _scores = tournament(players, ROUNDS)
        again = meetings.repeats(meetings.count(played))
        share = slowest / limit
        print(
            f"{players:>6} players, {ROUNDS} rounds: slowest {slowest:.2f} s, {share:.2f} of {limit} s; {again} re-met"
        )


# --- the rivals --------------------------------------------------------------------------------------------


def trf(players: int, played: tuple[Round, ...], rng: Random) -> str:
    """The games as a FIDE tournament report, one winner of each table by lot."""
    games: dict[int, list[str]] = {p: [] for p in range(1, players + 1)}
    points = dict.fromkeys(games, 0.0)
    for one in played:
        for first, second in one.tables:
            won = rng.random() < 0.5
            games[first].append(f"  {second:>4} w {'1' if won else '0'}")
            games[second].append(f"  {first:>4} b {'0' if won else '1'}")
            points[first if won else second] += 1
        for p in one.resting:
            games[p].append("  0000 - U")
            points[p] += 1
    lines = []
    for p, mine in games.items():
        who = f"{f'Player {p}':<33} {3000 - p // 3:>4} FRA {p:>11} 1970/01/01"
        lines.append(f"001 {p:>4} m    {who} {points[p]:>4.1f} {p:>4}{''.join(mine)}")
    return "\n".join(["012 Benchmark", *lines, f"XXR {len(played) + 1}", "XXC white1", ""])


def beside_rivals(players: int, limit: float) -> None:
    ours, played, scores = tournament(players, ROUNDS)
    request = Request(players, (2,), previous=played[:-1], standing=tuple(scores))
    begun = time.perf_counter()
    matching.draw(request)
    ours = time.perf_counter() - begun
    print(f"{players} players, round {ROUNDS}: {ours:.2f} s here")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.trf"
        file.write_text(trf(players, played[:-1], Random(1)))
        out = str(Path(folder) / "pairs.txt")
        rivals = {
            "py4swiss": ["py4swiss.main", "-t", str(file), "-p", out],
            "gacrux": ["gacrux.pairingchecker", "-i", str(file), "-o", out, "-f", "TRF", "-p", "-m", "dutch"],
        }
        for name, command in rivals.items():
            print(f"{name:>10}: {against(name, command, ours, limit)}", flush=True)


def against(name: str, command: list[str], ours: float, limit: float) -> str:
    """How a rival does, in words."""
    if importlib.util.find_spec(name) is None:
        return "not installed (see requirements/bench.txt)"
    begun = time.perf_counter()
    try:
        done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return f"not done within {limit:g} s: more than {limit / ours:.0f} times as long"
    seconds = time.perf_counter() - begun
    if done.returncode:
        return f"gave up: {(done.stderr.strip().splitlines() or ['no reason given'])[-1][:100]}"
    return f"{seconds:.2f} s, {seconds / ours:.1f} times as long"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rival-seconds", type=float, default=120)
    parser.add_argument("--rival-players", type=int, default=200)
    options = parser.parse_args()
    against_limits()
    beside_rivals(options.rival_players, options.rival_seconds)


if __name__ == "__main__":
    main()
