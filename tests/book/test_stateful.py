"""The database and a plain list of events, driven by the same random steps, always give the same totals."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import Sum
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

import scoring
from tests.book.evening_builders import create_table, new_key
from tournaments.actions.errors import KeyReused, NotNow, Refused, StaleSheet
from tournaments.actions.tables.book_check import check_book
from tournaments.actions.tables.corrections import correct_event
from tournaments.actions.tables.recording import record_event, undo_last
from tournaments.book.loading import load_sheet
from tournaments.models import LedgerLine, Posting, Table

pytestmark = [pytest.mark.book_at_length, pytest.mark.django_db]

SEATS = ("1", "2", "3")
RULES: dict[str, Any] = {"tours": 3, "exhausted": "recave", "payments": "off", "short_pack_pot": "stays"}
Body = dict[str, Any]

points = st.tuples(st.integers(0, 60), st.integers(0, 60)).map(lambda two: (*two, 120 - sum(two)))
coups = points.map(lambda each: {"type": "coup", "points": dict(zip(SEATS, each, strict=True))})
events: st.SearchStrategy[Body] = st.one_of(
    coups,
    coups,
    coups,
    st.just({"type": "coup", "short_pack": 1}),
    st.just({"type": "void"}),
    st.sampled_from(SEATS).map(lambda dealer: {"type": "void", "dealer": dealer}),
    st.permutations(SEATS).map(lambda two: {"type": "penalty", "rule": "PEN-06", "player": two[0], "to": two[1]}),
    st.sampled_from(SEATS).map(lambda player: {"type": "penalty", "rule": "PEN-08", "player": player}),
    st.sampled_from(SEATS).map(lambda player: {"type": "recave", "player": player, "fiches": 3}),
    st.sampled_from(SEATS).map(lambda player: {"type": "leave", "player": player}),
    st.just({"type": "end"}),
)


class DatabaseAndListMachine(RuleBasedStateMachine):
    """Random steps on both sides. `events` and `number` are the plain side; players are named after their seats, so
    that nothing is renamed."""

    def __init__(self) -> None:
        super().__init__()
        self.table = create_table(**RULES)
        self.setting = scoring.build_setting("brusquembille", SEATS, None, RULES)
        self.events: list[Body] = []
        self.number = 1
        self.written: dict[str, Body] = {}

    def is_valid(self, events: list[Body]) -> bool:
        """Return whether these events can be scored without a problem."""
        return not any(step.problems for step in scoring.play_events(self.setting, events))

    def get_outcome(self, index: int) -> tuple[Any, ...]:
        """Return what one event did (dealer, transfers, points, winners), without the holdings before and after it."""
        steps = scoring.play_events(self.setting, self.events)
        outcome = steps[index].outcome
        assert outcome
        return outcome.dealer, outcome.transfers, dict(outcome.points or {}), outcome.winners

    @rule(event=events)
    def record(self, event: Body) -> None:
        """Record an event: accepted exactly if the plain list can be scored with it."""
        word = new_key()
        try:
            record_event(self.table.pk, event, key=word, number=self.number, actor="table")
        except Refused:
            assert not self.is_valid([*self.events, event])
        else:
            assert self.is_valid([*self.events, event])
            self.events.append(event)
            self.number += 1
            self.written[word] = event

    @precondition(lambda self: self.written)
    @rule(data=st.data(), other=coups)
    def send_again(self, data: st.DataObject, other: Body) -> None:
        """Send an event again under its key, which writes nothing; another body under that key is refused."""
        word = data.draw(st.sampled_from(sorted(self.written)))
        event = self.written[word]
        record_event(self.table.pk, event, key=word, number=self.number, actor="table")
        if other != event:
            with pytest.raises(KeyReused):
                record_event(self.table.pk, other, key=word, number=self.number, actor="table")

    @rule(event=coups, off=st.sampled_from((-1, 1, 5)))
    def record_at_another_number(self, event: Body, off: int) -> None:
        """Record an event at a wrong number, which is refused as stale."""
        with pytest.raises(StaleSheet):
            record_event(self.table.pk, event, key=new_key(), number=self.number + off, actor="table")

    @precondition(lambda self: self.events)
    @rule()
    def undo(self) -> None:
        undo_last(self.table.pk, key=new_key(), number=self.number, actor="table")
        self.events.pop()
        self.number += 1

    @precondition(lambda self: self.events)
    @rule(data=st.data(), event=events)
    def correct(self, data: st.DataObject, event: Body) -> None:
        """Correct an event: accepted exactly if it differs and the plain list can be scored with it."""
        index = data.draw(st.integers(0, len(self.events) - 1))
        corrected = [*self.events[:index], event, *self.events[index + 1 :]]
        asked: dict[str, Any] = {"key": new_key(), "number": self.number, "actor": "user:1", "reason": "essai"}
        if event == self.events[index]:
            with pytest.raises(NotNow):
                correct_event(self.table.pk, index + 1, event, **asked)
        elif not self.is_valid(corrected):
            with pytest.raises(Refused):
                correct_event(self.table.pk, index + 1, event, **asked)
        else:
            before = [self.get_outcome(n) for n in range(index + 1, len(self.events))]
            correct_event(self.table.pk, index + 1, event, **asked)
            self.events = corrected
            after = [self.get_outcome(n) for n in range(index + 1, len(self.events))]
            self.number += 1 + sum(old != new for old, new in zip(before, after, strict=True))

    @invariant()
    def check_both_sides_agree(self) -> None:
        """Compare events, number, totals, ledger lines and accounts of both sides."""
        sheet: Any = load_sheet(self.table.pk)
        assert [sheet.to_seats(event) for event in sheet.events] == self.events
        assert sheet.next_number == self.number
        state = (
            scoring.play_events(self.setting, self.events)[-1].state
            if self.events
            else scoring.build_initial_state(self.setting)
        )
        assert list(sheet.state.totals.values()) == list(state.totals.values())
        nets = dict(
            LedgerLine.objects.filter(seat__table=self.table).values_list("seat__position").annotate(Sum("net"))
        )
        assert [nets.get(place, 0) for place in (1, 2, 3)] == list(state.totals.values())
        self.check_accounts_equal_purses(state)

    def check_accounts_equal_purses(self, state: scoring.TableState) -> None:
        """Check that the postings sum to zero and, added to each cave, give the purses."""
        sums = dict(Posting.objects.filter(record__table=self.table).values_list("account").annotate(Sum("jetons")))
        cave = {name: purse.total for name, purse in scoring.build_initial_state(self.setting).purses.items()}
        assert sum(sums.values()) == 0
        assert {name: cave[name] + sums.get(name, 0) for name in SEATS} == {
            name: purse.total for name, purse in state.purses.items()
        }
        assert sums.get("pot", 0) == state.pot

    def teardown(self) -> None:
        """Check that the records, scored again, give the very same book."""
        assert check_book(Table.objects.filter(pk=self.table.pk)).difference is None


def test_the_store_and_a_plain_list_never_differ() -> None:
    run_state_machine_as_test(
        DatabaseAndListMachine,
        settings=settings(
            max_examples=12 if connection.vendor == "sqlite" else 6,  # each step takes thrice as long on PostgreSQL
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.explicit, Phase.reuse, Phase.generate),  # no shrinking, which takes minutes
        ),
    )
