"""Order the players of each table in seats, and number the tables.

Changes no table's players. The first seat deals first, so balanced seats are balanced first deals.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, combinations
from random import Random

from tournaments.draws.allotment import allot
from tournaments.draws.model import DrawRound, TablePlayers
from tournaments.draws.seat_costs import LARGEST_TABLE, SeatCosts
from tournaments.draws.swaps import SwapSearch

Tables = list[list[int]]
SWAPS = 40_000
"""The largest number of swaps in the annealing of several rounds."""
HEAT = 0.7
"""The starting temperature of that annealing."""


class SeatColouring:
    """Seats as colours of a bipartite graph: an edge is a player at a table, and each node has a colour once.

    A player's first `size` tables make one node, his next `size` another, and so on: within each he has every seat
    once, so his counts differ by one at most, at any time. Tables have `size` edges and player nodes no more, so `size`
    colours suffice (Kőnig 1916), and an alternating path finds them one edge after the other.
    """

    def __init__(self, size: int, rng: Random) -> None:
        self.size, self.rng = size, rng
        self.nodes: dict[tuple[int, ...], dict[int, tuple[int, ...]]] = defaultdict(dict)

    def add(self, table: tuple[int, ...], node: tuple[int, ...]) -> None:
        """Give the player's sitting at this table, the edge from `table` to `node`, a seat as its colour.

        Where both ends have no free colour in common, others are changed along an alternating path.
        """
        free_here = [c for c in range(self.size) if c not in self.nodes[table]]
        free_there = [c for c in range(self.size) if c not in self.nodes[node]]
        common = [c for c in free_here if c in free_there]
        if common:
            colour = self.rng.choice(common)
        else:
            colour = free_here[0]
            self._flip(node, colour, free_there[0])
        self.nodes[table][colour] = node
        self.nodes[node][colour] = table

    def _flip(self, node: tuple[int, ...], out: int, into: int) -> None:
        """Exchange two colours along the path that leaves `node` by `out`.

        The path cannot end at the table for which `out` is free, since the graph has two sides.
        """
        path, here, colour, other = [node], node, out, into
        while colour in self.nodes[here]:
            here = self.nodes[here][colour]
            path.append(here)
            colour, other = other, colour
        colours = [out if i % 2 == 0 else into for i in range(len(path) - 1)]
        edges = list(zip(path, path[1:], colours, strict=False))
        for a, b, c in edges:
            del self.nodes[a][c], self.nodes[b][c]
        for a, b, c in edges:
            new = into if c == out else out
            self.nodes[a][new], self.nodes[b][new] = b, a

    def list_seat_order(self, table: tuple[int, ...]) -> list[int]:
        """Return the table's players in seat order."""
        return [self.nodes[table][colour][0] for colour in sorted(self.nodes[table])]


Counts = dict[int, list[int]]
"""By player, how often he sat in each seat (from 0)."""


def count_seats(rounds: Iterable[Sequence[Sequence[int]]], size: int) -> Counts:
    """Return how often each player sat in each of the seats 0..size−1 at the tables of these rounds."""
    tables = [table for one in rounds for table in one]
    sat = [Counter([table[seat] for table in tables if len(table) > seat]).get for seat in range(size)]
    everybody = dict.fromkeys(chain.from_iterable(tables))
    return {player: [times(player, 0) for times in sat] for player in everybody}


def get_largest_size(rounds: Iterable[Sequence[Sequence[int]]]) -> int:
    """Return how many players the largest table of these rounds has."""
    return max([max(map(len, tables), default=0) for tables in rounds], default=0)


def compute_seat_gap(rounds: Sequence[DrawRound]) -> int:
    """Return, of all players, the largest difference between how often one sat in one seat and in another."""
    tables = [one.tables for one in rounds]
    kinds = set(map(tuple, count_seats(tables, get_largest_size(tables)).values()))
    return max((max(seen) - min(seen) for seen in kinds), default=0)


def arrange_seats(
    rounds: list[Tables], previous: Sequence[DrawRound], locked: Collection[tuple[int, int]], rng: Random
) -> list[Tables]:
    """Return the same tables, each in the seat order that balances everybody's seats, previous rounds included.

    locked: (round, table) pairs, from 0, of tables whose order stays.
    """
    size = get_largest_size(rounds)
    free = [(r, t) for r, one in enumerate(rounds) for t in range(len(one)) if (r, t) not in locked]
    full = [(r, t) for r, t in free if len(rounds[r][t]) == size]
    out = [[list(table) for table in one] for one in rounds]
    if not previous and not locked:
        _colour_seats(out, full, size, rng)
        if len(full) == len(free):
            return out
    if len(rounds) == 1:
        for r, t in free:
            rng.shuffle(out[r][t])
        if size <= LARGEST_TABLE:
            return [_order_by_costs(out[0], {t for _r, t in free}, compute_seat_costs(previous, size))]
    played = [one.tables for one in previous]
    seen = count_seats([*played, *out], max(size, get_largest_size(played)))
    _balance_by_swaps(out, seen, free, rng)
    return out


