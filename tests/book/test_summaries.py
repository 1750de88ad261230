"""What a table's book comes to is kept with it: written with every record, filled for tables of before, read by pages
that show no coup."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from tests.book.book_rows import run_recheck
from tests.book.document_builders import fill_corrected_evening
from tests.book.evening_builders import (
    NAMES,
    build_coup,
    correct_event,
    create_evening,
    get_table,
    record_events,
    undo_last,
)
from tests.fixtures.databases import Database
from tournaments.actions.people.entries import add_entries
from tournaments.actions.tables.closing import substitute_player
from tournaments.models import SeatSummary, TableSummary

pytestmark = [pytest.mark.book, pytest.mark.start_from(fill=fill_corrected_evening)]


def fill_every_kind() -> None:
    """Fill the database with tables of each kind: one that somebody left, one of sides, one of a target, one whose last
    event was undone, and the corrected ones."""
    fill_corrected_evening()
    record_events(get_table(create_evening(3, 3)), build_coup(), {"type": "leave", "player": "2"})
    four = get_table(create_evening(4, preset="encyclopedie-1751"))
    record_events(four, {"type": "coup", "points": {"1": 70, "3": 50}})
    target = get_table(create_evening(2, preset="aux-points"))
    record_events(target, {"type": "coup", "points": {"1": 70, "2": 50}})
    undo_last(target)


def test_a_summary_follows_each_record(own_database: Database) -> None:
    table = get_table(create_evening(3, tours=1))
    assert not TableSummary.objects.filter(table=table).exists()
    record_events(table, build_coup())
    kept = TableSummary.objects.get(table=table)
    assert (kept.events, kept.coups, kept.complete, kept.last_number, kept.last_played) == (1, 1, False, 1, 1)
    assert (kept.totals, kept.ranks, kept.left) == ([42, -15, -27], [1, 2, 3], [])
    assert kept.purses == [[5, 22], [2, 25], [2, 13]]
    correct_event(table, 1, build_coup(37, 58, 25))
    kept.refresh_from_db()
    assert (kept.last_number, kept.last_played, kept.ranks) == (2, 1, [2, 1, 3])
    record_events(table, build_coup(), {"type": "leave", "player": "3"})
    kept.refresh_from_db()
    assert (kept.coups, kept.complete, kept.left) == (2, True, [3])
    undo_last(table, actor="user:1", reason="il reste")
    kept.refresh_from_db()
    assert (kept.complete, kept.left, kept.last_played) == (False, [], 5)
    run_recheck()


def test_the_sums_of_a_seat_follow_its_lines_and_its_substitute(own_database: Database) -> None:
    tournament = create_evening(3)
    table = get_table(tournament)
    record_events(table, build_coup())
    [zoe] = [entry for entry in add_entries(tournament, ["Zoé"]) if entry.shown_name == "Zoé"]
    substitute_player(table.pk, 1, zoe, actor="user:1")
    record_events(table, build_coup())
    sums = dict(SeatSummary.objects.filter(seat__table=table).values_list("seat__entry__shown_name", "net"))
    assert sums == {NAMES[0]: 42, "Zoé": 42, NAMES[1]: -30, NAMES[2]: -54}
    run_recheck()


@pytest.mark.start_from(fill=fill_every_kind)
def test_tables_of_before_get_their_summaries(own_database: Database) -> None:
    kept = {each.pk: each.figures for each in TableSummary.objects.all()}
    sums = list(SeatSummary.objects.order_by("pk").values_list())
    assert len(kept) == 5
    TableSummary.objects.all().delete()
    SeatSummary.objects.all().delete()
    with connection.schema_editor() as editor:
        import_module("tournaments.migrations.0019_summaries").fill_summaries(apps, editor)
    assert {each.pk: each.figures for each in TableSummary.objects.all()} == kept
    assert list(SeatSummary.objects.order_by("pk").values_list()) == sums
    run_recheck()
