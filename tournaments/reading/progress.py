"""How far each published round is: three queries, whatever the number of rounds, tables and coups."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.models import Table, Tournament, UnplayedTable

from .grouping import group_pairs


@dataclass(frozen=True)
class RoundProgress:
    """How far one published round is. `tables`: how many tables it has; `over`: how many of them are over; `begun`: how
    many have a record; `unplayed`: the decisions on its tables that are not played, or not now; none where the whole
    round is `withdrawn`."""

    n: int
    tables: int
    over: int
    begun: int
    unplayed: Sequence[UnplayedTable]
    withdrawn: bool = False

    @property
    def is_annulled(self) -> bool:
        """True if every one of its tables is annulled."""
        annulled = sum(each.kind == UnplayedTable.UnplayedKind.ANNULLED for each in self.unplayed)
        return annulled == self.tables


def list_round_progress(tournament: Tournament) -> list[RoundProgress]:
    """Return how far each published round is, by number."""
    decided = UnplayedTable.objects.filter(table__round__tournament=tournament).select_related("table__round")
    some = [(each.table.round.n, each) for each in decided.order_by("table__n")]
    withdrawn = {n for n, each in some if each.kind == UnplayedTable.UnplayedKind.WITHDRAWN}
    unplayed = group_pairs(pair for pair in some if pair[1].kind != UnplayedTable.UnplayedKind.WITHDRAWN)
    rows = Table.objects.filter(round__tournament=tournament).order_by("round__n").values_list("round__n")
    counted = rows.annotate(tables=Count("pk"), over=Count("pk", filter=get_over_filter()), begun=Count("summary"))
    return [
        RoundProgress(n, tables, over, begun, unplayed.get(n, ()), n in withdrawn) for n, tables, over, begun in counted
    ]


def get_over_filter() -> Q:
    """Return the filter for tables that are played to their end or never to be played."""
    return Q(summary__complete=True) | Q(unplayed__kind__in=UnplayedTable.FINAL)


def list_unfinished_tables(tournament: Tournament) -> dict[int, list[tuple[int, int]]]:
    """Return, by round number, (id, number) of the tables whose partie is not over; tables declared unplayed, even
    adjourned, are left out. One query."""
    tables = Table.objects.filter(round__tournament=tournament, unplayed=None).exclude(summary__complete=True)
    rows = tables.order_by("round__n", "n").values_list("round__n", "pk", "n")
    return group_pairs((round_n, (pk, n)) for round_n, pk, n in rows)


def list_left_unfinished(tournament: Tournament, n: int) -> list[tuple[int, int, int]]:
    """Return (id, number, round number) of the tables of the rounds before round n that have begun and whose partie is
    not over, as after a correction; tables declared unplayed are left out. One query, none for the first round."""
    if n <= 1:
        return []
    tables = Table.objects.filter(round__tournament=tournament, round__n__lt=n, unplayed=None, summary__complete=False)
    return list(tables.order_by("round__n", "n").values_list("pk", "n", "round__n"))
