"""The ways to a table's page: its key, the typed code, no key, no scripts, more than one table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.book.evening_builders import create_evening, get_table
from tests.browser.conftest import BOTH_ORIGINS_AND_SIZES, PHONE, PageErrors
from tests.browser.table_user import TableUser, assert_fits_width, fill_one_table, get_table_by_number, open_more
from tests.fixtures.live_server import LiveServer
from tests.fixtures.screen_layout import LARGE
from tournaments.actions.tables.closing import revoke_keys
from tournaments.book.table_keys import table_code, table_key

Axe = Callable[[Page], None]


def fill_two_tables() -> None:
    """Fill the database: an evening with two tables."""
    create_evening(3, 2)


pytestmark = pytest.mark.start_from(fill=fill_one_table)


def test_a_spectator_cannot_write_and_a_revoked_or_wrong_key_is_forgotten(
    live: LiveServer, phone: Page, page_errors: PageErrors, axe: Axe
) -> None:
    """A key that opens nothing says so, reveals nothing and is forgotten by the phone."""
    page_errors.expect("404")
    phone.goto(f"{live.hall_url}/t#{table_key(get_table_by_number())}")
    phone.get_by_role("button", name="Je regarde seulement").click()
    expect(phone.get_by_text("Je regarde seulement.")).to_be_visible()
    expect(phone.locator("form[data-write]")).to_have_count(0)
    axe(phone)
    revoke_keys(get_table_by_number().pk)
    for key in ("", "#1-ABCDEFGH"):
        phone.goto(f"{live.hall_url}/t{key}")
        expect(phone.locator("[data-no-table]")).to_be_visible()
        assert phone.url == f"{live.hall_url}/t"
        phone.reload()
        expect(phone.get_by_role("heading", level=1)).to_contain_text("Quelle table")
    axe(phone)


@BOTH_ORIGINS_AND_SIZES
def test_the_welcome_page_leads_to_a_table_by_its_typed_code(
    address: str, screen: Page, page_errors: PageErrors, axe: Axe
) -> None:
    page_errors.expect("422")
    screen.goto(f"{address}/")
    axe(screen)
    assert_fits_width(screen)
    screen.get_by_label("Le code de la table").fill("K7M4-P2XQ")
    screen.get_by_role("button", name="Ouvrir ma table").click()
    expect(screen.locator("form.typed .error")).to_be_visible()
    axe(screen)
    screen.get_by_label("Le code de la table").fill(table_code(get_table_by_number()).lower())
    screen.get_by_role("button", name="Ouvrir ma table").click()
    expect(screen.locator("#ask")).to_be_visible()
    assert screen.url == f"{address}/t"
    axe(screen)


@pytest.mark.long
def test_large_letters_leave_the_code_in_sight(live: LiveServer, phone: Page, page_errors: PageErrors) -> None:
    page_errors.expect("422")
    phone.goto(live.hall_url)
    for state in ("empty", "wrong"):
        phone.evaluate(LARGE, "200%")
        field, button = phone.locator("input.code"), phone.get_by_role("button", name="Ouvrir ma table")
        box, below = field.bounding_box(), button.bounding_box()
        assert box
        assert below
        assert below["y"] >= box["y"] + box["height"], state
        assert field.evaluate("(one) => one.scrollWidth <= one.clientWidth"), state
        field.fill("K7M4-P2XQ")
        button.click()
        expect(phone.locator("form.typed .error")).to_be_visible()


@pytest.mark.start_from(fill=fill_two_tables)
def test_one_phone_keeps_the_keys_of_several_tables(live: LiveServer, phone: Page, axe: Axe) -> None:
    tournament = get_table_by_number(1).round.tournament
    TableUser(phone).sit_down(live.url, get_table(tournament, 1))
    TableUser(phone).sit_down(live.url, get_table(tournament, 2))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Table 2")
    open_more(phone)
    phone.get_by_role("button", name="Table 1").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Table 1")
    phone.goto(f"{live.url}/")
    own = phone.get_by_role("link", name="La table de ce téléphone Table 1, Soirée")
    expect(own).to_be_visible()
    axe(phone)
    own.click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Table 1")
    open_more(phone)
    expect(phone.locator(".keeper")).to_contain_text("Anne")
    axe(phone)


def test_without_scripts_the_page_says_what_to_do(live: LiveServer, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(**PHONE, java_script_enabled=False).new_page()
    page.goto(f"{live.url}/t")
    expect(page.locator("#sheet .soft")).to_be_visible()
