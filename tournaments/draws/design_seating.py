"""Seat tonight's players by a design: choose empty chairs, rotate spare players, draw the players' points by lot.

A design seats size·tables points. With fewer players some points stay empty, chosen among points that never meet, so
that no table lacks two players. With more players than seats, the spare ones take, round after round, the seat of a
player who rests; or where one player more would fill one table more, the table of an empty chair rests. Knows nothing
of previous rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations
from random import Random

from tournaments.draws.algebra import Rounds
from tournaments.draws.divisions import Division

SeatedRounds = tuple[list[list[list[int]]], list[list[int]]]
"""Tables of players (from 0) by round, and the players who rest by round."""

TRIES = 24
"""How many choices of empty chairs are compared."""
FEWER = 4
"""How many numbers of rounds are tried, from all on down, for the spare players to meet nobody again."""
MOST_SEATS = 10_000
"""How many seats the rounds have at most in which all are looked at: 120 players in 59 rounds have fewer."""
LOOKS = 300_000
"""How many seats for one spare player are looked at."""
SeatOption = tuple[int, int, int, int]
"""A seat for a spare player: those whom he meets there, as bits; the round; the table; who leaves it."""
NAME_TRIES = 1500
"""How many times all names that clash are exchanged, at most."""
SIDESTEP = 0.02
"""Probability with which an exchange of names that makes it worse by one is accepted."""


def fits_design(division: Division) -> bool:
    """True if a design can seat this division: no table is smaller than the largest by more than one player."""
    return bool(division.sizes) and division.sizes[-1] >= division.sizes[0] - 1


def seat_by_design(found: Rounds, division: Division, rng: Random) -> SeatedRounds | None:
    """Seat the division's players by a design's rounds.

    Returns None when no choice of empty chairs that never meet is found.
    """
    size, tables = division.sizes[0], len(division.sizes)
    empty = _choose_empty_points(found, size * tables, division.small_tables, rng)
    if empty is None:
        return None
    points = [p for p in range(size * tables) if p not in empty]
    player = {point: i for i, point in enumerate(points)}
    rounds = [[[player[p] for p in table if p in player] for table in one] for one in found]
    return _seat_with_spares(rounds, len(points), division.resting, rng)


def rest_beside_empty_chair(found: Rounds) -> SeatedRounds:
    """Return the rounds of a design with one of its points left out as an empty chair, and who rests in each: the
    others at that chair's table, each once at most, as nobody meets the chair twice."""
    empty = max(p for table in found[0] for p in table)
    rounds = [[table for table in one if empty not in table] for one in found]
    return rounds, [sorted(p for table in one if empty in table for p in table if p != empty) for one in found]


def _choose_empty_points(rounds: Rounds, points: int, wanted: int, rng: Random) -> set[int] | None:
    """Choose `wanted` points that never meet, to stay empty.

    Of several choices the one that shares small tables out best is returned; None where no choice is found.
    """
    if not wanted:
        return set()
    mates: list[set[int]] = [set() for _ in range(points)]
    for one in rounds:
        for table in one:
            for p in table:
                mates[p].update(table)
    choices = [chosen for _ in range(TRIES) if (chosen := _choose_strangers(mates, wanted, rng)) is not None]
    return min(choices, key=lambda chosen: _measure_unevenness(mates, chosen), default=None)


def _choose_strangers(mates: Sequence[set[int]], wanted: int, rng: Random) -> set[int] | None:
    """Choose `wanted` points that never meet, or return None; each next one leaves the most candidates. `mates`: by
    point, those that it meets."""
    chosen: set[int] = set()
    free = set(range(len(mates)))
    while len(chosen) < wanted:
        if len(free) < wanted - len(chosen):
            return None
        sample = rng.sample(sorted(free), min(len(free), 12))
        point = min(sample, key=lambda p: len(free & mates[p]))
        chosen.add(point)
        free -= mates[point] | {point}
    return chosen


def _measure_unevenness(mates: Sequence[set[int]], chosen: set[int]) -> int:
    """Return Σ over players of (how often he sits at a table with an empty chair)²; the smaller, the more evenly
    shared. `mates`: by point, those that it meets; `chosen`: the points that stay empty."""
    small = Counter(p for point in chosen for p in mates[point] if p not in chosen)
    return sum(times * times for times in small.values())


def _seat_with_spares(rounds: Rounds, seated: int, spare: int, rng: Random) -> SeatedRounds:
    """Seat the players seated..seated+spare−1 too, each round in place of others, who rest then.

    Where nobody need rest twice, seats are looked for at which nobody meets anybody again, in all rounds or all but the
    last few. Otherwise the players who have rested least rest; among those, the spare players take the seats where they
    repeat the fewest meetings.
    """
    if not spare:
        return rounds, [[] for _ in rounds]
    tables, resting = _begin_among_strangers(rounds, seated, spare, rng)
    spares = [*range(seated, seated + spare)]
    rests = Counter(dict.fromkeys(range(seated + spare), 0))
    rests.update(p for out in resting for p in out)
    met = {s: Counter(p for one in tables for table in one if s in table for p in table) for s in spares}
    for one in rounds[len(tables) :]:
        out = _choose_resting(spares, rests, rng)
        _seat_spares(one, out, met, rests, rng)
        resting.append(sorted(out))
        rests.update(out)
    return [*tables, *rounds[len(tables) :]], resting


