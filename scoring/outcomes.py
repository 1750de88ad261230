"""From what a game decided, moves of jetons or marks of points, to the Outcome that callers see."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring import ledger
from scoring.language import NO_VALUES
from scoring.model import Details, Mark, Move, Outcome, TableState


def moved(
    state: TableState,
    kind: str,
    moves: Sequence[Move],
    told: Mapping[str, Any] = NO_VALUES,
    *,
    dealer: int | None = None,
    points: tuple[int, ...] | None = None,
    winners: tuple[int, ...] = (),
    details: Details | None = None,
) -> Outcome:
    """An event of a game in fiches: the moves, and what they leave in each purse and in the pot."""
    assert state.pot is not None
    size = state.setting.size
    balance, purses = ledger.settled(state.seat_purses, moves)
    return Outcome(
        state.setting,
        kind,
        told,
        dealer,
        points,
        tuple(moves),
        (),
        tuple(balance[:size]),
        purses,
        state.pot + balance[size],
        winners,
        details,
    )


def marked(
    state: TableState,
    marks: Sequence[Mark],
    *,
    dealer: int,
    points: tuple[int, ...] | None,
    winners: tuple[int, ...],
    details: Details | None = None,
) -> Outcome:
    """A coup of a game of points: each seat's net is the sum of its marks; none of 0 points."""
    net = [0] * state.setting.size
    for seat, worth, _, _ in marks:
        net[seat] += worth
    return Outcome(
        state.setting,
        "coup",
        NO_VALUES,
        dealer,
        points,
        (),
        tuple(marks),
        tuple(net),
        (),
        None,
        winners,
        details,
    )


def still(state: TableState, kind: str, told: Mapping[str, Any] = NO_VALUES) -> Outcome:
    """An event that moves nothing and marks nothing."""
    return Outcome(
        state.setting,
        kind,
        told,
        seat_net=(0,) * state.setting.size,
        seat_purses=state.seat_purses,
        pot=state.pot,
    )
