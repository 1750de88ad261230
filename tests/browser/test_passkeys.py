"""Passkeys, with Chromium's own virtual authenticator: made and used on `localhost`, not offered in the hall."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageCheck
from tests.browser.organiser_user import sign_in
from tests.fixtures.live_server import LiveServer
from tests.web.organiser_builders import sign_in_organiser

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def fill_owner() -> None:
    """Fill the database: an account with its club."""
    sign_in_organiser()


def sign_in_by_password(page: Page, base: str) -> None:
    """Sign in on the page of that address."""
    sign_in(page, f"{base}/accounts/login/")
    page.wait_for_url("**/desk/")


def sign_out(page: Page, base: str) -> None:
    """Sign out by the page that asks."""
    page.goto(f"{base}/accounts/logout/")
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url(f"{base}/")


@pytest.mark.start_from(fill=fill_owner)
def test_a_passkey_opens_the_account_and_the_password_still_does(
    live: LiveServer, page: Page, check_page: PageCheck
) -> None:
    base = f"http://localhost:{live.port}"
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    sign_in_by_password(page, base)
    page.goto(f"{base}/desk/account")
    page.get_by_role("link", name="Clés d’accès").click()
    check_page(page, "none")
    page.get_by_role("link", name="Ajouter une clé d’accès").click()
    page.get_by_label("Son nom, pour la reconnaître").fill("Le portable")
    check_page(page, "add")
    page.get_by_role("button", name="Faire la clé d’accès").click()
    expect(page.get_by_role("heading", name="Le portable")).to_be_visible()
    check_page(page, "list")
    sign_out(page, base)
    page.goto(f"{base}/accounts/login/")
    check_page(page, "login")
    page.get_by_role("button", name="Entrer avec une clé d’accès").click()
    page.wait_for_url("**/desk/")
    sign_out(page, base)
    sign_in_by_password(page, base)
    page.goto(f"{live.hall_url}/accounts/login/")
    expect(page.get_by_role("button", name="Entrer", exact=True)).to_be_visible()
    expect(page.locator("#passkey-login")).to_have_count(0)
    sign_in_by_password(page, live.hall_url)
    page.goto(f"{live.hall_url}/accounts/2fa/webauthn/")
    expect(page.get_by_text("Pas ici")).to_be_visible()
    page.goto(f"{live.hall_url}/accounts/2fa/webauthn/add/")
    expect(page.get_by_text("Pas ici")).to_be_visible()