def _order_by_costs(tables: Tables, loose: Collection[int], costs: SeatCosts) -> Tables:
    """Return the tables of one round, those in `loose` (from 0) each in its cheapest seat order."""
    return [costs.find_seat_order(table) if t in loose else table for t, table in enumerate(tables)]


def compute_seat_costs(previous: Sequence[DrawRound], size: int) -> SeatCosts:
    """Return the seat costs at tables of up to `size` players, after the rounds `previous`.

    Seats beyond `size`, at larger tables of those rounds, are ignored.
    """
    played = [one.tables for one in previous]
    seen = count_seats(played, max(size, get_largest_size(played)))
    return SeatCosts({player: mine[:size] for player, mine in seen.items()}, size)


def _colour_seats(rounds: list[Tables], full: list[tuple[int, int]], size: int, rng: Random) -> None:
    """Put the players of some tables in such a seat order that nobody has one seat more than once oftener than another:
    seats are the colours of `SeatColouring`. `rounds`: changed in place; `full`: (round, table), from 0, of these
    tables, each of `size` players."""
    colouring = SeatColouring(size, rng)
    played: Counter[int] = Counter()
    for r, t in full:
        for player in rounds[r][t]:
            colouring.add((-1, r, t), (player, played[player] // size))
            played[player] += 1
    for r, t in full:
        rounds[r][t] = colouring.list_seat_order((-1, r, t))


def _balance_by_swaps(rounds: list[Tables], seen: Counts, free: list[tuple[int, int]], rng: Random) -> None:
    """Swap seats inside tables to lower Σ count², a count being how often one player sat in one seat: annealing, then
    descent. `seen`: these counts, by player and seat, kept up to date; `free`: (round, table), from 0, of the tables
    whose order may change.

    In one round alone the tables do not depend on each other, so that descent is enough.
    """
    random = rng.random
    swaps = min(SWAPS, 60 * len(free)) if len(rounds) > 1 else 0
    for step in range(swaps):
        r, t = free[int(random() * len(free))]
        table = rounds[r][t]
        limit = -HEAT * (1 - step / swaps) * math.log(1 - random())
        _try_swap(table, int(random() * len(table)), int(random() * len(table)), seen, limit)
    pairs = [(rounds[r][t], i, j) for r, t in free for i, j in combinations(range(len(rounds[r][t])), 2)]
    while sum([_try_swap(table, i, j, seen, -0.5) for table, i, j in pairs]):
        pass


def _try_swap(table: list[int], i: int, j: int, seen: Counts, limit: float) -> bool:
    """Swap seats i and j (from 0) of a table if that adds at most 2·limit to Σ count² (see `_balance_by_swaps`).
    Return True if they were swapped; `seen`, the counts, is then brought up to date."""
    if i == j:
        return False
    a, b = seen[table[i]], seen[table[j]]
    if a[j] - a[i] + b[i] - b[j] + 2 > limit:
        return False
    a[i], a[j] = a[i] - 1, a[j] + 1
    b[j], b[i] = b[j] - 1, b[i] + 1
    table[i], table[j] = table[j], table[i]
    return True


def number_tables(
    tables: Sequence[Sequence[int]], fixed: Sequence[tuple[int, int]], locked_tables: Sequence[tuple[int, TablePlayers]]
) -> tuple[TablePlayers, ...]:
    """Return the tables in the order of their numbers.

    Locked tables have their own number; tables with a fixed player have his, if it is free. All others follow in the
    order given.

    tables: the tables, without numbers.
    fixed: (player, table number).
    locked_tables: (table number, table).
    """
    free = dict(enumerate(map(tuple, tables), start=1))
    at: dict[int, TablePlayers] = {}
    for wanted, table in locked_tables:
        at[wanted] = table
        free = {n: t for n, t in free.items() if t != table}
    for player, wanted in fixed:
        for n, table in free.items():
            if player in table and wanted not in at and wanted <= len(tables):
                at[wanted] = free.pop(n)
                break
    rest = iter(free.values())
    return tuple(at[n] if n in at else next(rest) for n in range(1, len(tables) + 1))


def build_tables_by_seat(
    playing: Sequence[int], sizes: Sequence[int], seat_costs: SeatCosts, rng: Random
) -> list[list[int]]:
    """Return the players at tables of these sizes, in seat order, with the least seat costs possible."""
    costs = {player: seat_costs.get_player_costs(player) for player in rng.sample(playing, len(playing))}
    given = allot(costs, [sum(size > seat for size in sizes) for seat in range(max(sizes, default=0))])
    for players in given:
        rng.shuffle(players)
    lines = [iter(players) for players in given]
    return [[next(lines[seat]) for seat in range(size)] for size in sizes]


def restrict_to_same_seat(state: SwapSearch) -> None:
    """Restrict swaps to players in the same seat of different tables."""
    seat_of = [place - span[0] for span in state.spans for place in span]
    alike: dict[int, list[int]] = {}
    for place in state.movable:
        alike.setdefault(seat_of[place], []).append(place)
    state.partners = [alike.get(seat, []) for seat in seat_of]
