"""A club's own game in a browser: a new evening of belote, its deal on a small phone, and figures below nought."""

from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.book.evening_builders import create_evening
from tests.browser.conftest import PHONE, PageCheck
from tests.browser.table_user import SEND_BUTTON, TableUser, assert_fits_width, assert_large_targets, wait_for_coup
from tests.fixtures.live_server import LiveServer
from tournaments.actions.people.clubs import add_player, create_club
from tournaments.models import Record, Table, Tournament

PASSWORD = "quatre-vingts-as"
PLAYERS = [f"Joueur {n:02}" for n in range(1, 25)]
SMALL = PHONE | {"viewport": {"width": 320, "height": 640}}


def fill_two_games() -> None:
    """Fill the database: a belote of four and a tarot of three, and a club of 24."""
    create_evening(4, game="marque", preset="belote")
    create_evening(3, game="marque", preset="tarot")
    club = create_club(get_user_model().objects.create_user(username="nadia", password=PASSWORD), "Cercle")
    for name in PLAYERS:
        add_player(club, name)


pytestmark = pytest.mark.start_from(fill=fill_two_games)


def get_table(preset: str) -> Table:
    return Table.objects.get(round__tournament__preset=preset)


def test_a_deal_of_belote_is_three_taps_and_one_number_on_one_small_screen(
    live: LiveServer, new_context: Callable[..., BrowserContext], axe: Callable[[Page], None]
) -> None:
    phone = new_context(**SMALL).new_page()
    hand = TableUser(phone).sit_down(live.hall_url, get_table("belote"))
    phone.locator("#coup [name='points.1']").tap()
    for digit in "112":
        phone.locator(f".pad [data-key='{digit}']").tap()
    expect(phone.locator("#coup [name='points.2']")).to_have_value("50")
    expect(phone.locator(".pad")).to_be_hidden()
    phone.locator("#coup label:has([name='marks.1.belote'])").tap()
    expect(phone.locator("#preview")).to_contain_text("Belote pour Anne et Chloé")
    for part in ("#preview", SEND_BUTTON, "#coup [name='points.1']"):
        expect(phone.locator(part)).to_be_in_viewport(ratio=1)
    axe(phone)
    assert_fits_width(phone)
    assert_large_targets(phone)
    phone.locator("#coup label:has([name='marks.2.belote'])").tap()
    expect(phone.locator("#wrong-marks")).to_contain_text("un seul peut l’avoir")
    phone.locator("#coup label:has([name='marks.2.belote'])").tap()
    expect(phone.locator("#preview")).to_contain_text("132")
    hand.tap(SEND_BUTTON)
    wait_for_coup(phone, 1)
    assert Record.objects.get().body == {
        "type": "coup",
        "dealer": "1",
        "points": {"1": 112, "2": 50},
        "marks": [{"mark": "belote", "player": "1"}],
    }


def test_points_below_nought_are_typed_with_the_page_s_own_digits(live: LiveServer, phone: Page) -> None:
    hand = TableUser(phone).sit_down(live.hall_url, get_table("tarot"))
    phone.locator("#coup [name='points.1']").tap()
    for key in "-60":
        phone.locator(f".pad [data-key='{key}']").tap()
    expect(phone.locator("#coup [name='points.1']")).to_have_value("-60")
    phone.locator(".pad [data-key='next']").tap()
    phone.locator(".pad [data-key='3']").tap()
    phone.locator(".pad [data-key='0']").tap()
    expect(phone.locator("#coup [name='points.3']")).to_have_value("30")
    phone.locator(".pad [data-key='next']").tap()
    expect(phone.locator("#preview")).to_contain_text("Anne")
    hand.tap(SEND_BUTTON)
    wait_for_coup(phone, 1)
    assert Record.objects.get().body["points"] == {"1": -60, "2": 30, "3": 30}


def test_a_belote_for_24_in_sides_is_open_seven_clicks_from_the_home_page(
    page: Page, live: LiveServer, check_page: PageCheck
) -> None:
    clicks = 0

    def click(what: Locator) -> None:
        nonlocal clicks
        what.click()
        clicks += 1

    page.goto(live.url + "/desk/")
    page.get_by_label("Votre nom").fill("nadia")
    page.get_by_label("Mot de passe").fill(PASSWORD)
    page.get_by_role("button", name="Entrer").click()
    click(page.get_by_role("link", name="Préparer une soirée"))
    search = page.get_by_label("Chercher, ou écrire un nom nouveau")
    for name in PLAYERS:
        search.fill(name)
        search.press("Enter")
        expect(search).to_have_value("")
    click(page.get_by_role("button", name="Un jeu du club"))
    click(page.get_by_label("Belote", exact=True))
    expect(page.locator("[data-count]")).to_have_text("24")
    check_page(page, "61-new-belote")
    click(page.get_by_role("button", name="Faire la soirée"))
    click(page.get_by_role("button", name="Tirer les places au sort"))
    click(page.get_by_role("link", name="C’est bien ainsi"))
    click(page.get_by_role("button", name="Ouvrir la soirée"))
    expect(page.get_by_role("heading", name="Cartes et codes des tables")).to_be_visible()
    assert clicks == 7
    made = Tournament.objects.get(club__name="Cercle")
    assert (made.status, made.preset, made.entries.count()) == ("open", "belote", 24)
    assert {table.seats.count() for table in Table.objects.filter(round__tournament=made)} == {4}
