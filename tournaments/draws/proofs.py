"""Build the proof of drawn rounds: what they reach, beside what no rounds with the same table sizes can beat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from tournaments.draws import bounds, gap_bounds, meetings, seats
from tournaments.draws.bounds import Bound, RoundShape
from tournaments.draws.model import DrawRound, Proof


def build_proof(
    rounds: Sequence[DrawRound],
    previous: Sequence[DrawRound],
    past: Counter[tuple[int, int]],
    coming: Sequence[RoundShape],
    forbidden: Collection[tuple[int, int]],
    bound: Bound | None = None,
) -> Proof:
    """Return the proof of these rounds.

    rounds: the rounds drawn.
    previous: the rounds before them.
    past: how often each pair met in `previous`.
    coming: the players present and the table sizes of `rounds`.
    forbidden: the pairs that must not meet, lower number first.
    bound: what `bounds.compute_lower_bound` returns for all that, where it is known already.

    Where a forbidden pair meets after all, the bound is that of rounds in which all pairs may meet.
    """
    drawn = meetings.count_meetings(rounds)
    clashes = sum(drawn[pair] for pair in forbidden)
    if bound is None or clashes:
        bound = bounds.compute_lower_bound(coming, past, previous, () if clashes else forbidden)
    met = meetings.add_counts(past, drawn)
    return Proof(
        repeats=meetings.count_repeats(met),
        lower_bound=bound.repeats,
        pair_cost=meetings.compute_pair_cost(met),
        pair_cost_bound=bound.pair_cost,
        forbidden_met=clashes,
        seat_gap=seats.compute_seat_gap([*previous, *rounds]),
        seat_gap_bound=gap_bounds.compute_gap_bound(coming, previous),
    )
