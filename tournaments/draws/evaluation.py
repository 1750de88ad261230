"""Measure how good rounds are, whether drawn or changed by hand: the levels of the objective, in order.

Knows the request that the rounds answer, and nothing of how a draw is found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.draws import mates, meetings, swiss
from tournaments.draws.bounds import RoundShape
from tournaments.draws.model import DrawRequest, DrawRound, Proof
from tournaments.draws.proofs import build_proof
from tournaments.draws.small_tables import count_small_tables


@dataclass(frozen=True)
class Evaluation:
    """The measures that rounds reach. The proof's bounds hold for every draw with the same table sizes.

    rested_again: rests given to a player while somebody who had rested less was seated.
    rested_above: by scores, how many players stand below somebody who rests, summed over those who rest.
    spread: Σ over tables of the distance in the ranking between their best and last players.
    deal_gap: the largest difference between first-deal counts of two players who sat equally often.
    misplaced: how often a player with a fixed table sits at another one.
    small_gap: the largest difference between small-table counts of two players who sat equally often.
    mates_met: how often two mates (players of one team or club) sit together.
    deal_gap_bound, misplaced_bound, small_gap_bound, mates_bound: the least possible of each, as far as it is known.
    """

    proof: Proof
    rested_again: int = 0
    rested_above: int = 0
    spread: int = 0
    deal_gap: int = 0
    misplaced: int = 0
    small_gap: int = 0
    deal_gap_bound: int = 0
    misplaced_bound: int = 0
    small_gap_bound: int = 0
    mates_met: int = 0
    mates_bound: int = 0

    @property
    def meeting_levels(self) -> tuple[int, ...]:
        """The measures of who rests and who meets whom, the weightiest first; smaller is better."""
        proof = self.proof
        rests_and_pairs = proof.forbidden_met, self.rested_again, self.mates_met, proof.pair_cost, proof.repeats
        return (*rests_and_pairs, self.rested_above, self.spread)

    @property
    def cost_levels(self) -> tuple[int, ...]:
        """All measures as a tuple, the weightiest first; smaller is better, and no level is traded for a lower one."""
        return (*self.meeting_levels, self.proof.seat_gap, self.deal_gap, self.misplaced, self.small_gap)


def evaluate_rounds(request: DrawRequest, rounds: Sequence[DrawRound]) -> Evaluation:
    """Measure the rounds that answer the request, together with the rounds played before them."""
    whole = [*request.previous, *rounds]
    rank = swiss.compute_ranks(request.scores) if request.scores is not None else None
    below = swiss.count_players_below(rank or [])
    deals = Counter(table[0] for one in whole for table in one.tables)
    small = count_small_tables(whole)
    return Evaluation(
        proof=build_evaluation_proof(request, rounds),
        mates_met=sum(mates.count_met_mates(request, rounds)),
        mates_bound=mates.bound_met_mates(request, rounds),
        rested_again=_count_rested_again(request, rounds),
        rested_above=sum(below[p - 1] for one in rounds for p in one.resting) if rank else 0,
        spread=sum(swiss.compute_spread([p - 1 for p in table], rank) for one in rounds for table in one.tables)
        if rank
        else 0,
        deal_gap=_compute_equal_gap(whole, deals),
        misplaced=_count_misplaced(request, rounds),
        small_gap=_compute_equal_gap(whole, small),
        deal_gap_bound=_bound_equal_gap(whole, deals),
        misplaced_bound=_bound_misplaced(request, rounds),
        small_gap_bound=_bound_equal_gap(whole, small),
    )


def build_evaluation_proof(request: DrawRequest, rounds: Sequence[DrawRound]) -> Proof:
    """Return the `Proof` of the rounds: the measures that they reach, and the bounds that no draw with the same table
    sizes can beat."""
    apart = {(min(pair), max(pair)) for pair in request.forbidden}
    always = mates.list_mate_pairs(request.list_mates(0)) if mates.find_next_mates(request) is None else ()
    coming = [
        RoundShape(frozenset(request.list_present(r)), tuple(len(table) for table in one.tables))
        for r, one in enumerate(rounds)
    ]
    return build_proof(rounds, request.previous, meetings.count_meetings(request.previous), coming, apart, mates=always)


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
    """Return the largest difference of `counts` (by player) between two players who sat equally often."""
    sat = Counter(p for one in rounds for table in one.tables for p in table)
    alike: dict[int, list[int]] = {}
    for player, times in sat.items():
        alike.setdefault(times, []).append(counts[player])
    return max((max(some) - min(some) for some in alike.values()), default=0)


def _bound_equal_gap(rounds: Sequence[DrawRound], counts: Counter[int]) -> int:
    """Return the least that `_compute_equal_gap` can be for counts with this sum: 1 where everybody sat equally often
    and the sum does not divide evenly among the players, else 0."""
    sat = Counter(p for one in rounds for table in one.tables for p in table)
    return int(len(set(sat.values())) == 1 and counts.total() % len(sat) > 0)


def _bound_misplaced(request: DrawRequest, rounds: Sequence[DrawRound]) -> int:
    """Return the least number of times, over all rounds, that a player with a fixed table sits at another one. A table
    that more seated players want than it has seats turns the others away."""
    misplaced = 0
    for one in rounds:
        seated = {p for table in one.tables for p in table}
        wanted = Counter(n for p, n in request.fixed if p in seated)
        misplaced += sum(max(0, wanted[n] - len(table)) for n, table in enumerate(one.tables, start=1))
    return misplaced
