"""Read standings and results from the database, with a constant number of queries, whatever the tournament's size.

Knows where figures are stored; knows no rule of a game and no page. Ranking itself is in `ranking`.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Exists, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from tournaments.book.effects import GAIN_COLUMNS, STATISTIC_KEYS, Gain, compute_effect_at, sum_gains_by_seat
from tournaments.book.sheet import Sheet
from tournaments.book.summaries import list_leaving_positions
from tournaments.models import Entry, LedgerLine, SeatSummary, Table, Tournament, UnplayedTable
from tournaments.standings.metrics import needs_results
from tournaments.standings.ranking import StandingsRow, rank_tallies
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.scores import Number, average_half_up
from tournaments.standings.tournament_results import AVERAGE, TableResult, Tally, TournamentResults

from .idle_rounds import IdleRounds, find_idle_rounds, list_rested_rounds
from .sums import NO_SUMS, SUMS, Sums, add_table, add_up_seats, compute_sums
from .tables import (
    SeatTotals,
    find_stored_leavers,
    list_results,
    list_sheet_results,
    read_seat_totals,
    sum_pending,
)

ENTRY_COLUMNS = ("pk", "shown_name", "idle")
"""The columns that `_list_entries` reads."""


@dataclass(frozen=True)
class StandingsScope:
    """What the figures count.

    tournament: the tournament.
    up_to_round: the last round counted (None: all rounds).
    projected_sheets: sheets that are not stored in this form, each taken in place of its table's stored one.
    entries: the only entries counted (None: everybody).
    with_later: entries whose first round is yet to come are counted too.
    """

    tournament: Tournament
    up_to_round: int | None = None
    projected_sheets: Sequence[Sheet] = ()
    entries: Collection[int] | None = None
    with_later: bool = False

    def filter_tables(self, path: str = "") -> Q:
        """Return a filter for the tables whose stored form counts.

        `path` leads from the model filtered to its table; "" for tables themselves.
        """
        to = f"{path}__" if path else ""
        wanted = Q(**{f"{to}round__tournament": self.tournament})
        if self.up_to_round:
            wanted &= Q(**{f"{to}round__n__lte": self.up_to_round})
        wanted &= ~Q(**{f"{to}pk__in": self.get_struck_tables().values("pk")})
        return (
            wanted & ~Q(**{f"{to}pk__in": [sheet.table.pk for sheet in self.projected_sheets]})
            if self.projected_sheets
            else wanted
        )

    def filter_entries(self) -> Q:
        """Return a filter for the entries that are ranked: whoever first plays in a later round is not, yet."""
        ranked = Q(tournament=self.tournament)
        if self.with_later or self.tournament.format == Tournament.Format.FREE:
            return ranked
        if self.up_to_round:
            return ranked & Q(first_round__lte=self.up_to_round)
        published = Table.objects.filter(round__tournament=self.tournament).order_by("-round__n").values("round__n")[:1]
        return ranked & Q(first_round__lte=Coalesce(Subquery(published), 1))

    def get_struck_tables(self) -> QuerySet[UnplayedTable]:
        """Return the unplayed tables that count in nobody's figures, whatever was played there."""
        return UnplayedTable.objects.filter(table__round__tournament=self.tournament, kind__in=UnplayedTable.FINAL)

    def get_sums(self) -> QuerySet[SeatSummary]:
        """Return the sums of seats that count."""
        found = SeatSummary.objects.filter(self.filter_tables("seat__table"))
        return found if self.entries is None else found.filter(seat__entry__in=self.entries)

    def get_lines(self) -> QuerySet[LedgerLine]:
        """Return the ledger lines that count, of all entries."""
        return LedgerLine.objects.filter(self.filter_tables("seat__table"))


@dataclass(frozen=True)
class Leavers:
    """Who left before the end: by entry, how many tables; and the ids of these tables."""

    entries: Counter[int]
    tables: frozenset[int]


def get_standings(
    tournament: Tournament,
    names: Mapping[int, str] | None = None,
    up_to_round: int | None = None,
    projected_sheets: Sequence[Sheet] = (),
) -> tuple[StandingsRow, ...]:
    """Return the tournament's standings: a row for every entry, best first, with complete tallies.

    Entries that have not played yet are included, but not those whose first round is yet to come.

    names: other names for the entries, by entry.
    up_to_round: the standings as they were after this round.
    projected_sheets: the standings as they would be with these sheets, each in place of its table's stored one.
    """
    scope = StandingsScope(tournament, up_to_round, [sheet for sheet in projected_sheets if not sheet.is_never_played])
    return _compute_standings(scope, names, (*SUMS, "tables"), RankingOrder.from_json(tournament.ranking))[0]


