"""A running evening is handed to a second laptop: backup, restore, the same address or new cards. The phones go on."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE, PageErrors
from tests.browser.table_user import SEND_BUTTON, TableUser, wait_for_coup
from tests.fixtures.laptop import Laptop
from tests.fixtures.live_server import HALL_NAME
from tests.fixtures.patience import TEST_SECONDS

NewLaptop = Callable[[str], Laptop]
pytestmark = pytest.mark.timeout(2 * TEST_SECONDS)  # several whole processes
FILL = """
from tests.book.evening_builders import create_table
from tournaments.book.table_keys import table_key
print(table_key(create_table(2, game="briscola", match="fixed", match_n=6)))
"""
RECHECK_AND_READ_RECORDS = """
from io import StringIO
from django.core.management import call_command
from tournaments.models import Record
call_command("recheck", stdout=StringIO())
print(*[f"{record.number}:{record.body['points']['1']}:{record.key}" for record in Record.objects.order_by("number")])
"""
CHANGE_CARD = """
from tournaments.actions.tables.closing import revoke_keys
from tournaments.book.table_keys import table_key
from tournaments.models import Table
revoke_keys(Table.objects.get().pk)
print(table_key(Table.objects.get()))
"""


@pytest.fixture
def first(new_laptop: NewLaptop) -> Laptop:
    return new_laptop("first")


@pytest.fixture
def card(first: Laptop) -> str:
    """The key on the card of the first laptop's open table: of two players, six coups to play."""
    return first.ask(FILL)


def sit_down(page: Page, port: int, card: str, seat: int = 1) -> TableUser:
    """Open the table with its card and take this seat."""
    page.goto(f"http://{HALL_NAME}:{port}/t#{card}")
    page.locator(f"[data-seat='{seat}']").click()
    expect(page.locator("#coup")).to_be_visible()
    return TableUser(page)


def send_coup(hand: TableUser, points: int) -> None:
    """Enter and send a coup with these points for the first player."""
    hand.type_points(points)
    hand.tap(SEND_BUTTON)


def recheck_and_read_records(laptop: Laptop) -> list[str]:
    """Score the book again; return each record's number, the first player's points and its id, in order."""
    return laptop.ask(RECHECK_AND_READ_RECORDS).split()


def test_the_phones_send_what_the_backup_lacks_and_go_on_also_with_a_new_card(
    first: Laptop,
    card: str,
    new_laptop: NewLaptop,
    phone: Page,
    new_context: Callable[..., BrowserContext],
    page_errors: PageErrors,
    tmp_path: Path,
) -> None:
    """One coup is in the backup, one in the dead laptop's book, one typed while nobody answers; each is recorded once.
    Then the table gets a new card on the second laptop, and the old one opens nothing. That an old card opens a table
    at another address: tests/house/test_backup_moves.py."""
    page_errors.expect("ERR_|404|409|htmx")
    port = first.serve()
    hand = sit_down(phone, port, card)
    send_coup(hand, 71)
    wait_for_coup(phone, 1)
    first.run("backup", str(tmp_path / "evening.zip"))
    send_coup(hand, 72)
    wait_for_coup(phone, 2)
    before = recheck_and_read_records(first)
    first.die()
    send_coup(hand, 73)
    expect(phone.locator("#waiting .state")).to_have_attribute("data-state", "kept")
    second = new_laptop("second")
    second.run("restore", str(tmp_path / "evening.zip"))
    second.serve(port)
    phone.reload()
    expect(phone.locator("#went-back [data-from]")).to_have_text("2")
    expect(phone.locator("#went-back [data-next]")).to_have_text("2")
    wait_for_coup(phone, 3)
    expect(phone.locator("#waiting")).to_be_hidden()
    send_coup(hand, 74)
    wait_for_coup(phone, 4)
    new_card = second.ask(CHANGE_CARD)
    other = new_context(**PHONE).new_page()
    other.goto(f"http://{HALL_NAME}:{port}/t#{card}")
    expect(other.locator("#sheet")).to_contain_text("Rien n’est perdu")
    send_coup(sit_down(other, port, new_card, seat=2), 75)
    wait_for_coup(other, 5)
    after = recheck_and_read_records(second)
    assert after[:2] == before, "the same records under the same ids"
    assert [record.split(":")[1] for record in after] == ["71", "72", "73", "74", "75"]
