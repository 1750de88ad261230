"""Choose partners: how tables of four split into two pairs, and who sits where in them. And build whist tournaments:
rounds in which everybody is once the partner of everybody and twice his opponent.

The same two people are partners as rarely as possible; then everybody has the same seat as rarely as possible. Choosing
changes no table's players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations, permutations
from random import Random

from tournaments.draws.algebra import FIELD_LIMIT, Square, build_ring, factorise, list_primitive_powers
from tournaments.draws.model import DrawRequest, DrawRound, TablePlayers

WHIST = {
    players: [[*map(int, table.split())] for table in tables.split(", ")]
    for players, tables in (
        (8, "0 3 5 4, 1 6 7 2"),
        (12, "4 6 0 3, 10 8 9 2, 7 1 5 11"),
        (16, "10 12 6 13, 15 9 14 4, 3 2 0 11, 7 1 5 8"),
        (20, "6 19 1 9, 18 15 8 14, 17 13 5 0, 12 10 16 7, 11 4 3 2"),
        (21, "5 20 17 7, 19 1 8 3, 16 2 10 6, 15 14 18 9, 12 4 13 11"),
        (24, "7 17 21 19, 5 1 4 20, 16 10 9 18, 8 13 3 2, 14 6 11 0, 12 15 22 23"),
        (28, "13 27 5 22, 8 17 11 10, 26 20 15 18, 12 23 0 19, 25 3 16 9, 24 1 2 14, 21 7 4 6"),
        (32, "9 3 8 31, 7 25 24 19, 14 11 23 0, 27 10 17 26, 13 29 20 2, 4 12 22 15, 5 30 28 1, 6 16 18 21"),
        (33, "17 15 18 5, 24 13 21 28, 22 3 26 27, 8 2 20 29, 23 6 10 1, 31 4 12 11, 25 7 9 32, 14 19 16 30"),
        (
            36,
            "0 16 23 14, 25 35 8 33, 18 15 4 26, 3 29 34 20, 19 6 22 21, 32 28 24 9, 11 12 10 5, 7 1 13 31, 2 17 27 30",
        ),
    )
}
"""By number of players: the first round of a whist tournament, tables a, b, c, d where a and c are partners; for 8,
16, 20, 21, 24 and 28 a triple whist tournament. The residues modulo 4n − 1, or 4n + 1, move on by one each round;
with 4n players the last one stays."""

Pair = tuple[int, int]
BESIDE = ((0, 1), (2, 3))
"""The pairs of seats (from 0) of partners who sit side by side."""
OPPOSITE = ((0, 2), (1, 3))
"""The pairs of seats (from 0) of partners who face each other."""
FOUR = 4


def list_partner_pairs(table: TablePlayers, pattern: Sequence[Pair]) -> list[Pair]:
    """Return the two pairs of partners at a table of four, each with the lower number first. `pattern`: the pairs of
    seats that are partners."""
    return [(min(table[a], table[b]), max(table[a], table[b])) for a, b in pattern]


def choose_partners(
    rounds: Sequence[DrawRound],
    previous: Iterable[DrawRound],
    pattern: Sequence[Pair],
    locked: Sequence[Collection[TablePlayers]] = (),
) -> tuple[DrawRound, ...]:
    """Return the same tables, those of four in the seat order in which the partners are those who have been partners
    least often.

    previous: the rounds before; they count as partnerships and seats.
    pattern: the pairs of seats whose players are partners.
    locked: by round, the tables whose order stays (empty: none).
    """
    been: Counter[Pair] = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    for one in previous:
        _count_partners_and_seats(one.tables, pattern, been, sat)
    partners = []
    for r, one in enumerate(rounds):
        stays = locked[r] if locked else ()
        tables = tuple(
            table if table in stays or len(table) != FOUR else _find_best_order(table, pattern, been, sat)
            for table in one.tables
        )
        _count_partners_and_seats(tables, pattern, been, sat)
        partners.append(DrawRound(tables, one.resting))
    return tuple(partners)


def count_partner_repeats(rounds: Iterable[DrawRound], pattern: Sequence[Pair]) -> int:
    """Return Σ over pairs of max(0, times as partners − 1). `pattern`: the pairs of seats that are partners."""
    been: Counter[Pair] = Counter()
    for one in rounds:
        _count_partners_and_seats(one.tables, pattern, been, Counter())
    return sum(times - 1 for times in been.values())


def _count_partners_and_seats(
    tables: Iterable[TablePlayers], pattern: Sequence[Pair], been: Counter[Pair], sat: Counter[tuple[int, int]]
) -> None:
    """Add to `been` how often each pair were partners, and to `sat` how often each (player, seat) occurred, at these
    tables."""
    for table in tables:
        if len(table) == FOUR:
            been.update(list_partner_pairs(table, pattern))
        sat.update((p, seat) for seat, p in enumerate(table))


def _find_best_order(
    table: TablePlayers, pattern: Sequence[Pair], been: Counter[Pair], sat: Counter[tuple[int, int]]
) -> TablePlayers:
    """Return the order of the four whose partners, then seats, came least often; among equals the given one. `been`: by
    pair, how often partners; `sat`: by (player, seat), how often."""

    def cost(order: TablePlayers) -> tuple[int, int]:
        again = sum(2 * been[pair] + 1 for pair in list_partner_pairs(order, pattern))
        return again, sum(2 * sat[p, seat] + 1 for seat, p in enumerate(order))

    return min(permutations(table), key=cost)


# --- whist tournaments -----------------------------------------------------------------------------------------


def build_whist_rounds(players: int, pattern: Sequence[Pair]) -> tuple[DrawRound, ...]:
    """Return the rounds of a whist tournament of 4n or 4n + 1 players, numbered from 1: 4n − 1 rounds, or 4n + 1 with
    one at rest in each. Empty where none is known here. `pattern`: the pairs of seats (from 0) that are partners.

    For a prime power 4n + 1 the tables of the first round are powers of a primitive element (Moore 1896); for other
    numbers they are stored in `WHIST`. From round to round the players' numbers move on (`_find_whist_base`); of 4n
    players the last one keeps his.
    """
    base, sums = _find_whist_base(players)
    seats = [seat for pair in pattern for seat in pair]
    rounds = []
    for turn in range(len(sums)):
        moved = [[sums[p][turn] + 1 if p < len(sums) else players for p in table] for table in base]
        tables = tuple(_seat_two_pairs(table, seats) for table in moved)
        rounds.append(DrawRound(tables, (turn + 1,) if players % 4 else ()))
    return tuple(rounds)


def _find_whist_base(players: int) -> tuple[list[list[int]], Square]:
    """Return the first round of a whist tournament, and the addition table by which its points move on from round to
    round; both empty where none is known."""
    if players % 4 == 1 and players <= FIELD_LIMIT and len(factorise(players)) == 1:
        field, n = build_ring(players), players // 4
        power = list_primitive_powers(field)
        return [[power[i + n * j] for j in range(4)] for i in range(n)], field.add
    if players not in WHIST:
        return [], ()
    modulus = players - 1 + players % 4
    return WHIST[players], tuple(tuple((x + y) % modulus for y in range(modulus)) for x in range(modulus))


def count_whist_rounds(players: int) -> int:
    """Return how many rounds a whist tournament of so many players has; 0 where none is known here."""
    return len(_find_whist_base(players)[1])


def draw_whist_rounds(request: DrawRequest, pattern: Sequence[Pair]) -> tuple[DrawRound, ...]:
    """Return the first rounds of a whist tournament with the request's players numbered by lot. Empty if no whist
    tournament of so many players and rounds is known here, for a draw by scores, and for a request with earlier rounds
    or absent players. `pattern`: the pairs of seats that are partners."""
    rounds = build_whist_rounds(request.players, pattern)
    if len(rounds) < request.rounds or request.previous or any(request.absent) or request.scores is not None:
        return ()
    name = dict(enumerate(Random(request.seed).sample(range(1, request.players + 1), request.players), start=1))
    sat: Counter[tuple[int, int]] = Counter()
    whist_rounds = []
    for one in rounds[: request.rounds]:
        named = [tuple(name[p] for p in table) for table in one.tables]
        # where one rests, the residues pass through all seats by themselves
        tables = tuple(table if one.resting else _turn_to_rare_seats(table, sat) for table in named)
        _count_partners_and_seats(tables, pattern, Counter(), sat)
        whist_rounds.append(DrawRound(tables, tuple(name[p] for p in one.resting)))
    return tuple(whist_rounds)


def _turn_to_rare_seats(table: TablePlayers, sat: Counter[tuple[int, int]]) -> TablePlayers:
    """Return the table's four players turned so that they take the seats in which they sat least often; who is whose
    partner, and who faces whom, stays. `sat`: by (player, seat), how often."""
    orders = [tuple(table[seat] for seat in turn) for turn in ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0))]
    return min(orders, key=lambda order: sum(2 * sat[p, seat] + 1 for seat, p in enumerate(order)))


def _seat_two_pairs(table: Sequence[int], seats: Sequence[int]) -> TablePlayers:
    """Return the table's players in seat order: the partners a and c of the table a, b, c, d on the first two of
    `seats`, b and d on the others."""
    where = dict(zip(seats, (table[0], table[2], table[1], table[3]), strict=True))
    return tuple(where[seat] for seat in range(FOUR))


def name_whist(rounds: Sequence[DrawRound], players: int, pattern: Sequence[Pair]) -> str:
    """Return "whist" if everybody is the partner of everybody once and his opponent twice; "triple whist" if moreover
    he is his opponent once in each of the two ways in which the seats of a table split into pairs of opponents; else
    "". `pattern`: the pairs of seats that are partners."""
    (a, c), (b, d) = pattern
    counts = []
    for pairs in (pattern, ((a, b), (c, d)), ((a, d), (b, c))):
        been: Counter[Pair] = Counter()
        for one in rounds:
            _count_partners_and_seats(one.tables, pairs, been, Counter())
        counts.append(been)
    everybody = list(combinations(range(1, players + 1), 2))
    if not everybody or any(counts[0][pair] != 1 or counts[1][pair] + counts[2][pair] != 2 for pair in everybody):
        return ""
    return "triple whist" if all(counts[1][pair] == 1 for pair in everybody) else "whist"
