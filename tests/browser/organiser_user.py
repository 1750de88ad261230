"""The organiser nadia at a browser: how she signs in, and the clubs and evenings that she finds."""

from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import Page

from tests.web.organiser_builders import NAMES, PASSWORD, create_open_evening, sign_in_organiser
from tournaments.actions.people.clubs import add_player


def fill_club() -> None:
    """Fill the database: an organiser, a club, and its six players."""
    _client, club = sign_in_organiser()
    for name in NAMES:
        add_player(club, name)


def fill_open_evening() -> None:
    """Fill the database: an organiser and an open evening with one table of three, three coups to play."""
    _client, club = sign_in_organiser()
    create_open_evening(club, names=("Anne", "Basile", "Chloé"), sizes=(3,))


def sign_in(page: Page, address: str = "") -> None:
    """Sign in at this address, or where the page is, and wait for the page that was asked for with its scripts: nobody
    types faster than they come."""
    if address:
        page.goto(address)
    form = page.locator("form:has([name=password])")
    form.locator("[name=login]").fill("nadia")
    form.locator("[name=password]").fill(PASSWORD)
    with page.expect_navigation():
        form.locator("button[type=submit]").click()


def go_in(page: Page, url: str, name: str = "nadia") -> None:
    """Let the page's browser be signed in at this origin, without its door."""
    browser = Client()
    browser.force_login(get_user_model().objects.get(username=name))
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}])
