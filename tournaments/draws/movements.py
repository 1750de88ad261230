"""Movements known from duplicate bridge: rounds in which everybody goes from his place to the next by one rule, so that
a card on each table can say where. Mitchell and Howell for two sides, rainbow for people one by one.

Whist tournaments, whose partners change by another rule, are in `partners.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import gcd
from random import Random

from tournaments.draws import partners
from tournaments.draws.meetings import count_meetings
from tournaments.draws.model import DrawRequest, DrawRound

MITCHELL, HOWELL, RAINBOW = "mitchell", "howell", "rainbow"
Place = tuple[int, int]
"""A table and a seat, from 0."""


def draw_movement(request: DrawRequest) -> tuple[DrawRound, ...]:
    """Return the first rounds of a movement that fits, with the request's players numbered by lot; empty where none
    does: for tables that are not all full, for a single round, or for what depends on people or on rounds before."""
    by_round = (request.mates, request.absent, request.locked)
    if request.previous or request.forbidden or request.fixed or any(map(any, by_round)):
        return ()
    if len(request.sizes) != 1 or request.players % request.sizes[0] or request.scores is not None:
        return ()
    movement = _build_movement(request.players // request.sizes[0], request.sizes[0], request.rounds)
    name = Random(request.seed).sample(range(1, request.players + 1), request.players)
    return tuple(DrawRound(tuple(tuple(name[p] for p in table) for table in one)) for one in movement)


def _build_movement(tables: int, size: int, rounds: int) -> list[list[tuple[int, ...]]]:
    """Return so many rounds of players from 0; empty where no movement has as many.

    In lines, the seat s goes on by s tables each round: any two of a table part until all tables are through where no
    step between two seats divides a turn of the tables. For two sides, Mitchell's; beyond its rounds, Howell's: one
    side stays, the others follow each other round all other places.
    """
    if rounds < 2 or tables < 2:
        return []
    if rounds <= tables and all(gcd(tables, step) == 1 for step in range(1, size)):
        return [
            [tuple(s * tables + (t - s * r) % tables for s in range(size)) for t in range(tables)]
            for r in range(rounds)
        ]
    others = 2 * tables - 1
    if size != 2 or rounds > others:
        return []
    return [
        [(others, r % others), *(((t + r) % others, (r - t) % others) for t in range(1, tables))] for r in range(rounds)
    ]


def find_next_places(rounds: Sequence[DrawRound]) -> dict[Place, Place] | None:
    """Return where the player of each place goes after a round, if that is the same after every round; None otherwise,
    and where somebody rests."""
    next_places: dict[Place, Place] = {}
    for here, there in pairwise(map(_find_places, rounds)):
        if here.keys() != there.keys():
            return None
        for player, place in here.items():
            if next_places.setdefault(place, there[player]) != there[player]:
                return None
    return next_places or None


def _find_places(one: DrawRound) -> dict[int, Place]:
    """Return the place of each player in the round."""
    return {p: (t, s) for t, table in enumerate(one.tables) for s, p in enumerate(table)}


def name_movement(rounds: Sequence[DrawRound], players: int, pattern: Sequence[partners.Pair] | None) -> str:
    """Return the standard name of the movement that the rounds follow, however they came about; "" for none.

    pattern: the pairs of seats of partners, where these change.
    """
    if pattern and (whist := partners.name_whist(rounds, players, pattern)):
        return whist
    going = find_next_places(rounds) or {}
    met = count_meetings(rounds) if going else Counter()
    if not going or max(met.values()) > 1:
        return ""
    seats = {seat for _table, seat in going}
    if _go_on_in_lines(going, len(rounds[0].tables)):
        return MITCHELL if len(seats) == 2 else RAINBOW
    return HOWELL if len(seats) == 2 and len(met) * 2 == players * (players - 1) else ""


def _go_on_in_lines(going: dict[Place, Place], tables: int) -> bool:
    """True if everybody keeps his seat, and all of one seat go on by the same number of tables."""
    steps = {(seat, there[1], (there[0] - table) % tables) for (table, seat), there in going.items()}
    return len(steps) == len({seat for _table, seat in going}) and all(seat == then for seat, then, _step in steps)
