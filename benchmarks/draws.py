"""Measure draws: rounds without a repeated pair against the best known figures, beside OR-tools CP-SAT in the same run.

    python benchmarks/draws.py [--rival-seconds 20] [--no-walk]

Prints one line a case: rounds reached, target, seconds; and how many small halls have a better round than the one that
is drawn: none. On the cases of `RIVAL`, CP-SAT gets one thread and --rival-seconds for each further round. Without
ortools installed it is left out, and a line says so.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.draws.draw_checks import invent_small_hall, judge_small_hall
from tournaments.draws import waiting
from tournaments.draws.design_library import find_series, get_published_rounds
from tournaments.draws.model import Draw, DrawRequest, DrawRound
from tournaments.draws.seating import draw_rounds

try:
    from ortools.sat.python import cp_model
except ImportError:
    cp_model = None

RIVAL = [(3, 5), (3, 8), (4, 4), (4, 6), (4, 8), (5, 6), (6, 7)]
"""(table size, tables) of the cases that CP-SAT has to solve too."""
LIMIT = 20
HALLS = {100_000: 60, 10_000: 10}
"""Seconds that ten rounds may take, by number of players."""
SMALL_HALLS = 560
"""How many small halls are compared with every possible round, without and with mates."""
PAGE, CHOICES = 0.1, 3
"""The search effort of a draw that a web page waits for, and how many such draws the page offers."""


def iterate_targets() -> Iterator[tuple[int, int, int]]:
    """Yield (table size, tables, rounds): the most rounds without a repeated pair that are published, or found here."""
    for size in (3, 4, 5, 6):
        for tables in range(size, 120 // size + 1):
            ours = len(find_series(size, tables, size * tables)[1])
            yield size, tables, max(ours, (get_published_rounds(size, tables) or (0,))[0])


def time_draw(request: DrawRequest) -> tuple[Draw, float]:
    """Draw once. Return the draw and its CPU seconds, which do not depend on other load of the machine."""
    begun = time.process_time()
    drawn = draw_rounds(request)
    return drawn, time.process_time() - begun


def reach_targets() -> None:
    """Print for each target whether a draw of that many rounds has no repeated pair, and the memory of the program."""
    reached = quick = count = 0
    print(f"{'tables':>14}  rounds  target  seconds")
    for size, tables, rounds in iterate_targets():
        drawn, seconds = time_draw(DrawRequest(size * tables, (size,), rounds))
        free = count_repeat_free_rounds(drawn)
        count, reached, quick = count + 1, reached + (free >= rounds), quick + (seconds < 1)
        print(f"{tables:>6} × {size:<5}  {free:>6}  {rounds:>6}  {seconds:>7.3f}", flush=True)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"reached {reached} of {count}, {quick} of them within a second, {megabytes} MB (limits 5 s, 200 MB)\n")


def count_repeat_free_rounds(drawn: Draw) -> int:
    """Count the first rounds of a draw in which no pair meets twice."""
    met: set[frozenset[int]] = set()
    for n, one in enumerate(drawn.rounds):
        pairs = [frozenset(pair) for table in one.tables for pair in combinations(table, 2)]
        if len(met | set(pairs)) < len(met) + len(pairs):
            return n
        met.update(pairs)
    return len(drawn.rounds)


# --- the rival: CP-SAT -------------------------------------------------------------------------------------


def compare_with_rival(seconds: float) -> None:
    """Compare our draws with CP-SAT: how many rounds without a repeated pair it finds, `seconds` a round."""
    if cp_model is None:
        print("OR-tools is not installed: no rival (see requirements/bench.txt)\n")
        return
    print(f"{'tables':>14}  rounds  CP-SAT in {seconds:g} s  ratio")
    most = {(size, tables): rounds for size, tables, rounds in iterate_targets()}
    for size, tables in RIVAL:
        ours = count_repeat_free_rounds(draw_rounds(DrawRequest(size * tables, (size,), most[size, tables])))
        theirs = _count_rival_rounds(size, tables, most[size, tables], seconds)
        print(f"{tables:>6} × {size:<5}  {ours:>6}  {theirs:>14}  {ours / theirs:>5.2f}", flush=True)
    print()


def _count_rival_rounds(size: int, tables: int, most: int, seconds: float) -> int:
    """Return the largest number of rounds that CP-SAT solves. Each number gets the full `seconds`."""
    solved = 1
    for rounds in range(2, most + 1):
        if not _can_rival_solve(size, tables, rounds, seconds):
            break
        solved = rounds
    return solved


def _can_rival_solve(size: int, tables: int, rounds: int, seconds: float) -> bool:
    """True if CP-SAT seats so many rounds without a repeated pair within `seconds`, by its own count of its work, which
    other load of the machine does not change."""
    model, players = cp_model.CpModel(), range(size * tables)
    sits = {
        (p, r, t): model.new_bool_var(f"{p}.{r}.{t}") for p in players for r in range(rounds) for t in range(tables)
    }
    for r in range(rounds):
        for p in players:
            model.add_exactly_one(sits[p, r, t] for t in range(tables))
        for t in range(tables):
            model.add(sum(sits[p, r, t] for p in players) == size)
    for p in players:
        model.add(sits[p, 0, p // size] == 1)
    for p, q in combinations(players, 2):
        together = []
        for r in range(rounds):
            for t in range(tables):
                both = model.new_bool_var("")
                model.add_bool_or([sits[p, r, t].negated(), sits[q, r, t].negated(), both])
                together.append(both)
        model.add_at_most_one(together)
    solver = cp_model.CpSolver()
    solver.parameters.max_deterministic_time = seconds
    solver.parameters.num_workers = 1
    return solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


# --- many players, and every number of players -------------------------------------------------------------


def measure_large_halls() -> None:
    """Measure 100,000 and 10,000 players: ten rounds drawn beforehand; and round ten of 10,000 by scores."""
    for players, limit in HALLS.items():
        drawn, seconds = time_draw(DrawRequest(players, (3,), 10))
        print(f"{players:,} players, ten rounds: {drawn.proof.repeats} repeats, {seconds:.2f} s (limit {limit} s)")
    rng = Random(1)
    scores = tuple(rng.randrange(300) for _ in range(10_000))
    after, seconds = time_draw(DrawRequest(10_000, (3,), previous=drawn.rounds[:9], scores=scores))
    gaps = f"seats differ by {after.proof.seat_gap} (at least {after.proof.seat_gap_bound})"
    print(
        f"10,000 players, round ten by standing: {after.proof.repeats} repeats, {gaps}, {seconds:.2f} s (limit 1 s)\n"
    )


def measure_every_hall() -> None:
    """Draw three rounds for 2 to 200 players, as a page draws them, and check each draw. Print the slowest of each
    format, times the three draws that a page offers (a page may take 2 s)."""
    for sizes in ((2,), (3,), (4,), (5,), (2, 3, 4, 5), (3, 4)):
        for name, walk in (("drawn beforehand", _time_rounds_beforehand), ("by standing", _time_rounds_by_scores)):
            slowest = max((CHOICES * walk(n, sizes), n) for n in range(min(sizes), 201))
            where = f"2 to 200 players at tables of {sizes}, three rounds {name}"
            print(f"{where}: slowest {slowest[0]:.2f} s ({slowest[1]} players, limit 2 s)", flush=True)
    slowest = max((_time_free_tables(n), n) for n in range(2, 201))
    print(f"2 to 200 players waiting for free tables: slowest {slowest[0]:.2f} s ({slowest[1]} players, limit 2 s)\n")


def _time_rounds_beforehand(players: int, sizes: tuple[int, ...]) -> float:
    """Return the CPU seconds of three rounds drawn at once."""
    drawn, seconds = time_draw(DrawRequest(players, sizes, 3, effort=PAGE))
    _check_draw(players, drawn)
    return seconds


def _time_rounds_by_scores(players: int, sizes: tuple[int, ...]) -> float:
    """Return the CPU seconds of the slowest of three rounds drawn by scores."""
    rng, slowest, played = Random(players), 0.0, tuple[DrawRound, ...]()
    for _ in range(3):
        scores = tuple(rng.randrange(10) for _ in range(players))
        drawn, seconds = time_draw(DrawRequest(players, sizes, previous=played, scores=scores, effort=PAGE))
        _check_draw(players, drawn)
        slowest, played = max(slowest, seconds), played + drawn.rounds
    return slowest


def _time_free_tables(players: int) -> float:
    """Return the seconds to find the fairest table of each size among waiting players, half of whom have met."""
    line = list(range(players))
    met = waiting.count_pair_meetings(zip(line[::2], line[1::2], strict=False))
    begun = time.perf_counter()
    for size in (2, 3, 4, 5):
        if size <= players:
            waiting.choose_fairest_table(line, size, met)
    return time.perf_counter() - begun


def _check_draw(players: int, drawn: Draw) -> None:
    """Raise SystemExit if a player is left out or a proved bound is beaten."""
    for one in drawn.rounds:
        there = sorted([*(p for table in one.tables for p in table), *one.resting])
        if there != list(range(1, players + 1)):
            raise SystemExit(f"{players} players: somebody is left out")
    proof = drawn.proof
    if proof.lower_bound > proof.repeats or proof.pair_cost_bound > proof.pair_cost:
        raise SystemExit(f"{players} players: a bound is beaten")


def compare_small_halls() -> None:
    """Compare the next round of many small halls with every possible round, and print how many differ."""
    begun = time.process_time()
    for mates in (False, True):
        judged = [judge_small_hall(invent_small_hall(seed, mates)) for seed in range(SMALL_HALLS)]
        differ = [seed for seed, (reached, least) in enumerate(judged) if reached != least]
        told = f"{len(differ)} of {SMALL_HALLS} differ from the best possible round {differ or ''}".rstrip()
        print(f"small halls{' with mates' if mates else ''}: {told}")
    print(f"({time.process_time() - begun:.0f} s)\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rival-seconds", type=float, default=LIMIT)
    parser.add_argument("--no-walk", action="store_true", help="leave out every hall from 2 to 200 players")
    options = parser.parse_args()
    reach_targets()
    compare_small_halls()
    measure_large_halls()
    if not options.no_walk:
        measure_every_hall()
    compare_with_rival(options.rival_seconds)


if __name__ == "__main__":
    main()
