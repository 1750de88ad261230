"""Measure Swiss pairings of two players: 1,000, 5,000 and 20,000 players, beside py4swiss, gacrux
and bbpPairings in the same run.

    python benchmarks/swiss.py [--rival-seconds 120] [--rival-players 200]

Each line is the slowest of the rounds of one tournament, in CPU time. Beside the rivals each program does the same
work: a process of its own, its start included, reads the same games from the same TRF file and pairs the next round,
the rivals by FIDE's Dutch rules, we by ours. CPU time is compared, and the runs alternate. A line says which rival is
not installed or gave up.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.draws import meetings, pair_matching
from tournaments.draws.model import DrawRequest, DrawRound

ROUNDS = 5
PY4SWISS = "from py4swiss.main import main; main()"  # as a module, it loads and pairs nothing
GACRUX = ("-f", "TRF", "-p", "-m", "dutch")
Winners = dict[tuple[int, ...], int]
LIMITS = {1000: 5, 5000: 60, 20_000: 60}
"""CPU seconds that a round may take, by number of players."""


def play_tournament(players: int, rounds: int) -> tuple[float, tuple[DrawRound, ...], list[Winners]]:
    """Play a tournament with random winners. Return the slowest round's CPU seconds, all rounds, and the winners by
    table of each round."""
    rng, scores, played, slowest = Random(players), [0] * players, tuple[DrawRound, ...](), 0.0
    won: list[Winners] = []
    for n in range(rounds):
        begun = time.process_time()
        drawn = pair_matching.draw_pairs(DrawRequest(players, (2,), seed=n, previous=played, scores=tuple(scores)))
        slowest = max(slowest, time.process_time() - begun)
        played += (drawn,)
        won.append({table: rng.choice(table) for table in drawn.tables})
        for winner in [*won[-1].values(), *drawn.resting]:
            scores[winner - 1] += 2
    return slowest, played, won


def measure_against_limits() -> None:
    """Print the slowest round of each tournament size beside its limit."""
    for players, limit in LIMITS.items():
        slowest, played, _won = play_tournament(players, ROUNDS)
        again = meetings.count_repeats(meetings.count_meetings(played))
        share = slowest / limit
        print(
            f"{players:>6} players, {ROUNDS} rounds: slowest {slowest:.2f} s, {share:.2f} of {limit} s; {again} re-met"
        )


# --- the rivals --------------------------------------------------------------------------------------------


def write_trf(players: int, played: tuple[DrawRound, ...], won: list[Winners]) -> str:
    """Return the games as a FIDE tournament report (TRF text)."""
    games: dict[int, list[str]] = {p: [] for p in range(1, players + 1)}
    points = dict.fromkeys(games, 0.0)
    for one, winners in zip(played, won, strict=True):
        for first, second in one.tables:
            games[first].append(f"  {second:>4} w {int(winners[first, second] == first)}")
            games[second].append(f"  {first:>4} b {int(winners[first, second] == second)}")
            points[winners[first, second]] += 1
        for p in one.resting:
            games[p].append("  0000 - U")
            points[p] += 1
    lines = []
    for p, mine in games.items():
        who = f"{f'Player {p}':<33} {3000 - p // 3:>4} FRA {p:>11} 1970/01/01"
        lines.append(f"001 {p:>4} m    {who} {points[p]:>4.1f} {p:>4}{''.join(mine)}")
    return "\n".join(["012 Benchmark", *lines, f"XXR {len(played) + 1}", "XXC white1", ""])


def pair_next_round(file: Path) -> None:
    """Read the games from a TRF file and print the next round's pairs, as the rivals do."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("001")]
    points = tuple(int(2 * float(line[80:84])) for line in lines)
    games = [[line[at : at + 10] for at in range(89, len(line), 10)] for line in lines]
    played = tuple(read_round([mine[n] for mine in games]) for n in range(len(games[0])))
    drawn = pair_matching.draw_pairs(DrawRequest(len(lines), (2,), previous=played, scores=points))
    print("\n".join(f"{first} {second}" for first, second in drawn.tables))


def read_round(row: list[str]) -> DrawRound:
    """Return one round from each player's TRF column of it."""
    tables = tuple((p, int(game[:6])) for p, game in enumerate(row, 1) if game[7:8] == "w")
    return DrawRound(tables, tuple(p for p, game in enumerate(row, 1) if not int(game[:6])))


def compare_with_rivals(players: int, limit: float) -> None:
    """Print our CPU time to pair one round beside that of each rival."""
    _slowest, played, won = play_tournament(players, ROUNDS)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.trf"
        file.write_text(write_trf(players, played[:-1], won[:-1]))
        pairs = Path(folder) / "pairs.txt"
        out = str(pairs)
        ours = [sys.executable, __file__, "--pair", str(file)]
        rivals = {
            "py4swiss": [sys.executable, "-c", PY4SWISS, "-t", str(file), "-p", out],
            "gacrux": [sys.executable, "-m", "gacrux.pairingchecker", "-i", str(file), "-o", out, *GACRUX],
            "bbpPairings": ["bbpPairings", "--dutch", str(file), "-p", out],
        }
        for name, command in rivals.items():
            here = min(measure_process(ours, limit) for _time in range(2))[0]
            told = f"{players} players, round {ROUNDS}, processor time: {here:.2f} s here"
            print(f"{told}; {name}: {describe_rival(name, command, here, limit, pairs)}", flush=True)


def measure_process(command: list[str], limit: float) -> tuple[float, str]:
    """Run a process. Return its CPU seconds, and why it gave up ("" where it did not)."""
    before = os.times()
    done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    after = os.times()
    why = (done.stderr.strip().splitlines() or ["no reason given"])[-1][:100] if done.returncode else ""
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return used, why


def describe_rival(name: str, command: list[str], ours: float, limit: float, pairs: Path) -> str:
    """Return a rival's result as text. pairs: the file that it writes, taken away beforehand."""
    pairs.unlink(missing_ok=True)
    if command[0] == name and shutil.which(name) is None:
        return "not installed (no program of that name is on the path)"
    if command[0] != name and importlib.util.find_spec(name) is None:
        return "not installed (see requirements/bench.txt)"
    try:
        seconds, why = measure_process(command, limit)
    except subprocess.TimeoutExpired:
        return f"not done within {limit:g} s"
    if why:
        return f"gave up: {why}"
    wrote = pairs.exists() and pairs.read_text(encoding="utf-8").strip()
    return f"{seconds:.2f} s, {seconds / ours:.1f} times as long" if wrote else "ended, and wrote no pairs"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rival-seconds", type=float, default=120)
    parser.add_argument("--rival-players", type=int, default=200)
    parser.add_argument("--pair", type=Path, metavar="FILE", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.pair:
        pair_next_round(options.pair)
    else:
        measure_against_limits()
        compare_with_rivals(options.rival_players, options.rival_seconds)


if __name__ == "__main__":
    main()
