"""What other programs are told, to whom, and how often it is tried: from the outbox to what came of it."""

import json
from collections.abc import Collection
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.book.evening_builders import build_coup, correct_event, create_evening, get_table, record_events
from tests.web.organiser_builders import create_draft_evening
from tests.webhooks.listener import Wire, listening, work
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import close_tournament, hide_tournament, open_tournament
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.webhooks.deliveries import DELAYS, KEPT, PAUSED_AFTER, SendResult, delete_old_deliveries
from tournaments.actions.webhooks.receivers import (
    add_receiver,
    compute_receiver_key,
    queue_test_message,
    renew_secret,
    resume_receiver,
    write_secret,
)
from tournaments.api.webhooks import messages
from tournaments.api.webhooks.dispatching import STANDINGS_WAIT, Dispatcher
from tournaments.api.webhooks.sending import sign_message
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Club, Delivery, EventType, OutboxEntry, Player, Receiver, SignUp, Tournament

pytestmark = pytest.mark.django_db
ALL = EventType.values
SECOND = timedelta(seconds=1)


@pytest.fixture
def wire() -> Wire:
    return Wire()


def create_told_evening(types: Collection[str] = ALL) -> Tournament:
    """Create an open evening of one table, whose club has a receiver."""
    tournament = create_evening(3)
    add_receiver(tournament.club, "https://club.example/in", types)
    return tournament


def test_a_coup_is_told_with_what_each_place_wins(wire: Wire):
    tournament = create_told_evening()
    record_events(get_table(tournament), build_coup())
    work(wire, timezone.now())
    assert wire.list_types() == ["coup.recorded"]
    data = wire.get_data("coup.recorded")
    assert data["tournament"]["code"] == tournament.code
    assert (data["round"], data["table"], data["number"]) == (1, 1, 1)
    assert data["body"] == build_coup()
    told = [(each["position"], each["name"], each["gain"]) for each in data["gains"]]
    assert told == [(1, "Anne", 42), (2, "Basile", -15), (3, "Chloé", -27)]
    assert not OutboxEntry.objects.filter(kind="record", is_pending=True).exists()


def test_what_is_sent_is_signed_with_the_secret_that_was_shown(wire: Wire):
    tournament = create_told_evening()
    record_events(get_table(tournament), build_coup())
    with listening() as listener:
        Receiver.objects.update(address=listener.address)
        dispatcher = Dispatcher([listener.host])
        dispatcher.work(timezone.now())
        dispatcher.finish()
        [(headers, body)] = listener.messages
    key = compute_receiver_key(Receiver.objects.get())
    signed = sign_message(key, headers["webhook-id"], int(headers["webhook-timestamp"]), body)
    assert headers["webhook-signature"] == signed
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.answer, delivery.tries, delivery.body) == ("delivered", 204, 1, "")


def test_a_correction_and_an_undone_coup_are_told_as_corrections(wire: Wire):
    tournament = create_told_evening([EventType.COUP_CORRECTED])
    record_events(table := get_table(tournament), build_coup())
    correct_event(table, 1, build_coup(37, 58))
    work(wire, timezone.now())
    assert wire.list_types() == ["coup.corrected"]
    data = wire.get_data("coup.corrected")
    assert (data["change"], data["event"], data["number"]) == ("correction", 1, 2)
    assert "mal compté" not in json.dumps(data, ensure_ascii=False)


def test_why_a_coup_was_dealt_again_is_told_to_nobody(wire: Wire):
    tournament = create_told_evening()
    record_events(get_table(tournament), {"type": "void", "reason": "Basile a vu la retourne"})
    work(wire, timezone.now())
    assert wire.get_data("coup.recorded")["body"] == {"type": "void"}


def test_a_receiver_is_told_only_what_it_asked_for_and_of_its_own_club(wire: Wire):
    tournament, other = create_told_evening([EventType.TOURNAMENT_CLOSED]), create_evening(3)
    for each in (tournament, other):
        record_events(get_table(each), build_coup())
        close_tournament(each)
    work(wire, timezone.now())
    assert wire.list_types() == ["tournament.closed"]
    assert wire.get_data("tournament.closed")["tournament"]["status"] == "closed"


def test_opening_a_tournament_tells_its_tables_and_a_draft_tells_nothing(wire: Wire):
    club = Club.objects.create(name="Cercle")
    add_receiver(club, "https://club.example/in", ALL)
    tournament = create_draft_evening(club)
    work(wire, timezone.now())
    assert wire.sent == []
    open_tournament(tournament)
    work(wire, timezone.now())
    assert wire.list_types() == ["tournament.opened", "round.published"]
    tables = wire.get_data("round.published")["tables"]
    assert [[seat["name"] for seat in each["seats"]] for each in tables] == [
        ["Anne Lefèvre", "Basile O’Connor", "Chloé d’Arès"],
        ["Denis Roy", "Élise Marchand", "Fanny Petit"],
    ]


