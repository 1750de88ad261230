"""The pages of a season that two clubs play, on a phone and a wide screen."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from tests.fixtures.live_server import LiveServer
from tests.web.test_joined_seasons import TwoClubs
from tournaments.models import JoinedClub, Season


def fill_two_clubs() -> None:
    """Fill the database: a season that a club plays with its neighbour, who is invited to a second one."""
    found = TwoClubs().join()
    second = Season.objects.create(club=found.club, name="Printemps")
    JoinedClub.objects.create(season=second, club=found.neighbour)


pytestmark = pytest.mark.start_from(fill=fill_two_clubs)


def test_the_pages_of_a_season_of_two_clubs_fit_and_are_accessible(
    live: LiveServer, page: Page, axe: Callable[[Page], None]
):
    season, joined = Season.objects.get(name="Hiver"), JoinedClub.objects.get(state="joined")
    walks = {
        "nadia": {f"/season/{season.pk}": "Les clubs", f"/desk/season/{season.pk}/clubs": "Les clubs de la saison"},
        "karl": {"/desk/seasons": "vous invite", f"/desk/joined/{joined.pk}": "Hiver"},
    }
    for who, addresses in walks.items():
        browser = Client()
        assert browser.login(username=who, password="quatre-vingts-as")
        session = browser.cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live.url}])
        for address, heading in addresses.items():
            page.goto(live.url + address)
            expect(page.get_by_role("heading", name=heading).first).to_be_visible()
            for width in (1280, 360, 320):
                page.set_viewport_size({"width": width, "height": 740})
                page.wait_for_load_state("load")
                assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
            axe(page)