def get_ranking(
    tournament: Tournament,
    names: Mapping[int, str] | None = None,
    up_to_round: int | None = None,
    more: Collection[str] = (),
) -> tuple[StandingsRow, ...]:
    """Return the rows of `get_standings` with tallies that hold only what ranks them, and the sums named in `more`.

    It is for pages that show a few rows of very many; `complete_tallies` reads the other figures of those.
    """
    return _compute_ranking(StandingsScope(tournament, up_to_round), names, more)[0]


def get_ranking_with_results(
    tournament: Tournament,
    names: Mapping[int, str] | None = None,
    up_to_round: int | None = None,
    *,
    with_later: bool = False,
) -> tuple[tuple[StandingsRow, ...], TournamentResults]:
    """Return the rows of `get_ranking`, and the results that they were ranked by. `with_later`: those whose first round
    is yet to come have a row too.

    The results hold the rounds that count though they were not played; table results only where sums alone do not rank.
    """
    return _compute_ranking(StandingsScope(tournament, up_to_round, with_later=with_later), names)


def get_leading_figures(tournament: Tournament) -> dict[int, Number]:
    """Return, by entry, the figure that ranks those who stayed to the end first; ties are not looked at."""
    order = RankingOrder.from_json(tournament.ranking)
    leading = replace(order, precedence=order.precedence[:2])
    scope = StandingsScope(tournament, with_later=True)
    rows = _compute_standings(scope, None, _list_needed_sums(leading), leading)[0]
    return {row.tally.entry: row.figures[leading.precedence[-1]] for row in rows}


def complete_tallies(
    tournament: Tournament, rows: Sequence[StandingsRow], up_to_round: int | None = None
) -> list[StandingsRow]:
    """Return these rows of `get_ranking` with complete tallies. `up_to_round`: as there."""
    sums = compute_sums(StandingsScope(tournament, up_to_round, entries=[row.tally.entry for row in rows]).get_sums())
    return [replace(row, tally=_add_sums(row.tally, sums.get(row.tally.entry, NO_SUMS))) for row in rows]


def _add_sums(tally: Tally, sums: Mapping[str, int]) -> Tally:
    """Return the tally with these sums, except its total, which includes what rounds not played bring."""
    return replace(tally, **_to_tally_fields({key: figure for key, figure in sums.items() if key != "total"}))


def _to_tally_fields(sums: Mapping[str, int]) -> dict[str, Any]:
    """Return sums as the fields of a tally, which holds the games' own statistics in one of them."""
    fields: dict[str, Any] = {key: figure for key, figure in sums.items() if key not in STATISTIC_KEYS}
    return fields | {"statistics": {key: sums[key] for key in STATISTIC_KEYS if key in sums}}


def _compute_ranking(
    scope: StandingsScope, names: Mapping[int, str] | None, more: Collection[str] = ()
) -> tuple[tuple[StandingsRow, ...], TournamentResults]:
    """Return the standings with only the sums that rank the players and those in `more`, and the results used."""
    order = RankingOrder.from_json(scope.tournament.ranking)
    return _compute_standings(scope, names, _list_needed_sums(order, more), order)


def _list_needed_sums(order: RankingOrder, more: Collection[str] = ()) -> list[str]:
    """Return the keys of the sums that this order needs, and of those in `more`."""
    wanted = {"total", *order.precedence, *more}
    return [key for key in (*SUMS, "tables") if key in wanted]


