"""Each coup is recorded once, whatever the Wi-Fi does: the phone’s protocol over a proxy that loses one request in
three."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.book.evening_builders import a_table
from tests.fixtures.live_server import Live
from tests.fixtures.proxy import Fate, Proxy, Script
from tests.fixtures.queueing_phone import Item, KeepingPhone, Unreached
from tests.web.phone_client import COUP, points
from tournaments import actions
from tournaments.actions.tables import recording
from tournaments.book.table_keys import table_key
from tournaments.models import Posting, Record, Table

COUPS = 6


def a_long_evening() -> None:
    """Fill the database: one table with six coups to play."""
    a_table(coups=COUPS)


pytestmark = pytest.mark.start_from(fill=a_long_evening)


def never(item: Item, kind: str, following: int) -> str:
    """Fail: nobody else writes here, so the phone must not ask its user about any item."""
    raise AssertionError(f"asked about {item} ({kind}), and nobody else writes here")


@pytest.fixture
def wifi(live: Live) -> Iterator[Proxy]:
    """A proxy before the live server that loses one POST in three."""
    with Proxy(("127.0.0.1", live.port), Script(2, 1 / 3, match="POST")) as proxy:
        yield proxy


def keeping(wifi: Proxy, seed: int = 1, seat: int = 1, settle: Any = never) -> KeepingPhone:
    """Return a phone of this seat that sends through the proxy; `settle` answers its questions."""
    return KeepingPhone(lambda: wifi.port, table_key(Table.objects.get()), seat, Random(seed), settle)


def drain(phone: KeepingPhone) -> None:
    """Send what waits again and again, as the page does, until all of it is recorded."""
    for _ in range(200):
        try:
            return phone.drain()
        except Unreached:
            continue
    raise AssertionError("never told")


def numbers() -> dict[str, int]:
    """Return the number of each record by its key."""
    return dict(Record.objects.values_list("key", "number"))


def coups(phone: KeepingPhone, count: int = COUPS) -> list[Item]:
    """Keep coups that all differ on the phone, so that no two could be confused. Return the items."""
    return [phone.keep("/t/coup", COUP | points(58 - n, 37 + n, 25)) for n in range(count)]


def test_each_coup_is_recorded_once_though_one_request_in_three_is_lost(wifi: Proxy) -> None:
    phone = keeping(wifi)
    kept = coups(phone)
    drain(phone)
    assert set(wifi.script.met) == set(Fate)
    assert phone.told == numbers() == {item.id: n for n, item in enumerate(kept, 1)}
    assert [record.body["points"]["1"] for record in Record.objects.order_by("number")] == [
        58 - n for n in range(COUPS)
    ]
    assert sum(Posting.objects.values_list("jetons", flat=True)) == 0


def test_control_without_the_key_check_the_phone_is_asked_about_its_own_coup(
    wifi: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same seed: after a swallowed reply its own coup looks like another phone's."""
    monkeypatch.setattr(recording, "done_before", lambda sheet, asked: False)
    phone = keeping(wifi)
    coups(phone)
    with pytest.raises(AssertionError, match="nobody else writes here"):
        drain(phone)


@pytest.mark.parametrize("fate", [Fate.DROPPED, Fate.CUT, Fate.SWALLOWED, Fate.TORN])
def test_after_each_kind_of_loss_a_retry_records_the_coup_once(live: Live, fate: Fate) -> None:
    """A body cut in the middle is never read: its half might be a whole form, under half a key."""
    script = Script(0, first=[fate])
    with Proxy(("127.0.0.1", live.port), script) as proxy:
        phone = keeping(proxy)
        (item,) = coups(phone, 1)
        with pytest.raises(Unreached):
            phone.drain()
        reached = fate in (Fate.SWALLOWED, Fate.TORN)
        assert Record.objects.count() == reached
        phone.drain()
    assert numbers() == phone.told == {item.id: 1}


def test_half_of_a_form_that_would_be_a_valid_form_is_not_recorded(live: Live) -> None:
    """The part cut off here is a long remark: the rest would be a valid event."""
    with Proxy(("127.0.0.1", live.port), Script(0, first=[Fate.CUT])) as proxy:
        phone = keeping(proxy)
        item = phone.keep("/t/void", {"reason": "m" * 190})
        with pytest.raises(Unreached):
            phone.drain()
        assert not Record.objects.exists()
        phone.drain()
    assert Record.objects.get().body["reason"] == "m" * 190
    assert numbers() == {item.id: 1}


def test_two_phones_that_typed_the_same_coups_record_each_once(wifi: Proxy) -> None:
    """The later phone is asked each time, and answers that it is the same coup."""
    mine = keeping(wifi, 1)
    hers = keeping(wifi, 2, seat=2, settle=lambda item, kind, following: "drop")
    coups(mine, 3), coups(hers, 3)
    drain(mine), drain(hers)
    assert hers.told == {} and mine.told == numbers()


def test_waiting_coups_are_recorded_after_another_phone_s_coup(wifi: Proxy) -> None:
    asked: list[tuple[str, int]] = []

    def after(item: Item, kind: str, following: int) -> str:
        asked.append((kind, following))
        return "after"

    mine, hers = keeping(wifi, 1), keeping(wifi, 2, seat=2, settle=after)
    coups(mine, 1), coups(hers, 2)
    drain(mine), drain(hers)
    assert asked == [("stale", 2)]
    assert list(hers.told.values()) == [2, 3]
    assert Record.objects.count() == 3


def test_a_retry_of_the_first_coup_may_name_the_dealer_again(live: Live) -> None:
    """Only a first coup may name the dealer: a retry is therefore read on the sheet as it was before that coup."""
    with Proxy(("127.0.0.1", live.port), Script(0, first=[Fate.SWALLOWED])) as proxy:
        phone = keeping(proxy)
        item = phone.keep("/t/coup", COUP | {"dealer": 2})
        phone.keep("/t/coup", COUP)
        drain(phone)
    assert numbers() == phone.told and item.recorded == 1
    assert Record.objects.get(number=1).body["dealer"] == "2"


def test_a_retry_is_answered_as_the_first_time_even_on_a_closed_evening(live: Live) -> None:
    with Proxy(("127.0.0.1", live.port), Script(0)) as proxy:
        phone = keeping(proxy)
        first = coups(phone, 2)[0]
        drain(phone)
        phone.ask("POST", "/t/end", {"number": 3, "key": "the-bell-rings"})
        actions.close_event(Table.objects.get().round.event)
        first.number, phone.line = 1, [first]
        drain(phone)
    assert first.recorded == 1 and Record.objects.count() == 3


def test_a_key_reused_with_another_body_shows_both_bodies(live: Live) -> None:
    with Proxy(("127.0.0.1", live.port), Script(0)) as proxy:
        phone = keeping(proxy)
        (item,) = coups(phone, 1)
        drain(phone)
        status, text = phone.ask("POST", "/t/coup", {"number": 1, "key": item.id, **COUP, **points(60, 35, 25)})
        nothing, page = phone.ask("POST", "/t/coup", {"number": 1, "key": item.id})
    assert (status, nothing) == (409, 409)
    assert 'data-kind="reused"' in text and "Anne 58" in text and "Anne 60" in text
    assert 'data-kind="reused"' in page
    assert Record.objects.count() == 1
