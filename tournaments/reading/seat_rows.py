"""Read the sums of seats as columns of integers, from which the standings of thousands of players are computed at once.

Loaded where it is needed, since numpy takes its time.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain

import numpy as np
from django.db import connection
from django.db.models import BigIntegerField, ExpressionWrapper, F, IntegerField, QuerySet
from django.db.models.functions import Cast

from tournaments.models import SeatSummary, Tournament
from tournaments.standings.figures_at_once import Column, SeatColumns

from .sums import NO_SUMS, SUMS, Sums
from .tables import FIGURE_COLUMNS, SEAT_COLUMNS, build_kind_getter

MOST_SEATS = 64
"""A number above all positions at a table, so that `table * MOST_SEATS + position` is another number for each seat."""
PLACE_NUMBER = ExpressionWrapper(F("seat__table_id") * MOST_SEATS + F("seat__position"), BigIntegerField())
"""The table and the position of a seat, as one integer: where thousands of rows are read, each column costs time."""
SORT_NUMBER = F("seat__table__round__n") * 2 + Cast("seat__table__sides", IntegerField())
"""The round of a seat, and whether two sides play at its table, as one integer."""


def read_seat_rows(sums: QuerySet[SeatSummary], figures: Sequence[str] = FIGURE_COLUMNS) -> Column:
    """Return these sums of seats as a table of integers, one row each (SEAT_COLUMNS, then `figures`), table by table.
    `figures`: the first ones of FIGURE_COLUMNS, two of them at least."""
    packed = sums.order_by().values_list(PLACE_NUMBER, SORT_NUMBER, "seat__entry", *figures)
    with connection.cursor() as cursor:
        cursor.execute(*packed.query.sql_with_params())
        numbers = np.fromiter(chain.from_iterable(cursor.fetchall()), dtype=np.int64)
    rows = numbers.reshape(-1, 3 + len(figures))
    rows = rows[np.argsort(rows[:, 0], kind="stable")]
    (table, position), (n, two_sides) = divmod(rows[:, 0], MOST_SEATS), divmod(rows[:, 1], 2)
    return np.column_stack([n, table, two_sides, position, rows[:, 2:]])


def build_seat_columns(tournament: Tournament, rows: Column, *, by_place: bool) -> SeatColumns | None:
    """Return who won what at which table, as columns of integers, from rows of `read_seat_rows`. Not to be called where
    somebody left a table. None where columns cannot say it: somebody took another's seat or, if places at the tables
    are wanted too (`by_place`), a target ends a partie."""
    if not len(rows):
        return SeatColumns(*rows.T[:4])
    n, table, two_sides, position, entry, total, coups = rows.T[:7]
    begins = np.flatnonzero(np.diff(table, prepend=-1))
    ends = np.append(begins[1:], len(table)) - 1
    table_of = np.repeat(np.arange(len(begins)), ends - begins + 1)
    has_coups = coups > 0
    played = np.logical_or.reduceat(has_coups, begins)
    has_shared_seat = ((np.diff(table) == 0) & (np.diff(position) == 0)).any()
    if has_shared_seat or (has_coups != played[table_of]).any():
        return None
    like = build_kind_getter(tournament)
    sorts, sort_of = np.unique((n[begins] * MOST_SEATS + position[ends]) * 2 + two_sides[begins], return_inverse=True)
    kinds = [like(sort // 2 // MOST_SEATS, sort // 2 % MOST_SEATS, bool(sort % 2)) for sort in sorts.tolist()]
    if by_place and any(kind.to_a_target for kind in kinds):
        return None
    sides = np.zeros((len(kinds), MOST_SEATS), dtype=np.int64)
    for sort, kind in enumerate(kinds):
        sides[sort, list(kind.sides)] = list(kind.sides.values())
    number, side = (np.cumsum(played) - 1)[table_of], sides[sort_of[table_of], position]
    return SeatColumns(number[has_coups], entry[has_coups], side[has_coups], total[has_coups])


def add_up_rows(rows: Column) -> Sums:
    """Return, by entry, the sums of rows of `read_seat_rows`: each figure added up, the number of tables with a coup,
    and the gain there. Of rows with two figures, the total alone."""
    entries, place = np.unique(rows[:, 4], return_inverse=True)
    figures = rows[:, len(SEAT_COLUMNS) :]
    whole = figures.shape[1] == len(SUMS)
    keys = tuple(NO_SUMS) if whole else ("total",)
    sums = np.zeros((len(entries), len(keys)), dtype=np.int64)
    np.add.at(sums[:, : len(SUMS)], place, figures if whole else figures[:, :1])
    if whole:
        table = np.unique(rows[:, 1], return_inverse=True)[1]
        both, at = np.unique(table * len(entries) + place, return_inverse=True)
        there = np.zeros((len(both), 2), dtype=np.int64)
        np.add.at(there, at, figures[:, :2])
        played = there[:, 1] > 0
        won = np.where(played, there[:, 0], 0)
        np.add.at(sums[:, -2:], both % len(entries), np.stack([played, won], axis=1))
    pairs = zip(entries.tolist(), sums.tolist(), strict=True)
    return defaultdict(NO_SUMS.copy, {entry: dict(zip(keys, its, strict=True)) for entry, its in pairs})
