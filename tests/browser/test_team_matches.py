"""An organiser lets teams meet: the order of a team, the plan, the draw, the round, and what the public sees of it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageCheck
from tests.browser.organiser_user import sign_in
from tests.fixtures.live_server import LiveServer
from tests.web.organiser_builders import DAY, play_round, sign_in_organiser
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.people.teams import save_team
from tournaments.models import Tournament

TEAMS = ("Lyon", "Dijon", "Sens")


def fill_teams() -> None:
    """Fill the database: an organiser, and an evening of three teams of two, of which nothing is planned."""
    _client, club = sign_in_organiser()
    names = [f"{team} {n}" for team in TEAMS for n in (1, 2)]
    tournament = create_tournament(club, name="Équipes", date=DAY, options={"tours": 1}, players=names)
    for team in TEAMS:
        save_team(tournament, team, tournament.entries.filter(shown_name__startswith=team))


pytestmark = pytest.mark.start_from(fill=fill_teams)


def check_widths(page: Page, check_page: PageCheck, name: str) -> None:
    """Check the page on a narrow phone, a usual one and a laptop."""
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        check_page(page, name)


def test_teams_meet_table_by_table(page: Page, live: LiveServer, check_page: PageCheck) -> None:
    tournament = Tournament.objects.get()
    sign_in(page, live.url + "/desk/")
    page.goto(f"{live.url}/desk/event/{tournament.pk}/rounds")
    page.get_by_text("toutes rondes, élimination, poules").click()
    page.locator("[name=format][value=all]").check()
    page.locator("[name=pairing][value=teams]").check()
    check_widths(page, check_page, "01-plan")
    page.get_by_role("button", name="Garder ce déroulement").click()
    page.goto(f"{live.url}/desk/event/{tournament.pk}/teams")
    page.get_by_role("button", name="Sens 2 joue une table plus haut").click()
    expect(page.locator("li[data-team]", has_text="Sens")).to_contain_text(re.compile("Sens 2.*Sens 1", re.DOTALL))
    check_widths(page, check_page, "02-teams")
    page.goto(f"{live.url}/desk/event/{tournament.pk}/rounds")
    page.get_by_role("button", name="Tirer toutes les rondes").click()
    expect(page.locator(".felt")).to_have_count(2)
    expect(page.locator(".felt [data-why]").first).to_contain_text("–")
    check_widths(page, check_page, "03-draft")
    page.get_by_role("button", name="Publier la ronde 1").click()
    expect(page.locator("form[action$='/rounds/1/publish']")).to_have_count(0)
    open_tournament(tournament)
    page.goto(f"{live.url}/{tournament.code}")
    expect(page.locator(".of-group").first).to_contain_text("–")
    play_round(tournament, 1, TEAMS)
    look_at_standings(page, live, tournament, check_page)


def look_at_standings(page: Page, live: LiveServer, tournament: Tournament, check_page: PageCheck) -> None:
    """Look at the standings of the teams, then at a team's sheet."""
    page.goto(f"{live.url}/{tournament.code}/teams")
    expect(page.locator("table.matches tbody tr")).to_have_count(1)
    expect(page.locator("table.teams tbody tr").first).to_contain_text("2")
    check_widths(page, check_page, "04-standings")
    page.locator("table.teams a").first.click()
    expect(page).to_have_url(re.compile(r"/team/\d+"))
    check_widths(page, check_page, "05-team")
