"""Read standings and results from the database, with a constant number of queries, whatever the tournament's size.

Knows where figures are stored; knows no rule of a game and no page. Ranking itself is in `ranking`.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, QuerySet, Sum

from tournaments.book.effects import GAIN_COLUMNS, STATISTIC_KEYS, Gain, compute_effect_at, sum_gains_by_seat
from tournaments.book.sheet import Sheet
from tournaments.book.summaries import list_leaving_positions
from tournaments.models import Adjustment, Entry, LedgerLine, SeatSummary, Tournament, UnplayedTable
from tournaments.standings.metrics import DERIVED, NEEDING_PLACES, can_compute_at_once, needs_results
from tournaments.standings.ranking import StandingsRow, find_main_score, rank_tallies
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.scores import Number, average_half_up
from tournaments.standings.tournament_results import AVERAGE, TableResult, Tally, TournamentResults

from .idle_rounds import IdleRounds, find_idle_rounds, list_rested_rounds
from .scopes import StandingsScope
from .sums import NO_SUMS, SUMS, Sums, add_table, add_up_seats, compute_sums
from .tables import (
    FIGURE_COLUMNS,
    SeatTotals,
    find_stored_leavers,
    list_results,
    list_sheet_results,
    read_seat_totals,
    sum_pending,
)


def sum_adjustments(adjustments: QuerySet[Adjustment]) -> Mapping[int, Mapping[str, int]]:
    """Return, by entry and metric, the sum of these bonuses and penalties."""
    sums: dict[int, dict[str, int]] = defaultdict(dict)
    summed = adjustments.order_by().values("entry", "metric").annotate(amount=Sum("amount"))
    for entry, metric, amount in summed.values_list("entry", "metric", "amount"):
        sums[entry][metric] = amount
    return sums


STRUCK = UnplayedTable.objects.filter(kind__in=UnplayedTable.FINAL, table=OuterRef("seat__table"))
"""The decision by which the table of a seat does not count."""
ENTRY_COLUMNS = ("pk", "shown_name", "gone", "idle", "adjusted")
"""The columns that `_list_entries` reads."""


@dataclass(frozen=True)
class Leavers:
    """Who left a table before the end. `entries`: by entry, how many tables; `tables`: the ids of these tables."""

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
    up_to_round: the standings as they were after this round, 0 for those before the first.
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

    The results hold the rounds that count though they were not played, and the results of tables only where the ranking
    needs more than sums.
    """
    scope = StandingsScope(tournament, up_to_round, with_later=with_later)
    return _compute_ranking(scope, names, with_results=True)


def get_leading_figures(tournament: Tournament) -> dict[int, Number]:
    """Return, by entry id, each entry's figure in the metric that ranks first among those who stayed to the end; ties
    are not broken."""
    order = RankingOrder.from_json(tournament.ranking)
    leading = replace(order, precedence=("left", order.leading))
    scope = StandingsScope(tournament, with_later=True)
    rows = _compute_standings(scope, None, _list_needed_sums(leading), leading)[0]
    return {row.tally.entry: row.figures[leading.precedence[-1]] for row in rows}


def complete_tallies(
    tournament: Tournament, rows: Sequence[StandingsRow], up_to_round: int | None = None
) -> list[StandingsRow]:
    """Return rows of `get_ranking` with all figures in their tallies. `up_to_round`: the last round counted (None:
    all)."""
    sums = compute_sums(StandingsScope(tournament, up_to_round, entries=[row.tally.entry for row in rows]).get_sums())
    return [row._replace(tally=_add_sums(row.tally, sums.get(row.tally.entry, NO_SUMS))) for row in rows]


def _add_sums(tally: Tally, sums: Mapping[str, int]) -> Tally:
    """Return the tally with these sums, but with its own total, which already has what unplayed rounds bring."""
    return replace(tally, **_to_tally_fields({key: figure for key, figure in sums.items() if key != "total"}))


def _to_tally_fields(sums: Mapping[str, int]) -> dict[str, Any]:
    """Return sums by key as the arguments of `Tally`, whose `statistics` hold the games' own ones."""
    fields: dict[str, Any] = {**sums}
    fields["statistics"] = {key: fields.pop(key) for key in STATISTIC_KEYS if key in fields}
    return fields


def _compute_ranking(
    scope: StandingsScope, names: Mapping[int, str] | None, more: Collection[str] = (), *, with_results: bool = False
) -> tuple[tuple[StandingsRow, ...], TournamentResults]:
    """Return (the standings, the results used); the tallies have only the sums that rank the players and those in
    `more`."""
    order = RankingOrder.from_json(scope.tournament.ranking)
    return _compute_standings(scope, names, _list_needed_sums(order, more), order, with_results=with_results)


