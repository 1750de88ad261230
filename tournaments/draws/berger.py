"""Round robins at tables of two: the circle method (Kirkman 1847), Berger's tables, and the rounds that remain when
players come and go.

`build_berger_table` returns the standard Berger table to the letter (FIDE Handbook C.05, annex 1): the player named
first sits first and deals first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import rustworkx

from tournaments.draws import meetings
from tournaments.draws.model import Round, Table

Pairing = tuple[list[list[int]], list[int]]
"""One round: tables of two points, and the points that rest (points from 0)."""


def circle(n: int, rounds: int) -> list[Pairing]:
    """Return `rounds` rounds of n points by the circle method.

    Where n is odd each point rests once in n rounds. After a full cycle it starts again.
    """
    seats = n + n % 2
    return [_turn(n, seats, r % (seats - 1)) for r in range(rounds)] if n > 1 else [([], [*range(n)])] * rounds


def _turn(n: int, seats: int, r: int) -> Pairing:
    """Return round r of the circle method; `seats` is n, or n + 1 where n is odd."""
    last, turning = seats - 1, seats - 1
    couples = [[last, r]]
    couples += [[(r + i) % turning, (r - i) % turning] for i in range(1, seats // 2)]
    playing = [sorted(couple) if i % 2 else couple for i, couple in enumerate(couples) if max(couple) < n]
    return playing, [min(couple) for couple in couples if max(couple) >= n]


# --- Berger's tables ---------------------------------------------------------------------------------------


def table(players: Sequence[int], double: bool = False) -> tuple[Round, ...]:
    """Return all rounds of the Berger table of these players, numbered in the given order.

    Where the number of players is odd, the last number of the next even table is a bye. double: add a second cycle with
    the first seats exchanged; the last two rounds of the first cycle change places, so that nobody sits first three
    times in a row.
    """
    if len(players) < 2:
        return ()
    seats = len(players) + len(players) % 2
    cycle = [_round(players, seats, r) for r in range(seats - 1)]
    if not double:
        return tuple(cycle)
    back = [Round(tuple((b, a) for a, b in one.tables), one.resting) for one in cycle]
    if len(cycle) > 1:
        cycle[-2:] = reversed(cycle[-2:])
    return (*cycle, *back)


def _round(players: Sequence[int], seats: int, r: int) -> Round:
    """Return round r (from 0) of the Berger table with `seats` numbers; a player paired with a missing number rests."""
    turning = seats - 1
    pivot = r * (seats // 2) % turning
    couples = [(pivot, turning) if r % 2 == 0 else (turning, pivot)]
    couples += [((pivot + i) % turning, (pivot - i) % turning) for i in range(1, seats // 2)]
    there = len(players)
    return Round(
        tuple((players[a], players[b]) for a, b in couples if max(a, b) < there),
        tuple(players[min(couple)] for couple in couples if max(couple) >= there),
    )


def left(players: Sequence[int], double: bool, played: Sequence[Round]) -> tuple[Round, ...]:
    """Return the rounds that remain to be played after `played`.

    They are the Berger table's own while all rounds played follow it; otherwise as few rounds as can be found for the
    pairs that have not met (or, with `double`, not met twice). Tables with players who have left count for nothing.
    """
    if follows(players, double, played):
        return table(players, double)[len(played) :]
    met = meetings.count(played)
    wanted = Counter(dict.fromkeys(meetings.pairs(players), 1 + double))
    return fewest(players, wanted - met, played)


def follows(players: Sequence[int], double: bool, played: Sequence[Round]) -> bool:
    """True if the rounds played are the first ones of the Berger table, whoever sat first."""
    return [_pairs(one) for one in played] == [_pairs(one) for one in table(players, double)[: len(played)]]


def _pairs(one: Round) -> set[frozenset[int]]:
    """Return the pairs of one round, regardless of who sits first."""
    return {frozenset(each) for each in one.tables}


def fewest(players: Sequence[int], wanted: Counter[tuple[int, int]], played: Sequence[Round]) -> tuple[Round, ...]:
    """Return rounds in which each pair meets as often as `wanted` says.

    Every round is as full as can be, the players with the most games left first. Whoever of a pair has sat first less
    often sits first.
    """
    to_play, rounds = Counter(wanted), list[Round]()
    first = Counter(each.tables[n][0] for each in played for n in range(len(each.tables)))
    while to_play := +to_play:
        couples = _fullest(players, to_play)
        tables = tuple(seated(a, b, first) for a, b in couples)
        to_play.subtract(couples)
        first.update(each[0] for each in tables)
        busy = {p for couple in couples for p in couple}
        rounds.append(Round(tables, tuple(p for p in players if p not in busy)))
    return tuple(rounds)


def _fullest(players: Sequence[int], to_play: Counter[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return as many disjoint pairs as possible, preferring the players with the most games left."""
    busy: Counter[int] = Counter()
    for pair, times in to_play.items():
        busy.update(dict.fromkeys(pair, times))
    at = {p: n for n, p in enumerate(players)}
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(players)))
    graph.add_edges_from([(at[a], at[b], busy[a] ** 2 + busy[b] ** 2) for a, b in sorted(to_play)])
    mates = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    found = [(players[a], players[b]) for a, b in mates]
    return sorted((min(pair), max(pair)) for pair in found)


def seated(a: int, b: int, first: Counter[int]) -> Table:
    """Return the two players in seat order: whoever has sat first less often sits first."""
    return (a, b) if first[a] <= first[b] else (b, a)