def test_a_round_that_comes_and_goes_before_anybody_is_told_is_told_as_withdrawn(wire: Wire):
    tournament = create_told_evening()
    current = tournament.rounds.create(n=2)
    table = current.tables.create(n=1)
    work(wire, timezone.now())
    assert wire.sent == [], "nobody sits there yet"
    table.delete()
    work(wire, timezone.now())
    assert wire.list_types() == ["round.withdrawn"]
    assert wire.get_data("round.withdrawn")["round"] == 2


def test_changed_standings_are_told_once_for_many_coups(wire: Wire):
    tournament = create_told_evening([EventType.STANDINGS_CHANGED])
    record_events(get_table(tournament), build_coup(), build_coup())
    now = timezone.now()
    work(wire, now)
    record_events(get_table(tournament), build_coup())
    later = max(now + SECOND, timezone.now())
    work(wire, later)
    assert wire.sent == []
    work(wire, later + STANDINGS_WAIT + SECOND)
    assert wire.list_types() == ["standings.changed"]
    data = wire.get_data("standings.changed")
    assert data["players"] == 3
    assert [row["name"] for row in data["leaders"]] == ["Anne", "Basile", "Chloé"]
    assert [row["total"] for row in data["leaders"]] == [3 * 42, 3 * -15, 3 * -27]
    assert not OutboxEntry.objects.filter(is_pending=True).exists()


@pytest.mark.parametrize("discreet", ["the club", "the player"])
def test_names_are_those_of_the_public_pages(wire: Wire, discreet: str):
    tournament = create_told_evening()
    if discreet == "the club":
        Club.objects.update(initials=True)
    else:
        Player.objects.filter(name="Anne").update(discreet=True)
    record_events(get_table(tournament), build_coup())
    work(wire, timezone.now())
    told = [each["name"] for each in wire.get_data("coup.recorded")["gains"]]
    assert told == (["A.", "B.", "C."] if discreet == "the club" else ["A.", "Basile", "Chloé"])


def test_nothing_is_told_of_a_hidden_tournament(wire: Wire):
    tournament = create_told_evening()
    record_events(get_table(tournament), build_coup())
    hide_tournament(tournament)
    work(wire, timezone.now())
    assert wire.sent == []
    assert not OutboxEntry.objects.filter(kind="record", is_pending=True).exists()


def test_whoever_signs_up_and_has_no_entry_is_named_by_his_initials(wire: Wire):
    tournament = create_told_evening()
    values = {"tournament": tournament, "phone": "0601020304", "digest": "0" * 64}
    person = SignUp.objects.create(name="Zoé Albret", **values)
    work(wire, timezone.now())
    expected = {"id": person.pk, "state": "waiting", "entry": None, "name": "Z. A."}
    assert wire.get_data("sign_up.changed")["sign_up"] == expected


def test_an_evening_that_came_with_a_file_is_not_told(wire: Wire):
    played = create_evening(3)
    record_events(get_table(played), build_coup())
    tournament = create_told_evening()
    import_tournament(tournament.club, read_tournament(build_tournament_document(played)))
    work(wire, timezone.now())
    assert wire.sent == []


def test_an_entry_that_cannot_be_told_does_not_hold_up_the_others(wire: Wire, monkeypatch: pytest.MonkeyPatch):
    logged: list[OutboxEntry] = []
    monkeypatch.setattr(messages.LOGGER, "exception", lambda _words, entry: logged.append(entry))
    tournament = create_told_evening([EventType.COUP_RECORDED])
    OutboxEntry.objects.create(tournament=tournament, kind="record", subject=10**9)
    record_events(get_table(tournament), build_coup())
    work(wire, timezone.now())
    assert wire.list_types() == ["coup.recorded"]
    assert not OutboxEntry.objects.filter(is_pending=True).exists()
    assert [entry.subject for entry in logged] == [10**9]


# ── Tries


def queue_one(wire: Wire) -> Receiver:
    """Create a receiver to which a test message waits."""
    receiver = add_receiver(Club.objects.create(name="Cercle"), "https://club.example/in", ALL)
    queue_test_message(receiver)
    return receiver


def test_a_failed_message_is_tried_again_after_growing_delays_with_the_same_id(wire: Wire):
    queue_one(wire)
    wire.result = SendResult(answer=500)
    for n, delay in enumerate(DELAYS[:3], 1):
        before = timezone.now()
        work(wire, before)
        due = Delivery.objects.get().next_at
        assert due
        assert before + delay <= due <= timezone.now() + delay
        work(wire, due - SECOND)
        assert len(wire.sent) == n, "it is not due yet"
        Delivery.objects.update(next_at=before)
    assert len({headers["webhook-id"] for _address, headers, _message in wire.sent}) == 1


