"""Recording the next event of a table: written once, at its number, scored and balanced; and undoing the last one."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.book.book_rows import nets, postings, whole_book
from tests.book.evening_builders import a_table, coup, evening, key, table_of, undo, write
from tournaments import actions
from tournaments.actions.tables import posting
from tournaments.models import Record, Table

pytestmark = [pytest.mark.book, pytest.mark.django_db]


def record(table: Table, event: dict[str, object], number: int, word: str | None = None, by: str = "table") -> None:
    """Record the event at this number; `word` is its idempotency key, a new one by default."""
    actions.record_event(table.pk, event, key=word or key(), number=number, by=by)


def test_a_coup_is_posted_as_the_rules_say() -> None:
    """Worked example 4."""
    sheet = write(a_table(), coup(), by="table:2")
    assert nets(1) == {1: 42, 2: -15, 3: -27}
    assert postings(1)[:2] == [("1", -20, "BRU-08"), ("pot", 20, "BRU-08")]
    assert postings(1)[-2:] == [("pot", -60, "BRU-10"), ("1", 60, "BRU-10")]
    assert sum(jetons for _, jetons, _ in postings(1)) == 0
    assert dict(sheet.state.totals) == {"Anne": 42, "Basile": -15, "Chloé": -27}
    [row] = sheet.records
    assert (row.kind, row.number, row.position, row.by, row.cause) == ("event", 1, 1, "table:2", None)
    assert row.body == coup()


def test_ledger_lines_hold_the_figures_that_standings_add_up() -> None:
    write(a_table(), coup())
    fields = ("net", "coups", "coups_won", "points", "brusquembilles_won", "brusquembilles_lost")
    lines = Record.objects.get().lines.order_by("seat__position").values_list(*fields)
    assert list(lines) == [(42, 1, 1, 58, 3, 2), (-15, 1, 0, 37, 2, 0), (-27, 1, 0, 25, 0, 1)]


def test_a_record_names_seats_never_people() -> None:
    sheet = write(a_table(), {"type": "penalty", "rule": "PEN-06", "player": "3", "to": "1"})
    assert sheet.records[0].body == {"type": "penalty", "rule": "PEN-06", "player": "3", "to": "1"}
    assert sheet.events[0] == {"type": "penalty", "rule": "PEN-06", "player": "Chloé", "to": "Anne"}


def test_a_retry_writes_nothing_and_is_answered_the_same() -> None:
    table = a_table()
    for _ in range(3):
        sheet = actions.record_event(table.pk, coup(), key="the-phone-s-id", number=1, by="table")
        assert (sheet.number, len(sheet.events)) == (2, 1)
    write(table, coup())
    assert actions.record_event(table.pk, coup(), key="the-phone-s-id", number=1, by="table").number == 3
    assert Record.objects.count() == 2


@pytest.mark.parametrize("event", [coup(57, 38), {"type": "end"}])
def test_another_body_under_one_key_is_refused(event: dict[str, object]) -> None:
    table = a_table()
    record(table, coup(), 1, "the-phone-s-id")
    with pytest.raises(actions.KeyReused):
        record(table, event, 2, "the-phone-s-id")
    with pytest.raises(actions.KeyReused):
        actions.undo_last(table.pk, key="the-phone-s-id", number=2, by="table")
    assert Record.objects.count() == 1


def test_the_same_body_with_its_keys_in_another_order_is_a_retry() -> None:
    table = a_table()
    record(table, {"type": "void", "reason": "maldonne"}, 1, "the-phone-s-id")
    record(table, {"reason": "maldonne", "type": "void"}, 1, "the-phone-s-id")
    assert Record.objects.count() == 1


@pytest.mark.parametrize("number", [1, 3, 0, -1])
def test_a_stale_number_is_refused_with_the_newer_sheet(number: int) -> None:
    table = a_table()
    write(table, coup())
    with pytest.raises(actions.Stale) as refused:
        record(table, coup(), number)
    assert refused.value.sheet.number == 2
    assert len(refused.value.sheet.events) == 1


@pytest.mark.parametrize("word", ["", "short", "a b c d e f g h", "x" * 65, "1:2345678", "é" * 12])
def test_a_malformed_idempotency_key_is_refused(word: str) -> None:
    table = a_table()
    with pytest.raises(actions.Refused) as refused:
        actions.record_event(table.pk, coup(), key=word, number=1, by="table")
    assert [problem.path for problem in refused.value.problems] == ["key"]


def test_an_event_that_breaks_rules_is_refused_with_every_problem() -> None:
    table = a_table()
    wrong = coup(58, 37, 26) | {"claimed": {"9": 3}}
    with pytest.raises(actions.Refused) as refused:
        record(table, wrong, 1)
    told = {(problem.path, problem.rule) for problem in refused.value.problems}
    assert ("points", "BRU-09") in told
    assert len(told) == 2
    assert not Record.objects.exists()


@pytest.mark.parametrize("event", [None, [], "coup", 3, {}, {"type": []}, {"type": "coup", "points": {"1": 10**400}}])
def test_a_malformed_event_is_refused_with_a_message(event: Any) -> None:
    table = a_table()
    with pytest.raises(actions.Refused) as refused:
        actions.record_event(table.pk, event, key=key(), number=1, by="table")
    assert all(str(problem.message) for problem in refused.value.problems)


@pytest.mark.parametrize("text", ["a\x00b", "\ud800"])
def test_text_that_a_database_cannot_store_is_refused(text: str) -> None:
    table = a_table()
    for event, reason in (
        ({"type": "void", "reason": text}, ""),
        ({"type": "void"}, text),
        ({"type": "void", text: 1}, ""),
    ):
        with pytest.raises(actions.Refused):
            actions.record_event(table.pk, event, key=key(), number=1, by="table", reason=reason)
    assert write(table, {"type": "void", "reason": "<script> 😀 مريم \u202f"}).number == 2


def test_an_empty_seat_is_not_taken_for_a_player_named_like_its_number() -> None:
    event = evening(3)
    for entry, name in zip(event.entries.order_by("pk"), ("9", "2", "1"), strict=True):
        actions.rename_entry(entry, name)
    table = table_of(event)
    sheet = write(table, {"type": "penalty", "rule": "PEN-08", "player": "3"})
    assert sheet.events[0]["player"] == "1"
    with pytest.raises(actions.Refused):
        record(table, {"type": "penalty", "rule": "PEN-08", "player": "9"}, 2)


def test_undo_reverses_the_postings_of_the_last_event() -> None:
    table = a_table()
    write(table, coup(), coup(35, 45, 40))
    sheet = undo(table)
    assert nets(3) == {place: -net for place, net in nets(2).items()}
    assert sorted(postings(3)) == sorted((account, -jetons, rule) for account, jetons, rule in postings(2))
    assert dict(sheet.state.totals) == {"Anne": 42, "Basile": -15, "Chloé": -27}
    assert [(row.kind, row.position) for row in sheet.records] == [("event", 1), ("event", 2), ("undo", 2)]
    [gone] = sheet.revisions()
    assert gone.was["points"] == {"Anne": 35, "Basile": 45, "Chloé": 40}
    assert gone.now is None


def test_undo_goes_back_to_the_start_and_no_further() -> None:
    table = a_table()
    write(table, coup(), {"type": "void"})
    undo(table)
    assert dict(undo(table).state.totals) == {"Anne": 0, "Basile": 0, "Chloé": 0}
    with pytest.raises(actions.NotNow):
        undo(table)
    assert write(table, coup()).state.totals["Anne"] == 42


def test_a_void_coup_moves_nothing_and_the_same_dealer_deals_again() -> None:
    """Rule GEN-03."""
    table = a_table()
    write(table, {"type": "void", "dealer": "2", "reason": "une carte tombée"})
    sheet = write(table, coup())
    assert sheet.steps[1].outcome.dealer == "Basile"
    assert postings(1) == []
    assert nets(1) == {}


def test_a_recave_is_paid_by_the_bank_and_is_no_gain() -> None:
    """Rule BRU-20."""
    sheet = write(a_table(exhausted="recave"), {"type": "recave", "player": "1", "fiches": 2})
    assert postings(1) == [("bank", -40, "BRU-20"), ("1", 40, "BRU-20")]
    assert nets(1) == {}
    assert sheet.state.purses["Anne"].total == 120
    assert sheet.state.totals["Anne"] == 0


def test_a_player_who_leaves_ends_the_partie() -> None:
    """Rule PEN-12."""
    table = a_table()
    write(table, coup())
    sheet = write(table, {"type": "leave", "player": "1"})
    assert sheet.state.complete
    assert nets(2) == {1: -40, 2: 20, 3: 20}
    with pytest.raises(actions.Refused):
        write(table, coup())


def test_an_end_event_ends_the_partie_and_moves_nothing() -> None:
    """Rule GEN-02."""
    sheet = write(a_table(), coup(), {"type": "end"})
    assert sheet.state.complete
    assert nets(2) == {}


def test_in_points_mode_lines_hold_the_points_and_nothing_is_posted() -> None:
    """Rule BRU-23."""
    sheet = write(a_table(mode="points", target=60), coup(), coup())
    assert nets(2) == {1: 58, 2: 37, 3: 25}
    assert postings(2) == []
    assert sheet.state.complete


def test_a_closed_evening_takes_events_from_an_organiser_alone_with_a_reason() -> None:
    event = evening(3)
    table = table_of(event)
    write(table, coup())
    actions.close_event(event)
    with pytest.raises(actions.Closed):
        write(table, coup())
    with pytest.raises(actions.Refused) as refused:
        write(table, coup(), by="user:1")
    assert refused.value.problems[0].path == "reason"
    sheet = actions.record_event(table.pk, coup(), key=key(), number=2, by="user:1", reason="oublié")
    assert sheet.records[-1].reason == "oublié"


def test_a_retry_is_answered_even_once_the_evening_is_closed() -> None:
    event = evening(3)
    table = table_of(event)
    record(table, coup(), 1, "the-phone-s-id")
    actions.close_event(event)
    record(table, coup(), 1, "the-phone-s-id")


def test_a_table_without_enough_players_records_nothing() -> None:
    event = evening(3)
    empty = actions.add_table(event)
    with pytest.raises(actions.NotNow):
        record(empty, coup(), 1)


def test_a_write_that_lost_rows_fails_and_is_rolled_back(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table()
    before = whole_book()
    with monkeypatch.context() as broken:
        broken.setattr(posting, "insert", lambda model, columns, rows: None)
        with pytest.raises(posting.Unbalanced, match="24 postings"):
            write(table, coup())
    assert whole_book() == before
    assert write(table, coup()).number == 2


def test_recording_a_coup_takes_the_same_queries_however_large_the_evening() -> None:
    costs = []
    for sizes in ((3,), (3, 3, 2)):
        table = table_of(evening(*sizes))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            write(table, coup())
        costs.append(len(queries))
    assert costs[0] == costs[1]
