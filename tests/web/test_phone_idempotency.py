"""Each coup is recorded once, whatever the Wi-Fi does: the phone’s protocol over a proxy that loses one request in
three."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.book.evening_builders import create_table
from tests.fixtures.live_server import LiveServer
from tests.fixtures.proxy import LOSSES, Fate, LossScript, Proxy
from tests.fixtures.queueing_phone import QueuedRequest, QueueingPhone, Unreached
from tests.web.phone_client import COUP, build_point_fields
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.tables import recording
from tournaments.book.table_keys import table_key
from tournaments.models import Posting, Record, Table

COUPS = 6


def fill_table_of_six_coups() -> None:
    """Fill the database: one table with six coups to play."""
    create_table(coups=COUPS)


pytestmark = pytest.mark.start_from(fill=fill_table_of_six_coups)


def fail_when_asked(item: QueuedRequest, kind: str, following: int) -> str:
    """Fail: nobody else writes here, so the phone must not ask its user about any item."""
    raise AssertionError(f"asked about {item} ({kind}), and nobody else writes here")


@pytest.fixture
def wifi(live: LiveServer) -> Iterator[Proxy]:
    """A proxy before the live server that loses one POST in three, each in another way."""
    with Proxy(("127.0.0.1", live.port), LossScript(224, 1 / 3, match="POST")) as proxy:
        yield proxy


def create_keeping_phone(wifi: Proxy, seed: int = 1, seat: int = 1, settle: Any = fail_when_asked) -> QueueingPhone:
    """Return a phone of this seat that sends through the proxy; `settle` answers its questions."""
    return QueueingPhone(lambda: wifi.port, table_key(Table.objects.get()), seat, Random(seed), settle)


def drain_queue(phone: QueueingPhone) -> None:
    """Send what waits again and again, as the page does, until all of it is recorded."""
    for _ in range(200):
        try:
            return phone.send_queue()
        except Unreached:
            continue
    raise AssertionError("never told")


def read_record_numbers() -> dict[str, int]:
    """Return the number of each record by its key."""
    return dict(Record.objects.values_list("key", "number"))


def keep_coups(phone: QueueingPhone, count: int = COUPS) -> list[QueuedRequest]:
    """Keep coups that all differ on the phone, so that no two could be confused. Return the items."""
    return [phone.enqueue("/t/coup", COUP | build_point_fields(58 - n, 37 + n, 25)) for n in range(count)]


def test_each_coup_is_recorded_once_though_one_request_in_three_is_lost(wifi: Proxy) -> None:
    phone = create_keeping_phone(wifi)
    kept = keep_coups(phone)
    drain_queue(phone)
    assert set(wifi.script.fate_counts) == set(Fate)
    assert phone.recorded_numbers == read_record_numbers() == {item.id: n for n, item in enumerate(kept, 1)}
    assert [record.body["points"]["1"] for record in Record.objects.order_by("number")] == [
        58 - n for n in range(COUPS)
    ]
    assert sum(Posting.objects.values_list("jetons", flat=True)) == 0


def test_control_without_the_key_check_the_phone_is_asked_about_its_own_coup(
    wifi: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same seed: after a swallowed reply its own coup looks like another phone's."""
    monkeypatch.setattr(recording, "is_retry", lambda sheet, asked: False)
    phone = create_keeping_phone(wifi)
    keep_coups(phone)
    with pytest.raises(AssertionError, match="nobody else writes here"):
        drain_queue(phone)


@pytest.mark.parametrize("fate", LOSSES)
def test_after_each_kind_of_loss_a_retry_records_the_coup_once(live: LiveServer, fate: Fate) -> None:
    """A body cut in the middle is never read: its half might be a whole form, under half a key."""
    script = LossScript(0, first=[fate])
    with Proxy(("127.0.0.1", live.port), script) as proxy:
        phone = create_keeping_phone(proxy)
        (item,) = keep_coups(phone, 1)
        with pytest.raises(Unreached):
            phone.send_queue()
        reached = fate in (Fate.SWALLOWED, Fate.TORN, Fate.BEHEADED)
        assert Record.objects.count() == reached
        phone.send_queue()
    assert read_record_numbers() == phone.recorded_numbers == {item.id: 1}


