"""Balance seats across tables: where one round is drawn after others, players of different tables swap so that each
table can give its players the seats that they have had least often.

A swap that raises the pair cost, or that moves players close in the ranking apart, is not made.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tournaments.draws import swiss
from tournaments.draws.seat_costs import SEAT_WEIGHT, SeatCosts
from tournaments.draws.swaps import SwapSearch

SWEEPS = 3
"""How many times all tables are gone through, at most."""


def balance_seats(
    state: SwapSearch, seat_costs: SeatCosts, staying: Collection[int], rank: Sequence[int] | None, looks: int
) -> None:
    """Swap players between tables of one size while that makes fewer players take a seat that they have had too often.

    state: the round, changed in place. seat_costs: what seats cost each player. staying: players who stay at their
    table. rank: each player's place in the ranking, where players close in the ranking should meet; None otherwise.
    looks: how many swaps are tried, at most.
    """
    for _ in range(SWEEPS):
        tables = {t for t in range(len(state.spans)) if _compute_seat_cost(state, seat_costs, t) >= SEAT_WEIGHT}
        unhappy = [i for i in state.movable if state.table_of[i] in tables and state.seated[i] not in staying]
        swapped = 0
        for i in unhappy:
            for j in state.partners[i]:
                looks -= 1
                if looks < 0:
                    return
                if state.seated[j] not in staying and _swap_if_cheaper(state, seat_costs, rank, i, j):
                    swapped += 1
                    break
        if not swapped:
            return


def _swap_if_cheaper(state: SwapSearch, seat_costs: SeatCosts, rank: Sequence[int] | None, i: int, j: int) -> bool:
    """Swap the players at places i and j where that lowers the seat cost, raises no pair cost, and moves no players
    close in the ranking apart (`rank`: each one's place in it, None where it does not count). Return True if they were
    swapped."""
    here, there = state.table_of[i], state.table_of[j]
    if here == there or len(state.spans[here]) != len(state.spans[there]):
        return False
    change = state.compute_change(i, j)
    if change > 0 or (rank is not None and swiss.compute_widening(state, rank, i, j) > 0):
        return False
    before = _compute_seat_cost(state, seat_costs, here) + _compute_seat_cost(state, seat_costs, there)
    state.swap(i, j, change)
    if _compute_seat_cost(state, seat_costs, here) + _compute_seat_cost(state, seat_costs, there) < before:
        return True
    state.swap(j, i, -change)
    return False


def _compute_seat_cost(state: SwapSearch, seat_costs: SeatCosts, table: int) -> int:
    """Return the least seat cost of one table."""
    return seat_costs.compute_table_cost([state.seated[i] for i in state.spans[table]])
