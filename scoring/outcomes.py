"""Build outcomes: from what a game decided (moves of jetons, or marks of points) to the Outcome that callers see."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring import ledger
from scoring.language import NO_VALUES
from scoring.model import CoupDetails, Mark, Move, Outcome, TableState


def build_outcome_from_moves(
    state: TableState,
    kind: str,
    moves: Sequence[Move],
    event_fields: Mapping[str, Any] = NO_VALUES,
    *,
    dealer: int | None = None,
    points: tuple[int, ...] | None = None,
    winners: tuple[int, ...] = (),
    details: CoupDetails | None = None,
) -> Outcome:
    """Build the outcome of an event in a game of fiches: the moves, and the purses and the pot after them. `kind`: the
    event's type, with its other keys in `event_fields`. Of a coup alone: `dealer` (a seat), `points` and `winners`, by
    seat; `details`: what the game knows of it beside the score."""
    assert state.pot is not None
    size = state.setting.size
    balance, purses = ledger.settle_moves(state.seat_purses, moves)
    return Outcome(
        state.setting,
        kind,
        event_fields,
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


def build_outcome_from_marks(
    state: TableState,
    marks: Sequence[Mark],
    *,
    dealer: int,
    points: tuple[int, ...] | None,
    winners: tuple[int, ...],
    details: CoupDetails | None = None,
) -> Outcome:
    """Build the outcome of a coup in a game of points: each seat's net is the sum of its marks.

    `marks`: none is of 0 points. `dealer`, `winners`: seats; `points`: card points by seat; `details`: what the game
    knows of the coup beside the score.
    """
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


def build_empty_outcome(state: TableState, kind: str, event_fields: Mapping[str, Any] = NO_VALUES) -> Outcome:
    """Build the outcome of an event that moves no jetons and marks no points. `kind`: the event's type; `event_fields`:
    its other keys."""
    return Outcome(
        state.setting,
        kind,
        event_fields,
        seat_net=(0,) * state.setting.size,
        seat_purses=state.seat_purses,
        pot=state.pot,
    )
