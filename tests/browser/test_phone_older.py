"""Earlier coups are asked for on the phone that reads the partie, stay there as the table plays on, and are corrected
and contested from their rows; the ids that a sheet no longer names are not missed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from tests.book.evening_builders import create_table, record_events
from tests.browser.conftest import PageCheck
from tests.browser.phone_states import STORED_ITEMS
from tests.browser.table_user import (
    TableUser,
    assert_large_targets,
    get_table_by_number,
    open_more,
    poll,
    wait_for_coup,
)
from tests.fixtures.live_server import LiveServer

COUP = {"type": "coup", "points": {"1": 71, "2": 49}}
COUPS = 10
Check = Callable[[Page], None]


def fill_table_of_many_coups() -> None:
    """Fill the database: a table of two at briscola, COUPS of thirty coups marked."""
    record_events(create_table(2, game="briscola", match="fixed", match_n=30), *[COUP] * COUPS, actor="table:2")


pytestmark = pytest.mark.start_from(fill=fill_table_of_many_coups)


def test_earlier_coups_come_when_asked_for_and_stay(live: LiveServer, phone: Page, check_page: PageCheck) -> None:
    TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    open_more(phone)
    phone.locator("#reread > summary").click()
    rows = phone.locator(".log > details:has(.what)")
    expect(rows).to_have_count(6)
    phone.locator(".log form.older button").click()
    expect(rows).to_have_count(COUPS)
    rows.last.locator("summary").first.click()
    expect(rows.last.locator("form[hx-get='/t/correct/1']")).to_be_visible()
    check_page(phone, "older")
    assert_large_targets(phone)
    record_events(get_table_by_number(), COUP, actor="table:2")
    poll(phone)
    expect(rows).to_have_count(COUPS + 1)
    expect(rows.last).to_have_attribute("open", "")
    rows.last.locator(".disagree > summary").click()
    rows.last.get_by_role("button", name="Je suis Basile").click()
    expect(phone.locator("#hall [data-dispute='1']")).to_be_visible()


def test_what_a_sheet_no_longer_names_is_not_missed(live: LiveServer, phone: Page) -> None:
    """Two coups of this phone, the second of them not known to it when another phone goes on: nothing is sent again."""
    asked: list[str | None] = []
    phone.on("request", lambda request: _note(request, asked))
    hand = TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    for n in (1, 2):
        hand.type_points(70 + n)
        hand.tap("button#send")
        wait_for_coup(phone, COUPS + n)
    record_events(get_table_by_number(), COUP, COUP, actor="table:2")
    phone.reload()
    wait_for_coup(phone, COUPS + 4)
    expect(phone.locator("#went-back")).to_be_hidden()
    expect(phone.locator("#waiting")).to_be_hidden()
    named = phone.locator("#sheet .sheet").get_attribute("data-recorded") or ""
    assert len(named.split()) == 3, "from the last that this phone saw on"
    assert int(asked[-1] or 0) == COUPS + 2
    assert [item["settled"] for item in phone.evaluate(STORED_ITEMS)] == [True, True]


def _note(request: Request, asked: list[str | None]) -> None:
    if re.search(r"/t/sheet$", request.url):
        asked.append(request.headers.get("x-table-from"))
