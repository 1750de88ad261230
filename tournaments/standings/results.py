"""Who won which table: the book's sums by table, as results.

A place follows from the totals; only where it may not (somebody left, or a target ended the partie, BRC-17) is the
table scored once more for its ranking. Knows where figures are stored; no rule of a game and no page.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from django.db.models import QuerySet, Sum

import scoring
from tournaments.effects import gains_by_sitter
from tournaments.models import Event, Line, Table
from tournaments.sheets import Sheet, asks_for_sides, settled

from .played import Result


@dataclass(frozen=True)
class Sat:
    """One entry at one place of one table, and what he won there."""

    round: int
    table: int
    two_sides: bool
    position: int
    entry: int
    total: int


@dataclass(frozen=True)
class Kinds:
    """What tables of each size are like in this event: who is on whose side, what each purse begins with."""

    sides: Mapping[int, int]
    purse: int
    to_a_target: bool


def results(event: Event, lines: QuerySet[Line], left: Iterable[int]) -> tuple[Result, ...]:
    """One result for each entry and table of these lines where a coup was played. `left`: the tables that somebody
    left."""
    tables = _tables(lines)
    like = _kinds(event)
    kinds = {pk: like(sat[0].round, max(each.position for each in sat), sat[0].two_sides) for pk, sat in tables.items()}
    doubtful = {pk for pk, kind in kinds.items() if kind.to_a_target} | set(left)
    ranked = _by_score(doubtful & set(tables))
    return tuple(result for pk, sat in tables.items() for result in _results(sat, kinds[pk], ranked.get(pk)))


def pending(lines: QuerySet[Line]) -> dict[tuple[int, int], int]:
    """By entry and round, what moved at tables where no coup is played: penalties of the coup to come."""
    waiting = lines.values("seat__table").annotate(played=Sum("coups")).filter(played=0).order_by()
    at_them = lines.filter(seat__table__in=waiting.values("seat__table"))
    sums = at_them.values("seat__entry", "seat__table__round__n").annotate(total=Sum("net")).order_by()
    columns = ("seat__entry", "seat__table__round__n", "total")
    return {(entry, n): total for entry, n, total in sums.values_list(*columns) if total}


def of_sheet(sheet: Sheet) -> tuple[Result, ...]:
    """The same of a sheet as it stands, written or not."""
    if sheet.setting is None or not (sheet.state and sheet.state.coups_played):
        return ()
    gains = gains_by_sitter(sheet)
    table = sheet.table
    sat = [
        Sat(table.round.n, table.pk, table.sides, seat.position, seat.entry_id, gains[seat.pk].net)
        for seat in sheet.sitters
        if seat.pk in gains
    ]
    return tuple(_results(sat, _kind(sheet.setting), _places(sheet)))


def _tables(lines: QuerySet[Line]) -> dict[int, list[Sat]]:
    columns = ("seat__table__round__n", "seat__table", "seat__table__sides", "seat__position", "seat__entry")
    sums = (
        lines.values(*columns)
        .annotate(total=Sum("net"), played=Sum("coups"))
        .order_by()
        .values_list(*columns, "total", "played")
    )
    tables: dict[int, list[Sat]] = defaultdict(list)
    played: Counter[int] = Counter()
    for n, table, two_sides, position, entry, total, coups in sums:
        tables[table].append(Sat(n, table, two_sides, position, entry, total))
        played[table] += coups
    return {pk: sat for pk, sat in tables.items() if played[pk]}


def _kinds(event: Event) -> Callable[[int, int, bool], Kinds]:
    """What the tables of a round and a size are like, each looked up once."""

    def like(n: int, size: int, two_sides: bool) -> Kinds:
        ruled = event.of_round(n)
        names = tuple(str(place) for place in range(1, size + 1))
        setting, _ = settled(ruled, names, two_sides or asks_for_sides(ruled))
        return _kind(setting) if setting else Kinds({place: -place for place in range(1, size + 1)}, 0, False)

    return cache(like)


def _kind(setting: scoring.Setting) -> Kinds:
    state = scoring.opening(setting)
    side_of = {name: n for n, side in enumerate(setting.sides or (), 1) for name in side}
    sides = {place: side_of.get(name, -place) for place, name in enumerate(setting.players, 1)}
    purse = next((purse.total for purse in state.purses.values()), 0)
    return Kinds(sides, purse, state.coups_planned is None)


def _by_score(tables: set[int]) -> dict[int, dict[int, int]]:
    """By table, each position's place as `scoring` ranks it."""
    sheets = (Sheet.of(table) for table in Table.objects.filter(pk__in=tables).with_sheets()) if tables else ()
    return {sheet.table.pk: _places(sheet) for sheet in sheets}


def _places(sheet: Sheet) -> dict[int, int]:
    ranking = sheet.state.ranking if sheet.state else ()
    return {sheet.positions[row.player]: row.rank for row in ranking}


def _results(sat: list[Sat], kind: Kinds, ranked: Mapping[int, int] | None) -> Iterator[Result]:
    """`ranked`: each position's place by `scoring`, where the totals may not say it."""
    merits: Counter[int] = Counter()
    for each in sat:
        side = kind.sides[each.position]
        merits[side] = merits[side] + each.total if ranked is None else -ranked[each.position]
    for each in sat:
        side = kind.sides[each.position]
        place = 1 + sum(merit > merits[side] for merit in merits.values())
        yield Result(each.round, each.table, each.entry, side, each.total, place, kind.purse)
