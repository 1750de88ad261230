"""Each player's total after each round, for the lines and the columns of the standings: one query."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import accumulate, pairwise

from django.db.models import Sum

from tournaments.models import Tournament

from .scopes import StandingsScope


@dataclass(frozen=True)
class RunningTotals:
    """The totals of some entries. `rounds`: the rounds that have counted lines; `by_entry`: the total before the first
    of them and after each."""

    rounds: tuple[int, ...]
    by_entry: dict[int, list[int]]

    def list_gains(self) -> dict[int, dict[int, int]]:
        """Return what each round brought: by round, then by entry."""
        steps = {entry: [after - before for before, after in pairwise(each)] for entry, each in self.by_entry.items()}
        return {n: {entry: each[k] for entry, each in steps.items()} for k, n in enumerate(self.rounds)}


def get_running_totals(
    tournament: Tournament, entries: Collection[int], up_to_round: int | None = None
) -> RunningTotals:
    """Return the totals of these entries round after round; rounds without a table leave a total as it was. What a rest
    brings is not in it. `up_to_round`: the last round counted."""
    sums = StandingsScope(tournament, up_to_round, entries=entries).get_sums().order_by()
    gained = sums.values("seat__entry", "seat__table__round__n").annotate(gain=Sum("net"))
    rows = gained.values_list("seat__entry", "seat__table__round__n", "gain")
    gains = {(entry, n): gain for entry, n, gain in rows}
    rounds = sorted({n for _entry, n in gains})
    totals = {entry: [*accumulate((gains.get((entry, n), 0) for n in rounds), initial=0)] for entry in entries}
    return RunningTotals(tuple(rounds), totals)
