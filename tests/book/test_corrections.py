"""Corrections of an earlier event: what they move, the consequences they write, when they are refused; what was written
before stays readable."""

from typing import Any

import pytest
from django.db.models import Sum
from django.utils.translation import override

from tests.book.book_rows import read_book, read_nets
from tests.book.evening_builders import (
    build_coup,
    correct_event,
    create_evening,
    create_table,
    get_table,
    new_key,
    record_events,
    undo_last,
)
from tournaments.actions.errors import KeyReused, NotNow, Refused, SheetConfirmed, StaleSheet
from tournaments.actions.tables import corrections, recording
from tournaments.actions.tables.closing import confirm_sheet
from tournaments.actions.tables.corrections import preview_correction
from tournaments.models import LedgerLine, Posting, Record

pytestmark = [pytest.mark.book_at_length, pytest.mark.django_db]


def test_a_correction_without_consequences_moves_its_own_event_alone() -> None:
    table = create_table()
    record_events(table, build_coup(), build_coup())
    sheet = correct_event(table, 1, build_coup(37, 58))
    assert [(row.kind, row.position, row.cause) for row in sheet.records[2:]] == [("correction", 1, None)]
    assert read_nets(3) == {1: -60, 2: 60}
    assert dict(sheet.state.totals) == {"Anne": 24, "Basile": 30, "Chloé": -54}


def test_summed_lines_equal_the_totals_of_the_sheet() -> None:
    table = create_table()
    record_events(table, build_coup(), {"type": "penalty", "rule": "PEN-06", "player": "1", "to": "2"}, build_coup())
    correct_event(table, 1, build_coup(37, 58))
    sheet = correct_event(table, 1, {"type": "void"})
    sums = dict(LedgerLine.objects.values_list("seat__entry__shown_name").annotate(Sum("net")))
    assert sums == dict(sheet.state.totals)


def test_revisions_keep_the_previous_event_with_actor_and_reason() -> None:
    table = create_table()
    record_events(table, build_coup(), build_coup())
    correct_event(table, 1, build_coup(37, 58), reason="points inversés", actor="user:7")
    sheet = correct_event(table, 1, build_coup(36, 59), reason="encore", actor="user:8")
    first, second = sheet.list_revisions()
    assert (first.record.actor, first.record.reason) == ("user:7", "points inversés")
    assert first.was["points"] == {"Anne": 58, "Basile": 37, "Chloé": 25}
    assert first.now == second.was
    assert sheet.events[0] == second.now
    assert sheet.records[0].body == build_coup()


def build_points_coup(*each: int) -> dict[str, object]:
    """Build a coup that holds nothing but its points, in the order of the seats."""
    return {"type": "coup", "points": {str(place): points for place, points in enumerate(each, 1)}}


def test_a_pot_carried_to_the_next_coup_is_a_consequence() -> None:
    """PEN-02, the stakes stay: the winner of the next coup wins both pots."""
    table = create_table(4, short_pack_pot="stays", payments="off")
    record_events(
        table, build_points_coup(50, 40, 20, 10), build_points_coup(10, 50, 40, 20), build_points_coup(10, 20, 50, 40)
    )
    plan = preview_correction(table.pk, 1, {"type": "coup", "short_pack": 1})
    assert plan.consequences == (2,)
    assert (plan.standing_changes[1].before.total, plan.standing_changes[1].after.total) == (20, -60)
    assert (plan.standing_changes[2].before.total, plan.standing_changes[2].after.total) == (20, 100)
    assert plan.standing_changes[2].after.rank == 1
    sheet = correct_event(table, 1, {"type": "coup", "short_pack": 1})
    assert [(row.kind, row.position, row.cause) for row in sheet.records[3:]] == [
        ("correction", 1, None),
        ("consequence", 2, 4),
    ]
    assert read_nets(5) == {2: 80}
    assert {name: sheet.state.totals[name] for name in ("Anne", "Basile")} == {"Anne": -60, "Basile": 100}


def test_a_penalty_of_half_the_pot_is_a_consequence() -> None:
    """PEN-06 pays half of what is in the pot: a tie of three that leaves a jeton there changes that half."""
    table = create_table(5, payments="off")
    half = {"type": "penalty", "rule": "PEN-06", "player": "1", "to": "2"}
    record_events(table, build_points_coup(60, 30, 30, 0, 0), half, build_points_coup(60, 30, 30, 0, 0))
    plan = preview_correction(table.pk, 1, build_points_coup(36, 36, 36, 12, 0))
    assert plan.consequences == (3,)
    record_events(table, half)
    plan = preview_correction(table.pk, 1, {"type": "coup", "short_pack": 1})
    assert plan.consequences == ()


