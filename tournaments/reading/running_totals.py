"""Totals as they grew, from round to round or from coup to coup, for the lines that pages draw; read from the book's
stored sums and lines, so that no sheet is scored again."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby, pairwise
from typing import Any

from django.db.models import QuerySet, Sum

from tournaments.models import LedgerLine, Tournament
from tournaments.standings.scores import Number

from .scopes import StandingsScope


@dataclass(frozen=True)
class RunningTotals:
    """Totals that begin at 0 and grow step by step.

    totals: by entry, the total at the beginning (0) and after each step.
    rounds: the numbers of the rounds that have counted lines; each is a step.
    in_coups: only one round is played, and each coup that the player was at is a step instead.
    played: (entry, round) of all who sat at a table of the round that counts.
    """

    totals: dict[int, list[int]]
    rounds: tuple[int, ...]
    in_coups: bool = False
    played: frozenset[tuple[int, int]] = frozenset()

    def list_gains(self) -> dict[int, dict[int, int]]:
        """Return what each round brought: by round, then by entry; who did not play in a round is not in it."""
        steps = {entry: [after - before for before, after in pairwise(each)] for entry, each in self.totals.items()}
        return {
            n: {entry: each[k] for entry, each in steps.items() if (entry, n) in self.played}
            for k, n in enumerate(self.rounds)
        }

    def measure_from_average(self) -> dict[int, list[Number]]:
        """Return, by entry, how far each is above the average after each step: what the step brought, less what it
        brought on average to those who played in it, added up. Who did not play stays where he was."""
        measured: dict[int, list[Number]] = {entry: [0] for entry in self.totals}
        for k in range(max(map(len, self.totals.values()), default=1) - 1):
            gains = {entry: each[k + 1] - each[k] for entry, each in self.totals.items() if k + 1 < len(each)}
            there = {entry for entry in gains if self.in_coups or (entry, self.rounds[k]) in self.played}
            average = Fraction(sum(gains[entry] for entry in there), len(there)) if there else 0
            for entry, gain in gains.items():
                measured[entry].append(measured[entry][-1] + (gain - average if entry in there else 0))
        return measured


def get_running_totals(
    tournament: Tournament, entries: Collection[int], up_to_round: int | None = None
) -> RunningTotals:
    """Return each entry's total from 0 on after each round that has counted lines; rounds without a table leave it as
    it was. Where only one round has any, after each coup instead. What a rest brings is not in it. `up_to_round`: the
    last round counted. One query, or two."""
    scope = StandingsScope(tournament, up_to_round, entries=entries)
    gained = scope.get_sums().order_by().values("seat__entry", "seat__table__round__n").annotate(gain=Sum("net"))
    rows = gained.values_list("seat__entry", "seat__table__round__n", "gain")
    gains = {(entry, n): gain for entry, n, gain in rows}
    rounds = sorted({n for _entry, n in gains})
    if len(rounds) == 1:
        totals = read_coup_totals(scope.get_lines().filter(seat__entry__in=entries), "seat__entry")
        return RunningTotals({entry: totals.get(entry, [0]) for entry in entries}, tuple(rounds), in_coups=True)
    by_round = {entry: [*accumulate((gains.get((entry, n), 0) for n in rounds), initial=0)] for entry in entries}
    return RunningTotals(by_round, tuple(rounds), played=frozenset(gains))


def get_table_totals(tables: Collection[int]) -> dict[int, dict[int, list[int]]]:
    """Return, by table (id) and position, the total from 0 on after each coup: one query. Empty without a coup."""
    lines = LedgerLine.objects.filter(seat__table__in=tables)
    table_totals: dict[int, dict[int, list[int]]] = {}
    for (table, position), totals in read_coup_totals(lines, "seat__table", "seat__position").items():
        table_totals.setdefault(table, {})[position] = totals
    return table_totals


def read_coup_totals(lines: QuerySet[LedgerLine], *keys: str) -> dict[Any, list[int]]:
    """Return, by these keys (one value, or a tuple of several), the total of the lines from 0 on after each coup; what
    comes after the last coup is a step of its own. A penalty counts into the coup before which it stands."""
    events = ("seat__table__round__n", "seat__table__n", "record__position")
    summed = lines.order_by().values(*keys, *events)
    rows = summed.annotate(gain=Sum("net"), played=Sum("coups")).order_by(*keys, *events)
    steps = rows.values_list(*keys, "gain", "played")
    width = len(keys)
    return {
        key[0] if width == 1 else key: list(add_up_coups(row[width:] for row in some))
        for key, some in groupby(steps, key=lambda row: row[:width])
    }


def add_up_coups(events: Iterable[tuple[int, int]]) -> Iterator[int]:
    """Yield 0, the total after each coup, and the last total if something came after the last coup. `events`: (gain,
    how many coups) of each, in order."""
    total = total_shown = 0
    yield total
    for gain, played in events:
        total += gain
        if played:
            total_shown = total
            yield total
    if total != total_shown:
        yield total
