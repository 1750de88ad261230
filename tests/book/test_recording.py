"""Recording the next event of a table: written once, at its number, scored and balanced; and undoing the last one."""

from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import scoring
from tests.book.book_rows import read_book, read_nets, read_postings
from tests.book.evening_builders import (
    build_coup,
    create_evening,
    create_table,
    get_table,
    new_key,
    record_events,
    undo_last,
)
from tournaments.actions.errors import KeyReused, NotNow, Refused, StaleSheet, TournamentClosed
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.people.entries import rename_entry
from tournaments.actions.rounds.seating import add_table
from tournaments.actions.tables import posting, recording
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.book.loading import load_sheet
from tournaments.book.sheet import Sheet
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.models import LedgerLine, Posting, Record, Table

pytestmark = [pytest.mark.book_at_length, pytest.mark.django_db]


def record_event(
    table: Table, event: dict[str, object], number: int, idempotency_key: str | None = None, actor: str = "table"
) -> None:
    """Record the event at this number; `word` is its idempotency key, a new one by default."""
    recording.record_event(table.pk, event, key=idempotency_key or new_key(), number=number, actor=actor)


def test_a_coup_is_posted_as_the_rules_say() -> None:
    """Worked example 4."""
    sheet = record_events(create_table(), build_coup(), actor="table:2")
    assert read_nets(1) == {1: 42, 2: -15, 3: -27}
    assert read_postings(1)[:2] == [("1", -20, "BRU-08"), ("pot", 20, "BRU-08")]
    assert read_postings(1)[-2:] == [("pot", -60, "BRU-10"), ("1", 60, "BRU-10")]
    assert sum(jetons for _, jetons, _ in read_postings(1)) == 0
    assert dict(sheet.state.totals) == {"Anne": 42, "Basile": -15, "Chloé": -27}
    [row] = sheet.records
    assert (row.kind, row.number, row.position, row.actor, row.cause) == ("event", 1, 1, "table:2", None)
    assert row.body == build_coup()


def test_ledger_lines_hold_the_figures_that_standings_add_up() -> None:
    record_events(create_table(), build_coup())
    fields = ("net", "coups", "coups_won", "points", "brusquembilles_won", "brusquembilles_lost")
    lines = Record.objects.get().lines.order_by("seat__position").values_list(*fields)
    assert list(lines) == [(42, 1, 1, 58, 3, 2), (-15, 1, 0, 37, 2, 0), (-27, 1, 0, 25, 0, 1)]


def test_a_record_names_seats_never_people() -> None:
    sheet = record_events(create_table(), {"type": "penalty", "rule": "PEN-06", "player": "3", "to": "1"})
    assert sheet.records[0].body == {"type": "penalty", "rule": "PEN-06", "player": "3", "to": "1"}
    assert sheet.events[0] == {"type": "penalty", "rule": "PEN-06", "player": "Chloé", "to": "Anne"}


@pytest.mark.book
def test_a_retry_writes_nothing_and_is_answered_the_same() -> None:
    table = create_table()
    for _ in range(3):
        sheet = recording.record_event(table.pk, build_coup(), key="the-phone-s-id", number=1, actor="table")
        assert (sheet.next_number, len(sheet.events)) == (2, 1)
    record_events(table, build_coup())
    assert (
        recording.record_event(table.pk, build_coup(), key="the-phone-s-id", number=1, actor="table").next_number == 3
    )
    assert Record.objects.count() == 2


@pytest.mark.parametrize("event", [build_coup(57, 38), {"type": "end"}])
def test_another_body_under_one_key_is_refused(event: dict[str, object]) -> None:
    table = create_table()
    record_event(table, build_coup(), 1, "the-phone-s-id")
    with pytest.raises(KeyReused):
        record_event(table, event, 2, "the-phone-s-id")
    with pytest.raises(KeyReused):
        recording.undo_last(table.pk, key="the-phone-s-id", number=2, actor="table")
    assert Record.objects.count() == 1


def test_the_same_body_with_its_keys_in_another_order_is_a_retry() -> None:
    table = create_table()
    record_event(table, {"type": "void", "reason": "maldonne"}, 1, "the-phone-s-id")
    record_event(table, {"reason": "maldonne", "type": "void"}, 1, "the-phone-s-id")
    assert Record.objects.count() == 1


@pytest.mark.parametrize("number", [1, 3, 0, -1])
def test_a_stale_number_is_refused_with_the_newer_sheet(number: int) -> None:
    table = create_table()
    record_events(table, build_coup())
    with pytest.raises(StaleSheet) as refused:
        record_event(table, build_coup(), number)
    assert refused.value.sheet.next_number == 2
    assert len(refused.value.sheet.events) == 1