def _begin_among_strangers(rounds: Rounds, seated: int, spare: int, rng: Random) -> SeatedRounds:
    """Return the first rounds, all or a few fewer, in which the spare players meet nobody again; no rounds where that
    is not found, somebody must rest twice, or there are too many seats to look at."""
    least = max(1, len(rounds) - FEWER)
    if spare * (len(rounds) - 1) > seated or seated * len(rounds) > MOST_SEATS:
        return [], []
    for many in range(len(rounds), least, -1):
        if found := _seat_among_strangers(rounds[:many], seated, spare, rng):
            return found
    return [], []


def _seat_among_strangers(rounds: Rounds, seated: int, spare: int, rng: Random) -> SeatedRounds | None:
    """Return the rounds in which the spare players rest first, then take the seat of somebody else each round, of whom
    nobody rests twice, at tables where nobody meets a spare player again; None where that is not found."""
    tables, resting = [[*one] for one in rounds], [[*range(seated, seated + spare)], *([] for _ in rounds[1:])]
    for newcomer in resting[0]:
        options = _list_seats(tables, {*range(seated)}.difference(*resting))
        rng.shuffle(options)
        chosen = _choose_seats(options, len(rounds) - 1, [LOOKS])
        if chosen is None:
            return None
        for _others, r, t, p in chosen:
            tables[r][t] = [newcomer if q == p else q for q in tables[r][t]]
            resting[r].append(p)
    return tables, [sorted(out) for out in resting]


def _list_seats(tables: Rounds, leavers: set[int]) -> list[SeatOption]:
    """Return the seats, from the second round on, that one of the `leavers` may leave to a spare player, at tables
    where no other spare player sits."""
    seated = 1 + max(p for table in tables[0] for p in table)
    return [
        (sum(1 << q for q in table if q != p), r, t, p)
        for r, one in enumerate(tables[1:], 1)
        for t, table in enumerate(one)
        if max(table) < seated
        for p in leavers.intersection(table)
    ]


def _choose_seats(options: list[SeatOption], missing: int, looks: list[int]) -> list[SeatOption] | None:
    """Return `missing` options, one for each round, that have no other player and no leaver in common; None where there
    are none, or where more than `looks` (one number, counted down) would be looked at."""
    often = Counter(r for _others, r, _t, _p in options)
    if len(often) < missing:
        return None
    if not missing:
        return []
    rare = min(often, key=often.__getitem__)
    for option in options:
        others, r, _t, leaver = option
        if r == rare and looks[0] > 0:
            looks[0] -= len(options)
            fitting = [one for one in options if one[1] != r and not one[0] & others and one[3] != leaver]
            if (rest := _choose_seats(fitting, missing - 1, looks)) is not None:
                return [option, *rest]
    return None


def _choose_resting(spares: list[int], rests: Counter[int], rng: Random) -> list[int]:
    """Return as many players as there are spares: those who have rested least, the spares first."""
    order = sorted(rests, key=lambda p: (rests[p], p not in spares, rng.random()))
    return order[: len(spares)]


def _seat_spares(
    one: list[list[int]], out: list[int], met: dict[int, Counter[int]], rests: Counter[int], rng: Random
) -> None:
    """Give the seats of players who rest to the spare players who do not. `one`: the tables of the round, and `out`:
    who rests, both changed in place; `met`: by spare player, whom he met how often, brought up to date.

    Another player who has rested as little may rest instead, if the spare player repeats fewer meetings in that
    player's seat.
    """
    where = {p: table for table in one for p in table}
    coming = [s for s in met if s not in out]
    for newcomer, drawn in zip(coming, [p for p in out if p not in met], strict=True):
        equals = [p for p in where if rests[p] == rests[drawn] and p not in out and p not in met]
        choices = [drawn, *rng.sample(equals, min(len(equals), 60))]
        known = met[newcomer]
        leaver = min(choices, key=lambda p: sum(known[q] for q in where[p] if q != p))
        out[out.index(drawn)] = leaver
        table = where.pop(leaver)
        table[table.index(leaver)] = newcomer
        where[newcomer] = table
    for newcomer in coming:
        met[newcomer].update(where[newcomer])


def draw_names(seated: SeatedRounds, players: int, forbidden: Collection[tuple[int, int]], rng: Random) -> SeatedRounds:
    """Return the same rounds with the players' numbers drawn by lot; players of a `forbidden` pair get points of the
    design that never meet, where possible."""
    rounds, resting = seated
    name = [*range(players)]
    rng.shuffle(name)
    if forbidden:
        _separate_pairs(rounds, name, forbidden, rng)
    return (
        [[[name[p] for p in table] for table in one] for one in rounds],
        [sorted(name[p] for p in one) for one in resting],
    )


def _separate_pairs(rounds: Rounds, name: list[int], forbidden: Collection[tuple[int, int]], rng: Random) -> None:
    """Exchange the points of players (`name`, changed in place) while that separates pairs that must not meet."""
    meet = Counter(frozenset(pair) for one in rounds for table in one for pair in combinations(table, 2))
    point = {player: p for p, player in enumerate(name)}
    rivals: dict[int, list[int]] = {}
    for a, b in forbidden:
        rivals.setdefault(a, []).append(b)
        rivals.setdefault(b, []).append(a)

    def clashes(player: int) -> int:
        return sum(meet[frozenset((point[player], point[other]))] for other in rivals.get(player, ()))

    for _ in range(NAME_TRIES):
        clashing = [a for a in sorted(rivals) if clashes(a)]
        if not clashing:
            break
        for a in clashing:
            b = rng.randrange(len(name))
            before = clashes(a) + clashes(b)
            point[a], point[b] = point[b], point[a]
            if clashes(a) + clashes(b) > before + (rng.random() < SIDESTEP):
                point[a], point[b] = point[b], point[a]
    for player, p in point.items():
        name[p] = player
