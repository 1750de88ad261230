"""Check a schedule of rounds from the rounds alone, sharing no code with what draws them.

    python benchmarks/_schedule_checker.py ANSWER.json      an answer of `manage.py seat`, or of `seat --judge`

Everything is counted again in a square table of meetings. The bound is counted as well: what no draw can beat, from
places and pairs alone; a draw may prove more than that, never more than it reached. Prints one sentence a fault and
exits 1, or says what the schedule reaches.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from itertools import chain, permutations
from pathlib import Path
from typing import Any

EXHAUSTED = {(3, 4): 4, (4, 5): 5, (5, 6): 6, (6, 6): 3}  # (table size, tables): all was tried (OEIS A107431)


def prove_most_rounds(players: int, sizes: tuple[int, ...]) -> tuple[int, str]:
    """Return (how many rounds of these tables there can be at most in which no two meet twice, by which argument)."""
    resting, alike = players - sum(sizes), (sizes[0], len(sizes))
    if not resting and len({*sizes}) == 1 and alike in EXHAUSTED:
        return EXHAUSTED[alike], "OEIS A107431"
    if sum(max(0, size - len(sizes)) for size in sizes) > resting:  # two of a table share one in the next round too
        return 1, "pigeonhole"
    rounds = most = players * (players - 1) // sum(size * (size - 1) for size in sizes)
    least = 1 if resting else min(sizes)  # whoever is not at a large table sees as many, himself too
    for size in {*sizes} - {least}:
        large = sum(one for one in sizes if one >= size)
        while rounds * large > players * ((players - 1 - rounds * (least - 1)) // (size - least)):
            rounds -= 1
    left = (players * (players - 1) - rounds * sum(size * (size - 1) for size in sizes)) // 2
    if len({*sizes}) == 1 and (players - 1) % (least := sizes[0] - 1) == 0 < left < least * sizes[0] // 2:
        return rounds - 1, "pairs left"  # whoever lacks somebody lacks size - 1, as do they: too few pairs are left
    return rounds, "counting" if rounds == most else "each player"


def check_rounds(rounds: list[Any], resting: list[Any], players: int) -> list[str]:
    """Return what is wrong with who sits and rests where; an empty list where each player is once in each round."""
    faults = [] if len(rounds) == len(resting) else [f"{len(rounds)} rounds, {len(resting)} lists of resting players"]
    for number, (tables, out) in enumerate(zip(rounds, resting, strict=False), start=1):
        places, everybody = Counter(chain(*tables, out)), range(1, players + 1)
        faults += [f"round {number}: there is no player {p}" for p in places if p not in everybody]
        faults += [f"round {number}: player {p} is there {places[p]} times" for p in everybody if places[p] != 1]
        faults += [f"round {number}: a table of {len(table)}" for table in tables if len(table) < 2]
    return faults


def count_meetings(rounds: list[Any], players: int) -> list[list[int]]:
    """Return the square table of how often each two players sat at one table."""
    met = [[0] * (players + 1) for _ in range(players + 1)]
    for table in chain(*rounds):
        for a, b in permutations(table, 2):
            met[a][b] += 1
    return met


def measure(met: list[list[int]]) -> tuple[int, int]:
    """Return (repeats, pair cost) of a table of meetings."""
    times = [met[a][b] for a in range(1, len(met)) for b in range(1, a)]
    return sum(n - 1 for n in times if n), sum(n * (n - 1) // 2 for n in times)


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