def _list_needed_sums(order: RankingOrder, more: Collection[str] = ()) -> list[str]:
    """Return the keys of the sums, as "total" or "card_points", that this ranking order needs, and of those in
    `more`."""
    wanted = {"total", *order.precedence, *more}
    if not wanted.isdisjoint(DERIVED):
        wanted.add("tables")
    return [key for key in (*SUMS, "tables") if key in wanted]


def _compute_standings(
    scope: StandingsScope,
    names: Mapping[int, str] | None,
    keys: Collection[str],
    order: RankingOrder,
    *,
    with_results: bool = False,
) -> tuple[tuple[StandingsRow, ...], TournamentResults]:
    """Return (the standings by this order, the results that they were made from).

    keys: the sums that are needed.
    with_results: return the results of all tables wherever opponents rank, even if the ranks could be found without
    them.
    """
    left = _find_leavers(scope)
    entries = _list_entries(scope)
    spent = _find_idle_rounds(scope, order, tables=any(entry.idle for entry in entries))
    if not (with_results or left.tables or scope.projected_sheets) and can_compute_at_once(order.precedence):
        ranked = _rank_at_once(scope, names, keys, order, entries, spent)
        if ranked is not None:
            return ranked, TournamentResults()
    seats = read_seat_totals(scope.get_sums()) if needs_results(order.precedence) else None
    if seats is not None:
        sums = _add_projected_sheets(add_up_seats(seats), scope)
    elif spent.granted or "tables" in keys:
        sums = _add_projected_sheets(compute_sums(scope.get_sums()), scope)
    else:
        sums = _compute_plain_sums(scope, keys)
    tallies = _build_tallies(scope, entries, names, left, spent, order, sums)
    at_tables = _list_results(scope, left, seats) if seats is not None else ()
    totals = {tally.entry: tally.total for tally in tallies} if at_tables else {}
    played = TournamentResults(at_tables, spent.rests, order.scales, spent.granted, totals, withdrawn=spent.withdrawn)
    return rank_tallies(tallies, order.precedence, played), played


def _rank_at_once(
    scope: StandingsScope,
    names: Mapping[int, str] | None,
    keys: Collection[str],
    order: RankingOrder,
    entries: Sequence[Any],
    spent: IdleRounds,
) -> tuple[StandingsRow, ...] | None:
    """Return the standings by an order whose figures can be computed for all players at once, where nobody left a
    table. None where columns cannot say it (`build_seat_columns`), or where somebody who is not ranked sat at a table.
    `keys`: the sums that this order needs; `spent`: the rounds that were not played and count."""
    from tournaments.reading.seat_rows import add_up_rows, build_seat_columns, read_seat_rows
    from tournaments.standings.figures_at_once import FiguresAtOnce

    needs_total_alone = set(keys) == {"total"} and not spent.granted
    rows = read_seat_rows(scope.get_sums(), FIGURE_COLUMNS[: 2 if needs_total_alone else None])
    by_place = not set(NEEDING_PLACES).isdisjoint(order.precedence)
    seats = build_seat_columns(scope.tournament, rows, by_place=by_place)
    if seats is None or not {entry.pk for entry in entries}.issuperset(seats.entry.tolist()):
        return None
    sums = add_up_rows(rows)
    tallies = _build_tallies(scope, entries, names, Leavers(Counter(), frozenset()), spent, order, sums)
    played = TournamentResults(rests=spent.rests, scales=order.scales, granted=spent.granted)
    pks, totals = [tally.entry for tally in tallies], [tally.total for tally in tallies]
    at_once = FiguresAtOnce(seats, played, pks, totals, find_main_score(order.precedence))
    return rank_tallies(tallies, order.precedence, played, at_once)


def get_results(tournament: Tournament) -> TournamentResults:
    """Return every table's result and every rest, regardless of how the tournament is ranked."""
    scope = StandingsScope(tournament)
    return TournamentResults(
        _list_results(scope, _find_leavers(scope), read_seat_totals(scope.get_sums())),
        list_rested_rounds(tournament),
        RankingOrder.from_json(tournament.ranking).scales,
    )


def get_counted_results(tournament: Tournament) -> TournamentResults:
    """Return every table's result, every round that counts though it was not played, and the pending gains.

    It does not depend on how the tournament is ranked.
    """
    scope, order = StandingsScope(tournament), RankingOrder.from_json(tournament.ranking)
    spent, left = find_idle_rounds(tournament, order.scales, None, tables=True), _find_leavers(scope)
    results = _list_results(scope, left, read_seat_totals(scope.get_sums()))
    moved = sum_pending(scope.get_sums(), left.tables)
    return TournamentResults(
        results, spent.rests, order.scales, spent.granted, pending=moved, withdrawn=spent.withdrawn
    )


def get_counted_lines() -> QuerySet[LedgerLine]:
    """Return the ledger lines of all tables that count, of every tournament."""
    return LedgerLine.objects.exclude(Exists(STRUCK)).order_by()


