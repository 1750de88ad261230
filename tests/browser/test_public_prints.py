"""The organiser's way to a printed document: the catalogue, and a PDF."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import Page, expect

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
    browser = Client()
    browser.force_login(get_user_model().objects.get())
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live.url}])
    page.goto(f"{live.url}/desk/event/{Tournament.objects.get().pk}")
    page.get_by_role("link", name="Imprimer", exact=True).click()
    expect(page.get_by_role("heading", name="Imprimer")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    axe(page)
    sheets = page.get_by_role("link", name="Ouvrir le PDF Feuilles de marque vierges")
    answer = page.request.get(live.url + (sheets.get_attribute("href") or ""), timeout=NAVIGATION_MS)
    assert answer.ok
    assert answer.body().startswith(b"%PDF")
