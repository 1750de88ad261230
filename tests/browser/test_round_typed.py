"""A whole round typed on one page by keyboard alone, its strokes counted."""

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageCheck
from tests.browser.table_user import assert_fits_width
from tests.browser.test_calls_and_paper import PASSWORD, sign_in
from tests.fixtures.live_server import LiveServer
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.people.clubs import create_club
from tournaments.actions.rounds.seating import add_table, seat_entry
from tournaments.models import Record, Tournament

NAMES = ["Anne", "Basile", "Chloé", "Denis", "Élise", "Fanny"]


def fill_three_tables() -> None:
    """Fill the database: an organiser and an open evening of Briscola with three tables of two."""
    user = get_user_model().objects.create_user(username="nadia", password=PASSWORD, is_superuser=True)
    club = create_club(user, "Cercle du Corbillon")
    tournament = create_tournament(club, name="Soirée", date="2026-11-21", game="briscola", players=NAMES)
    entries = list(tournament.entries.order_by("pk"))
    for n in range(3):
        table = add_table(tournament)
        for entry in entries[2 * n : 2 * n + 2]:
            seat_entry(entry, table)
    open_tournament(tournament)


pytestmark = pytest.mark.start_from(fill=fill_three_tables)


def test_three_tables_are_typed_with_three_keys_each(
    live: LiveServer, page: Page, check_page: PageCheck, page_errors
) -> None:
    sign_in(page, live)
    page.goto(f"{live.url}/desk/event/{Tournament.objects.get().pk}/round/1/results")
    check_page(page, "round-typed")
    for points in ("70", "200", "61"):  # the second cannot be right
        page.keyboard.type(points)
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Marquer les lignes remplies")).to_be_focused()
    page_errors.expect("422")
    page.keyboard.press("Enter")
    expect(page.locator("[data-written]")).to_have_count(2)
    assert Record.objects.count() == 2
    wrong = page.locator("[data-table='2'] input.cell").first
    expect(wrong).to_have_value("200")
    expect(wrong).to_be_focused()
    page.keyboard.type("59")
    page.locator("[data-send]").press("Enter")
    expect(page.locator("[data-table='2'] [data-written]")).to_be_visible()
    assert Record.objects.count() == 3
    page.set_viewport_size({"width": 360, "height": 740})
    assert_fits_width(page)