def get_counted_sums() -> QuerySet[SeatSummary]:
    """Return the sums of the seats of all tables that count, of every tournament."""
    return SeatSummary.objects.exclude(Exists(STRUCK)).order_by()


def filter_entries_that_played(sums: QuerySet[SeatSummary]) -> QuerySet[Entry]:
    """Return the entries that played a coup according to these sums of seats."""
    coups = sums.values("seat__entry").annotate(played=Sum("coups")).filter(played__gt=0)
    return Entry.objects.filter(pk__in=coups.values("seat__entry")).order_by()


def _list_entries(scope: StandingsScope) -> list[Any]:
    """Return every ranked entry as a named tuple (`pk`, `shown_name`, `gone`: plays no longer, `idle`, `adjusted`).

    `idle`: the tournament has an unplayed table; `adjusted`: a bonus or penalty counts. Both are the same for all
    entries.
    """
    idle = Exists(UnplayedTable.objects.filter(table__round__tournament=scope.tournament))
    entries = Entry.objects.filter(scope.filter_entries())
    gone = ExpressionWrapper(scope.filter_withdrawn(), BooleanField())
    annotated = entries.annotate(gone=gone, idle=idle, adjusted=Exists(scope.get_adjustments()))
    return list(annotated.values_list(*ENTRY_COLUMNS, named=True))


def _find_idle_rounds(scope: StandingsScope, order: RankingOrder, *, tables: bool) -> IdleRounds:
    """Return the rounds that entries did not play and that count for the ranking; empty, without a query, where this
    order cannot need any. `tables`: True if the tournament has unplayed tables."""
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
    given = sum_adjustments(scope.get_adjustments()) if any(entry.adjusted for entry in entries) else {}
    return [
        Tally(
            pk,
            names[pk],
            left=left.entries.get(pk, 0),
            best_coup=best.get(pk, 0),
            withdrawn=bool(gone),
            adjustments=given.get(pk, {}),
            **_to_tally_fields(sums[pk]),
        )
        for pk, _name, gone, *_ in entries
    ]


def _list_results(scope: StandingsScope, left: Leavers, seats: Iterable[SeatTotals]) -> tuple[TableResult, ...]:
    """Return the results of all tables in the scope, those of projected sheets last. `seats`: the stored ones."""
    written = list_results(scope.tournament, seats, left.tables - {sheet.table.pk for sheet in scope.projected_sheets})
    return (*written, *(result for sheet in scope.projected_sheets for result in list_sheet_results(sheet)))


def _compute_plain_sums(scope: StandingsScope, keys: Collection[str]) -> Sums:
    """Return, by entry, the sums named in `keys`, without the number of tables."""
    sums = scope.get_sums().values("seat__entry").annotate(**{key: SUMS[key] for key in keys}).order_by()
    rows = sums.values_list("seat__entry", *keys)
    return defaultdict(NO_SUMS.copy, {entry: dict(zip(keys, its, strict=True)) for entry, *its in rows})


def _add_projected_sheets(sums: Sums, scope: StandingsScope) -> Sums:
    """Return the sums with those of the projected sheets added to them, in place."""
    for sheet in scope.projected_sheets:
        for entry, gain in _sum_gains(sheet).items():
            named = {"total": gain.net, "card_points": gain.points}
            add_table(sums[entry], dict(zip(GAIN_COLUMNS, gain.figures, strict=True)) | named)
    return sums


def _sum_gains(sheet: Sheet) -> dict[int, Gain]:
    """Return, by entry, the gains of all events of the sheet, as the lines of its records would add up."""
    entries = {seat.pk: seat.entry_id for seat in sheet.all_seats}
    gains: dict[int, Gain] = {}
    for seat, gain in sum_gains_by_seat(sheet).items():
        gains[entries[seat]] = gains.get(entries[seat], Gain()).plus(gain)
    return gains


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
    """Return, by entry, the largest gain of one coup; corrected coups count as they stand now."""
    coups = scope.get_lines().values("seat__entry", "record__table", "record__position")
    written = coups.annotate(brought=Sum("net"), is_coup=Sum("coups")).filter(is_coup=1).order_by()
    best: dict[int, int] = {}
    for entry, brought in (*written.values_list("seat__entry", "brought"), *_iter_coup_gains(scope.projected_sheets)):
        best[entry] = max(brought, best.get(entry, brought))
    return best


def _iter_coup_gains(sheets: Iterable[Sheet]) -> Iterator[tuple[int, int]]:
    """Yield (entry id, what it won or lost) for each entry in each coup of these sheets."""
    for sheet in sheets:
        for n in range(1, len(sheet.steps) + 1):
            for place, gain in compute_effect_at(sheet, n).gains.items():
                if gain.coups:
                    yield sheet.find_seat_at(place, n).entry_id, gain.net
