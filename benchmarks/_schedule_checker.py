"""Check a schedule of rounds from the rounds alone, sharing no code with what draws them.

    python benchmarks/_schedule_checker.py ANSWER.json      an answer of `manage.py seat`, or of `seat --judge`

Everything is counted again in a square table of meetings, by loops over seats. The bound is counted as well: what no
draw can beat, from places and pairs alone; a draw may prove more than that, never more than it reached. Prints one
sentence a fault and exits 1, or says what the schedule reaches.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

EXHAUSTED = {(3, 4): 4, (4, 5): 5, (5, 6): 6, (6, 6): 3}  # (table size, tables): all was tried (OEIS A107431)


def compute_most_rounds(size: int, tables: int) -> int:
    """Return how many rounds of full tables there can be at most in which no two meet twice."""
    return EXHAUSTED.get((size, tables), 1 if tables < size else (size * tables - 1) // (size - 1))


def check_rounds(rounds: list[Any], resting: list[Any], players: int) -> list[str]:
    """Return what is wrong with who sits and rests where; an empty list where each player is once in each round."""
    faults = [] if len(rounds) == len(resting) else [f"{len(rounds)} rounds, {len(resting)} lists of resting players"]
    for number, (tables, out) in enumerate(zip(rounds, resting, strict=False), start=1):
        places = [0] * (players + 1)
        for group in [*tables, [*out]]:
            for player in group:
                if not 1 <= player <= players:
                    faults.append(f"round {number}: there is no player {player}")
                else:
                    places[player] += 1
        faults += [
            f"round {number}: player {p} is there {places[p]} times" for p in range(1, players + 1) if places[p] != 1
        ]
        faults += [f"round {number}: a table of {len(table)}" for table in tables if len(table) < 2]
    return faults


def count_meetings(rounds: list[Any], players: int) -> list[list[int]]:
    """Return the square table of how often each two players sat at one table."""
    met = [[0] * (players + 1) for _ in range(players + 1)]
    for tables in rounds:
        for table in tables:
            for i in range(len(table)):
                for j in range(i):
                    met[table[i]][table[j]] += 1
                    met[table[j]][table[i]] += 1
    return met


def measure(met: list[list[int]]) -> tuple[int, int]:
    """Return (repeats, pair cost) of a table of meetings."""
    repeats = cost = 0
    for a in range(1, len(met)):
        for b in range(1, a):
            times = met[a][b]
            repeats += times - 1 if times else 0
            cost += times * (times - 1) // 2
    return repeats, cost


def count_bound(met: list[list[int]]) -> tuple[int, int]:
    """Return what (repeats, pair cost) are at least for so many meetings, spread over all pairs as evenly as can be."""
    pairs = (len(met) - 1) * (len(met) - 2) // 2
    meetings = sum(map(sum, met)) // 2
    each, more = divmod(meetings, pairs) if pairs else (0, 0)
    return max(0, meetings - pairs), pairs * (each * (each - 1) // 2) + more * each


def check_answer(answer: dict[str, Any]) -> list[str]:
    """Return what is wrong with an answer of `seat`: its rounds, its figures, its claims."""
    players = max([p for one in (*answer["rounds"], answer["resting"]) for some in one for p in some], default=0)
    faults = check_rounds(answer["rounds"], answer["resting"], players)
    if faults:
        return faults
    met = count_meetings(answer["rounds"], players)
    for key, limit, reached, least in zip(
        ("repeats", "pair_cost"), ("lower_bound", "pair_cost_bound"), measure(met), count_bound(met), strict=True
    ):
        if answer[key] != reached:
            faults.append(f"{key} is {reached}, not {answer[key]}")
        if not least <= answer[limit] <= reached:
            faults.append(f"{limit} is {answer[limit]}: not from {least} to {reached}")
    if answer["optimal"] is not (answer["repeats"] == answer["lower_bound"]):
        faults.append("optimal is not what repeats and lower_bound say")
    return faults


if __name__ == "__main__":
    given = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    found = check_answer(given)
    sys.stdout.write(
        "\n".join(found or [f"{len(given['rounds'])} rounds, {given['repeats']} repeats: as it says"]) + "\n"
    )
    sys.exit(bool(found))
