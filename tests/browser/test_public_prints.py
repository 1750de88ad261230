"""The organiser's way to a printed document: the catalogue, and a PDF."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.organiser_user import go_in
from tests.browser.table_user import assert_fits_width
from tests.fixtures.live_server import LiveServer
from tests.fixtures.patience import NAVIGATION_MS
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.models import Tournament


def fill_open_evening() -> None:
    """Fill the database: an organiser and an open evening."""
    _client, club = sign_in_organiser()
    create_open_evening(club)


pytestmark = pytest.mark.start_from(fill=fill_open_evening)


@pytest.mark.parametrize("sort", ["phone", "page"])
def test_the_page_of_an_evening_leads_to_the_catalogue_and_a_pdf(
    sort, live: LiveServer, request: pytest.FixtureRequest, axe: Callable[[Page], None]
):
    page: Page = request.getfixturevalue(sort)
    go_in(page, live.url)
    page.goto(f"{live.url}/desk/event/{Tournament.objects.get().pk}")
    page.get_by_role("link", name="Imprimer", exact=True).click()
    expect(page.get_by_role("heading", name="Imprimer")).to_be_visible()
    assert_fits_width(page)
    axe(page)
    sheets = page.get_by_role("link", name="Ouvrir le PDF Feuilles de marque vierges")
    answer = page.request.get(live.url + (sheets.get_attribute("href") or ""), timeout=NAVIGATION_MS)
    assert answer.ok
    assert answer.body().startswith(b"%PDF")
