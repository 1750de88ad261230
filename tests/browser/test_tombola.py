"""The tombola is drawn at the desk, a press a prize, and the hall's screen shows each by itself."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.organiser_user import sign_in
from tests.browser.table_user import assert_fits_width
from tests.fixtures.live_server import LiveServer
from tests.fixtures.patience import POLL_MS
from tests.fixtures.screen_layout import FIND_OVERFLOW
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.evenings.tombola import draw_prize, set_up_tombola
from tournaments.models import Tournament


def fill() -> None:
    """Fill the database: an organiser and an open evening of two tables."""
    _client, club = sign_in_organiser()
    create_open_evening(club)


pytestmark = pytest.mark.start_from(fill=fill)


def test_each_press_at_the_desk_shows_one_prize_more_in_the_hall(
    live: LiveServer, page: Page, phone: Page, axe
) -> None:
    tournament = Tournament.objects.get()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.clock.install()
    page.goto(f"{live.url}/{tournament.code}/screen")
    sign_in(phone, f"{live.url}/desk/event/{tournament.pk}/tombola")
    phone.get_by_label("Les lots, un par ligne").fill("Une bouteille\nUn jambon\nLe panier")
    phone.get_by_role("button", name="Préparer la tombola").click()
    phone.get_by_role("button", name="Montrer à l’écran de la salle").click()
    hall = page.locator("[data-turn=tombola]")
    phone.get_by_role("button", name="Rendre l’écran").wait_for()
    page.clock.run_for(POLL_MS)
    expect(hall).to_be_visible()
    assert page.evaluate(FIND_OVERFLOW) == [False, False, []]
    axe(page)
    for n in (1, 2, 3):
        phone.get_by_role("button", name="Tirer").click()
        expect(phone.locator("[data-newest]")).to_be_visible()
        page.clock.run_for(POLL_MS)
        expect(page.locator(f"[data-turn=tombola][data-drawn='{n}']")).to_be_visible()
        assert_fits_width(phone)
    assert page.evaluate(FIND_OVERFLOW) == [False, False, []]
    axe(page)
    axe(phone)
    phone.get_by_role("button", name="Rendre l’écran").click()
    expect(hall).to_have_count(0)


def test_many_prizes_and_long_names_stay_on_one_screen_under_the_newest(live: LiveServer, page: Page) -> None:
    tournament = Tournament.objects.get()
    set_up_tombola(tournament, ["Un panier garni de la ferme du Haut-Pré " * 2] * 30, first=1, last=900, several=False)
    for n in range(1, 31):
        draw_prize(tournament, n, actor="user:1")
    for width, height in ((1280, 720), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{live.url}/{tournament.code}/screen")
        expect(page.locator(".newest")).to_be_visible()
        assert page.evaluate(FIND_OVERFLOW) == [False, False, []]
