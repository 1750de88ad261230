"""Build the proof of drawn rounds: what they reach, beside what no rounds with the same table sizes can beat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from tournaments.draws import bounds, gap_bounds, meetings, seats
from tournaments.draws.bounds import Bound, Coming
from tournaments.draws.model import Proof, Round


def prove(
    rounds: Sequence[Round],
    previous: Sequence[Round],
    past: Counter[tuple[int, int]],
    coming: Sequence[Coming],
    apart: Collection[tuple[int, int]],
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
    drawn = meetings.count(rounds)
    clashes = sum(drawn[pair] for pair in apart)
    if bound is None or clashes:
        bound = bounds.lower(coming, past, previous, () if clashes else apart)
    met = meetings.together(past, drawn)
    return Proof(
        repeats=meetings.repeats(met),
        lower_bound=bound.repeats,
        pair_cost=meetings.pair_cost(met),
        pair_cost_bound=bound.pair_cost,
        forbidden_met=clashes,
        seat_gap=seats.gap([*previous, *rounds]),
        seat_gap_bound=gap_bounds.lower(coming, previous),
    )
