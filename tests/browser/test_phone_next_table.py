"""The next table opens on the same phone, without a code and a name; a coup that is refused late leads to its field; a
table corrects an earlier coup."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.book.evening_builders import build_coup, record_events
from tests.browser.conftest import PageErrors
from tests.browser.table_user import (
    SEND_BUTTON,
    TableUser,
    assert_fits_width,
    fill_table_of_four_coups,
    get_table_by_number,
    open_more,
    poll,
)
from tests.fixtures.live_server import LiveServer
from tournaments.actions.rounds.free_tables import seat_waiting_entries, wait_for_table
from tournaments.actions.tables.closing import confirm_sheet
from tournaments.models import Record

pytestmark = pytest.mark.start_from(fill=fill_table_of_four_coups)


def test_the_next_table_opens_by_one_tap(live: LiveServer, phone: Page) -> None:
    table = get_table_by_number()
    TableUser(phone).sit_down(live.hall_url, table)
    record_events(table, build_coup(), {"type": "end"})
    confirm_sheet(table.pk, 2, actor="table:2")
    tournament = table.round.tournament
    again = list(tournament.entries.all())
    wait_for_table(tournament, again)
    n = seat_waiting_entries(tournament, again).n
    poll(phone)
    phone.locator("[data-next-key]").click()
    expect(phone.get_by_role("heading", name=f"Table {n}", exact=True)).to_be_visible()
    expect(phone.locator("#coup")).to_be_visible()
    expect(phone.locator("[data-seat='1']")).to_have_count(0)
    phone.goto(f"{live.hall_url}/{tournament.code}/standings")
    expect(phone.locator("tr[data-own]")).to_contain_text("Anne")
    phone.get_by_role("link", name="Ma table").click()
    expect(phone.locator("#coup")).to_be_visible()


def test_a_coup_that_is_refused_late_leads_back_to_its_field(
    live: LiveServer, phone: Page, page_errors: PageErrors
) -> None:
    """Its form was free already, over a slow Wi-Fi; only the server knows that a loser of cards has too many points."""
    page_errors.expect("422|ERR_FAILED")
    hand = TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    phone.route("**/t/preview", lambda route: route.abort())
    slow: list[Route] = []
    phone.route("**/t/coup", lambda route: slow.append(route), times=1)
    hand.tap_cards()
    hand.type_points(32, 30)
    hand.tap(SEND_BUTTON)
    expect(phone.locator("#waiting .state")).to_have_text("en route")
    expect(phone.locator("[name='points.1']")).to_have_value("")
    slow[0].continue_()
    expect(phone.locator("[name='points.1']")).to_have_value("32")
    expect(phone.locator("#coup .error:visible")).to_have_count(1)
    expect(phone.locator("#coup .error:visible")).to_be_focused()
    assert not Record.objects.exists()


def test_an_earlier_coup_is_corrected_where_it_was_played(live: LiveServer, phone: Page) -> None:
    table = get_table_by_number()
    record_events(table, build_coup(), build_coup())
    TableUser(phone).sit_down(live.hall_url, table)
    open_more(phone)
    phone.get_by_text("Ce n’est pas juste").click()
    phone.locator("#correcting button", has_text=re.compile("Coup 1")).click()
    phone.locator("[name='coup-points.1']").fill("36")
    phone.locator("[name='coup-points.2']").fill("59")
    assert_fits_width(phone)
    phone.locator("#correct .btn.big").click()
    expect(phone.locator("[data-moves] .net")).to_have_count(2)
    assert_fits_width(phone)
    phone.locator("#correct [name=agreed]", has_text="Basile").click()
    expect(phone.locator("[data-toast]")).to_contain_text("Coup 1")
    expect(phone.locator("#news")).to_be_hidden()
    written = Record.objects.order_by("number")[2]
    assert (written.kind, written.position, written.actor) == ("correction", 1, "table:1")
