"""A club's site of files in a browser, opened from a folder: its search needs no network, and it is dark by night."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.book.evening_builders import fill_played_evening
from tests.browser.table_user import assert_fits_width
from tests.fixtures.live_server import LiveServer
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.models import Club, Tournament
from tournaments.upkeep.publishing.site import SiteBuilder, SiteFolder

pytestmark = pytest.mark.start_from(fill=fill_played_evening)


def test_a_name_is_found_by_plain_letters_in_a_folder(live: LiveServer, phone: Page, tmp_path: Path, axe):
    close_tournament(Tournament.objects.get())
    SiteBuilder(Club.objects.get(), "fr", SiteFolder(tmp_path), datetime(2026, 11, 23, tzinfo=UTC)).build()
    phone.goto(f"file://{tmp_path}/files/index.html")
    phone.get_by_role("link", name="Chercher").first.click()
    rows = phone.locator("#found li:visible")
    expect(rows).to_have_count(7)
    for typed, found in (("EDITH", "Édith"), ("  soir  2026", "Soirée")):
        phone.get_by_label("Un nom, une soirée").fill(typed)
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text(found)
    phone.get_by_label("Un nom, une soirée").fill("zzz")
    expect(phone.get_by_text("Rien de tel ici.")).to_be_visible()
    phone.emulate_media(color_scheme="dark")
    assert phone.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 41, 31)"
    assert_fits_width(phone)
    axe(phone)
    phone.get_by_label("Un nom, une soirée").fill("edith")
    rows.get_by_role("link").click()
    expect(phone.get_by_role("heading", name="Édith")).to_be_visible()
