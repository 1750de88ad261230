"""A table's evening on a phone and on a laptop, over loopback and over the hall's plain http, counted in taps."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.book.evenings import a_table, evening, table_of
from tests.browser.conftest import PHONE, PageErrors
from tests.fixtures.live import Live
from tests.web.play_cast import CARDS, EXAMPLE
from tournaments import actions
from tournaments.keys import table_code, table_key
from tournaments.models import Confirmation, Record, Table

Axe = Callable[[Page], None]
MOST_TAPS = 24
SENDING = "button#send"


def _one_table() -> None:
    a_table(coups=2)


def _two_tables() -> None:
    evening(3, 2)


pytestmark = pytest.mark.start_from(fill=_one_table)


class Hand:
    """One hand on a page: it taps, it types, and it counts what it did."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).click()

    def type(self, digits: str) -> None:
        self.taps += len(digits)
        self.page.keyboard.type(digits)

    def points(self, *numbers: int) -> None:
        for place, number in enumerate(numbers, 1):
            self.tap(f"input[name='points.{place}']")
            self.type(str(number))

    def cards(self, fates: tuple[str, ...] = EXAMPLE) -> None:
        """Touch the first card, then only answer: the next one is asked for by itself."""
        self.tap(f"[data-card='card.{CARDS[0]}']")
        for fate in fates:
            self.tap(f"[data-say='{fate}']")

    def coup(self) -> None:
        self.points(58, 37)
        self.cards()
        expect(self.page.locator("#preview")).to_contain_text("Sur ce coup")
        self.tap(SENDING)

    def sit_down(self, address: str, table: Table, seat: int = 1) -> "Hand":
        self.page.goto(f"{address}/t#{table_key(table)}")
        self.page.locator(f"[data-seat='{seat}']").click()
        expect(self.page.locator("#coup")).to_be_visible()
        return self


def the_table(n: int = 1) -> Table:
    return Table.objects.get(n=n)


def shown_coup(page: Page, n: int) -> None:
    expect(page.locator("#last")).to_have_text(f"Coup {n}")


@pytest.fixture(params=["loopback", "hall"])
def address(request: pytest.FixtureRequest, live: Live) -> str:
    return live.url if request.param == "loopback" else live.hall_url


@pytest.fixture(params=["phone", "laptop"])
def screen(request: pytest.FixtureRequest) -> Page:
    name = {"phone": "phone", "laptop": "page"}[request.param]
    page: Page = request.getfixturevalue(name)
    return page


