"""What a penalty, a departure and a short pack move is shown on the phone before it is marked."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.book.evening_builders import create_table
from tests.browser.table_user import TableUser, get_table_by_number, open_more
from tests.fixtures.live_server import LiveServer
from tournaments.models import Record


def fill_table() -> None:
    """Fill the database: a table of three with four coups to play."""
    create_table(coups=4)


pytestmark = pytest.mark.start_from(fill=fill_table)


def open_rare(page: Page, live: LiveServer) -> None:
    TableUser(page).sit_down(live.hall_url, get_table_by_number())
    open_more(page)
    page.evaluate(
        "() => document.querySelectorAll('.more, .other, .other details').forEach((one) => { one.open = true; })"
    )


def choose(page: Page, form: str, **answers: str) -> None:
    for name, value in answers.items():
        page.locator(f"{form} label:has([name='{name}'][value='{value}'])").click()


def test_a_penalty_and_a_departure_tell_what_they_move(live: LiveServer, phone: Page) -> None:
    open_rare(phone, live)
    choose(phone, "#penalty", rule="PEN-07", player="2")
    expect(phone.locator("#penalty .moves > span")).to_have_text([re.compile(gain) for gain in ("2", "4", "2")])
    if folder := os.environ.get("CORBILLON_PICTURES"):
        phone.screenshot(path=Path(folder) / "foretold.png", full_page=True)
    choose(phone, "#leave", player="3")
    expect(phone.locator("#leave .foreseen")).to_contain_text("Chloé")
    expect(phone.locator("#leave .moves > span")).to_have_text([re.compile(gain) for gain in ("40", "40", "80")])
    expect(phone.locator("#leave .foreseen > p:not(.hide, .moves)")).to_have_count(2)  # and who wins
    expect(phone.locator("#leave button.danger")).to_be_visible()
    expect(phone.locator("#penalty .faults b")).to_have_count(phone.locator("#penalty .faults label").count())
    assert not Record.objects.exists()


def test_a_short_pack_tells_what_it_moves_where_it_is_said(live: LiveServer, phone: Page) -> None:
    open_rare(phone, live)
    rule = phone.locator("[data-echo] ~ .small")
    expect(rule).to_be_hidden()  # the pack is complete: it does not apply
    choose(phone, ".more", short_pack="1")
    expect(rule).to_be_visible()
    assert rule.evaluate("(one) => one.scrollHeight - one.clientHeight") == 0, "it is cut"
    expect(phone.locator("[data-echo] .moves")).to_be_attached()
