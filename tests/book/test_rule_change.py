"""A change of rules after the first record: every table is scored again; refused where a recorded event would become
invalid."""

from typing import Any

import pytest

import scoring
from tests.book.book_rows import read_book, read_nets
from tests.book.evening_builders import (
    build_coup,
    correct_event,
    create_evening,
    get_table,
    new_key,
    record_events,
    undo_last,
)
from tournaments.actions.errors import KeyReused, NotNow, Refused
from tournaments.actions.evenings import rule_change
from tournaments.actions.evenings.rule_change import preview_rule_change
from tournaments.actions.tables.book_check import check_book
from tournaments.book.loading import load_sheet
from tournaments.models import LedgerLine, Posting, Record, Table, Tournament

pytestmark = [pytest.mark.book_at_length, pytest.mark.django_db]

PRESET = "academie-1718"


def change_rules(
    tournament: Tournament, preset: str = PRESET, reason: str = "mal lue", actor: str = "user:1", **options: Any
) -> Tournament:
    """Preview and write a change of rules to this preset and these options."""
    asked: dict[str, Any] = {"preset": preset, "options": options}
    seen = preview_rule_change(tournament, **asked).digest
    return rule_change.change_rules(tournament, **asked, seen_digest=seen, key=new_key(), actor=actor, reason=reason)


def read_totals(tournament: Tournament, n: int = 1) -> dict[str, int]:
    """Return the totals at table n by player name."""
    state = load_sheet(get_table(tournament, n).pk).state
    assert state is not None
    return dict(state.totals)


def is_book_right() -> bool:
    """Return whether the records, scored again, give the very same book."""
    return check_book(Table.objects.all()).difference is None


def sum_ledger_lines() -> dict[str, int]:
    """Return the sums of the ledger lines by player name."""
    found: dict[str, int] = {}
    for name, net in LedgerLine.objects.values_list("seat__entry__shown_name", "net"):
        found[name] = found.get(name, 0) + net
    return found


def test_a_preview_shows_what_moves_at_each_table_and_writes_nothing() -> None:
    tournament = create_evening(3, 3)
    record_events(get_table(tournament), build_coup())
    before = read_book()
    plan = preview_rule_change(tournament, preset=PRESET, options={"payments": "off"})
    [only] = plan.recounts  # the second table has written nothing: nothing of it moves
    assert {place: (old.total, new.total) for place, (old, new) in only.standing_changes.items()} == {
        1: (42, 40),
        2: (-15, -20),
        3: (-27, -20),
    }
    assert only.consequences == (1,)
    assert read_book() == before
    assert Tournament.objects.get().options == {}


def test_a_rule_change_is_written_as_reversals_and_repostings_marked_consequences() -> None:
    tournament = create_evening(3, 3)
    record_events(get_table(tournament), build_coup(), build_coup())
    record_events(get_table(tournament, 2), build_coup())
    change_rules(tournament, payments="off", reason="sans paiements ce soir")
    rows = Record.objects.filter(table=get_table(tournament)).order_by("number")[2:]
    assert [(row.kind, row.position, row.cause, row.reason) for row in rows] == [
        ("rules", 1, None, "sans paiements ce soir"),
        ("consequence", 1, 3, ""),
        ("consequence", 2, 3, ""),
    ]
    game = scoring.get_game("brusquembille")
    every_option = dict(game.presets[0].build_values(game.options))
    assert rows[0].body == {
        "preset": PRESET,
        "options": {**every_option, "payments": "off"},
        "was": {"preset": PRESET, "options": every_option},
    }
    assert not Posting.objects.filter(record=rows[0]).exists()
    assert read_nets(4) == {1: -2, 2: -5, 3: 7}
    assert read_totals(tournament) == {"Anne": 80, "Basile": -40, "Chloé": -40}
    assert sum_ledger_lines() == read_totals(tournament) | read_totals(tournament, 2)
    deed = tournament.audit_entries.get(what="rules")
    assert (deed.actor, deed.reason, deed.after["options"]) == (
        "user:1",
        "sans paiements ce soir",
        rows[0].body["options"],
    )
    assert is_book_right()


def test_changing_the_rules_and_back_restores_the_totals() -> None:
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup(), build_coup(37, 58))
    before = read_totals(tournament)
    change_rules(tournament, payments="off")
    change_rules(tournament)
    assert read_totals(tournament) == before == sum_ledger_lines()
    assert is_book_right()


