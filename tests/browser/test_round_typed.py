"""A whole round typed on one page by keyboard alone, its strokes counted."""

import pytest
from playwright.sync_api import Page, expect

from tests.book.evening_builders import seat_in_order
from tests.browser.conftest import PageCheck
from tests.browser.organiser_user import sign_in
from tests.browser.table_user import assert_fits_width
from tests.fixtures.live_server import LiveServer
from tests.web.organiser_builders import sign_in_organiser
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.tables.recording import record_event
from tournaments.models import Record, Table, Tournament

NAMES = ["Anne", "Basile", "Chloé", "Denis", "Élise", "Fanny", "Gaël", "Hélène", "Irène", "Jules", "Karim", "Léonie"]


def fill_tables(count: int, game: str, preset: str | None = None, size: int = 2) -> None:
    """Fill the database: an organiser and an open evening of this game with tables of this size."""
    _client, club = sign_in_organiser()
    names = NAMES[: size * count]
    tournament = create_tournament(club, name="Soirée", date="2026-11-21", game=game, preset=preset, players=names)
    seat_in_order(tournament, tournament.entries.order_by("pk"), [size] * count)
    open_tournament(tournament)


def fill_three_tables() -> None:
    """Fill the database with three tables of Briscola."""
    fill_tables(3, "briscola")


def fill_six_tables() -> None:
    """Fill the database with six tables that play Brusquembille up to 300 points."""
    fill_tables(6, "brusquembille", preset="aux-points")


def fill_three_wide_tables() -> None:
    """Fill the database with three tables of Brusquembille in jetons, whose coup has twenty boxes."""
    fill_tables(3, "brusquembille", size=4)


pytestmark = pytest.mark.start_from(fill=fill_three_tables)


def test_three_tables_are_typed_by_keyboard_and_a_wrong_one_is_kept(
    live: LiveServer, page: Page, check_page: PageCheck, page_errors
) -> None:
    sign_in(page, f"{live.url}/desk/")
    page.goto(f"{live.url}/desk/event/{Tournament.objects.get().pk}/round/1/results")
    check_page(page, "round-typed")
    for points in ("70", "200", "61"):  # the second cannot be right
        page.keyboard.type(points)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")  # a blank row: the next table
    expect(page.locator("[data-send]")).to_be_focused()
    page_errors.expect("422")
    page.keyboard.press("Enter")
    expect(page.locator("[data-written]")).to_have_count(2)
    assert Record.objects.count() == 2
    wrong = page.locator("[data-table='2'] input.cell").first
    expect(wrong).to_have_value("200")
    expect(wrong).to_be_focused()
    page.keyboard.type("59")
    page.locator("[data-send]").press("Enter")
    expect(page.locator("[data-table='2'] [data-written]")).to_be_visible()
    assert Record.objects.count() == 3
    page.set_viewport_size({"width": 360, "height": 740})
    assert_fits_width(page)


@pytest.mark.start_from(fill=fill_six_tables)
def test_six_slips_of_several_coups_are_typed_by_keyboard_and_survive_a_reload(
    live: LiveServer, page: Page, check_page: PageCheck
) -> None:
    sign_in(page, f"{live.url}/desk/")
    address = f"{live.url}/desk/event/{Tournament.objects.get().pk}/round/1/results"
    page.goto(address)
    rows = page.locator("tr[data-row]:visible")
    expect(rows).to_have_count(6)
    strokes = 0
    for _table in range(6):
        for text in ("70", "61", ""):
            page.keyboard.type(text)
            page.keyboard.press("Enter")
            strokes += len(text) + 1
    expect(page.locator("[data-send]")).to_be_focused()
    expect(rows).to_have_count(18)
    expect(page.locator("[data-table='6'] [data-result]").first).to_have_text("131")
    assert strokes == 42
    page.reload()
    expect(page.locator("[data-half=back]")).to_be_visible()
    expect(rows).to_have_count(18)
    check_page(page, "round-slips")
    page.locator("[data-send]").press("Enter")
    expect(page.locator("[data-written]")).to_have_count(12)
    assert Record.objects.count() == 12


@pytest.mark.start_from(fill=fill_six_tables)
def test_a_table_that_marked_meanwhile_is_compared_on_its_own_sheet(live: LiveServer, page: Page) -> None:
    sign_in(page, f"{live.url}/desk/")
    address = f"{live.url}/desk/event/{Tournament.objects.get().pk}/round/1/results"
    page.goto(address)
    for text in ("70", "", "65"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    expect(page.locator("[data-table='2'] input.cell").first).to_have_value("65")
    table = Table.objects.get(n=1)
    record_event(
        table.pk, {"type": "coup", "points": {"1": 80, "2": 40}}, key="theirs-of-the-table", number=1, actor="table"
    )
    page.reload()
    expect(page.locator("[data-table='2'] input.cell").first).to_have_value("65")
    page.locator("[data-table='1'] [data-half-elsewhere] a").click()
    expect(page.locator("[data-half=choice]")).to_be_visible()


@pytest.mark.start_from(fill=fill_three_wide_tables)
def test_of_wide_tables_one_is_open_and_the_next_opens_by_enter_or_its_button(
    live: LiveServer, page: Page, check_page: PageCheck
) -> None:
    sign_in(page, f"{live.url}/desk/")
    page.goto(f"{live.url}/desk/event/{Tournament.objects.get().pk}/round/1/results")
    rows = page.locator("tr[data-row]:visible")
    expect(rows).to_have_count(1)
    check_page(page, "round-wide")
    page.keyboard.press("Enter")
    expect(page.locator("[data-table='2'] input.cell").first).to_be_focused()
    expect(rows).to_have_count(2)
    page.locator("[data-table='3'] [data-open]").click()
    expect(page.locator("[data-table='3'] input.cell").first).to_be_focused()


def test_a_table_whose_partie_is_over_offers_no_further_row(live: LiveServer, page: Page) -> None:
    sign_in(page, f"{live.url}/desk/")
    page.goto(f"{live.url}/desk/event/{Tournament.objects.get().pk}/round/1/results")
    for points in ("110", "110", "110", ""):
        page.keyboard.type(points)
        page.keyboard.press("Enter")
    expect(page.locator("[data-table='2'] input.cell").first).to_be_focused()
    expect(page.locator("[data-table='1'] tr[data-row]:visible")).to_have_count(3)
