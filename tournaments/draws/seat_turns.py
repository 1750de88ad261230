"""Build tables at which everybody has a seat that he has had least often, as far as possible, for one round drawn after
others.

Seats are allotted first, at the least total cost; each table then takes one player for each of its seats, and only
players with the same seat change places afterwards. Knows nothing of who met whom.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tournaments.draws.allotment import allot
from tournaments.draws.seat_costs import SeatCosts
from tournaments.draws.swaps import SwapSearch


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