def test_events_after_rule_changes_are_scored_by_the_new_rules_and_the_book_is_right() -> None:
    tournament = create_evening(3)
    table = get_table(tournament)
    record_events(table, build_coup())
    change_rules(tournament, payments="off")
    record_events(table, build_coup())
    correct_event(table, 1, build_coup(37, 58))
    undo_last(table)
    record_events(table, {"type": "void"})
    change_rules(tournament, payments="off", tours=2)
    change_rules(tournament, preset="aux-points", target=300)
    record_events(table, build_coup(40, 50, 30))
    assert read_totals(tournament) == {"Anne": 77, "Basile": 108, "Chloé": 55}
    assert sum_ledger_lines() == read_totals(tournament)
    assert is_book_right()


def test_more_tours_raise_the_caves_and_change_no_gain() -> None:
    """BRU-07: the cave grows with the number of coups, and nobody's gain with it."""
    tournament = create_evening(3)
    table = get_table(tournament)
    record_events(table, build_coup(), build_coup(), build_coup())
    plan = preview_rule_change(tournament, preset=PRESET, options={"tours": 2})
    assert plan.recounts[0].consequences == ()
    assert (
        plan.recounts[0].standing_changes[1].before.purse.total + 60
        == plan.recounts[0].standing_changes[1].after.purse.total
    )
    change_rules(tournament, tours=2)
    assert record_events(table, build_coup()).state.coups_played == 4
    assert is_book_right()


def test_a_rule_change_that_an_event_contradicts_is_refused_naming_the_event() -> None:
    tournament = create_evening(3, 3, tours=2)
    record_events(get_table(tournament, 1), build_coup())
    record_events(get_table(tournament, 2), build_coup(), build_coup(), build_coup(), build_coup())
    before = read_book()
    plan = preview_rule_change(tournament, preset=PRESET, options={})
    assert len(plan.problems) == 1
    assert "Table 2, ligne 4" in str(plan.problems[0].message)
    with pytest.raises(Refused, match="Table 2, ligne 4"):
        change_rules(tournament)
    assert read_book() == before
    assert Tournament.objects.get().options == {"tours": 2}


def test_payments_cannot_be_switched_on_where_coups_lack_their_cards() -> None:
    tournament = create_evening(3, payments="off")
    record_events(get_table(tournament), {"type": "coup", "points": {"1": 58, "2": 37, "3": 25}})
    with pytest.raises(Refused, match="Table 1, ligne 1"):
        change_rules(tournament)


def test_a_rule_change_needs_a_reason_and_a_difference() -> None:
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    with pytest.raises(Refused) as refused:
        change_rules(tournament, payments="off", reason=" ")
    assert refused.value.problems[0].path == "reason"
    with pytest.raises(NotNow, match="déjà celle"):
        change_rules(tournament)
    with pytest.raises(Refused):
        preview_rule_change(tournament, preset=PRESET, options={"tours": 0})


def test_a_retry_writes_once_and_an_outdated_preview_is_refused() -> None:
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    asked: dict[str, Any] = {"preset": PRESET, "options": {"payments": "off"}, "actor": "user:1", "reason": "mal lue"}
    seen = preview_rule_change(tournament, preset=PRESET, options={"payments": "off"}).digest
    record_events(get_table(tournament), build_coup())
    with pytest.raises(NotNow, match="entre-temps"):
        rule_change.change_rules(tournament, **asked, seen_digest=seen, key="rules-change-1")
    seen = preview_rule_change(tournament, preset=PRESET, options={"payments": "off"}).digest
    for _ in range(2):
        rule_change.change_rules(tournament, **asked, seen_digest=seen, key="rules-change-1")
    assert Record.objects.filter(kind="rules").count() == 1
    with pytest.raises(KeyReused):
        rule_change.change_rules(tournament, **asked | {"options": {}}, seen_digest=seen, key="rules-change-1")


def test_recheck_reports_a_table_scored_under_other_rules_than_its_evening() -> None:
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    change_rules(tournament, payments="off")
    Tournament.objects.update(options={})
    checked = check_book(Table.objects.all())
    assert checked.difference is not None
    assert "autre règle" in checked.difference