def test_half_of_a_form_that_would_be_a_valid_form_is_not_recorded(live: LiveServer) -> None:
    """The part cut off here is a long remark: the rest would be a valid event."""
    with Proxy(("127.0.0.1", live.port), LossScript(0, first=[Fate.CUT])) as proxy:
        phone = create_keeping_phone(proxy)
        item = phone.enqueue("/t/void", {"reason": "m" * 190})
        with pytest.raises(Unreached):
            phone.send_queue()
        assert not Record.objects.exists()
        phone.send_queue()
    assert Record.objects.get().body["reason"] == "m" * 190
    assert read_record_numbers() == {item.id: 1}


def test_two_phones_that_typed_the_same_coups_record_each_once(wifi: Proxy) -> None:
    """The later phone is asked each time, and answers that it is the same coup."""
    mine = create_keeping_phone(wifi, 1)
    hers = create_keeping_phone(wifi, 2, seat=2, settle=lambda item, kind, following: "drop")
    keep_coups(mine, 3), keep_coups(hers, 3)
    drain_queue(mine), drain_queue(hers)
    assert hers.recorded_numbers == {}
    assert mine.recorded_numbers == read_record_numbers()


def test_waiting_coups_are_recorded_after_another_phone_s_coup(wifi: Proxy) -> None:
    asked: list[tuple[str, int]] = []

    def after(item: QueuedRequest, kind: str, following: int) -> str:
        asked.append((kind, following))
        return "after"

    mine, hers = create_keeping_phone(wifi, 1), create_keeping_phone(wifi, 2, seat=2, settle=after)
    keep_coups(mine, 1), keep_coups(hers, 2)
    drain_queue(mine), drain_queue(hers)
    assert asked == [("stale", 2)]
    assert list(hers.recorded_numbers.values()) == [2, 3]
    assert Record.objects.count() == 3


def test_a_retry_of_the_first_coup_may_name_the_dealer_again(live: LiveServer) -> None:
    """Only a first coup may name the dealer: a retry is therefore read on the sheet as it was before that coup."""
    with Proxy(("127.0.0.1", live.port), LossScript(0, first=[Fate.SWALLOWED])) as proxy:
        phone = create_keeping_phone(proxy)
        item = phone.enqueue("/t/coup", COUP | {"dealer": 2})
        phone.enqueue("/t/coup", COUP)
        drain_queue(phone)
    assert read_record_numbers() == phone.recorded_numbers
    assert item.recorded == 1
    assert Record.objects.get(number=1).body["dealer"] == "2"


def test_a_retry_is_answered_as_the_first_time_even_on_a_closed_evening(live: LiveServer) -> None:
    with Proxy(("127.0.0.1", live.port), LossScript(0)) as proxy:
        phone = create_keeping_phone(proxy)
        first = keep_coups(phone, 2)[0]
        drain_queue(phone)
        phone.request("POST", "/t/end", {"number": 3, "key": "the-bell-rings"})
        close_tournament(Table.objects.get().round.tournament)
        first.number, phone.queue = 1, [first]
        drain_queue(phone)
    assert first.recorded == 1
    assert Record.objects.count() == 3


def test_a_key_reused_with_another_body_shows_both_bodies(live: LiveServer) -> None:
    with Proxy(("127.0.0.1", live.port), LossScript(0)) as proxy:
        phone = create_keeping_phone(proxy)
        (item,) = keep_coups(phone, 1)
        drain_queue(phone)
        status, text = phone.request(
            "POST", "/t/coup", {"number": 1, "key": item.id, **COUP, **build_point_fields(60, 35, 25)}
        )
        nothing, page = phone.request("POST", "/t/coup", {"number": 1, "key": item.id})
    assert (status, nothing) == (409, 409)
    assert 'data-kind="reused"' in text
    assert "Anne 58" in text
    assert "Anne 60" in text
    assert 'data-kind="reused"' in page
    assert Record.objects.count() == 1