def test_a_change_of_dealer_is_a_consequence() -> None:
    """An earlier event is struck out by a correction to void; the deal then goes round differently."""
    table = create_table()
    record_events(table, build_coup(), build_coup(), {"type": "penalty", "rule": "PEN-08", "player": "3"})
    sheet = correct_event(table, 1, {"type": "void"}, reason="n’a pas été joué")
    assert [(row.kind, row.position) for row in sheet.records[3:]] == [("correction", 1), ("consequence", 2)]
    assert sheet.steps[1].outcome.dealer == "Anne"
    assert dict(sheet.state.totals) == {"Anne": 44, "Basile": -13, "Chloé": -31}


def test_a_correction_that_ends_the_partie_before_a_later_event_names_that_event() -> None:
    table = create_table(mode="points", target=100)
    record_events(table, build_points_coup(58, 37, 25), build_points_coup(20, 30, 70))
    before = read_book()
    plan = preview_correction(table.pk, 1, build_points_coup(100, 20, 0))
    assert [each.position for each in plan.blocked] == [2]
    assert plan.problems[0].path == "events[1]"
    assert "ligne 2" in str(plan.problems[0].message)
    with override("en"):
        assert str(plan.problems[0].message).endswith("The game is over: nothing can follow.")
    with pytest.raises(Refused, match="ligne 2"):
        correct_event(table, 1, build_points_coup(100, 20, 0))
    assert read_book() == before


def test_a_void_is_refused_where_a_later_event_names_its_dealer() -> None:
    table = create_table()
    record_events(table, build_coup(), build_coup() | {"dealer": "2"})
    with pytest.raises(Refused) as refused:
        correct_event(table, 1, {"type": "void", "dealer": "1"})
    assert refused.value.problems[0].path == "events[1]"
    assert refused.value.problems[0].rule == "BRU-04"


def test_a_correction_that_breaks_a_rule_is_refused() -> None:
    table = create_table()
    record_events(table, build_coup())
    plan = preview_correction(table.pk, 1, build_coup(58, 38, 25))
    assert {problem.rule for problem in plan.problems} == {"BRU-09"}
    assert (plan.standing_changes, plan.consequences) == ({}, ())
    with pytest.raises(Refused):
        correct_event(table, 1, build_coup(58, 38, 25))


def test_a_preview_writes_nothing() -> None:
    table = create_table()
    record_events(table, build_coup(), build_coup())
    before = read_book()
    plan: Any = preview_correction(table.pk, 1, build_coup(37, 58))
    assert plan.standing_changes[1].before._asdict() == {
        "total": 84,
        "purse": plan.sheet.state.purses["Anne"],
        "rank": 1,
    }
    assert plan.standing_changes[1].after.total == 24
    assert plan.standing_changes[1].after.purse
    assert plan.standing_changes[1].after.purse.total == 104
    assert plan.standing_changes[2].after.rank == 1
    assert read_book() == before


@pytest.mark.parametrize("position", [0, 3, -1])
def test_correcting_a_missing_event_is_refused(position: int) -> None:
    table = create_table()
    record_events(table, build_coup(), build_coup())
    with pytest.raises(NotNow):
        correct_event(table, position, build_coup(37, 58))


def test_a_correction_that_changes_nothing_is_refused() -> None:
    table = create_table()
    record_events(table, build_coup())
    with pytest.raises(NotNow):
        correct_event(table, 1, build_coup())


def test_a_correction_needs_a_reason() -> None:
    table = create_table()
    record_events(table, build_coup())
    with pytest.raises(Refused) as refused:
        correct_event(table, 1, build_coup(37, 58), reason="  ")
    assert refused.value.problems[0].path == "reason"


def test_a_retried_correction_is_written_once_and_a_stale_number_is_refused() -> None:
    table = create_table()
    record_events(table, build_coup())
    asked: dict[str, Any] = {"number": 2, "actor": "user:1", "reason": "inversés"}
    for _ in range(2):
        sheet = corrections.correct_event(table.pk, 1, build_coup(37, 58), key="correction-1", **asked)
        assert sheet.next_number == 3
    with pytest.raises(KeyReused):
        corrections.correct_event(table.pk, 1, build_coup(36, 59), key="correction-1", **asked)
    with pytest.raises(StaleSheet):
        corrections.correct_event(table.pk, 1, build_coup(36, 59), key=new_key(), **asked)