def _compute_standings(
    scope: StandingsScope, names: Mapping[int, str] | None, keys: Collection[str], order: RankingOrder
) -> tuple[tuple[StandingsRow, ...], TournamentResults]:
    """Return the standings by this order, and the results that they were made from. `keys`: the sums that are
    needed."""
    left = _find_leavers(scope)
    entries = _list_entries(scope)
    spent = _find_idle_rounds(scope, order, tables=any(entry.idle for entry in entries))
    seats = read_seat_totals(scope.get_sums()) if needs_results(order.precedence) else None
    if seats is not None:
        sums = _add_projected_sheets(add_up_seats(seats), scope)
    elif spent.granted or "tables" in keys:
        sums = _add_projected_sheets(compute_sums(scope.get_sums()), scope)
    else:
        sums = _compute_plain_sums(scope, keys)
    found = _build_tallies(scope, entries, names, left, spent, order, sums)
    at_tables = _list_results(scope, left, seats) if seats is not None else ()
    totals = {tally.entry: tally.total for tally in found} if at_tables else {}
    played = TournamentResults(at_tables, spent.rests, order.scales, spent.granted, totals)
    return rank_tallies(found, order.precedence, played), played


def get_results(tournament: Tournament, up_to_round: int | None = None) -> TournamentResults:
    """Return every table's result and every rest, up to this round, regardless of how the tournament is ranked."""
    scope = StandingsScope(tournament, up_to_round)
    return TournamentResults(
        _list_results(scope, _find_leavers(scope), read_seat_totals(scope.get_sums())),
        list_rested_rounds(tournament, up_to_round),
        RankingOrder.from_json(tournament.ranking).scales,
    )


def get_counted_results(tournament: Tournament) -> TournamentResults:
    """Return every table's result, every round that counts though it was not played, and the pending gains.

    It does not depend on how the tournament is ranked.
    """
    scope, order = StandingsScope(tournament), RankingOrder.from_json(tournament.ranking)
    spent, left = find_idle_rounds(tournament, order.scales, None, tables=True), _find_leavers(scope)
    found = _list_results(scope, left, read_seat_totals(scope.get_sums()))
    moved = sum_pending(scope.get_sums(), left.tables)
    return TournamentResults(found, spent.rests, order.scales, spent.granted, pending=moved)


def get_tallies(tournament: Tournament, names: Mapping[int, str] | None = None) -> list[Tally]:
    """Return one tally for each entry of the tournament, without what rests bring."""
    scope = StandingsScope(tournament, with_later=True)
    return _build_tallies(
        scope,
        _list_entries(scope),
        names,
        _find_leavers(scope),
        IdleRounds(),
        RankingOrder(),
        compute_sums(scope.get_sums()),
    )


def get_counted_lines() -> QuerySet[LedgerLine]:
    """Return the ledger lines of all tables that count, of every tournament."""
    struck = UnplayedTable.objects.filter(kind__in=UnplayedTable.FINAL)
    return LedgerLine.objects.exclude(seat__table__in=struck.values("pk")).order_by()


def get_counted_sums() -> QuerySet[SeatSummary]:
    """Return the sums of the seats of all tables that count, of every tournament."""
    struck = UnplayedTable.objects.filter(kind__in=UnplayedTable.FINAL)
    return SeatSummary.objects.exclude(seat__table__in=struck.values("pk")).order_by()


def filter_entries_that_played(sums: QuerySet[SeatSummary]) -> QuerySet[Entry]:
    """Return the entries that played a coup according to these sums of seats."""
    coups = sums.values("seat__entry").annotate(played=Sum("coups")).filter(played__gt=0)
    return Entry.objects.filter(pk__in=coups.values("seat__entry")).order_by()


def _list_entries(scope: StandingsScope) -> list[Any]:
    """Return every entry as a named tuple (`pk`, `shown_name`, `idle`).

    `idle` is the same for all: True if the tournament has an unplayed table.
    """
    idle = Exists(UnplayedTable.objects.filter(table__round__tournament=scope.tournament))
    return list(
        Entry.objects.filter(scope.filter_entries()).annotate(idle=idle).values_list(*ENTRY_COLUMNS, named=True)
    )


def _find_idle_rounds(scope: StandingsScope, order: RankingOrder, *, tables: bool) -> IdleRounds:
    """Return the rounds not played that count; they are read only where they may count."""
    scales = order.scales
    if not (tables or scales.flat or scales.exempt == AVERAGE or needs_results(order.precedence)):
        return IdleRounds()
    return find_idle_rounds(scope.tournament, scales, scope.up_to_round, tables=tables)


