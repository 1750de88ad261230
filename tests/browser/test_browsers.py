"""What every browser test relies on: a server of its own, both kinds of address, and console errors that are
noticed."""

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import PageErrors
from tests.fixtures.live_server import LiveServer


def fill_organiser() -> None:
    """Fill the database: an account."""
    get_user_model().objects.create_user("claire", "claire@club.example", "un bon mot de passe")


@pytest.mark.start_from(fill=fill_organiser)
def test_an_organiser_signs_in_over_plain_http(live: LiveServer, page: Page, context: BrowserContext) -> None:
    page.goto(f"{live.hall_url}/accounts/login/?next=/accounts/password/change/")
    page.locator("input[name=login]").fill("claire")
    page.locator("input[name=password]").fill("un bon mot de passe")
    page.locator("input[name=password]").press("Enter")
    page.wait_for_url("**/accounts/password/change/")
    assert "session" in {cookie["name"] for cookie in context.cookies()}
    assert get_user_model().objects.get().last_login is not None


def test_loopback_is_a_secure_context_and_the_hall_is_not(live: LiveServer, page: Page) -> None:
    page.goto(f"{live.url}/accounts/login/")
    assert page.evaluate("isSecureContext")
    page.goto(f"{live.hall_url}/accounts/login/")
    assert not page.evaluate("isSecureContext")


def test_a_stopped_server_comes_back_at_the_same_address(live: LiveServer, page: Page, page_errors: PageErrors) -> None:
    page_errors.expect("ERR_CONNECTION_REFUSED")
    page.goto(f"{live.url}/accounts/login/")
    ask = "() => fetch(location.href).then(answer => answer.status, () => 'nobody')"
    assert page.evaluate(ask) == 200
    live.stop()
    assert page.evaluate(ask) == "nobody"
    live.start()
    assert page.evaluate(ask) == 200


def test_inline_scripts_are_refused_and_reported(live: LiveServer, page: Page, page_errors: PageErrors) -> None:
    page_errors.expect("Content Security Policy")
    page.goto(f"{live.url}/accounts/login/")
    page.evaluate("""() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1';
                             document.body.append(s) }""")
    assert page.evaluate("window.ran") is None
    assert any("Content Security Policy" in text for text in page_errors.seen)


def test_each_test_has_a_database_of_its_own(live: LiveServer) -> None:
    assert not get_user_model().objects.exists()