def test_a_message_is_abandoned_in_the_end_and_its_words_are_forgotten(wire: Wire):
    queue_one(wire)
    wire.result = SendResult(answer=400)
    Delivery.objects.update(tries=len(DELAYS))
    work(wire, timezone.now())
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.next_at, delivery.body) == ("abandoned", None, "")


def test_a_receiver_that_is_down_holds_up_its_messages_and_gets_them_when_it_is_back(wire: Wire):
    receiver = queue_one(wire)
    for _n in range(3):
        queue_test_message(receiver)
    wire.result = SendResult(trouble="refused")
    now = timezone.now() + SECOND
    work(wire, now)
    receiver.refresh_from_db()
    assert len(wire.sent) == 1, "one try shows that the others would fare no better"
    assert receiver.failing_since, "one try shows that the others would fare no better"
    work(wire, timezone.now() + SECOND)
    assert len(wire.sent) == 1
    wire.result = SendResult(answer=200)
    work(wire, now + timedelta(minutes=1))
    receiver.refresh_from_db()
    assert len(wire.sent) == 5
    assert receiver.failing_since is None
    assert set(Delivery.objects.values_list("state", flat=True)) == {"delivered"}


def test_a_message_that_is_refused_does_not_hold_up_the_others(wire: Wire):
    queue_test_message(queue_one(wire))
    wire.result = SendResult(answer=422)
    work(wire, timezone.now() + SECOND)
    assert len(wire.sent) == 2


def test_without_a_network_nothing_is_counted(wire: Wire):
    receiver = queue_one(wire)
    wire.result = SendResult(trouble="offline", is_offline=True)
    work(wire, timezone.now() + SECOND)
    receiver.refresh_from_db()
    delivery = Delivery.objects.get()
    assert (delivery.tries, receiver.failing_since) == (0, None)
    assert delivery.next_at
    assert delivery.next_at > timezone.now() + timedelta(seconds=30)


def test_a_receiver_that_fails_for_days_is_paused_and_resumes_with_what_waited(wire: Wire):
    receiver = queue_one(wire)
    wire.result = SendResult(answer=503)
    Receiver.objects.update(failing_since=timezone.now() - PAUSED_AFTER)
    work(wire, timezone.now() + SECOND)
    receiver.refresh_from_db()
    assert receiver.paused_at
    wire.result = SendResult(answer=200)
    work(wire, timezone.now() + timedelta(days=1))
    assert len(wire.sent) == 1, "nothing is sent while it is paused"
    resume_receiver(receiver)
    work(wire, timezone.now() + SECOND)
    assert len(wire.sent) == 2
    assert Delivery.objects.get().state == "delivered"


def test_a_receiver_that_says_that_it_is_gone_is_paused_at_once(wire: Wire):
    receiver = queue_one(wire)
    wire.result = SendResult(answer=410)
    work(wire, timezone.now() + SECOND)
    receiver.refresh_from_db()
    assert receiver.paused_at


def test_messages_are_forgotten_after_a_week(wire: Wire):
    queue_one(wire)
    delete_old_deliveries(timezone.now() + KEPT - SECOND)
    assert Delivery.objects.exists()
    delete_old_deliveries(timezone.now() + KEPT + SECOND)
    assert not Delivery.objects.exists()


def test_a_message_that_waits_goes_with_the_name_that_is_erased():
    tournament = create_told_evening([EventType.COUP_RECORDED])
    record_events(get_table(tournament), build_coup())
    dispatcher = Dispatcher(send=lambda *_sent: SendResult(trouble="offline", is_offline=True))
    dispatcher.work(timezone.now())
    dispatcher.finish()
    assert Delivery.objects.get().body.count("Anne")
    Delivery.objects.create(receiver=Receiver.objects.get(), message="other", type="coup.recorded", body='"Annie"')
    forget_name(Player.objects.get(name="Anne"), actor="user:1")
    assert Delivery.objects.get().body == '"Annie"'


def test_the_secret_is_not_stored_and_another_one_follows_from_another_salt():
    receiver = add_receiver(Club.objects.create(name="Cercle"), "https://club.example/in", ALL)
    secret = write_secret(receiver)
    kept = [str(value) for value in Receiver.objects.values_list()[0]]
    assert secret.startswith("whsec_")
    assert not any(secret.removeprefix("whsec_") in value for value in kept)
    renew_secret(receiver)
    assert write_secret(receiver) != secret


def test_the_secret_of_a_salt_stays_the_same_from_version_to_version(settings: Any):
    settings.PRINTED_KEY = "printed"
    assert (
        compute_receiver_key(Receiver(salt="5a17")).hex()
        == "be79002477ec3d53eec6481dddd4fe9364448aa0185e61966d8a4e91bf9bcde8"
    )
