"""What was typed on a page of the desk is there again after the session has ended, and in another language."""

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from config import confirmed_sessions
from config.sessions import SessionStore
from tests.browser.conftest import LiveServer, PageErrors
from tests.browser.organiser_user import sign_in
from tests.web.organiser_builders import PASSWORD, create_draft_evening
from tournaments.actions.people.clubs import create_club
from tournaments.models import Tournament

NAME = "Le tournoi de l’hiver & des « longues » nuits"
PLAYERS = "Irène\nJules\nKarim"


def fill_club() -> None:
    """Fill the database: an organiser, a club, and an evening in preparation."""
    user = get_user_model().objects.create_user(username="nadia", password=PASSWORD)
    create_draft_evening(create_club(user, "Cercle"))


pytestmark = pytest.mark.start_from(fill=fill_club)


def test_the_name_and_the_players_come_back_after_signing_in_again(page: Page, live: LiveServer) -> None:
    evening = Tournament.objects.get()
    setup, players = (f"{live.url}/desk/event/{evening.pk}/{each}" for each in ("setup", "players"))
    page.goto(setup)
    sign_in(page)
    name = page.locator("main input[name=name]")
    name.fill(NAME)
    Session.objects.all().delete()
    page.locator("main form:has(input[name=name]) button[type=submit]").first.click()
    sign_in(page)
    expect(name).to_have_value(NAME)
    assert Tournament.objects.get().name == evening.name
    page.locator("main form:has(input[name=name]) button[type=submit]").first.click()
    page.goto(setup)
    expect(name).to_have_value(NAME)
    assert Tournament.objects.get().name == NAME

    page.goto(players)
    typed = page.locator("main textarea[name=typed]")
    typed.evaluate("field => field.closest('details')?.setAttribute('open', '')")
    typed.fill(PLAYERS)
    Session.objects.all().delete()
    page.locator("main form:has(textarea[name=typed]) button[type=submit]").first.click()
    sign_in(page)
    expect(typed).to_have_value(PLAYERS)
    page.goto(players)
    expect(typed).to_have_value("")  # once


def test_another_language_in_the_middle_loses_nothing(page: Page, live: LiveServer, page_errors: PageErrors) -> None:
    page_errors.expect("422")
    evening = Tournament.objects.get()
    page.goto(f"{live.url}/desk/event/{evening.pk}/setup")
    sign_in(page)
    page.locator("main input[name=name]").fill(NAME)
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("main input[name=name]")).to_have_value(NAME)
    page.locator("main input[name=name]").fill("")
    page.locator("main input[name=name]").evaluate("field => field.removeAttribute('required')")
    page.locator("main form:has(input[name=name]) button[type=submit]").first.click()
    page.locator("main input[name=name]").fill("Half")
    page.get_by_role("button", name="Italiano").click()  # on the page that refused the form
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator("main input[name=name]")).to_have_value("Half")


def test_a_password_that_goes_along_with_the_question_who_sends_it_stays_out_of_the_tab(
    page: Page, live: LiveServer, page_errors: PageErrors
) -> None:
    page_errors.expect("422")
    address = f"{live.url}/desk/club/publishing"
    page.goto(address)
    sign_in(page)
    session = SessionStore(Session.objects.get().session_key)
    session[confirmed_sessions.CONFIRMED_AT] -= settings.ACCOUNT_REAUTHENTICATION_TIMEOUT + 1
    session.save()
    place, secret = page.locator("main [name=place]"), page.locator("main [name=secret]")
    place.fill("https://dav.example/x")
    secret.fill("dont-personne-ne-sait")
    page.locator("form.sending button[type=submit]").first.click()
    own = page.locator("main [name=own-password]")
    for _wrong in range(2):
        expect(own).to_be_visible()
        assert "dav.example" in read_stored(page)
        assert "dont-personne" not in read_stored(page)
        own.fill("faux")
        page.get_by_role("button", name="C’est moi").click()
        page.wait_for_load_state()
    page.goto(address)
    assert "dont-personne" not in read_stored(page)


def read_stored(page: Page) -> str:
    """Return all that this tab keeps."""
    stored: str = page.evaluate("JSON.stringify({ ...sessionStorage })")
    return stored
