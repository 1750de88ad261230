"""An older backup restored: the phone notices that the book went back, says so, and records again what it lacks."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.book.evening_builders import create_table, record_events
from tests.browser.conftest import PHONE, PageErrors
from tests.browser.phone_states import STORED_ITEMS
from tests.browser.table_user import (
    SEND_BUTTON,
    TableUser,
    assert_fits_width,
    get_table_by_number,
    open_more,
    wait_for_coup,
)
from tests.fixtures.databases import Database, DatabaseCopies, pointed_at
from tests.fixtures.live_server import LiveServer
from tournaments.exchange.backup import write_backup
from tournaments.models import Agreement, Record

Check = Callable[[Page], None]
A_MONTH_MS = 30 * 24 * 3_600_000


def fill_table_of_six_coups() -> None:
    """Fill the database: one table of two at briscola, six coups to play."""
    create_table(2, game="briscola", match="fixed", match_n=6)


pytestmark = pytest.mark.start_from(fill=fill_table_of_six_coups)


class Backup:
    """A backup of the live server's database: `make` copies it as it is now; `put_back` serves that copy instead, until
    the test is over."""

    def __init__(self, live: LiveServer, copies: DatabaseCopies) -> None:
        self.live, self.shelf = live, copies.shelf
        self.kept: Database | None = None

    def make(self) -> None:
        """Copy the database as it is now."""
        self.kept = self.shelf.copy(self.live.database)

    def put_back(self) -> Iterator[None]:
        """Restart the server on the copy, yield, then stop it and drop the copy."""
        assert self.kept
        self.live.stop()
        with pointed_at(self.kept):
            self.live.start()
            yield
            self.live.stop()
        self.shelf.drop(self.kept)


@pytest.fixture
def backup(live: LiveServer, copies: DatabaseCopies) -> Backup:
    return Backup(live, copies)


def send_coup(hand: TableUser, points: int, n: int) -> None:
    """Enter and send coup n with these points for the first player."""
    hand.type_points(points)
    hand.tap(SEND_BUTTON)
    wait_for_coup(hand.page, n)


def test_what_an_older_backup_lacks_is_recorded_again_once(
    live: LiveServer, backup: Backup, phone: Page, page_errors: PageErrors, axe: Check
) -> None:
    """Of three coups and an undo the backup holds one; the next coup, typed before anybody noticed, is recorded after
    the missing ones."""
    page_errors.expect("ERR_|409|htmx")
    hand = TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    send_coup(hand, 71, 1)
    backup.make()
    send_coup(hand, 72, 2)
    send_coup(hand, 73, 3)
    phone.get_by_role("button", name="Annuler").click()
    wait_for_coup(phone, 2)
    ids = list(Record.objects.order_by("number").values_list("key", flat=True))
    phone.locator("#coup [name='points.1']").fill("74")
    for _ in backup.put_back():
        assert Record.objects.count() == 1
        hand.tap(SEND_BUTTON)
        expect(phone.locator("#went-back [data-from]")).to_have_text("4")
        expect(phone.locator("#went-back [data-next]")).to_have_text("2")
        wait_for_coup(phone, 3)
        expect(phone.locator("#waiting")).to_be_hidden()
        rows = list(Record.objects.order_by("number"))
        assert [row.key for row in rows[:4]] == ids
        assert [(row.kind, row.body and row.body["points"]["1"]) for row in rows] == [
            ("event", 71),
            ("event", 72),
            ("event", 73),
            ("undo", None),
            ("event", 74),
        ]
        axe(phone)
        assert_fits_width(phone)
        phone.get_by_role("button", name="J’ai lu").click()
        phone.reload()
        wait_for_coup(phone, 3)
        expect(phone.locator("#went-back")).to_be_hidden()
        assert Record.objects.count() == 5


def test_a_correction_made_at_the_table_is_recorded_again_in_its_place(
    live: LiveServer, backup: Backup, phone: Page, page_errors: PageErrors
) -> None:
    """The backup holds one coup; the second, the correction of the first and the third come back in that order."""
    page_errors.expect("ERR_|409|htmx")
    hand = TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    send_coup(hand, 71, 1)
    backup.make()
    send_coup(hand, 72, 2)
    correct_first_coup(phone, 81)
    phone.locator("[name='agreed'][value='2']").click()
    expect(phone.locator("[data-toast]")).to_contain_text("Corrigé")
    hand.page.locator("#coup [name='points.1']").fill("73")
    hand.tap(SEND_BUTTON)
    wait_for_coup(phone, 3)
    before = list(Record.objects.order_by("number").values_list("key", "kind", "position"))
    for _ in backup.put_back():
        phone.reload()
        wait_for_coup(phone, 3)
        expect(phone.locator("#waiting")).to_be_hidden()
        assert list(Record.objects.order_by("number").values_list("key", "kind", "position")) == before
        assert Agreement.objects.get().line == 1


def correct_first_coup(phone: Page, points: int) -> None:
    """Correct the first player's points of coup 1, up to the names of those who may agree."""
    open_more(phone)
    phone.locator(".undo > summary").click()
    phone.locator("[hx-get='/t/correct/1'] button").click()
    phone.locator("#correct [name='coup-points.1']").fill(str(points))
    phone.locator("#correct [name='coup-points.2']").fill(str(120 - points))
    expect(phone.locator("#correct [data-moves]")).to_be_visible()  # before it is asked for
    phone.locator("#correct .at-foot").click()
    expect(phone.locator("[name='agreed']")).to_have_count(1)


