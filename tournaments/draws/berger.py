"""Round robins at tables of two: the circle method (Kirkman 1847), Berger's tables, and the rounds that remain when
players come and go.

`build_berger_table` returns the standard Berger table to the letter (FIDE Handbook C.05, annex 1): the player named
first sits first and deals first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tournaments.draws import meetings
from tournaments.draws.model import DrawRound, TablePlayers

Pairing = tuple[list[list[int]], list[int]]
"""One round: tables of two points, and the points that rest (points from 0)."""


def build_circle_rounds(n: int, rounds: int) -> list[Pairing]:
    """Return `rounds` rounds of n points by the circle method.

    Where n is odd each point rests once in n rounds. After a full cycle it starts again.
    """
    seats = n + n % 2
    return (
        [_build_circle_round(n, seats, r % (seats - 1)) for r in range(rounds)]
        if n > 1
        else [([], [*range(n)])] * rounds
    )


def _build_circle_round(n: int, seats: int, r: int) -> Pairing:
    """Return round r of the circle method; `seats` is n, or n + 1 where n is odd."""
    last, turning = seats - 1, seats - 1
    couples = [[last, r]]
    couples += [[(r + i) % turning, (r - i) % turning] for i in range(1, seats // 2)]
    playing = [sorted(couple) if i % 2 else couple for i, couple in enumerate(couples) if max(couple) < n]
    return playing, [min(couple) for couple in couples if max(couple) >= n]


# --- Berger's tables ---------------------------------------------------------------------------------------


def build_berger_table(players: Sequence[int], double: bool = False) -> tuple[DrawRound, ...]:
    """Return all rounds of the Berger table of these players, numbered in the given order.

    Where the number of players is odd, the last number of the next even table is a bye. double: add a second cycle with
    the first seats exchanged; the last two rounds of the first cycle change places, so that nobody sits first three
    times in a row.
    """
    if len(players) < 2:
        return ()
    seats = len(players) + len(players) % 2
    cycle = [_build_berger_round(players, seats, r) for r in range(seats - 1)]
    if not double:
        return tuple(cycle)
    back = [DrawRound(tuple((b, a) for a, b in one.tables), one.resting) for one in cycle]
    if len(cycle) > 1:
        cycle[-2:] = reversed(cycle[-2:])
    return (*cycle, *back)


def _build_berger_round(players: Sequence[int], seats: int, r: int) -> DrawRound:
    """Return round r (from 0) of the Berger table with `seats` numbers; a player paired with a missing number rests."""
    turning = seats - 1
    pivot = r * (seats // 2) % turning
    couples = [(pivot, turning) if r % 2 == 0 else (turning, pivot)]
    couples += [((pivot + i) % turning, (pivot - i) % turning) for i in range(1, seats // 2)]
    there = len(players)
    return DrawRound(
        tuple((players[a], players[b]) for a, b in couples if max(a, b) < there),
        tuple(players[min(couple)] for couple in couples if max(couple) >= there),
    )


def list_rounds_left(players: Sequence[int], double: bool, played: Sequence[DrawRound]) -> tuple[DrawRound, ...]:
    """Return the rounds that remain to be played after `played`.

    They are the Berger table's own while all rounds played follow it; otherwise as few rounds as can be found for the
    pairs that have not met (or, with `double`, not met twice). Tables with players who have left count for nothing.
    """
    if follows_berger_table(players, double, played):
        return build_berger_table(players, double)[len(played) :]
    met = meetings.count_meetings(played)
    wanted = Counter(dict.fromkeys(meetings.list_pairs(players), 1 + double))
    return build_full_rounds(players, wanted - met, played)


def follows_berger_table(players: Sequence[int], double: bool, played: Sequence[DrawRound]) -> bool:
    """True if the pairs of the rounds played are those of the first rounds of the Berger table; which of a pair sat
    first does not matter. `double`: all meet twice."""
    return [_list_round_pairs(one) for one in played] == [
        _list_round_pairs(one) for one in build_berger_table(players, double)[: len(played)]
    ]


def _list_round_pairs(one: DrawRound) -> set[frozenset[int]]:
    """Return the pairs of one round, regardless of who sits first."""
    return {frozenset(each) for each in one.tables}


def build_full_rounds(
    players: Sequence[int], wanted: Counter[tuple[int, int]], played: Sequence[DrawRound]
) -> tuple[DrawRound, ...]:
    """Return rounds in which each pair meets as often as `wanted` says.

    Every round is as full as can be, the players with the most games left first. Whoever of a pair has sat first less
    often sits first.
    """
    to_play, rounds = Counter(wanted), list[DrawRound]()
    first = Counter(each.tables[n][0] for each in played for n in range(len(each.tables)))
    while to_play := +to_play:
        couples = _find_fullest_round(players, to_play)
        tables = tuple(order_pair(a, b, first) for a, b in couples)
        to_play.subtract(couples)
        first.update(each[0] for each in tables)
        busy = {p for couple in couples for p in couple}
        rounds.append(DrawRound(tables, tuple(p for p in players if p not in busy)))
    return tuple(rounds)


def _find_fullest_round(players: Sequence[int], to_play: Counter[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return as many disjoint pairs as possible, preferring the players with the most games left. `to_play`: by pair,
    how many games they have left."""
    import rustworkx

    busy: Counter[int] = Counter()
    for pair, times in to_play.items():
        busy.update(dict.fromkeys(pair, times))
    at = {p: n for n, p in enumerate(players)}
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(players)))
    graph.add_edges_from([(at[a], at[b], busy[a] ** 2 + busy[b] ** 2) for a, b in sorted(to_play)])
    mates = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    matched = [(players[a], players[b]) for a, b in mates]
    return sorted((min(pair), max(pair)) for pair in matched)


def order_pair(a: int, b: int, first: Counter[int]) -> TablePlayers:
    """Return the two players in seat order: whoever has sat first less often sits first."""
    return (a, b) if first[a] <= first[b] else (b, a)