@pytest.mark.parametrize("word", ["", "short", "a b c d e f g h", "x" * 65, "1:2345678", "é" * 12])
def test_a_malformed_idempotency_key_is_refused(word: str) -> None:
    table = create_table()
    with pytest.raises(Refused) as refused:
        recording.record_event(table.pk, build_coup(), key=word, number=1, actor="table")
    assert [problem.path for problem in refused.value.problems] == ["key"]


def test_an_event_that_breaks_rules_is_refused_with_every_problem() -> None:
    table = create_table()
    wrong = build_coup(58, 37, 26) | {"claimed": {"9": 3}}
    with pytest.raises(Refused) as refused:
        record_event(table, wrong, 1)
    told = {(problem.path, problem.rule) for problem in refused.value.problems}
    assert ("points", "BRU-09") in told
    assert len(told) == 2
    assert not Record.objects.exists()


@pytest.mark.parametrize("event", [None, [], "coup", 3, {}, {"type": []}, {"type": "coup", "points": {"1": 10**400}}])
def test_a_malformed_event_is_refused_with_a_message(event: Any) -> None:
    table = create_table()
    with pytest.raises(Refused) as refused:
        recording.record_event(table.pk, event, key=new_key(), number=1, actor="table")
    assert all(str(problem.message) for problem in refused.value.problems)


@pytest.mark.book
@pytest.mark.parametrize("text", ["a\x00b", "\ud800"])
def test_text_that_a_database_cannot_store_is_refused(text: str) -> None:
    table = create_table()
    for event, reason in (
        ({"type": "void", "reason": text}, ""),
        ({"type": "void"}, text),
        ({"type": "void", text: 1}, ""),
    ):
        with pytest.raises(Refused):
            recording.record_event(table.pk, event, key=new_key(), number=1, actor="table", reason=reason)
    assert record_events(table, {"type": "void", "reason": "<script> 😀 مريم \u202f"}).next_number == 2


def test_an_empty_seat_is_not_taken_for_a_player_named_like_its_number() -> None:
    tournament = create_evening(3)
    for entry, name in zip(tournament.entries.order_by("pk"), ("9", "2", "1"), strict=True):
        rename_entry(entry, name)
    table = get_table(tournament)
    sheet = record_events(table, {"type": "penalty", "rule": "PEN-08", "player": "3"})
    assert sheet.events[0]["player"] == "1"
    with pytest.raises(Refused):
        record_event(table, {"type": "penalty", "rule": "PEN-08", "player": "9"}, 2)


def test_undo_reverses_the_postings_of_the_last_event() -> None:
    table = create_table()
    record_events(table, build_coup(), build_coup(35, 45, 40))
    sheet = undo_last(table)
    assert read_nets(3) == {place: -net for place, net in read_nets(2).items()}
    assert sorted(read_postings(3)) == sorted((account, -jetons, rule) for account, jetons, rule in read_postings(2))
    assert dict(sheet.state.totals) == {"Anne": 42, "Basile": -15, "Chloé": -27}
    assert [(row.kind, row.position) for row in sheet.records] == [("event", 1), ("event", 2), ("undo", 2)]
    [gone] = sheet.list_revisions()
    assert gone.was["points"] == {"Anne": 35, "Basile": 45, "Chloé": 40}
    assert gone.now is None


def test_undo_goes_back_to_the_start_and_no_further() -> None:
    table = create_table()
    record_events(table, build_coup(), {"type": "void"})
    undo_last(table)
    assert dict(undo_last(table).state.totals) == {"Anne": 0, "Basile": 0, "Chloé": 0}
    with pytest.raises(NotNow):
        undo_last(table)
    assert record_events(table, build_coup()).state.totals["Anne"] == 42


def test_a_void_coup_moves_nothing_and_the_same_dealer_deals_again() -> None:
    """Rule GEN-03."""
    table = create_table()
    record_events(table, {"type": "void", "dealer": "2", "reason": "une carte tombée"})
    sheet = record_events(table, build_coup())
    assert sheet.steps[1].outcome.dealer == "Basile"
    assert read_postings(1) == []
    assert read_nets(1) == {}


def test_a_recave_is_paid_by_the_bank_and_is_no_gain() -> None:
    """Rule BRU-20."""
    sheet = record_events(create_table(exhausted="recave"), {"type": "recave", "player": "1", "fiches": 2})
    assert read_postings(1) == [("bank", -40, "BRU-20"), ("1", 40, "BRU-20")]
    assert read_nets(1) == {}
    assert sheet.state.purses["Anne"].total == 120
    assert sheet.state.totals["Anne"] == 0


def test_a_player_who_leaves_ends_the_partie() -> None:
    """Rule PEN-12."""
    table = create_table()
    record_events(table, build_coup())
    sheet = record_events(table, {"type": "leave", "player": "1"})
    assert sheet.state.complete
    assert read_nets(2) == {1: -40, 2: 20, 3: 20}
    with pytest.raises(Refused):
        record_events(table, build_coup())


