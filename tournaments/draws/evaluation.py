"""Measure how good rounds are, whether drawn or changed by hand: the levels of the objective, in order.

Knows the request that the rounds answer, and nothing of how a draw is found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.draws import meetings, swiss
from tournaments.draws.bounds import RoundShape
from tournaments.draws.model import DrawRequest, DrawRound, Proof
from tournaments.draws.proofs import build_proof
from tournaments.draws.small_tables import count_small_tables


@dataclass(frozen=True)
class Evaluation:
    """The measures that rounds reach. The proof's bounds hold for every draw with the same table sizes.

    rested_again: rests given to a player while somebody who had rested less was seated.
    spread: Σ over tables of the distance in the ranking between their best and last players.
    deal_gap: the largest difference between first-deal counts of two players who sat equally often.
    misplaced: how often a player with a fixed table sits at another one.
    small_gap: the largest difference between small-table counts of two players who sat equally often.
    """

    proof: Proof
    rested_again: int = 0
    spread: int = 0
    deal_gap: int = 0
    misplaced: int = 0
    small_gap: int = 0

    @property
    def meeting_levels(self) -> tuple[int, ...]:
        """The measures of who rests and who meets whom, the weightiest first; smaller is better."""
        proof = self.proof
        return proof.forbidden_met, self.rested_again, proof.pair_cost, proof.repeats, self.spread

    @property
    def cost_levels(self) -> tuple[int, ...]:
        """All measures as a tuple, the weightiest first; smaller is better, and no level is traded for a lower one."""
        return (*self.meeting_levels, self.proof.seat_gap, self.deal_gap, self.misplaced, self.small_gap)


def evaluate_rounds(request: DrawRequest, rounds: Sequence[DrawRound]) -> Evaluation:
    """Measure the rounds that answer the request, together with the rounds played before them."""
    whole = [*request.previous, *rounds]
    rank = swiss.compute_ranks(request.scores) if request.scores is not None else None
    return Evaluation(
        proof=_build_evaluation_proof(request, rounds),
        rested_again=_count_rested_again(request, rounds),
        spread=sum(swiss.compute_spread([p - 1 for p in table], rank) for one in rounds for table in one.tables)
        if rank
        else 0,
        deal_gap=_compute_equal_gap(whole, Counter(table[0] for one in whole for table in one.tables)),
        misplaced=_count_misplaced(request, rounds),
        small_gap=_compute_equal_gap(whole, count_small_tables(whole)),
    )


def _build_evaluation_proof(request: DrawRequest, rounds: Sequence[DrawRound]) -> Proof:
    """Return the proof of the rounds, with bounds for their table sizes."""
    apart = {(min(pair), max(pair)) for pair in request.forbidden}
    coming = [
        RoundShape(frozenset(request.list_present(r)), tuple(len(table) for table in one.tables))
        for r, one in enumerate(rounds)
    ]
    return build_proof(rounds, request.previous, meetings.count_meetings(request.previous), coming, apart)


def _count_rested_again(request: DrawRequest, rounds: Sequence[DrawRound]) -> int:
    """Count the rests given to a player while somebody who had rested less was seated."""
    times = Counter(p for one in request.previous for p in one.resting)
    again = 0
    for one in rounds:
        seated = [p for table in one.tables for p in table]
        least = min((times[p] for p in seated), default=0)
        again += sum(times[p] > least for p in one.resting)
        times.update(one.resting)
    return again


def _count_misplaced(request: DrawRequest, rounds: Sequence[DrawRound]) -> int:
    """Count how often a player with a fixed table sits at another one, where the round has that table."""
    wanted = dict(request.fixed)
    return sum(
        p in wanted and wanted[p] != n and wanted[p] <= len(one.tables)
        for one in rounds
        for n, table in enumerate(one.tables, start=1)
        for p in table
    )


def _compute_equal_gap(rounds: Sequence[DrawRound], counts: Counter[int]) -> int:
    """Return the largest difference of these counts between two players who sat equally often."""
    sat = Counter(p for one in rounds for table in one.tables for p in table)
    alike: dict[int, list[int]] = {}
    for player, times in sat.items():
        alike.setdefault(times, []).append(counts[player])
    return max((max(some) - min(some) for some in alike.values()), default=0)
