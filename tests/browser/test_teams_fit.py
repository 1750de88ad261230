"""The pages of teams, with long names, fit a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.live_server import LiveServer
from tests.web.test_teams import play_evening
from tournaments.models import Entry, Team, Tournament


def fill_evening_of_teams() -> None:
    """Fill the database: an evening of teams, some of whose names are long."""
    _client, tournament, teams = play_evening()
    Team.objects.filter(pk=teams[0].pk).update(name="Les Amis de la Brusquembille de Saint-Cyr")
    long = "Maximilienne Wolfeschlegelsteinhausen"
    Entry.objects.filter(tournament=tournament, shown_name="Anne").update(shown_name=long)


pytestmark = pytest.mark.start_from(fill=fill_evening_of_teams)


def test_the_standings_of_teams_fit_a_phone(live: LiveServer, page: Page):
    tournament = Tournament.objects.get()
    for address in ("", "/teams"):
        page.goto(f"{live.url}/{tournament.code}{address}")
        for width in (360, 320):
            page.set_viewport_size({"width": width, "height": 740})
            expect(page.locator("table.teams")).to_be_visible()
            width_of_table = page.locator("table.teams").evaluate("table => table.getBoundingClientRect().right")
            assert width_of_table <= width
            assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
