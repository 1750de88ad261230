"""The pages in English, from the welcome page to the standings: each declares its language, and no French is left on
it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.live_server import LiveServer
from tests.web.organiser_builders import DAY
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.rounds.seating import seat_round
from tournaments.actions.tables.recording import record_event
from tournaments.book.table_keys import table_key
from tournaments.models import Club, Table, Tournament

NAMES = ("Ann", "Bob", "Cat")
FRENCH = re.compile(
    r"[«»àâçèêëîïôùûœ]|\b(le|la|les|des|une|du|et|est|pas|pour|dans|avec|chaque|votre|vous|joueurs?|donne)\b",
    re.IGNORECASE,
)
ALLOWED_FRENCH = re.compile(
    r"Français|Académie|Encyclopédie|\bcoups?\b|\btours?\b", re.IGNORECASE
)  # names, words of the games


def fill_open_evening() -> None:
    """Fill the database: an open evening with one table of three."""
    tournament = create_tournament(Club.objects.create(name="Club"), name="Friday", date=DAY, players=NAMES)
    seat_round(tournament, 1, [list(tournament.entries.all())])
    open_tournament(tournament)


pytestmark = pytest.mark.start_from(fill=fill_open_evening)


def find_french_lines(page: Page) -> list[str]:
    """Return the lines of the page that are still French."""
    expect(page.locator("html")).to_have_attribute("lang", "en")
    lines = page.locator("body").inner_text().splitlines()
    return [line for line in lines if FRENCH.search(ALLOWED_FRENCH.sub("", line))]


def test_no_french_is_left_on_the_pages_in_english(live: LiveServer, phone: Page, axe: Callable[[Page], None]) -> None:
    tournament, table = Tournament.objects.get(), Table.objects.get()
    phone.goto(live.hall_url + "/")
    phone.get_by_role("button", name="English").click()
    expect(phone.get_by_text("Friday")).to_be_visible()
    left = find_french_lines(phone)
    phone.goto(f"{live.hall_url}/{tournament.code}/code")
    left += find_french_lines(phone)
    phone.goto(f"{live.hall_url}/t#{table_key(table)}")
    expect(phone.get_by_role("heading", name="Table 1")).to_be_visible()
    left += find_french_lines(phone)
    phone.get_by_role("button", name="Ann").first.click()
    expect(phone.get_by_role("group", name="The points")).to_be_visible()
    left += find_french_lines(phone)
    record_coup(table)
    phone.reload()
    expect(phone.get_by_role("heading", name="Coup 2")).to_be_visible()
    left += find_french_lines(phone)
    for address in ("", "/table/1", "/standings"):
        phone.goto(f"{live.hall_url}/{tournament.code}{address}")
        left += find_french_lines(phone)
    axe(phone)
    assert left == []


def record_coup(table: Table) -> None:
    """Record a coup at the table."""
    cards = {"1": {"aces_won": 4, "tens_won": 4}, "2": {}, "3": {}}
    coup = {"type": "coup", "points": {"1": 90, "2": 20, "3": 10}, "brusquembilles": cards}
    record_event(table.pk, coup, key="english-walk", number=1, actor="table:1")
