"""The proof beside rounds: what they reach, and next to it what no rounds with the same tables could pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from tournaments.draws import bounds, gaps, meetings, seats
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
    """`previous`: the rounds before these, and `past` who met in them; `apart`: the pairs to keep apart, lower number
    first; `bound`: what `bounds.lower` says of all that, where it is known already. Where such a pair meets after
    all, the bound is that of rounds in which it may."""
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
        seat_gap_bound=gaps.lower(coming, previous),
    )