def test_a_correction_that_nothing_answers_waits_with_what_it_says_and_goes_by_itself(
    live: LiveServer, phone: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_|htmx")
    hand = TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    send_coup(hand, 71, 1)
    correct_first_coup(phone, 81)
    phone.context.set_offline(True)
    phone.locator("[name='agreed'][value='2']").click()
    expect(phone.locator("#waiting .item")).to_contain_text("81")
    expect(phone.locator("#waiting [data-decide=correct]")).to_be_hidden()  # it has no form on the sheet
    expect(phone.locator("#coup")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.locator("#waiting")).to_be_hidden()
    assert Record.objects.get(number=2).body["points"] == {"1": 81, "2": 39}


def test_a_coup_recorded_since_the_restore_is_shown_beside_the_phone_s_own(
    live: LiveServer, backup: Backup, phone: Page, page_errors: PageErrors
) -> None:
    """Both coups are shown and the user decides; a first coup that comes second no longer names its dealer."""
    page_errors.expect("ERR_|409")
    backup.make()
    send_coup(TableUser(phone).sit_down(live.hall_url, get_table_by_number()), 71, 1)
    for _ in backup.put_back():
        record_events(get_table_by_number(), {"type": "coup", "points": {"1": 80, "2": 40}}, actor="table:2")
        phone.reload()
        expect(phone.locator("#went-back [data-from]")).to_have_text("1")
        expect(phone.locator(".both[data-kind=stale] .card")).to_have_count(2)
        phone.locator("[data-decide=after]").click()
        wait_for_coup(phone, 2)
        assert [row.body["points"]["1"] for row in Record.objects.order_by("number")] == [80, 71]


def test_two_phones_of_a_table_each_record_again_what_they_wrote_and_in_order(
    live: LiveServer, backup: Backup, phone: Page, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    """The one that is looked at first has the second and the fourth coup: it says what is missing, and the fourth
    follows once the other one has sent the third."""
    page_errors.expect("ERR_|409|htmx")
    first = TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    other = new_context(**PHONE).new_page()
    second = TableUser(other).sit_down(live.hall_url, get_table_by_number(), seat=2)
    send_coup(first, 71, 1)
    backup.make()
    for points, hand in ((72, second), (73, first), (74, second)):
        hand.page.reload()
        send_coup(hand, points, points - 70)
    ids = list(Record.objects.order_by("number").values_list("key", flat=True))
    for _ in backup.put_back():
        other.reload()
        expect(other.locator(".both[data-kind=stale][data-next='3'] .card")).to_have_count(1)
        phone.reload()
        wait_for_coup(phone, 3)
        other.reload()
        wait_for_coup(other, 4)
        expect(other.locator("#waiting")).to_be_hidden()
        assert list(Record.objects.order_by("number").values_list("key", flat=True)) == ids


def test_a_phone_keeps_what_it_wrote_for_weeks_until_a_backup_holds_it(
    live: LiveServer, backup: Backup, phone: Page, page_errors: PageErrors, tmp_path: Path
) -> None:
    """The backup is made after the second of three coups; a month later the third is still there to be sent again."""
    page_errors.expect("ERR_|409|htmx")
    hand = TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    send_coup(hand, 71, 1)
    backup.make()
    send_coup(hand, 72, 2)
    write_backup(tmp_path / "evening.zip")
    send_coup(hand, 73, 3)
    key = Record.objects.get(number=3).key
    phone.add_init_script(f"const now = Date.now; Date.now = () => now() + {A_MONTH_MS}")
    phone.reload()
    send_coup(hand, 74, 4)
    stored = sorted(phone.evaluate(STORED_ITEMS), key=lambda item: item["recorded"])
    assert [(item["recorded"], item.get("saved", False)) for item in stored] == [(3, False), (4, False)]
    for _ in backup.put_back():
        phone.reload()
        expect(phone.locator(".both[data-kind=stale][data-next='2'] .card")).to_have_count(1)
        phone.get_by_role("button", name="Ne pas attendre").click()
        wait_for_coup(phone, 3)
        assert [record.key for record in Record.objects.order_by("number")][1] == key
