"""How good rounds are, however they came about: drawn, or changed by hand. The measures of the objective, in its order.

Knows the request that the rounds answer, and nothing of how a draw is found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.draws import meetings, swiss
from tournaments.draws.bounds import Coming
from tournaments.draws.model import Proof, Request, Round
from tournaments.draws.proving import prove
from tournaments.draws.sharing import small_tables


@dataclass(frozen=True)
class Judgement:
    """What rounds reach. The proof's bounds hold for every draw with the same table sizes.

    rested_again: rests given to somebody while a player who had rested less was seated. spread: Σ over tables of how
    far apart in the ranking their best and last are. deal_gap: the largest difference between two players' counts of
    first deals, both having sat equally often. misplaced: rounds of players who are not at the table that they cannot
    leave. small_gap: the same difference for small tables.
    """

    proof: Proof
    rested_again: int = 0
    spread: int = 0
    deal_gap: int = 0
    misplaced: int = 0
    small_gap: int = 0

    @property
    def merit(self) -> tuple[int, ...]:
        """The smaller, the better: compared level by level, none traded for a lower one."""
        proof = self.proof
        first = (proof.forbidden_met, self.rested_again, proof.pair_cost, proof.repeats, self.spread)
        return (*first, proof.seat_gap, self.deal_gap, self.misplaced, self.small_gap)


def judge(request: Request, rounds: Sequence[Round]) -> Judgement:
    """The rounds that answer the request, judged with the rounds played before them."""
    whole = [*request.previous, *rounds]
    rank = swiss.ranks(request.standing) if request.standing is not None else None
    return Judgement(
        proof=_proof(request, rounds),
        rested_again=_rested_again(request, rounds),
        spread=sum(swiss.spread([p - 1 for p in table], rank) for one in rounds for table in one.tables) if rank else 0,
        deal_gap=_gap(whole, Counter(table[0] for one in whole for table in one.tables)),
        misplaced=_misplaced(request, rounds),
        small_gap=_gap(whole, small_tables(whole)),
    )


def _proof(request: Request, rounds: Sequence[Round]) -> Proof:
    apart = {(min(pair), max(pair)) for pair in request.forbidden}
    coming = [
        Coming(frozenset(request.present(r)), tuple(len(table) for table in one.tables)) for r, one in enumerate(rounds)
    ]
    return prove(rounds, request.previous, meetings.count(request.previous), coming, apart)


def _rested_again(request: Request, rounds: Sequence[Round]) -> int:
    times = Counter(p for one in request.previous for p in one.resting)
    again = 0
    for one in rounds:
        seated = [p for table in one.tables for p in table]
        least = min((times[p] for p in seated), default=0)
        again += sum(times[p] > least for p in one.resting)
        times.update(one.resting)
    return again


def _misplaced(request: Request, rounds: Sequence[Round]) -> int:
    wanted = dict(request.fixed)
    return sum(
        p in wanted and wanted[p] != n and wanted[p] <= len(one.tables)
        for one in rounds
        for n, table in enumerate(one.tables, start=1)
        for p in table
    )


def _gap(rounds: Sequence[Round], counts: Counter[int]) -> int:
    """The largest difference of these counts between two players who sat equally often."""
    sat = Counter(p for one in rounds for table in one.tables for p in table)
    alike: dict[int, list[int]] = {}
    for player, times in sat.items():
        alike.setdefault(times, []).append(counts[player])
    return max((max(some) - min(some) for some in alike.values()), default=0)
