"""A phone that is held open, or half typed, hears of what others write within one poll; nothing typed is lost."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.book.evening_builders import build_coup, correct_event, record_events, undo_last
from tests.browser.conftest import PageErrors
from tests.browser.table_user import (
    TableUser,
    assert_fits_width,
    close_more,
    fill_table_of_four_coups,
    get_table_by_number,
    open_more,
    poll,
)
from tests.fixtures.live_server import LiveServer
from tests.fixtures.screen_layout import LARGE
from tests.web.phone_client import EXAMPLE
from tournaments.models import Record

pytestmark = pytest.mark.start_from(fill=fill_table_of_four_coups)


def test_what_is_open_refreshes_and_stays_open(live: LiveServer, phone: Page) -> None:
    """«Plus» open with a coup unfolded, then closed: the sheet goes on all the same, and a correction is told."""
    table = get_table_by_number()
    record_events(table, build_coup())
    TableUser(phone).sit_down(live.hall_url, table, seat=2)
    open_more(phone)
    phone.locator("#reread > summary").click()
    entry = phone.locator(".log > details")
    entry.first.locator("summary").first.click()
    record_events(table, build_coup(60, 35, 25))
    poll(phone)
    expect(entry).to_have_count(2)
    expect(entry.nth(1)).to_have_attribute("open", "")
    close_more(phone)
    open_more(phone)
    expect(phone.locator("#reread")).not_to_have_attribute("open", "")
    close_more(phone)
    expect(phone.locator("#news")).to_be_hidden()
    correct_event(table, 1, build_coup(57, 38, 25), reason="mal lu")
    poll(phone)
    expect(phone.locator("#news [data-kind=corrected]")).to_contain_text("mal lu")
    assert_fits_width(phone)
    phone.locator("#news [data-news-do=keep]").locator("visible=true").click()
    expect(phone.locator("#news")).to_be_hidden()
    phone.reload()
    expect(phone.locator("#coup")).to_be_visible()
    expect(phone.locator("#news")).to_be_hidden()


def test_a_half_typed_coup_that_another_marks_is_told_and_stays(live: LiveServer, phone: Page) -> None:
    table = get_table_by_number()
    hand = TableUser(phone).sit_down(live.hall_url, table)
    hand.type_points(58)
    record_events(table, build_coup(), actor="table:2")
    poll(phone)
    expect(phone.locator("#news [data-kind=marked]")).to_contain_text("Basile")
    expect(phone.locator("#news [data-kind=marked]")).to_contain_text("Anne 58 · Basile 37 · Chloé 25")
    expect(phone.locator("[name='points.1']")).to_have_value("58")
    expect(phone.locator("#coup-title")).to_have_text("Le coup 1")
    phone.locator("#news [data-news-do=drop]").click()
    expect(phone.locator("#coup-title")).to_have_text("Le coup 2")
    expect(phone.locator("[name='points.1']")).to_have_value("")
    hand.type_points(58, 37)
    hand.tap_cards(EXAMPLE)
    record_events(table, build_coup(60, 35, 25), actor="table:2")
    poll(phone)
    phone.locator("#news [data-news-do=keep]").locator("visible=true").click()
    expect(phone.locator("#coup-title")).to_have_text("Le coup 3")
    expect(phone.locator("[name='points.1']")).to_have_value("58")
    expect(phone.locator("#coup [data-stale]")).to_be_hidden()
    hand.tap("button#send")
    expect(phone.locator("#coup-title")).to_have_text("Le coup 4")
    assert [record.actor for record in Record.objects.order_by("number")] == ["table:2", "table:2", "table:1"]
    hand.type_points(58)
    record_events(table, {"type": "penalty", "rule": "PEN-08", "player": "3"}, actor="table:2")
    poll(phone)
    expect(phone.locator("#news [data-news='4']")).to_have_count(1)
    expect(phone.locator("#news [data-taken]:visible")).to_have_count(0)


def test_a_half_typed_coup_that_another_marked_is_told_with_the_next_word(live: LiveServer, phone: Page) -> None:
    table = get_table_by_number()
    hand = TableUser(phone).sit_down(live.hall_url, table)
    hand.type_points(58)
    record_events(table, build_coup(), actor="table:2")
    expect(phone.locator("#news")).to_be_hidden()
    phone.locator("[name='points.2']").fill("37")
    expect(phone.locator("#news [data-kind=marked]")).to_contain_text("Basile")
    expect(phone.locator("[name='points.2']")).to_have_value("37")


def test_a_whole_coup_that_another_marked_is_compared_by_its_answer(
    live: LiveServer, phone: Page, page_errors: PageErrors
) -> None:
    """One question with two answers, no third; the same is dropped, another one is shown beside what was marked."""
    page_errors.expect("409")
    table = get_table_by_number()
    record_events(table, build_coup())
    hand = TableUser(phone).sit_down(live.hall_url, table)
    for first, answer in ((58, "[data-toast]"), (59, ".differs")):
        hand.tap_cards(EXAMPLE)
        hand.type_points(first, 95 - first)
        expect(phone.locator("#todo .todo")).to_have_count(0)
        record_events(table, build_coup(), actor="table:2")
        poll(phone)
        expect(phone.locator("#news [data-words]")).to_contain_text(f"Anne {first}")
        expect(phone.locator("#news button:visible")).to_have_count(2)
        expect(phone.locator("button#send")).to_be_hidden()
        phone.locator("#news [data-news-do=drop]").click()
        expect(phone.locator(answer)).to_be_visible()
    assert Record.objects.count() == 3
    expect(phone.locator("#waiting-title")).to_contain_text("Lequel est juste")


@pytest.mark.long
def test_large_letters_bring_the_question_in_sight_that_takes_the_buttons_place(live: LiveServer, phone: Page) -> None:
    table = get_table_by_number()
    hand = TableUser(phone).sit_down(live.hall_url, table)
    phone.evaluate(LARGE, "200%")
    hand.tap_cards(EXAMPLE)
    hand.type_points(58, 37)
    expect(phone.locator("#todo .todo")).to_have_count(0)
    phone.locator("button#send").scroll_into_view_if_needed()
    record_events(table, build_coup(), actor="table:2")
    poll(phone)
    expect(phone.locator("#news [data-words]")).to_be_in_viewport()


def test_the_phone_whose_coup_was_replaced_is_told(live: LiveServer, phone: Page) -> None:
    table = get_table_by_number()
    hand = TableUser(phone).sit_down(live.hall_url, table)
    hand.type_points(58, 37)
    hand.tap_cards(EXAMPLE)
    hand.tap("button#send")
    expect(phone.locator("#coup-title")).to_have_text("Le coup 2")
    undo_last(table, actor="table:2")
    record_events(table, build_coup(60, 35, 25), actor="table:2")
    poll(phone)
    expect(phone.locator("#news p:visible")).to_have_count(1)
    expect(phone.locator("#news [data-kind=replaced]")).to_contain_text("Basile")
    expect(phone.locator("#news [data-kind=replaced]")).to_contain_text(re.compile(r"Anne 58.*Anne 60", re.DOTALL))