def fits(page: Page) -> None:
    """Nothing hangs over the right edge."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), page.url


# ── the evening, whole


def test_from_the_qr_to_the_confirmed_sheet(address: str, screen: Page, axe: Axe) -> None:
    hand = Hand(screen).sit_down(address, the_table())
    assert screen.url == f"{address}/t"
    for n in (1, 2):
        axe(screen)
        fits(screen)
        hand.coup()
        shown_coup(screen, n)
    assert Record.objects.filter(by="table:1").count() == 2
    expect(screen.locator("#result")).to_be_visible()
    axe(screen)
    for name, held in {
        "fiches.1": 9,
        "jetons.1": 4,
        "fiches.2": 1,
        "jetons.2": 10,
        "fiches.3": 0,
        "jetons.3": 6,
    }.items():
        screen.locator(f"[name='{name}']").fill(str(held))
    screen.get_by_role("button", name="Comparer avec le livre").click()
    expect(screen.get_by_text("Le compte est juste").or_(screen.get_by_text("ne disent pas"))).to_be_visible()
    axe(screen)
    fits(screen)
    screen.get_by_role("button", name="Je suis Chloé").click()
    expect(screen.get_by_text("Feuille confirmée par Chloé")).to_be_visible()
    assert Confirmation.objects.get().position == 3
    expect(screen.locator("form[data-write]")).to_have_count(0)
    axe(screen)


def test_a_coup_of_three_takes_at_most_24_taps(live: Live, phone: Page) -> None:
    hand = Hand(phone).sit_down(live.hall_url, the_table())
    hand.coup()
    shown_coup(phone, 1)
    assert hand.taps == 2 * 3 + 1 + 8 + 1


def test_who_touches_every_card_needs_24_taps_as_well(live: Live, phone: Page) -> None:
    hand = Hand(phone).sit_down(live.hall_url, the_table())
    hand.points(58, 37)
    for card, fate in zip(CARDS, EXAMPLE, strict=True):
        hand.tap(f"[data-card='card.{card}']")
        hand.tap(f"[data-say='{fate}']")
    hand.tap(SENDING)
    shown_coup(phone, 1)
    assert hand.taps <= MOST_TAPS


def test_the_last_players_points_fill_themselves_and_say_why(live: Live, phone: Page, axe: Axe) -> None:
    hand = Hand(phone).sit_down(live.url, the_table())
    hand.points(46, 39)
    expect(phone.locator("[name='points.3']")).to_have_value("35")
    expect(phone.locator(".filled")).to_have_text(re.compile(r"Chloé.: 120 − 46 − 39, rempli pour vous"))
    expect(phone.locator("#preview")).to_contain_text("Anne prend le corbillon")
    axe(phone)
    hand.tap("input[name='points.3']")
    hand.type("30")
    expect(phone.locator("#preview")).to_contain_text("il en manque 5")
    expect(phone.locator(".filled")).to_be_hidden()
    phone.locator("input[name='points.3']").fill("30")
    phone.locator("input[name='points.1']").fill("56")
    expect(phone.locator("#preview")).to_contain_text("c’est 5 de trop")
    assert not Record.objects.exists()


def test_what_is_foretold_does_not_move_the_button_away(live: Live, phone: Page) -> None:
    hand = Hand(phone).sit_down(live.url, the_table())
    hand.points(58, 37)
    hand.cards()
    place = phone.locator(SENDING).bounding_box()
    expect(phone.locator("#preview")).to_contain_text("Sur ce coup")
    assert phone.locator(SENDING).bounding_box() == place


def test_two_players_type_one_number(live: Live, phone: Page) -> None:
    actions.open_event(evening(2))
    table = Table.objects.latest("pk")
    hand = Hand(phone).sit_down(live.url, table)
    hand.points(70)
    hand.tap(SENDING)
    shown_coup(phone, 1)
    assert Record.objects.get().body["points"] == {"1": 70, "2": 50}


def test_by_keyboard_alone(live: Live, page: Page) -> None:
    Hand(page).sit_down(live.url, the_table())
    page.locator("[name='points.1']").focus()
    for keys in ("58", "Tab", "37", "Tab", "Tab", "Enter"):
        page.keyboard.press(keys) if keys.isalpha() else page.keyboard.type(keys)
    expect(page.locator("#who")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#who")).to_be_hidden()
    expect(page.locator("[data-card='card.AP']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-say='1+']")).to_be_focused()
    for _ in range(8):
        page.keyboard.press("Enter")
    expect(page.locator("#who")).to_be_hidden()
    expect(page.locator("#said-count")).to_have_text(re.compile("8 sur 8"))


# ── nothing typed is lost, nothing is written twice


def test_a_reload_keeps_what_was_typed(address: str, phone: Page) -> None:
    hand = Hand(phone).sit_down(address, the_table())
    hand.points(58, 37)
    hand.cards(EXAMPLE[:5])
    phone.reload()
    expect(phone.locator("[name='points.1']")).to_have_value("58")
    expect(phone.locator("[name='points.3']")).to_have_class(re.compile("auto"))
    expect(phone.locator(".bru.won, .bru.lost")).to_have_count(5)
    expect(phone.locator("#preview")).to_contain_text("Encore 3 cartes")


def test_a_dead_server_loses_nothing_and_the_retry_is_written_once(
    live: Live, phone: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_CONNECTION_REFUSED|htmx:sendError|htmx:afterRequest")
    hand = Hand(phone).sit_down(live.hall_url, the_table())
    hand.points(58, 37)
    hand.cards()
    expect(phone.locator("#preview")).to_contain_text("Sur ce coup")
    live.stop()
    hand.tap(SENDING)
    expect(phone.locator("#trouble")).to_be_visible()
    expect(phone.locator("[name='points.1']")).to_have_value("58")
    live.start()
    hand.tap(SENDING)
    shown_coup(phone, 1)
    expect(phone.locator("#trouble")).to_be_hidden()
    assert Record.objects.count() == 1


def test_an_answer_that_never_came_is_not_written_again_after_a_reload(
    live: Live, phone: Page, page_errors: PageErrors
) -> None:
    """The coup was written, its answer lost: the phone finds its own id in the book and starts afresh."""
    page_errors.expect("ERR_FAILED|htmx:")
    hand = Hand(phone).sit_down(live.url, the_table())

    def lose_the_answer(route: object) -> None:
        route.fetch(max_redirects=0)  # type: ignore[attr-defined]
        route.abort()  # type: ignore[attr-defined]

    phone.route("**/t/coup", lose_the_answer)
    hand.coup()
    expect(phone.locator("#trouble")).to_be_visible()
    assert Record.objects.count() == 1
    phone.unroute("**/t/coup")
    phone.reload()
    shown_coup(phone, 1)
    expect(phone.locator("[name='points.1']")).to_have_value("")
    assert Record.objects.count() == 1


def test_the_same_coup_sent_again_after_a_lost_answer_is_written_once(
    live: Live, phone: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_FAILED|htmx:")
    hand = Hand(phone).sit_down(live.url, the_table())

    def lose_the_answer(route: object) -> None:
        route.fetch(max_redirects=0)  # type: ignore[attr-defined]
        route.abort()  # type: ignore[attr-defined]

    phone.route("**/t/coup", lose_the_answer)
    hand.coup()
    expect(phone.locator("#trouble")).to_be_visible()
    phone.unroute("**/t/coup")
    hand.tap(SENDING)
    shown_coup(phone, 1)
    assert Record.objects.count() == 1


def test_a_double_tap_is_written_once(address: str, phone: Page) -> None:
    hand = Hand(phone).sit_down(address, the_table())
    hand.points(58, 37)
    hand.cards()
    phone.locator(SENDING).dblclick()
    shown_coup(phone, 1)
    assert Record.objects.count() == 1


def test_two_phones_the_later_one_sees_the_newer_sheet_and_keeps_what_it_typed(
    live: Live, phone: Page, new_context: Callable[..., BrowserContext], page_errors: PageErrors, axe: Axe
) -> None:
    page_errors.expect("409")
    mine = Hand(phone).sit_down(live.url, the_table())
    hers = Hand(new_context(**PHONE).new_page()).sit_down(live.hall_url, the_table(), seat=2)
    hers.points(60, 35)
    hers.cards()
    mine.coup()
    shown_coup(phone, 1)
    hers.tap(SENDING)
    expect(hers.page.get_by_role("alert").first).to_contain_text("Un autre coup a été enregistré")
    expect(hers.page.locator("[name='points.1']")).to_have_value("60")
    expect(hers.page.locator("[data-stale]")).to_be_visible()
    axe(hers.page)
    assert Record.objects.count() == 1
    hers.page.get_by_role("button", name="Effacer ce que j’ai tapé").click()
    expect(hers.page.locator("[name='points.1']")).to_have_value("")


def test_a_refusal_says_what_is_wrong_and_keeps_all(live: Live, phone: Page, page_errors: PageErrors, axe: Axe) -> None:
    page_errors.expect("422")
    hand = Hand(phone).sit_down(live.url, the_table())
    hand.points(58, 37)
    hand.cards(EXAMPLE[:7])
    hand.tap(SENDING)
    expect(phone.locator(".brusquembilles .error")).to_contain_text("4 as et 3 dix")
    expect(phone.locator("[name='points.1']")).to_have_value("58")
    expect(phone.locator(".bru.won, .bru.lost")).to_have_count(7)
    axe(phone)
    hand.tap(f"[data-card='card.{CARDS[7]}']")
    hand.tap(f"[data-say='{EXAMPLE[7]}']")
    hand.tap(SENDING)
    shown_coup(phone, 1)


def test_undo(live: Live, phone: Page, axe: Axe) -> None:
    hand = Hand(phone).sit_down(live.url, the_table())
    hand.coup()
    shown_coup(phone, 1)
    phone.get_by_text("Ce n’est pas juste").click()
    axe(phone)
    phone.get_by_role("button", name="Annuler").click()
    expect(phone.locator("#coup-title")).to_have_text("Le coup 1")
    assert [record.kind for record in Record.objects.all()] == ["event", "undo"]


def test_faults_and_what_is_rare(live: Live, phone: Page, page_errors: PageErrors, axe: Axe) -> None:
    page_errors.expect("422")
    Hand(phone).sit_down(live.url, the_table())
    phone.get_by_text("Pénalité, autre").click()
    phone.get_by_text("Une faute, une pénalité").click()
    phone.locator("[name=rule][value=PEN-06]").check()
    phone.locator("#penalty [name=player][value='3']").check()
    axe(phone)
    phone.get_by_role("button", name="Marquer la pénalité").click()
    expect(phone.get_by_text("Dites à qui était la carte")).to_be_visible()
    phone.locator("[name=to][value='1']").check()
    phone.get_by_role("button", name="Marquer la pénalité").click()
    expect(phone.locator("#last")).to_contain_text("Pénalité")
    assert Record.objects.get().body == {"type": "penalty", "rule": "PEN-06", "player": "3", "to": "1"}
    phone.get_by_text("Pénalité, autre").click()
    phone.get_by_text("Pour ce coup").click()
    phone.locator("[name=short_pack][value='1']").check()
    expect(phone.locator("#preview")).to_contain_text("personne ne gagne")
    axe(phone)
    fits(phone)
    phone.locator(SENDING).click()
    shown_coup(phone, 1)


# ── doors


def test_a_wrong_key_learns_nothing(address: str, phone: Page, page_errors: PageErrors, axe: Axe) -> None:
    page_errors.expect("404")
    phone.goto(f"{address}/t#1-ABCDEFGH")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("n’ouvre pas de table")
    assert phone.url == f"{address}/t"
    axe(phone)
    phone.reload()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Quelle table")
    axe(phone)


def test_a_revoked_key_is_forgotten(live: Live, phone: Page, page_errors: PageErrors) -> None:
    page_errors.expect("404")
    Hand(phone).sit_down(live.url, the_table())
    actions.revoke_keys(the_table().pk)
    phone.reload()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("n’ouvre pas de table")


def test_from_the_welcome_page_by_the_typed_code(address: str, screen: Page, page_errors: PageErrors, axe: Axe) -> None:
    page_errors.expect("422")
    screen.goto(f"{address}/")
    axe(screen)
    fits(screen)
    screen.get_by_role("link", name="J’ai le code d’une table").click()
    axe(screen)
    screen.get_by_label("Le code de la table").fill("K7M4-P2XQ")
    screen.get_by_role("button", name="Ouvrir la feuille").click()
    expect(screen.get_by_text("Ce code n’ouvre aucune table")).to_be_visible()
    axe(screen)
    screen.get_by_label("Le code de la table").fill(table_code(the_table()).lower())
    screen.get_by_role("button", name="Ouvrir la feuille").click()
    expect(screen.get_by_text("Qui tient la feuille")).to_be_visible()
    assert screen.url == f"{address}/t"
    axe(screen)


@pytest.mark.start_from(fill=_two_tables)
def test_one_phone_keeps_the_keys_of_several_tables(live: Live, phone: Page, axe: Axe) -> None:
    event = the_table(1).round.event
    Hand(phone).sit_down(live.url, table_of(event, 1))
    Hand(phone).sit_down(live.url, table_of(event, 2))
    expect(phone.get_by_role("heading", level=1)).to_have_text("Table 2")
    phone.get_by_role("button", name="Table 1").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Table 1")
    expect(phone.get_by_text("Je tiens la feuille")).to_be_visible()
    axe(phone)


def test_who_only_looks_sees_and_cannot_write(live: Live, phone: Page, axe: Axe) -> None:
    phone.goto(f"{live.url}/t#{table_key(the_table())}")
    phone.get_by_role("button", name="Je regarde seulement").click()
    expect(phone.get_by_text("Je regarde seulement.")).to_be_visible()
    expect(phone.locator("form[data-write]")).to_have_count(0)
    axe(phone)


def test_without_scripts_the_page_says_what_to_do(live: Live, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(**PHONE, java_script_enabled=False).new_page()
    page.goto(f"{live.url}/t")
    expect(page.get_by_text("doit permettre JavaScript")).to_be_visible()
