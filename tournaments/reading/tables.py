"""Compute who won which table, from the stored sums of seats.

A place follows from the totals; only where it may not (somebody left, or a target ended the partie, BRC-17) are the
ranks read that are stored with the table. Reads the database; knows no rule of a game and no page.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from django.db import connection
from django.db.models import F, Q, QuerySet, Sum

import scoring
from tournaments.book.effects import STATISTIC_KEYS, sum_gains_by_seat
from tournaments.book.sheet import Sheet, build_setting, needs_sides
from tournaments.models import MentionsLeaving, Record, Seat, SeatSummary, TableSummary, Tournament
from tournaments.standings.tournament_results import TableResult

from .grouping import group_pairs

SEAT_COLUMNS = ("seat__table__round__n", "seat__table", "seat__table__sides", "seat__position", "seat__entry")
FIGURE_COLUMNS = ("net", "coups", "coups_won", "points", *STATISTIC_KEYS)
"""The columns of a SeatSummary that stand in the `figures` of a SeatTotals, in their order."""


class SeatTotals(NamedTuple):
    """One entry in one seat of one table: what it won there and how many coups it played.

    figures: all its sums, in the order of FIGURE_COLUMNS; empty where only `total` and `coups` are known.
    """

    round: int
    table: int
    two_sides: bool
    position: int
    entry: int
    total: int
    coups: int
    figures: tuple[int, ...] = ()


@dataclass(frozen=True)
class TableKind:
    """What the rules say of all tables of one size in a round.

    sides: by position, the number of its side.
    purse: how many jetons each purse begins with.
    to_a_target: True if the partie ends when a target is reached, not after a number of coups.
    """

    sides: Mapping[int, int]
    purse: int
    to_a_target: bool


def read_seat_totals(sums: QuerySet[SeatSummary]) -> list[SeatTotals]:
    """Return one row for each of these sums of seats, by round, table and position."""
    query = sums.order_by().values_list(*SEAT_COLUMNS, *FIGURE_COLUMNS).query
    with connection.cursor() as cursor:  # there are tens of thousands of rows: those of a queryset take twice the time
        cursor.execute(*query.sql_with_params())
        rows = sorted(cursor.fetchall())
    return [SeatTotals._make((*row[:7], row[5:])) for row in rows]


def list_results(tournament: Tournament, seats: Iterable[SeatTotals], left: Iterable[int]) -> tuple[TableResult, ...]:
    """Return one result for each entry at each table where a coup was played, or that somebody left. `seats`: the sums
    of seats; `left`: the ids of the tables that somebody left, which come last and may have no sums."""
    gone = set(left)
    tables = {
        pk: sat for pk, sat in _group_by_table(seats).items() if pk not in gone and any(each.coups for each in sat)
    } | _list_left_tables(gone)
    like = build_kind_getter(tournament)
    kinds = {pk: like(sat[0].round, max(each.position for each in sat), sat[0].two_sides) for pk, sat in tables.items()}
    ranked = _read_ranks(pk for pk, kind in kinds.items() if kind.to_a_target or pk in gone)
    results: list[TableResult] = []
    for pk, sat in tables.items():
        results += _build_table_results(sat, kinds[pk], ranked.get(pk))
    return tuple(results)


def _list_left_tables(tables: Iterable[int]) -> dict[int, list[SeatTotals]]:
    """Return, by table id, everybody who sat at these tables while they were played; a seat without stored sums counts
    0."""
    wanted = list(tables)
    if not wanted:
        return {}
    columns = ("table__round__n", "table", "table__sides", "position", "entry", "summary__net", "summary__coups")
    seats = Seat.objects.filter(table__in=wanted, since__lte=F("table__summary__events")).order_by("position", "since")
    totals: dict[int, list[SeatTotals]] = {pk: [] for pk in sorted(wanted)}
    for n, table, two_sides, position, entry, net, coups in seats.values_list(*columns):
        totals[table].append(SeatTotals(n, table, two_sides, position, entry, net or 0, coups or 0))
    return {table: sat for table, sat in totals.items() if sat}


def _read_ranks(tables: Iterable[int]) -> dict[int, dict[int, int]]:
    """Return, by table id, the rank stored for each position."""
    wanted = list(tables)
    if not wanted:
        return {}
    stored = TableSummary.objects.filter(pk__in=wanted).values_list("pk", "ranks")
    return {pk: dict(enumerate(ranks, 1)) for pk, ranks in stored}


def find_stored_leavers(tables: Q) -> dict[int, list[int]]:
    """Return, by table id, the entries that now sit where somebody, or his partner, left before the end. `tables`: a
    filter for the summaries that count.

    Only tables at which a departure was ever recorded are looked at; their summaries say whether it still stands.
    """
    recorded = Record.objects.filter(MentionsLeaving("body")).values("table")
    left = dict(TableSummary.objects.filter(tables, pk__in=recorded).values_list("pk", "left"))
    if not any(left.values()):
        return {}
    seats = Seat.objects.filter(table__in=[pk for pk, positions in left.items() if positions]).order_by("since")
    sitters = {(table, place): entry for table, place, entry in seats.values_list("table", "position", "entry")}
    return group_pairs((table, entry) for (table, place), entry in sorted(sitters.items()) if place in left[table])


def sum_pending(sums: QuerySet[SeatSummary], left: Collection[int]) -> dict[tuple[int, int], int]:
    """Return, by (entry, round), the gains at tables where no coup is played yet and that nobody left.

    They are penalties that will count in the first coup.
    """
    waiting = sums.values("seat__table").annotate(played=Sum("coups")).filter(played=0).order_by()
    at_them = sums.filter(seat__table__in=waiting.values("seat__table"))
    columns = ("seat__entry", "seat__table__round__n", "seat__table")
    pending: Counter[tuple[int, int]] = Counter()
    for entry, n, table, total in at_them.values_list(*columns, "net"):
        pending[entry, n] += 0 if table in left else total
    return {key: total for key, total in pending.items() if total}


def list_sheet_results(sheet: Sheet) -> tuple[TableResult, ...]:
    """Return the results of one table from its sheet, stored or not; empty where no coup was played and nobody left."""
    if sheet.setting is None or not (sheet.state and (sheet.state.coups_played or sheet.state.left)):
        return ()
    gains = sum_gains_by_seat(sheet)
    table = sheet.table
    sat = [
        SeatTotals(table.round.n, table.pk, table.sides, seat.position, seat.entry_id, gain.net, gain.coups)
        for seat in sheet.all_seats
        if (gain := gains.get(seat.pk))
    ]
    kind = _build_kind(sheet.setting)
    return tuple(_build_table_results(sat, kind, _get_places(sheet) if kind.to_a_target or sheet.state.left else None))


def _group_by_table(seats: Iterable[SeatTotals]) -> dict[int, list[SeatTotals]]:
    """Return, by table id, the sums of each entry in each seat; an entry that took the same seat twice has one row."""
    tables: dict[int, list[SeatTotals]] = {}
    for seat in seats:
        sat = tables.setdefault(seat.table, [])
        if sat and sat[-1].position == seat.position and sat[-1].entry == seat.entry:
            before = sat.pop()
            seat = seat._replace(total=before.total + seat.total, coups=before.coups + seat.coups)
        sat.append(seat)
    return tables


def build_kind_getter(tournament: Tournament) -> Callable[[int, int, bool], TableKind]:
    """Return a function of (round, table size, whether two sides play) that gives the `TableKind` of such tables, each
    computed once."""

    def like(n: int, size: int, two_sides: bool) -> TableKind:
        ruled = tournament.with_round_rules(n)
        names = tuple(str(place) for place in range(1, size + 1))
        setting, _ = build_setting(ruled, names, two_sides or needs_sides(ruled))
        return _build_kind(setting) if setting else TableKind({place: place for place in range(1, size + 1)}, 0, False)

    return cache(like)


def _build_kind(setting: scoring.Setting) -> TableKind:
    """Return the kind of a table with this setting."""
    state = scoring.build_initial_state(setting)
    side_of = {name: n for n, side in enumerate(setting.sides or (), 1) for name in side}
    sides = {place: side_of.get(name, -place) for place, name in enumerate(setting.players, 1)}
    purse = next((purse.total for purse in state.purses.values()), 0)
    return TableKind(sides, purse, state.coups_planned is None)


def _get_places(sheet: Sheet) -> dict[int, int]:
    """Return, by position, its place as `scoring` ranks it."""
    ranking = sheet.state.ranking if sheet.state else ()
    return {sheet.positions[row.player]: row.rank for row in ranking}


def _build_table_results(
    sat: Sequence[SeatTotals], kind: TableKind, ranked: Mapping[int, int] | None
) -> list[TableResult]:
    """Return the results of one table.

    sat: the sums of its seats.
    ranked: each position's place by `scoring`, where the totals may not give it; None otherwise.
    """
    won: dict[int, int] = {}
    for each in sat:
        won[each.position] = won.get(each.position, 0) + each.total
    merits: dict[int, int] = {}
    for position, total in won.items():
        side = kind.sides[position]
        merits[side] = merits.get(side, 0) + (total if ranked is None else -ranked[position])
    best_first = sorted(merits.values(), reverse=True)
    places = {side: 1 + best_first.index(merit) for side, merit in merits.items()}
    return [
        TableResult(
            each.round,
            each.table,
            each.entry,
            (side := kind.sides[each.position]),
            each.total,
            places[side],
            kind.purse + won[each.position] - each.total,
            each.position,
        )
        for each in _list_who_played(sat)
    ]


def _list_who_played(sat: Sequence[SeatTotals]) -> Sequence[SeatTotals]:
    """Return the seats in which somebody played a coup; all of them where somebody left before the first coup."""
    return [each for each in sat if each.coups] or sat
