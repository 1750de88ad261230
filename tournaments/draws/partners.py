"""Choose partners: how tables of four split into two pairs, and who sits where in them.

The same partners as rarely as possible, then the same seats as rarely as possible. Changes no table's players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import permutations

from tournaments.draws.model import DrawRound, TablePlayers

Pair = tuple[int, int]
BESIDE = ((0, 1), (2, 3))
"""The pairs of seats (from 0) of partners who sit side by side."""
OPPOSITE = ((0, 2), (1, 3))
"""The pairs of seats (from 0) of partners who face each other."""
FOUR = 4


def list_partner_pairs(table: TablePlayers, pattern: Sequence[Pair]) -> list[Pair]:
    """Return the two pairs of partners of a table of four, the lower number first. `pattern`: the pairs of seats."""
    return [(min(table[a], table[b]), max(table[a], table[b])) for a, b in pattern]


def choose_partners(
    rounds: Sequence[DrawRound],
    previous: Iterable[DrawRound],
    pattern: Sequence[Pair],
    locked: Sequence[Collection[TablePlayers]] = (),
) -> tuple[DrawRound, ...]:
    """Return the same tables, those of four in the seat order whose partners were partners least often before.

    previous: the rounds before; they count as partnerships and seats.
    pattern: the pairs of seats whose players are partners.
    locked: by round, the tables whose order stays (empty: none).
    """
    been: Counter[Pair] = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    for one in previous:
        _count_partners_and_seats(one.tables, pattern, been, sat)
    found = []
    for r, one in enumerate(rounds):
        stays = locked[r] if locked else ()
        tables = tuple(
            table if table in stays or len(table) != FOUR else _find_best_order(table, pattern, been, sat)
            for table in one.tables
        )
        _count_partners_and_seats(tables, pattern, been, sat)
        found.append(DrawRound(tables, one.resting))
    return tuple(found)


def count_partner_repeats(rounds: Iterable[DrawRound], pattern: Sequence[Pair]) -> int:
    """Return Σ over pairs of max(0, times as partners − 1)."""
    been: Counter[Pair] = Counter()
    for one in rounds:
        _count_partners_and_seats(one.tables, pattern, been, Counter())
    return sum(times - 1 for times in been.values())


def _count_partners_and_seats(
    tables: Iterable[TablePlayers], pattern: Sequence[Pair], been: Counter[Pair], sat: Counter[tuple[int, int]]
) -> None:
    """Add the partnerships (`been`) and the seats (`sat`) of these tables to the counters."""
    for table in tables:
        if len(table) == FOUR:
            been.update(list_partner_pairs(table, pattern))
        sat.update((p, seat) for seat, p in enumerate(table))


def _find_best_order(
    table: TablePlayers, pattern: Sequence[Pair], been: Counter[Pair], sat: Counter[tuple[int, int]]
) -> TablePlayers:
    """Return the order of the four whose pairs and then seats came least often; among equals the given order."""

    def cost(order: TablePlayers) -> tuple[int, int]:
        again = sum(2 * been[pair] + 1 for pair in list_partner_pairs(order, pattern))
        return again, sum(2 * sat[p, seat] + 1 for seat, p in enumerate(order))

    return min(permutations(table), key=cost)
