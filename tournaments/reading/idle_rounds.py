"""Find the rounds that a player did not play though he was there: rests, and tables that were not played.

How much each counts is set by the tournament (`Scales`); this module finds which rounds count as what. Reads the
database; knows no rule of a game and no page.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, Subquery, Sum

from tournaments.models import Rest, Seat, SeatSummary, Tournament, UnplayedTable
from tournaments.standings.tournament_results import AVERAGE, FLAT, Scales

from .grouping import group_pairs

RoundsByEntry = Mapping[int, tuple[int, ...]]
"""By entry, numbers of rounds."""
EXEMPT, WITHDRAWN = UnplayedTable.UnplayedKind.EXEMPT, UnplayedTable.UnplayedKind.WITHDRAWN
RESTED, AWAY = "rest", "away"


@dataclass(frozen=True)
class IdleRounds:
    """The rounds that were not played and count. `rests`: by entry, those that count a fixed figure, as a rest does;
    `granted`: by entry, those won with the player's average; `withdrawn`: the numbers of the rounds withdrawn."""

    rests: RoundsByEntry = field(default_factory=dict)
    granted: RoundsByEntry = field(default_factory=dict)
    withdrawn: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.rests or self.granted)


def find_idle_rounds(tournament: Tournament, scales: Scales, up_to_round: int | None, *, tables: bool) -> IdleRounds:
    """Return the rounds that each entry did not play and that count for it, up to round `up_to_round` (None: all
    rounds).

    tables: True if the tournament has tables that are not played.
    """
    spent = list(_iter_rests(tournament))
    if tables:
        spent += _iter_unplayed_tables(tournament)
    worth = {kind: getattr(scales, kind) for kind in UnplayedTable.UnplayedKind.values}
    counted = [(entry, n, worth[kind]) for entry, n, kind in spent if up_to_round is None or n <= up_to_round]
    withdrawn = frozenset(n for _entry, n, kind in spent if kind == WITHDRAWN)
    return IdleRounds(_group_by_entry(counted, FLAT), _group_by_entry(counted, AVERAGE), withdrawn)


def list_unplayed_rounds(tournament: Tournament) -> Mapping[int, Mapping[int, str]]:
    """Return, by entry and round, why the entry did not play the round to its end.

    RESTED, AWAY (the entry forfeits a table from which it was absent), or the kind of the unplayed table; WITHDRAWN
    also for who rested in a round that was withdrawn.
    """
    rounds: dict[int, dict[int, str]] = defaultdict(dict)
    for entry, n, kind in _iter_rests(tournament):
        rounds[entry][n] = RESTED if kind == EXEMPT else kind
    for it in _iter_unplayed_seats(tournament):
        rounds[it.entry][it.round] = AWAY if it.away else it.kind
    return rounds


def list_rested_rounds(tournament: Tournament, up_to_round: int | None = None) -> RoundsByEntry:
    """Return, by entry, the rounds in which it rested, up to round `up_to_round`, whatever they count."""
    rests = _iter_rests(tournament)
    return _group_by_entry((rest for rest in rests if up_to_round is None or rest[1] <= up_to_round), EXEMPT)


def map_resting(tournament: Tournament) -> RoundsByEntry:
    """Return, by round, the entries that rest in it; nobody rests where tables are free."""
    if tournament.format == Tournament.Format.FREE:
        return {}
    return _group_by_entry(((n, entry, kind) for entry, n, kind in _iter_rests(tournament)), EXEMPT)


def _iter_rests(tournament: Tournament) -> Iterator[tuple[int, int, str]]:
    """Yield (entry, round, kind) of all rests. The kind is EXEMPT, or WITHDRAWN where the round was withdrawn. A player
    who sat at a table of the round after all did not rest."""
    sat = Seat.objects.filter(entry=OuterRef("entry"), table__round=OuterRef("round"))
    gone = Exists(UnplayedTable.objects.filter(table__round=OuterRef("round"), kind=WITHDRAWN))
    resting = Rest.objects.filter(~Exists(sat), round__tournament=tournament).values_list("entry", "round__n", gone)
    return ((entry, n, WITHDRAWN if withdrawn else EXEMPT) for entry, n, withdrawn in resting)


@dataclass(frozen=True)
class UnplayedSeat:
    """One entry at a table that is not played, or not now. `away`: it forfeits; `begun`: a coup was played there."""

    entry: int
    round: int
    kind: str
    away: bool
    begun: bool


def _iter_unplayed_tables(tournament: Tournament) -> Iterator[tuple[int, int, str]]:
    """Yield (entry, round, kind) for everybody at tables that are not played, except those who forfeit.

    A table adjourned after its first coup counts as it stands, and nothing besides.
    """
    for it in _iter_unplayed_seats(tournament):
        if not it.away and not (it.begun and it.kind == UnplayedTable.UnplayedKind.ADJOURNED):
            yield it.entry, it.round, it.kind


def _iter_unplayed_seats(tournament: Tournament) -> Iterator[UnplayedSeat]:
    """Yield the last sitter of each place of every table that is not played."""
    coups = SeatSummary.objects.filter(seat__table=OuterRef("table")).values("seat__table").values_list(Sum("coups"))
    seats = Seat.objects.filter(table__round__tournament=tournament, table__unplayed__isnull=False).order_by("since")
    columns = ("table__round__n", "table__unplayed__kind", "table__unplayed__absent", Subquery(coups))
    last = {
        (table, position): rest for table, position, *rest in seats.values_list("table", "position", "entry", *columns)
    }
    for (_table, position), (entry, n, kind, absent, begun) in last.items():
        yield UnplayedSeat(entry, n, kind, position in absent, bool(begun))


def _group_by_entry(counted: Iterable[tuple[int, int, str]], worth: str) -> dict[int, tuple[int, ...]]:
    """Return, by entry, those of its rounds that have this worth, as FLAT (a fixed figure) or EXEMPT. `counted`:
    (entry, round, worth) of each."""
    found = group_pairs((entry, n) for entry, n, each in sorted(counted) if each == worth)
    return {entry: tuple(rounds) for entry, rounds in found.items()}
