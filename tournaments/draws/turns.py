"""Full tables at which everybody has a seat that he has had least often, for one round drawn after others.

Each player is given such a seat, each seat as often as there are tables (as a matching in a graph with two sides); a
table has one player for each seat, and only players of one seat change places. Knows nothing of who met whom.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournaments.draws.needs import Needs
from tournaments.draws.swaps import Swaps


def tables(playing: Sequence[int], size: int, needs: Needs, rng: Random) -> list[list[int]] | None:
    """The players at tables of `size`, in seat order; None where seats cannot be given so."""
    given = _given(rng.sample(playing, len(playing)), size, needs)
    if given is None:
        return None
    for players in given:
        rng.shuffle(players)
    return [list(table) for table in zip(*given, strict=True)]


def only_alike(state: Swaps) -> None:
    """Let players swap with those in the same seat of other tables alone."""
    seat_of = [place - span[0] for span in state.spans for place in span]
    alike: dict[int, list[int]] = {}
    for place in state.movable:
        alike.setdefault(seat_of[place], []).append(place)
    state.partners = [alike[seat] for seat in seat_of]


def _given(players: Sequence[int], size: int, needs: Needs) -> list[list[int]] | None:
    """By seat, the players who are given it."""
    room = len(players) // size
    given: list[list[int]] = [[] for _ in range(size)]
    for player in players:
        path = _path(player, given, room, needs)
        if path is None:
            return None
        mover = player
        for seat in path:
            given[seat].append(mover)
            if len(given[seat]) > room:
                mover = _mover(given[seat], path[path.index(seat) + 1], needs)
                given[seat].remove(mover)
    return given


def _path(player: int, given: list[list[int]], room: int, needs: Needs) -> list[int] | None:
    """Seats from one of the player's to one that has room, each next one open to somebody in the one before."""
    paths = {seat: [seat] for seat in needs.turn(player)}
    queue = sorted(paths, key=lambda seat: len(given[seat]))
    for seat in queue:
        if len(given[seat]) < room:
            return paths[seat]
        for other in given[seat]:
            for further in needs.turn(other):
                if further not in paths:
                    paths[further] = [*paths[seat], further]
                    queue.append(further)
    return None


def _mover(players: Sequence[int], seat: int, needs: Needs) -> int:
    """One of the players who may as well have this seat."""
    return next(player for player in players if seat in needs.turn(player))