def test_a_correction_is_refused_only_where_what_it_corrects_has_changed_since_it_was_read() -> None:
    """Another coup, and the correction of another event, do not matter; a correction or a new coup at its place do."""
    table = create_table()
    record_events(table, build_coup(), build_coup())
    asked: dict[str, Any] = {"number": 3, "actor": "user:1", "reason": "inversés"}
    record_events(table, build_coup())
    correct_event(table, 2, build_coup(37, 58))
    sheet = corrections.correct_event(table.pk, 1, build_coup(37, 58), key=new_key(), **asked)
    assert [(row.kind, row.position) for row in sheet.records[2:]] == [
        ("event", 3),
        ("correction", 2),
        ("correction", 1),
    ]
    for position in (1, 2):
        with pytest.raises(StaleSheet, match="a changé depuis que vous l’avez lue"):
            corrections.correct_event(table.pk, position, build_coup(36, 59), key=new_key(), **asked)
    undo_last(table)
    record_events(table, build_coup(36, 59))
    with pytest.raises(StaleSheet):
        corrections.correct_event(table.pk, 3, build_coup(37, 58), key=new_key(), **asked | {"number": 6})
    assert len(Record.objects.filter(kind="correction")) == 2


def test_a_correction_read_in_a_book_that_has_gone_back_since_is_refused() -> None:
    table = create_table()
    record_events(table, build_coup())
    with pytest.raises(StaleSheet):
        corrections.correct_event(
            table.pk, 1, build_coup(37, 58), key=new_key(), number=3, actor="user:1", reason="lu 3"
        )


def test_an_undo_that_names_what_it_undoes_needs_no_other_condition() -> None:
    """The correction of an earlier event does not matter; a newer event, or a correction of the last one, does."""
    table = create_table()
    sheet = record_events(table, build_coup(), build_coup())
    last = sheet.records[-1].key
    correct_event(table, 1, build_coup(37, 58))
    asked: dict[str, Any] = {"number": 3, "actor": "table:1", "undoes": last}
    sheet = recording.undo_last(table.pk, key="undo-of-the-phone", **asked)
    assert [(row.kind, row.position) for row in sheet.records[2:]] == [("correction", 1), ("undo", 2)]
    assert recording.undo_last(table.pk, key="undo-of-the-phone", **asked).next_number == 5, (
        "a retry is answered the same"
    )
    sheet = record_events(table, build_coup())
    asked = {"number": sheet.next_number, "actor": "table:1", "undoes": sheet.records[-1].key}
    correct_event(table, 2, build_coup(37, 58))
    for named in (asked, asked | {"number": 7, "undoes": last}):
        with pytest.raises(NotNow, match="n’est plus la dernière ligne"):
            recording.undo_last(table.pk, key=new_key(), **named)
    with pytest.raises(StaleSheet):
        recording.undo_last(table.pk, key=new_key(), **asked | {"number": 99})


def test_undo_reverses_a_corrected_event_with_its_correction() -> None:
    table = create_table()
    record_events(table, build_coup())
    correct_event(table, 1, build_coup(37, 58))
    sheet = undo_last(table)
    assert set(sheet.state.totals.values()) == {0}
    assert Posting.objects.aggregate(Sum("jetons"))["jetons__sum"] == 0
    assert {total for _, total in LedgerLine.objects.values_list("seat").annotate(Sum("net"))} == {0}


def test_a_confirmed_sheet_is_corrected_by_an_organiser_alone_with_a_reason() -> None:
    table = create_table()
    record_events(table, build_coup(), {"type": "end"}, actor="table:1")
    confirm_sheet(table.pk, 2, actor="table:2")
    for actor, wrong in (("table:1", SheetConfirmed), ("table", SheetConfirmed)):
        with pytest.raises(wrong):
            correct_event(table, 1, build_coup(37, 58), actor=actor)
        with pytest.raises(wrong):
            undo_last(table, actor=actor)
    with pytest.raises(Refused):
        undo_last(table, actor="user:1")
    assert correct_event(table, 1, build_coup(37, 58), actor="user:1").is_confirmed
    assert not undo_last(table, actor="user:1", reason="la soirée continue").is_confirmed
    assert record_events(table, build_coup()).state.coups_played == 2


def test_record_numbers_have_no_gap_after_corrections_and_undos() -> None:
    table = get_table(create_evening(3))
    record_events(table, build_coup(), build_coup(), build_coup())
    correct_event(table, 1, {"type": "void"})
    undo_last(table)
    record_events(table, build_coup())
    numbers = list(Record.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_line_that_was_never_written_cannot_be_corrected() -> None:
    with pytest.raises(NotNow, match="pas de ligne"):
        correct_event(create_table(), 1, build_coup())
