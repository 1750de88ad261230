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
from tournaments.book.effects import gains_by_sitter
from tournaments.book.sheet import Sheet, asks_for_sides, settled
from tournaments.models import Event, Line, Table
from tournaments.standings.tournament_results import Result


@dataclass(frozen=True)
class Sat:
    """One entry in one seat of one table: what it won there and how many coups it played."""

    round: int
    table: int
    two_sides: bool
    position: int
    entry: int
    total: int
    coups: int


@dataclass(frozen=True)
class Kinds:
    """What tables of one size have in common in a tournament.

    sides: by position, the number of its side.
    purse: what each purse begins with.
    to_a_target: True if a target ends the partie.
    """

    sides: Mapping[int, int]
    purse: int
    to_a_target: bool


def results(event: Event, lines: QuerySet[Line], left: Iterable[int]) -> tuple[Result, ...]:
    """Return one result for each entry and table of these lines where a coup was played.

    Tables that somebody left (`left`) are scored from their sheets, since they may have no line.
    """
    gone = set(left)
    tables = {pk: sat for pk, sat in _tables(lines).items() if pk not in gone and any(each.coups for each in sat)}
    like = _kinds(event)
    kinds = {pk: like(sat[0].round, max(each.position for each in sat), sat[0].two_sides) for pk, sat in tables.items()}
    ranked = {sheet.table.pk: _places(sheet) for sheet in _sheets(pk for pk in kinds if kinds[pk].to_a_target)}
    found = [result for pk, sat in tables.items() for result in _results(sat, kinds[pk], ranked.get(pk))]
    return (*found, *(result for sheet in _sheets(gone) for result in of_sheet(sheet)))


def pending(lines: QuerySet[Line], left: Collection[int]) -> dict[tuple[int, int], int]:
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


def of_sheet(sheet: Sheet) -> tuple[Result, ...]:
    """Return the results of one table from its sheet, stored or not; empty where no coup was played and nobody left."""
    if sheet.setting is None or not (sheet.state and (sheet.state.coups_played or sheet.state.left)):
        return ()
    gains = gains_by_sitter(sheet)
    table = sheet.table
    sat = [
        Sat(table.round.n, table.pk, table.sides, seat.position, seat.entry_id, gain.net, gain.coups)
        for seat in sheet.sitters
        if (gain := gains.get(seat.pk))
    ]
    kind = _kind(sheet.setting)
    return tuple(_results(sat, kind, _places(sheet) if kind.to_a_target or sheet.state.left else None))


def _tables(lines: QuerySet[Line]) -> dict[int, list[Sat]]:
    """Return, by table, the sums of each entry in each seat."""
    columns = ("seat__table__round__n", "seat__table", "seat__table__sides", "seat__position", "seat__entry")
    sums = (
        lines.values(*columns)
        .annotate(total=Sum("net"), played=Sum("coups"))
        .order_by()
        .values_list(*columns, "total", "played")
    )
    tables: dict[int, list[Sat]] = defaultdict(list)
    for found in sums:
        sat = Sat(*found)
        tables[sat.table].append(sat)
    return tables


def _kinds(event: Event) -> Callable[[int, int, bool], Kinds]:
    """Return a function that gives the kind of the tables of a round and a size, each computed once."""

    def like(n: int, size: int, two_sides: bool) -> Kinds:
        ruled = event.of_round(n)
        names = tuple(str(place) for place in range(1, size + 1))
        setting, _ = settled(ruled, names, two_sides or asks_for_sides(ruled))
        return _kind(setting) if setting else Kinds({place: place for place in range(1, size + 1)}, 0, False)

    return cache(like)


def _kind(setting: scoring.Setting) -> Kinds:
    """Return the kind of a table with this setting."""
    state = scoring.table_setup(setting)
    side_of = {name: n for n, side in enumerate(setting.sides or (), 1) for name in side}
    sides = {place: side_of.get(name, -place) for place, name in enumerate(setting.players, 1)}
    purse = next((purse.total for purse in state.purses.values()), 0)
    return Kinds(sides, purse, state.coups_planned is None)


def _sheets(tables: Iterable[int]) -> list[Sheet]:
    """Return the sheets of the tables with these ids."""
    wanted = list(tables)
    return [Sheet.of(table) for table in Table.objects.filter(pk__in=wanted).with_sheets()] if wanted else []


def _places(sheet: Sheet) -> dict[int, int]:
    """Return each position's place as `scoring` ranks it."""
    ranking = sheet.state.ranking if sheet.state else ()
    return {sheet.positions[row.player]: row.rank for row in ranking}


def _results(sat: list[Sat], kind: Kinds, ranked: Mapping[int, int] | None) -> Iterator[Result]:
    """Yield the results of one table.

    ranked: each position's place by `scoring`, where the totals may not give it; None otherwise.
    """
    won: Counter[int] = Counter()
    for each in sat:
        won[each.position] += each.total
    merits: Counter[int] = Counter()
    for position, total in won.items():
        merits[kind.sides[position]] += total if ranked is None else -ranked[position]
    for each in _who_played(sat):
        side = kind.sides[each.position]
        place = 1 + sum(merit > merits[side] for merit in merits.values())
        purse = kind.purse + won[each.position] - each.total
        yield Result(each.round, each.table, each.entry, side, each.total, place, purse, each.position)


def _who_played(sat: list[Sat]) -> list[Sat]:
    """Return those who played a coup there; everybody where somebody left before the first one."""
    return [each for each in sat if each.coups] or sat
