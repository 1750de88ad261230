"""The outbox: the database itself notes what other programs may want to be told, in the transaction of what happened;
it waits to be sent where the club has a receiver."""

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.book.evening_builders import build_coup, correct_event, create_evening, get_table, record_events
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.rounds.seating import add_table, remove_table
from tournaments.actions.webhooks.receivers import add_receiver
from tournaments.models import AuditEntry, OutboxEntry, Record, SignUp, Tournament

pytestmark = [pytest.mark.book, pytest.mark.django_db]


def create_told_evening(*sizes: int) -> Tournament:
    """Create an open evening of a club with a receiver, which is told nothing of what was until now."""
    tournament = create_evening(*sizes)
    add_receiver(tournament.club, "https://club.example/", ["coup.recorded"])
    return tournament


def list_outbox(tournament: Tournament) -> list[tuple[str, int]]:
    """Return (kind, subject) of what waits to be sent."""
    return list(tournament.outbox_entries.filter(is_pending=True).values_list("kind", "subject"))


def test_a_record_waits_to_be_sent_where_its_club_has_a_receiver_and_nowhere_else() -> None:
    tournament, silent = create_told_evening(3), create_evening(3)
    record_events(get_table(tournament), build_coup())
    record_events(get_table(silent), build_coup())
    entry, untold = OutboxEntry.objects.filter(kind="record")
    record = Record.objects.get(table__round__tournament=tournament)
    assert (entry.tournament, entry.subject, entry.is_pending) == (tournament, record.pk, True)
    assert abs((entry.at - record.at).total_seconds()) < 60
    assert (untold.tournament, untold.is_pending) == (silent, False)


def test_a_coup_takes_no_more_queries_with_a_receiver_than_without() -> None:
    counts = []
    for tournament in (create_evening(3), create_told_evening(3)):
        with CaptureQueriesContext(connection) as asked:
            record_events(get_table(tournament), build_coup())
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert OutboxEntry.objects.filter(is_pending=True).count() == 1


def test_what_is_undone_with_its_transaction_is_not_noted() -> None:
    tournament = create_told_evening(3)
    with transaction.atomic():
        record_events(get_table(tournament), build_coup())
        transaction.set_rollback(True)
    assert list_outbox(tournament) == []


def test_a_correction_and_an_action_of_the_log_are_noted() -> None:
    tournament = create_told_evening(3)
    record_events(table := get_table(tournament), build_coup())
    correct_event(table, 1, build_coup(37, 58))
    close_tournament(tournament, actor="user:1")
    closed = AuditEntry.objects.get(tournament=tournament, what="closed")
    first, second = Record.objects.filter(table=table)
    assert list_outbox(tournament) == [("record", first.pk), ("record", second.pk), ("audit", closed.pk)]


def test_tables_that_come_and_go_are_noted_by_their_round() -> None:
    tournament = create_told_evening(3)
    remove_table(add_table(tournament))
    assert list_outbox(tournament) == [("tables", 1), ("tables", 1)]


def test_a_sign_up_is_noted_when_it_comes_and_when_its_state_changes() -> None:
    tournament = create_told_evening(3)
    values: dict[str, Any] = {"tournament": tournament, "name": "Zoé", "digest": "0" * 64}
    person = SignUp.objects.create(**values)
    SignUp.objects.filter(pk=person.pk).update(phone="06")
    SignUp.objects.filter(pk=person.pk).update(state=SignUp.State.WITHDRAWN)
    assert list_outbox(tournament) == [("sign_up", person.pk)] * 2
