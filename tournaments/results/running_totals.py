"""Each player's total after each round, for the lines of the standings: one query."""

from collections.abc import Collection
from itertools import accumulate

from django.db.models import Sum

from tournaments.models import Tournament

from .scopes import StandingsScope


def get_running_totals(
    tournament: Tournament, entries: Collection[int], up_to_round: int | None = None
) -> dict[int, list[int]]:
    """Return, by entry, his total from 0 on after each round that has counted lines; rounds without a table leave it as
    it was. What a rest brings is not in it. `up_to_round`: the last round counted."""
    sums = StandingsScope(tournament, up_to_round, entries=entries).get_sums().order_by()
    gained = sums.values("seat__entry", "seat__table__round__n").annotate(gain=Sum("net"))
    rows = gained.values_list("seat__entry", "seat__table__round__n", "gain")
    gains = {(entry, n): gain for entry, n, gain in rows}
    rounds = sorted({n for _entry, n in gains})
    return {entry: [*accumulate((gains.get((entry, n), 0) for n in rounds), initial=0)] for entry in entries}
