"""The pages of a season that two clubs play, on a phone and a wide screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.organiser_user import go_in
from tests.browser.table_user import assert_fits_width
from tests.fixtures.live_server import LiveServer
from tests.web.closed_evenings import TwoClubs
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
        go_in(page, live.url, who)
        for address, heading in addresses.items():
            page.goto(live.url + address)
            expect(page.get_by_role("heading", name=heading).first).to_be_visible()
            for width in (1280, 360, 320):
                page.set_viewport_size({"width": width, "height": 740})
                assert_fits_width(page)
            axe(page)