def _build_tallies(
    scope: StandingsScope,
    entries: Sequence[Any],
    names: Mapping[int, str] | None,
    left: Leavers,
    idle_rounds: IdleRounds,
    order: RankingOrder,
    sums: Sums,
) -> list[Tally]:
    """Return one tally for each entry, including what the rounds in `idle_rounds` bring."""
    names = names or {entry.pk: entry.shown_name for entry in entries}
    for pk, rounds in idle_rounds.granted.items():
        tables = sums[pk]["tables"]
        sums[pk]["total"] += len(rounds) * average_half_up(sums[pk]["at_tables"], tables) if tables else 0
    for pk, rounds in idle_rounds.rests.items():
        sums[pk]["total"] += order.scales.flat * len(rounds)
    best = _find_best_coups(scope) if "best_coup" in order.precedence else {}
    return [
        Tally(pk, names[pk], left=left.entries[pk], best_coup=best.get(pk, 0), **_to_tally_fields(sums[pk]))
        for pk, *_ in entries
    ]


def _list_results(scope: StandingsScope, left: Leavers, seats: Iterable[SeatTotals]) -> tuple[TableResult, ...]:
    """Return the results of all tables in the scope, those of projected sheets last. `seats`: the stored ones."""
    written = list_results(scope.tournament, seats, left.tables - {sheet.table.pk for sheet in scope.projected_sheets})
    return (*written, *(result for sheet in scope.projected_sheets for result in list_sheet_results(sheet)))


def _compute_plain_sums(scope: StandingsScope, keys: Collection[str]) -> Sums:
    """Return, by entry, the sums named in `keys`, without the number of tables."""
    sums = scope.get_sums().values("seat__entry").annotate(**{key: SUMS[key] for key in keys}).order_by()
    found = sums.values_list("seat__entry", *keys)
    return defaultdict(NO_SUMS.copy, {entry: dict(zip(keys, its, strict=True)) for entry, *its in found})


def _add_projected_sheets(sums: Sums, scope: StandingsScope) -> Sums:
    """Return the sums with those of the projected sheets added to them, in place."""
    for sheet in scope.projected_sheets:
        for entry, gain in _sum_gains(sheet).items():
            add_table(sums[entry], dict(zip(GAIN_COLUMNS, gain.figures, strict=True)) | {"total": gain.net})
    return sums


def _sum_gains(sheet: Sheet) -> dict[int, Gain]:
    """Return, by entry, the gains of all events of the sheet, as the lines of its records would add up."""
    entries = {seat.pk: seat.entry_id for seat in sheet.all_seats}
    found: dict[int, Gain] = {}
    for seat, gain in sum_gains_by_seat(sheet).items():
        found[entries[seat]] = found.get(entries[seat], Gain()).plus(gain)
    return found


def _find_leavers(scope: StandingsScope) -> Leavers:
    """Return who left before the end, counted for the player's whole side (GEN-01, PEN-12)."""
    projected = {sheet.table.pk: _list_leavers(sheet) for sheet in scope.projected_sheets}
    gone = find_stored_leavers(scope.filter_tables("table")) | projected
    entries = Counter(entry for at_table in gone.values() for entry in at_table)
    return Leavers(entries, frozenset(pk for pk, at_table in gone.items() if at_table))


def _list_leavers(sheet: Sheet) -> list[int]:
    """Return the entries of the players who left this table, and of their partners."""
    gone = set(list_leaving_positions(sheet))
    return [seat.entry_id for seat in sheet.seats if seat.position in gone]


def _find_best_coups(scope: StandingsScope) -> dict[int, int]:
    """Return, by entry, the most that one coup brought; corrected coups count as they stand now."""
    coups = scope.get_lines().values("seat__entry", "record__table", "record__position")
    written = coups.annotate(brought=Sum("net"), is_coup=Sum("coups")).filter(is_coup=1).order_by()
    best: dict[int, int] = {}
    for entry, brought in (*written.values_list("seat__entry", "brought"), *_iter_coup_gains(scope.projected_sheets)):
        best[entry] = max(brought, best.get(entry, brought))
    return best


def _iter_coup_gains(sheets: Iterable[Sheet]) -> Iterator[tuple[int, int]]:
    """Yield (entry, gain) of each coup, by the sheets alone."""
    for sheet in sheets:
        for n in range(1, len(sheet.steps) + 1):
            for place, gain in compute_effect_at(sheet, n).gains.items():
                if gain.coups:
                    yield sheet.find_seat_at(place, n).entry_id, gain.net
