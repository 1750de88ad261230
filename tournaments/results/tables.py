"""Compute who won which table, from the stored sums by table.

A place follows from the totals; only where it may not (somebody left, or a target ended the partie, BRC-17) is the
table scored again for its ranking. Reads the database; knows no rule of a game and no page.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from django.db.models import QuerySet, Sum

import scoring
from tournaments.book.effects import sum_gains_by_seat
from tournaments.book.loading import iterate_sheets
from tournaments.book.sheet import Sheet, build_setting, needs_sides
from tournaments.models import LedgerLine, Table, Tournament
from tournaments.standings.tournament_results import TableResult


@dataclass(frozen=True)
class SeatTotals:
    """One entry in one seat of one table: what it won there and how many coups it played."""

    round: int
    table: int
    two_sides: bool
    position: int
    entry: int
    total: int
    coups: int


@dataclass(frozen=True)
class TableKind:
    """What tables of one size have in common in a tournament.

    sides: by position, the number of its side.
    purse: what each purse begins with.
    to_a_target: True if a target ends the partie.
    """

    sides: Mapping[int, int]
    purse: int
    to_a_target: bool


def list_results(tournament: Tournament, lines: QuerySet[LedgerLine], left: Iterable[int]) -> tuple[TableResult, ...]:
    """Return one result for each entry and table of these lines where a coup was played.

    Tables that somebody left (`left`) are scored from their sheets, since they may have no line.
    """
    gone = set(left)
    tables = {
        pk: sat for pk, sat in _group_by_table(lines).items() if pk not in gone and any(each.coups for each in sat)
    }
    like = _build_kind_getter(tournament)
    kinds = {pk: like(sat[0].round, max(each.position for each in sat), sat[0].two_sides) for pk, sat in tables.items()}
    ranked = {sheet.table.pk: _get_places(sheet) for sheet in _load_sheets(pk for pk in kinds if kinds[pk].to_a_target)}
    found = [result for pk, sat in tables.items() for result in _iter_table_results(sat, kinds[pk], ranked.get(pk))]
    return (*found, *(result for sheet in _load_sheets(gone) for result in list_sheet_results(sheet)))


def sum_pending(lines: QuerySet[LedgerLine], left: Collection[int]) -> dict[tuple[int, int], int]:
    """Return, by entry and round, the gains at tables where no coup is played and that nobody left.

    They are penalties of the coup to come.
    """
    waiting = lines.values("seat__table").annotate(played=Sum("coups")).filter(played=0).order_by()
    at_them = lines.filter(seat__table__in=waiting.values("seat__table"))
    columns = ("seat__entry", "seat__table__round__n", "seat__table")
    found: Counter[tuple[int, int]] = Counter()
    for entry, n, table, total in at_them.values_list(*columns, "net"):
        found[entry, n] += 0 if table in left else total
    return {key: total for key, total in found.items() if total}


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
    return tuple(_iter_table_results(sat, kind, _get_places(sheet) if kind.to_a_target or sheet.state.left else None))


def _group_by_table(lines: QuerySet[LedgerLine]) -> dict[int, list[SeatTotals]]:
    """Return, by table, the sums of each entry in each seat."""
    columns = ("seat__table__round__n", "seat__table", "seat__table__sides", "seat__position", "seat__entry")
    sums = (
        lines.values(*columns)
        .annotate(total=Sum("net"), played=Sum("coups"))
        .order_by()
        .values_list(*columns, "total", "played")
    )
    tables: dict[int, list[SeatTotals]] = defaultdict(list)
    for found in sums:
        sat = SeatTotals(*found)
        tables[sat.table].append(sat)
    return tables


def _build_kind_getter(tournament: Tournament) -> Callable[[int, int, bool], TableKind]:
    """Return a function that gives the kind of the tables of a round and a size, each computed once."""

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


def _load_sheets(tables: Iterable[int]) -> list[Sheet]:
    """Return the sheets of the tables with these ids."""
    wanted = list(tables)
    return list(iterate_sheets(Table.objects.filter(pk__in=wanted))) if wanted else []


def _get_places(sheet: Sheet) -> dict[int, int]:
    """Return each position's place as `scoring` ranks it."""
    ranking = sheet.state.ranking if sheet.state else ()
    return {sheet.positions[row.player]: row.rank for row in ranking}


def _iter_table_results(
    sat: list[SeatTotals], kind: TableKind, ranked: Mapping[int, int] | None
) -> Iterator[TableResult]:
    """Yield the results of one table.

    ranked: each position's place by `scoring`, where the totals may not give it; None otherwise.
    """
    won: Counter[int] = Counter()
    for each in sat:
        won[each.position] += each.total
    merits: Counter[int] = Counter()
    for position, total in won.items():
        merits[kind.sides[position]] += total if ranked is None else -ranked[position]
    for each in _list_who_played(sat):
        side = kind.sides[each.position]
        place = 1 + sum(merit > merits[side] for merit in merits.values())
        purse = kind.purse + won[each.position] - each.total
        yield TableResult(each.round, each.table, each.entry, side, each.total, place, purse, each.position)


def _list_who_played(sat: list[SeatTotals]) -> list[SeatTotals]:
    """Return those who played a coup there; everybody where somebody left before the first one."""
    return [each for each in sat if each.coups] or sat
