"""Hours and weeks between two taps, walked with the clocks of the browser and of the server set on: a tab open since
yesterday, a form filled for two hours, a laptop asleep for nine with phones waiting, an evening that was forgotten."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import LiveServer, PageErrors
from tests.browser.organiser_user import sign_in
from tests.browser.table_user import SEND_BUTTON, TableUser, get_table_by_number, wait_for_coup
from tests.web.organiser_builders import PASSWORD, create_open_evening, sign_in_organiser
from tournaments.actions.rounds.clock import start_clock
from tournaments.models import Record, Round, Tournament

Later = Callable[..., None]
START = datetime.now(UTC).replace(microsecond=0)
HOUR_MS = 3_600_000
THREE = ("Anne", "Basile", "Chloé")


def fill_evening() -> None:
    """Fill the database: an organiser, a club, and an open evening of one table of three."""
    _client, club = sign_in_organiser()
    create_open_evening(club, names=THREE, sizes=(3,), coups=2)


pytestmark = pytest.mark.start_from(fill=fill_evening)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """`later(page, …, hours=9)`: so many hours pass, on the server and on these pages, whose timers are then due once,
    as when a computer wakes."""
    passed = [timedelta()]
    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: real() + passed[0])

    def pass_time(*pages: Page, hours: int) -> None:
        passed[0] += timedelta(hours=hours)
        for page in pages:
            page.clock.fast_forward(hours * HOUR_MS)

    return pass_time


def test_a_phone_s_and_the_organiser_s_tab_open_since_yesterday_go_on(
    live: LiveServer, page: Page, phone: Page, later: Later
) -> None:
    evening = Tournament.objects.get()
    for each in (page, phone):
        each.clock.install(time=START)
    page.goto(f"{live.url}/desk/event/{evening.pk}")
    sign_in(page)
    expect(page.get_by_text("pas commencée")).to_be_visible()
    hand = TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    later(page, phone, hours=20)
    hand.send_coup()
    wait_for_coup(phone, 1)
    with page.expect_response(re.compile("/watch$")):
        page.clock.fast_forward(5000)
    expect(page.get_by_text("coup 2 sur")).to_be_visible()
    page.get_by_role("link", name="Clore la soirée").first.click()
    expect(page.get_by_role("button", name="Clore, avec la table 1 ouverte")).to_be_visible()
    assert Record.objects.count() == 1


def test_a_form_that_is_filled_for_two_hours_is_taken(live: LiveServer, page: Page, later: Later) -> None:
    page.clock.install(time=START)
    page.goto(f"{live.url}/desk/event/new")
    sign_in(page)
    expect(page.locator("main input[name=name]")).to_be_attached()
    page.evaluate("() => document.querySelectorAll('main details').forEach((one) => one.open = true)")
    page.locator("main input[name=name]").fill("Tournoi de l’hiver")
    later(page, hours=1)
    page.locator("main textarea[name=typed]").fill("Irène\nJules\nKarim")
    later(page, hours=1)
    page.locator("main form:has(input[name=name]) button[type=submit]:not([name])").last.click()
    page.wait_for_url(re.compile(r"/desk/event/[0-9]+/(tables|rounds)"))
    made = Tournament.objects.get(name="Tournoi de l’hiver")
    assert made.entries.count() == 3


def test_a_form_that_opens_the_club_to_others_asks_after_two_hours_who_sends_it_and_keeps_what_was_typed(
    live: LiveServer, page: Page, page_errors: PageErrors, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    page_errors.expect("422")
    page.clock.install(time=START)
    page.goto(f"{live.url}/desk/club/publishing")
    sign_in(page)
    place = page.locator("main [name=place]")
    place.fill("https://dav.example.org/club")
    later(page, hours=2)
    two_hours_on = datetime.now(UTC) + timedelta(hours=2)
    monkeypatch.setattr("config.confirmed_sessions.time.time", two_hours_on.timestamp)
    page.locator("form.sending button[type=submit]").first.click()
    page.locator("main [name=own-password]").fill(PASSWORD)
    page.get_by_role("button", name="C’est moi").click()
    expect(page.locator("main [name=place]")).to_have_value("https://dav.example.org/club")


def test_a_laptop_that_slept_for_nine_hours_gets_what_a_phone_kept_once(
    live: LiveServer, phone: Page, page: Page, page_errors: PageErrors, later: Later
) -> None:
    page_errors.expect("ERR_CONNECTION_REFUSED|htmx:sendError|htmx:afterRequest|Failed to fetch")
    start_clock(Round.objects.get(), 40)
    evening = Tournament.objects.get()
    for each in (phone, page):
        each.clock.install(time=START)
    page.goto(f"{live.url}/desk/event/{evening.pk}")
    sign_in(page)
    hand = TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    hand.type_points(58, 37)
    hand.tap_cards()
    expect(phone.locator("#preview .moves")).to_be_visible()
    expect(phone.locator("#sheet[data-extras]")).to_have_count(0)  # all scripts are there
    live.stop()
    hand.tap(SEND_BUTTON)
    expect(phone.locator("#trouble [data-since]")).to_be_visible()
    later(phone, page, hours=9)
    expect(phone.locator("#waiting .state")).to_have_attribute("data-state", "kept")
    live.start()
    phone.clock.run_for(120_000)
    wait_for_coup(phone, 1)
    expect(phone.locator("#waiting .item")).to_have_count(0)
    page.clock.run_for(10_000)
    expect(page.get_by_text("coup 2 sur")).to_be_visible()
    assert Record.objects.count() == 1
    ends = Round.objects.get().ends_at()
    assert ends, "the round's time has run out meanwhile"
    assert ends < timezone.now(), "the round's time has run out meanwhile"


def test_an_evening_that_was_forgotten_for_three_weeks_is_said_and_can_be_closed(
    live: LiveServer, page: Page, phone: Page, later: Later
) -> None:
    for each in (page, phone):
        each.clock.install(time=START)
    page.goto(f"{live.url}/desk/")
    sign_in(page)
    expect(page.get_by_text("restée ouverte")).to_have_count(0)
    TableUser(phone).sit_down(live.hall_url, get_table_by_number()).send_coup()
    wait_for_coup(phone, 1)
    later(page, phone, hours=21 * 24)
    page.goto(f"{live.url}/desk/")
    expect(page.get_by_text("restée ouverte")).to_be_visible()
    page.get_by_role("link", name="Voir la soirée").click()
    page.get_by_role("link", name="Clore la soirée").first.click()
    page.get_by_role("button", name=re.compile("^Clore")).click()
    page.goto(f"{live.url}/desk/")
    expect(page.get_by_text("restée ouverte")).to_have_count(0)
    assert Tournament.objects.get().status == Tournament.Status.CLOSED
