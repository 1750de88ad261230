"""The end of a coup of Briscan on a phone: what follows fills itself, and what cannot be is red, with its reason."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.book.evening_builders import create_table
from tests.browser.conftest import PageErrors
from tests.browser.table_user import TableUser
from tests.fixtures.live_server import LiveServer
from tournaments.models import Table


def fill_table() -> None:
    """Fill the database: a table that plays Briscan."""
    create_table(2, game="briscan")


pytestmark = pytest.mark.start_from(fill=fill_table)


def take_picture(page: Page, name: str) -> None:
    folder = os.environ.get("CORBILLON_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def open_end(page: Page, live: LiveServer) -> TableUser:
    user = TableUser(page).sit_down(live.hall_url, Table.objects.get())
    user.tap("[data-pick='retourne']")
    user.tap("#pack [data-card='9♥']")
    user.tap(".end-of-coup > summary")
    return user


def test_tricks_that_are_too_many_are_red_and_say_by_how_many(live: LiveServer, phone: Page) -> None:
    user = open_end(phone, live)
    user.tap("[name='tricks_won.1']")
    user.type("17")
    total = phone.locator("fieldset:has([name='tricks_won.1']) legend .small")
    expect(total).to_have_text("17 sur 16")
    expect(total).to_have_class("small error")
    expect(phone.locator("fieldset:has([name='tricks_won.1']) .filled")).to_contain_text("Les levées : 1 de trop.")
    take_picture(phone, "briscan-17")


@pytest.mark.parametrize("online", [True, False])
def test_who_made_the_last_five_tricks_made_the_last(
    online: bool, live: LiveServer, new_context: Callable[..., BrowserContext], page_errors: PageErrors, phone: Page
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    user = open_end(phone, live)
    user.tap("[name='tricks_won.1']")
    user.type("9")
    phone.context.set_offline(not online)
    phone.locator("label:has([name='last_five'][value='2'])").click()
    expect(phone.locator("[name='last'][value='2']")).to_be_checked()
    phone.locator("label:has([name='last_five'][value='1'])").click()
    expect(phone.locator("[name='last'][value='1']")).to_be_checked()
