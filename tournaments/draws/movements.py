"""Movements known from duplicate bridge: rounds in which everybody goes from his place to the next by one rule, so that
a card on each table can say where. Mitchell and Howell for two sides, rainbow for people one by one.

Whist tournaments, whose partners change by another rule, are in `partners.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import gcd
from random import Random

from tournaments.draws import berger, partners
from tournaments.draws.meetings import count_meetings
from tournaments.draws.model import DrawRequest, DrawRound

MITCHELL, HOWELL, RAINBOW = "mitchell", "howell", "rainbow"
Place = tuple[int, int]
"""A table and a seat, from 0."""
REST = (-1, 0)
"""The place of a player who rests."""


def draw_movement(request: DrawRequest) -> tuple[DrawRound, ...]:
    """Return the first rounds of a movement that fits, with the request's players numbered by lot; empty where none
    fits.

    None fits a single round, nor a draw by scores, nor a request with earlier rounds or with anything that depends on
    people: forbidden pairs, mates, absent players, locked or fixed tables. All tables must be full, except that at
    tables of two one player may rest.
    """
    by_round = (request.mates, request.absent, request.locked)
    if request.previous or request.forbidden or request.fixed or any(map(any, by_round)):
        return ()
    if len(request.sizes) != 1 or request.scores is not None or request.rounds < 2:
        return ()
    name = Random(request.seed).sample(range(1, request.players + 1), request.players)
    return _build_lines(name, request.sizes[0], request.rounds) or (
        _build_howell(name, request.rounds) if request.sizes == (2,) else ()
    )


def _build_lines(players: Sequence[int], size: int, rounds: int) -> tuple[DrawRound, ...]:
    """Return rounds in which everybody keeps his seat, and all of seat s go on by s tables each round (Mitchell's
    movement for two sides); empty where tables are not full, are fewer than the rounds, or seat two players together
    twice."""
    tables, rest = divmod(len(players), size)
    if rest or tables < 2 or rounds > tables or any(gcd(tables, step) > 1 for step in range(1, size)):
        return ()
    return tuple(
        DrawRound(tuple(tuple(players[s * tables + (t - s * r) % tables] for s in range(size)) for t in range(tables)))
        for r in range(rounds)
    )


def _build_howell(players: Sequence[int], rounds: int) -> tuple[DrawRound, ...]:
    """Return the first rounds of Howell's movement, which are Berger's; empty where it has too few."""
    found = berger.build_berger_table(players)[:rounds]
    return seat_one_still(found) if len(found) == rounds and len(players) > 3 else ()


def seat_one_still(rounds: Sequence[DrawRound]) -> tuple[DrawRound, ...]:
    """Return the rounds with the player who sits at the first table in every round moved to its first seat; unchanged
    if there is no such player."""
    still = {*rounds[0].tables[0]}.intersection(*(one.tables[0] for one in rounds))
    return tuple(
        DrawRound((tuple(sorted(one.tables[0], key=lambda p: p not in still)), *one.tables[1:]), one.resting)
        for one in rounds
    )


def find_next_places(rounds: Sequence[DrawRound]) -> dict[Place, Place] | None:
    """Return, by place (table, seat), the place to which its player goes after each round; None if that is not the same
    after every round, or if several rest."""
    next_places: dict[Place, Place] = {}
    for here, there in pairwise(map(_find_places, rounds)):
        if here.keys() != there.keys():
            return None
        for player, place in here.items():
            if next_places.setdefault(place, there[player]) != there[player]:
                return None
    return next_places or None


def _find_places(one: DrawRound) -> dict[int, Place]:
    """Return the place (table, seat), from 0, of each player in the round, REST for who rests."""
    resting = dict.fromkeys(one.resting, REST)
    return resting | {p: (t, s) for t, table in enumerate(one.tables) for s, p in enumerate(table)}


def name_movement(rounds: Sequence[DrawRound], players: int, pattern: Sequence[partners.Pair] | None) -> str:
    """Return the standard name of the movement that the rounds follow, however they came about; "" for none.

    pattern: the pairs of seats of partners, where these change.
    """
    if pattern and (whist := partners.name_whist(rounds, players, pattern)):
        return whist
    going = find_next_places(rounds) or {}
    there = _find_places(rounds[0]) if going else {}
    if len(going) < max(4, len(there)) or max(count_meetings(rounds).values()) > 1:  # fewer: several rest
        return ""
    seats = {seat for _table, seat in going}
    if _go_on_in_lines(going, len(rounds[0].tables)):
        return MITCHELL if len(seats) == 2 else RAINBOW
    return HOWELL if len(seats) == 2 and _go_round_all_places(going) else ""


def _go_on_in_lines(going: dict[Place, Place], tables: int) -> bool:
    """True if everybody keeps his seat number, and all with the same one move on by the same number of tables. `going`:
    by place, the place to which its player goes."""
    steps = {(seat, there[1], (there[0] - table) % tables) for (table, seat), there in going.items()}
    return len(steps) == len({seat for _table, seat in going}) and all(seat == then for seat, then, _step in steps)


def _go_round_all_places(going: dict[Place, Place]) -> bool:
    """True if the players move along one circle through all places, but for one at most who stays. `going`: by place,
    the place to which its player goes."""
    start = next(place for place, there in going.items() if place != there)
    place, steps = going[start], 1
    while place != start:
        place, steps = going[place], steps + 1
    return steps >= len(going) - 1
