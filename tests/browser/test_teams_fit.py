"""The pages of teams, with long names, fit a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.browser.table_user import assert_fits_width
from tests.fixtures.live_server import LiveServer
from tests.web.organiser_builders import NAMES, create_draft_evening, sign_in_organiser
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.people.teams import save_team
from tournaments.models import Tournament


def fill_evening_of_teams() -> None:
    """Fill the database: an evening of teams, some of whose names are long."""
    _client, club = sign_in_organiser()
    tournament = create_draft_evening(club, names=("Maximilienne Wolfeschlegelsteinhausen", *NAMES[1:]))
    for n, name in enumerate(("Les Amis de la Brusquembille de Saint-Cyr", "Nord", "Sud")):
        save_team(tournament, name, tournament.entries.order_by("pk")[n::3])
    open_tournament(tournament)
    record_events(get_table(tournament), build_coup())
    record_events(get_table(tournament, 2), build_coup(50, 40, 30))


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
            assert_fits_width(page)
