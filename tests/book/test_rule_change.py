"""A change of rules after the first record: every table is scored again; refused where a recorded event would become
invalid."""

from typing import Any

import pytest

from tests.book.book_rows import nets, whole_book
from tests.book.evening_builders import correct, coup, evening, key, table_of, undo, write
from tournaments import actions
from tournaments.models import Event, Line, Posting, Record, Table

pytestmark = [pytest.mark.book, pytest.mark.django_db]

RULE = "academie-1718"


def change(event: Event, preset: str = RULE, reason: str = "mal lue", by: str = "user:1", **options: Any) -> Event:
    """Preview and write a change of rules to this preset and these options."""
    asked: dict[str, Any] = {"preset": preset, "options": options}
    seen = actions.preview_rules(event, **asked).seen
    return actions.change_rules(event, **asked, seen=seen, key=key(), by=by, reason=reason)


def totals(event: Event, n: int = 1) -> dict[str, int]:
    """Return the totals at table n by player name."""
    state = Table.objects.for_sheet(table_of(event, n).pk).state
    assert state is not None
    return dict(state.totals)


def book_is_right() -> bool:
    """Return whether the records, scored again, give the very same book."""
    return actions.check_book(Table.objects.all()).difference is None


def sums() -> dict[str, int]:
    """Return the sums of the ledger lines by player name."""
    found: dict[str, int] = {}
    for name, net in Line.objects.values_list("seat__entry__shown_name", "net"):
        found[name] = found.get(name, 0) + net
    return found


def test_a_preview_shows_what_moves_at_each_table_and_writes_nothing() -> None:
    event = evening(3, 3)
    write(table_of(event), coup())
    before = whole_book()
    plan = actions.preview_rules(event, preset=RULE, options={"payments": "off"})
    [only] = plan.recounts  # the second table has written nothing: nothing of it moves
    assert {place: (old.total, new.total) for place, (old, new) in only.moved.items()} == {
        1: (42, 40),
        2: (-15, -20),
        3: (-27, -20),
    }
    assert only.consequences == (1,)
    assert whole_book() == before
    assert Event.objects.get().options == {}


def test_a_rule_change_is_written_as_reversals_and_repostings_marked_consequences() -> None:
    event = evening(3, 3)
    write(table_of(event), coup(), coup())
    write(table_of(event, 2), coup())
    change(event, payments="off", reason="sans paiements ce soir")
    rows = Record.objects.filter(table=table_of(event)).order_by("number")[2:]
    assert [(row.kind, row.position, row.cause, row.reason) for row in rows] == [
        ("rules", 1, None, "sans paiements ce soir"),
        ("consequence", 1, 3, ""),
        ("consequence", 2, 3, ""),
    ]
    assert rows[0].body == {
        "preset": RULE,
        "options": {"payments": "off"},
        "was": {"preset": RULE, "options": {}},
    }
    assert not Posting.objects.filter(record=rows[0]).exists()
    assert nets(4) == {1: -2, 2: -5, 3: 7}
    assert totals(event) == {"Anne": 80, "Basile": -40, "Chloé": -40}
    assert sums() == totals(event) | totals(event, 2)
    deed = event.deeds.get(what="rules")
    assert (deed.by, deed.reason, deed.after["options"]) == ("user:1", "sans paiements ce soir", {"payments": "off"})
    assert book_is_right()


def test_changing_the_rules_and_back_restores_the_totals() -> None:
    event = evening(3)
    write(table_of(event), coup(), coup(37, 58))
    before = totals(event)
    change(event, payments="off")
    change(event)
    assert totals(event) == before == sums()
    assert book_is_right()


def test_events_after_rule_changes_are_scored_by_the_new_rules_and_the_book_is_right() -> None:
    event = evening(3)
    table = table_of(event)
    write(table, coup())
    change(event, payments="off")
    write(table, coup())
    correct(table, 1, coup(37, 58))
    undo(table)
    write(table, {"type": "void"})
    change(event, payments="off", tours=2)
    change(event, preset="aux-points", target=300)
    write(table, coup(40, 50, 30))
    assert totals(event) == {"Anne": 77, "Basile": 108, "Chloé": 55}
    assert sums() == totals(event)
    assert book_is_right()


def test_more_tours_raise_the_caves_and_change_no_gain() -> None:
    """BRU-07: the cave grows with the number of coups, and nobody's gain with it."""
    event = evening(3)
    table = table_of(event)
    write(table, coup(), coup(), coup())
    plan = actions.preview_rules(event, preset=RULE, options={"tours": 2})
    assert plan.recounts[0].consequences == ()
    assert plan.recounts[0].moved[1].before.purse.total + 60 == plan.recounts[0].moved[1].after.purse.total
    change(event, tours=2)
    assert write(table, coup()).state.coups_played == 4
    assert book_is_right()


def test_a_rule_change_that_an_event_contradicts_is_refused_naming_the_event() -> None:
    event = evening(3, 3, tours=2)
    write(table_of(event, 1), coup())
    write(table_of(event, 2), coup(), coup(), coup(), coup())
    before = whole_book()
    plan = actions.preview_rules(event, preset=RULE, options={})
    assert len(plan.problems) == 1
    assert "Table 2, ligne 4" in str(plan.problems[0].message)
    with pytest.raises(actions.Refused, match="Table 2, ligne 4"):
        change(event)
    assert whole_book() == before
    assert Event.objects.get().options == {"tours": 2}


def test_payments_cannot_be_switched_on_where_coups_lack_their_cards() -> None:
    event = evening(3, payments="off")
    write(table_of(event), {"type": "coup", "points": {"1": 58, "2": 37, "3": 25}})
    with pytest.raises(actions.Refused, match="Table 1, ligne 1"):
        change(event)


def test_a_rule_change_needs_a_reason_and_a_difference() -> None:
    event = evening(3)
    write(table_of(event), coup())
    with pytest.raises(actions.Refused) as refused:
        change(event, payments="off", reason=" ")
    assert refused.value.problems[0].path == "reason"
    with pytest.raises(actions.NotNow, match="déjà celle"):
        change(event)
    with pytest.raises(actions.Refused):
        actions.preview_rules(event, preset=RULE, options={"tours": 0})


def test_a_retry_writes_once_and_an_outdated_preview_is_refused() -> None:
    event = evening(3)
    write(table_of(event), coup())
    asked: dict[str, Any] = {"preset": RULE, "options": {"payments": "off"}, "by": "user:1", "reason": "mal lue"}
    seen = actions.preview_rules(event, preset=RULE, options={"payments": "off"}).seen
    write(table_of(event), coup())
    with pytest.raises(actions.NotNow, match="entre-temps"):
        actions.change_rules(event, **asked, seen=seen, key="rules-change-1")
    seen = actions.preview_rules(event, preset=RULE, options={"payments": "off"}).seen
    for _ in range(2):
        actions.change_rules(event, **asked, seen=seen, key="rules-change-1")
    assert Record.objects.filter(kind="rules").count() == 1
    with pytest.raises(actions.KeyReused):
        actions.change_rules(event, **asked | {"options": {}}, seen=seen, key="rules-change-1")


def test_recheck_reports_a_table_scored_under_other_rules_than_its_evening() -> None:
    event = evening(3)
    write(table_of(event), coup())
    change(event, payments="off")
    Event.objects.update(options={})
    checked = actions.check_book(Table.objects.all())
    assert checked.difference is not None
    assert "autre règle" in checked.difference
