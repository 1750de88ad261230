"""Sheets that a process keeps after it wrote them: taken for the table's own only while nothing else changed it."""

from typing import Any

import pytest
from django.db import transaction

from tests.book.evening_builders import build_coup, correct_event, create_table, new_key, record_events, undo_last
from tournaments.actions.tables.recording import record_event
from tournaments.book.loading import TABLE_TO_WRITE, load_sheet
from tournaments.book.recent_sheets import RECENT, RecentSheets
from tournaments.models import ChainLink, Record, RecordReason, Table

pytestmark = pytest.mark.django_db


def find_kept_sheet(table: Table) -> Any:
    """Return the sheet that the next write at the table would begin with; None if it reads all records."""
    return RECENT.find_sheet(table.pk, Table.objects.with_heads().get(pk=table.pk).head)


def test_the_sheet_of_the_last_coup_is_kept_and_the_next_one_is_written_on_it() -> None:
    table = create_table()
    kept = record_events(table, build_coup())
    assert find_kept_sheet(table) is kept
    assert record_events(table, build_coup(60, 35, 25)).steps[0] is kept.steps[0]


def test_a_coup_after_a_correction_is_scored_on_the_corrected_sheet() -> None:
    """A correction is written as by another process, and read on what is kept of the table."""
    table = create_table()
    record_events(table, build_coup(), build_coup())
    correct_event(table, 1, build_coup(60, 35, 25))
    written = record_events(table, build_coup())
    assert written.events[0]["points"]["Anne"] == 60
    assert written.state.totals == load_sheet(table.pk).state.totals


def test_a_player_who_is_renamed_has_the_new_name_in_the_next_coup() -> None:
    table = create_table()
    record_events(table, build_coup())
    seat = table.seats.get(position=1)
    seat.entry.shown_name = "Annette"
    seat.entry.save()
    written = record_events(table, build_coup())
    assert [list(event["points"]) for event in written.events] == [["Annette", "Basile", "Chloé"]] * 2


def test_the_objects_of_an_answer_are_never_those_that_an_earlier_one_gave() -> None:
    """What a request does to its table must not reach the next one, which is answered with the same rows."""
    table = create_table()
    [first] = TABLE_TO_WRITE.fetch_again(table.pk)
    first.n, first.head, first.round.tournament.name = 99, "wrong", "wrong"
    [second] = TABLE_TO_WRITE.fetch_again(table.pk)
    assert (second.n, second.head, second.round.tournament.name) == (table.n, "", table.round.tournament.name)
    type(table.round).objects.filter(pk=table.round_id).update(minutes=7)
    assert TABLE_TO_WRITE.fetch_again(table.pk)[0].round.minutes == 7


def test_a_coup_that_was_rolled_back_is_not_taken_for_written() -> None:
    table = create_table()
    record_events(table, build_coup())
    with transaction.atomic():
        record_events(table, build_coup())
        transaction.set_rollback(True)
    assert find_kept_sheet(table) is None
    assert record_events(table, build_coup()).next_number == 3
    assert Record.objects.filter(table=table).count() == 2


def test_a_reason_that_is_erased_is_gone_from_a_sheet_that_was_kept() -> None:
    table = create_table()
    number = record_events(table, build_coup()).next_number
    record_event(table.pk, build_coup(), key=new_key(), number=number, actor="table", reason="oubliée")
    kept = load_sheet(table.pk)
    assert [record.reason for record in kept.records] == ["", "oubliée"]
    RecordReason.objects.all().delete()
    again = load_sheet(table.pk)
    assert [record.reason for record in again.records] == ["", ""]
    assert again.steps is kept.steps


@pytest.mark.parametrize("change", [lambda table: record_events(table, build_coup()), undo_last])
def test_what_another_process_wrote_is_added_to_the_sheet_that_is_kept(change: Any) -> None:
    table = create_table()
    kept = record_events(table, build_coup(), build_coup(60, 35, 25))
    change(table)
    RECENT.keep_sheet(kept)
    sheet = load_sheet(table.pk)
    assert sheet.steps[0] is kept.steps[0]
    assert find_kept_sheet(table) is sheet
    RECENT.clear()
    read = load_sheet(table.pk)
    assert (sheet.records, sheet.events, sheet.state) == (read.records, read.events, read.state)


def test_a_correction_by_another_process_is_scored_on_the_sheet_that_is_kept() -> None:
    table = create_table()
    kept = record_events(table, build_coup(), build_coup(), build_coup())
    correct_event(table, 2, build_coup(60, 35, 25), reason="mal lu")
    sheet = load_sheet(table.pk)
    assert sheet.steps[0] is kept.steps[0]
    assert sheet.records[-1].reason == "mal lu"
    RECENT.clear()
    assert load_sheet(table.pk).state == sheet.state


def test_a_book_that_went_back_and_on_is_read_anew() -> None:
    """Another coup stands where the kept sheet has its last: none of it is taken for the table's own."""
    table = create_table()
    kept = record_events(table, build_coup())
    with transaction.atomic():
        gone = record_events(table, build_coup())
        transaction.set_rollback(True)
    RECENT.keep_sheet(kept)
    record_events(table, build_coup(60, 35, 25), build_coup())
    RECENT.keep_sheet(gone)
    assert load_sheet(table.pk).events[1]["points"]["Anne"] == 60


def test_the_sheet_that_was_asked_for_least_lately_goes_first() -> None:
    some = RecentSheets(most=2)
    tables = [create_table() for _ in range(3)]
    sheets = [record_events(table, build_coup()) for table in tables]
    some.keep_sheet(sheets[0])
    some.keep_sheet(sheets[1])
    assert some.find_sheet(tables[0].pk, sheets[0].head)
    some.keep_sheet(sheets[2])
    assert [bool(some.find_sheet(sheet.table.pk, sheet.head)) for sheet in sheets] == [True, False, True]


def test_each_link_holds_the_last_one_of_any_table_beside_its_own() -> None:
    first, second = create_table(), create_table()
    for table in (first, second, second, first):
        record_events(table, build_coup())
    links = list(ChainLink.objects.order_by("pk"))
    assert [link.beside for link in links[1:]] == [link.digest for link in links[:-1]]


def test_many_tables_and_a_coup_leave_behind_what_names_every_player() -> None:
    table = create_table()
    written = record_events(table, build_coup())
    read = [*Table.objects.with_card_rows(), *Table.objects.with_played_rows(), *TABLE_TO_WRITE.fetch(table.pk)]
    assert [each.round.tournament.get_deferred_fields() for each in read] == [{"phases"}] * 3
    assert written.tournament.phases == []