def test_an_end_event_ends_the_partie_and_moves_nothing() -> None:
    """Rule GEN-02."""
    sheet = record_events(create_table(), build_coup(), {"type": "end"})
    assert sheet.state.complete
    assert read_nets(2) == {}


def test_in_points_mode_lines_hold_the_points_and_nothing_is_posted() -> None:
    """Rule BRU-23."""
    sheet = record_events(create_table(mode="points", target=60), build_coup(), build_coup())
    assert read_nets(2) == {1: 58, 2: 37, 3: 25}
    assert read_postings(2) == []
    assert sheet.state.complete


def test_a_closed_evening_takes_events_from_an_organiser_alone_with_a_reason() -> None:
    tournament = create_evening(3)
    table = get_table(tournament)
    record_events(table, build_coup())
    close_tournament(tournament)
    with pytest.raises(TournamentClosed):
        record_events(table, build_coup())
    with pytest.raises(Refused) as refused:
        record_events(table, build_coup(), actor="user:1")
    assert refused.value.problems[0].path == "reason"
    sheet = recording.record_event(table.pk, build_coup(), key=new_key(), number=2, actor="user:1", reason="oublié")
    assert sheet.records[-1].reason == "oublié"


def test_a_retry_is_answered_even_once_the_evening_is_closed() -> None:
    tournament = create_evening(3)
    table = get_table(tournament)
    record_event(table, build_coup(), 1, "the-phone-s-id")
    close_tournament(tournament)
    record_event(table, build_coup(), 1, "the-phone-s-id")


def test_a_table_without_enough_players_records_nothing() -> None:
    tournament = create_evening(3)
    empty = add_table(tournament)
    with pytest.raises(NotNow):
        record_event(empty, build_coup(), 1)


@pytest.mark.book
def test_a_write_that_lost_rows_fails_and_is_rolled_back(monkeypatch: pytest.MonkeyPatch) -> None:
    table = create_table()
    before = read_book()
    with monkeypatch.context() as broken:
        build_inserts = posting.build_inserts
        lost = (Posting, LedgerLine)
        broken.setattr(posting, "build_inserts", lambda model, *of: () if model in lost else build_inserts(model, *of))
        with pytest.raises(posting.Unbalanced, match="0, 24, 3"):
            record_events(table, build_coup())
    assert read_book() == before
    assert record_events(table, build_coup()).next_number == 2


def read_facts(sheet: Sheet) -> tuple[object, ...]:
    """Return everything of a sheet that an answer is made from; its steps without the keys as they were typed."""
    records = [(row.pk, row.number, row.kind, row.position, row.body, row.key, row.actor) for row in sheet.records]
    return (
        records,
        sheet.head,
        sheet.events,
        [step.outcome for step in sheet.steps],
        sheet.state,
        sheet.unplayed,
        sheet.auction,
    )


@pytest.mark.parametrize(("game", "size"), [(game.key, max(game.sizes)) for game in scoring.list_games()])
def test_the_sheet_that_a_write_returns_is_the_sheet_that_loading_gives(game: str, size: int) -> None:
    table, chance = create_table(size, game=game), Random(4)
    sheet = load_sheet(table.pk)
    for tricks_share in (0.0, 1.0, 0.0):
        assert sheet.state is not None
        if sheet.state.complete:
            break
        sheet = record_events(
            table, sheet.to_seats(PARTS_BY_GAME[game].play_next_event(sheet.state, chance, tricks_share))
        )
        assert read_facts(sheet) == read_facts(load_sheet(table.pk))
    sheet = undo_last(table)
    assert read_facts(sheet) == read_facts(load_sheet(table.pk))


def test_the_sheet_of_an_adjourned_table_that_goes_on_is_no_longer_adjourned() -> None:
    table = create_table()
    mark_unplayed(table.pk, "adjourned", actor="user:1", reason="la nuit tombe")
    assert load_sheet(table.pk).unplayed is not None
    assert record_events(table, build_coup()).unplayed is None


@pytest.mark.book
def test_recording_a_coup_takes_the_same_queries_however_large_the_evening() -> None:
    costs = []
    for sizes in ((3,), (3, 3, 2)):
        table = get_table(create_evening(*sizes))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            record_events(table, build_coup())
        costs.append(len(queries))
    assert costs[0] == costs[1]


@pytest.mark.book
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is no other machine, and takes them one by one")
def test_all_rows_of_a_coup_are_written_by_one_message() -> None:
    table = create_table()
    record_events(table, build_coup())
    with CaptureQueriesContext(connection) as queries:
        record_events(table, build_coup())
    assert [each["sql"].count("INSERT INTO") for each in queries if "INSERT" in each["sql"]] == [6]
