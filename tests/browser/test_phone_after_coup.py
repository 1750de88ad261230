"""What a table's phone of 320 px says once a coup is marked, on the phone that marked it and on another one; the digits
beside a button that says much."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.book.evening_builders import record_events
from tests.browser.conftest import PHONE, PageErrors
from tests.browser.phone_states import ENTERING, create_named_table
from tests.browser.table_user import TableUser, open_more, poll, wait_for_coup
from tests.fixtures.live_server import LiveServer
from tests.fixtures.screen_layout import LARGE, list_faults
from tournaments.book.table_keys import table_key
from tournaments.models import Table

NewContext = Callable[..., BrowserContext]
ABOVE = """([one, other]) => document.querySelector(one).getBoundingClientRect().bottom
    <= document.querySelector(other).getBoundingClientRect().top + .5"""

COLONS = """(all) => all.filter((label) => {
    const at = (node, n) => { const range = document.createRange(); range.setStart(node, n); range.setEnd(node, n + 1);
        return range.getBoundingClientRect().top; };
    const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT), found = [];
    while (texts.nextNode()) for (let n = 0; n < texts.currentNode.length; n += 1) found.push([texts.currentNode, n]);
    const colon = found.findIndex(([node, n]) => node.data[n] === ':');
    return Math.abs(at(...found[colon]) - at(...found[colon - 2])) > 4;
}).map((label) => label.textContent)"""
WIDENS = """(one) => { const width = () => one.getBoundingClientRect().width;
    one.style.flex = "0 0 min-content";
    const dealing = width();
    one.classList.remove("deals");
    return dealing - width(); }"""


def fill_tables() -> None:
    """Fill the database: four at Brusquembille, the second of whom has a name that fills its box; five at chiamata;
    four at Briscola, of names with hyphens."""
    create_named_table("brusquembille", 4, names=("Robert", "Raymond", "Colette", "Jeannine"))
    create_named_table("chiamata", 5)
    create_named_table("briscola", 4, names=("Marie-Antoinette", "Jean-Baptiste", "Nguyễn", "Paul"))


pytestmark = pytest.mark.start_from(fill=fill_tables)


def sit_down(live: LiveServer, new_context: NewContext, game: str, seat: int = 1) -> Page:
    page = new_context(**PHONE | {"viewport": {"width": 320, "height": 640}}).new_page()
    return TableUser(page).sit_down(live.hall_url, Table.objects.get(round__tournament__game=game), seat).page


def mark(page: Page, game: str) -> None:
    list(ENTERING[game](page))
    page.locator("#send").click()
    wait_for_coup(page, 1)


def open_correction(page: Page) -> None:
    """Open the form that corrects coup 1."""
    open_more(page)
    page.locator(".more .undo > summary").click()
    page.locator("[hx-get='/t/correct/1'] button").click()


def enter_on_two_phones(live: LiveServer, new_context: NewContext) -> tuple[Page, Page]:
    """Return two phones of one table with the same coup typed on both, marked on neither."""
    first, second = (sit_down(live, new_context, "brusquembille", seat) for seat in (1, 2))
    for page in (first, second):
        list(ENTERING["brusquembille"](page))
    return first, second


def test_who_deals_stands_beside_the_others_and_what_is_marked_above_the_button(
    live: LiveServer, new_context: NewContext
) -> None:
    page = sit_down(live, new_context, "brusquembille", 2)
    page.locator("[name='dealer']").select_option("1")
    mark(page, "brusquembille")
    expect(page.locator(".place.deals")).to_contain_text("Raymond")
    tops = page.locator(".place").evaluate_all("(all) => all.map((one) => one.offsetTop)")
    assert len(set(tops)) == 1
    assert page.evaluate(ABOVE, ["[data-toast]", "#coup .bar"])
    assert page.locator(".place.deals").evaluate(WIDENS) == 0


@pytest.mark.long
@pytest.mark.parametrize("game", ["brusquembille", "chiamata"])
def test_large_letters_leave_what_is_marked_two_lines(live: LiveServer, new_context: NewContext, game: str) -> None:
    page = sit_down(live, new_context, game, 2)
    page.evaluate(LARGE, "200%")
    mark(page, game)
    assert page.locator("[data-toast]").evaluate("(one) => one.offsetHeight") < 640 / 5


@pytest.mark.long
def test_large_letters_show_what_is_marked_when_the_answer_was_slow(live: LiveServer, new_context: NewContext) -> None:
    page, held = sit_down(live, new_context, "chiamata", 2), list[Route]()
    page.evaluate(LARGE, "200%")
    page.route("**/t/coup", lambda route: held.append(route))
    list(ENTERING["chiamata"](page))
    page.locator("#send").click()
    expect(page.locator("#waiting .item")).to_have_count(1)
    held[0].continue_()
    expect(page.locator("[data-toast]")).to_be_in_viewport(ratio=1)


def test_a_phone_that_was_late_is_told_who_marked_its_coup(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    """It took back nothing of what another phone marked: that stands behind «•••»."""
    page_errors.expect("409")
    first, second = enter_on_two_phones(live, new_context)
    first.locator("#send").click()
    wait_for_coup(first, 1)
    second.locator("#send").click()
    wait_for_coup(second, 1)
    expect(second.locator("[data-toast]")).to_contain_text("Robert")
    expect(second.locator("[data-toast] form")).to_have_count(0)
    expect(first.locator("[data-toast] form")).to_have_count(1)


def test_two_phones_that_differ_are_told_apart_in_large_letters_and_who_decided_reads_that_his_stands(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect("409")
    first, second = enter_on_two_phones(live, new_context)
    for name, points in (("points.1", "58"), ("points.3", "2")):
        second.locator(f"[name='{name}']").fill(points)
    second.evaluate(LARGE, "200%")
    expect(second.locator("html.large .title .game")).to_be_visible()
    second.evaluate("() => { for (let n = 1; n < 10_000; n += 1) clearInterval(n); }")  # it asks for nothing by itself
    first.locator("#send").click()
    wait_for_coup(first, 1)
    second.locator("#send").click()
    expect(second.locator(".differs")).to_be_visible()
    assert list_faults(second) == []
    poll(first)
    expect(first.locator("[data-differs]")).to_contain_text("Raymond")
    second.locator("[data-decide=replace]").click()
    expect(second.locator("[data-toast]")).to_contain_text("Le vôtre compte")
    poll(first)
    expect(first.locator("[data-differs]")).to_have_count(0)


def test_large_letters_leave_what_waits_in_sight_once_it_is_sent(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED")
    page = sit_down(live, new_context, "brusquembille")
    page.evaluate(LARGE, "200%")
    expect(page.locator("html.large")).to_be_attached()
    page.context.set_offline(True)
    for n in (1, 2):
        list(ENTERING["brusquembille"](page, told=False))
        page.locator("#send").click()
        expect(page.locator("#waiting .item")).to_have_count(n)
    expect(page.locator("#waiting .item").last).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#waiting-title")).to_contain_text("2")
    page.context.set_offline(False)
    expect(page.locator("[data-toast] b")).to_contain_text("les 2 qui")
    expect(page.locator("[data-toast] button")).to_have_text("Annuler le dernier")


def test_a_correction_s_hint_covers_no_field(live: LiveServer, new_context: NewContext) -> None:
    page = sit_down(live, new_context, "chiamata")
    mark(page, "chiamata")
    open_correction(page)
    expect(page.locator("#correct .foreseen")).to_have_css("position", "relative")
    called = page.locator("#correct [name$=called]")
    expect(called).to_have_value("R♥")
    expect(page.locator("#sheet[data-extras]")).to_have_count(0)
    page.locator("#correct .suits .pk:has([value='♠'])").click()
    expect(called).to_have_value("R♠")
    expect(page.locator("#correct .pick [name$=caller]:checked")).to_have_count(1)


def test_the_button_that_leads_to_the_confirmation_gives_way_to_the_real_ones(
    live: LiveServer, new_context: NewContext
) -> None:
    table = Table.objects.get(round__tournament__game="chiamata")
    called = {"type": "coup", "caller": "1", "bid": 61, "called": "R♥", "partner": "4", "points": 70}
    record_events(table, called, {"type": "end"}, actor="table:1")
    page = new_context(**PHONE | {"viewport": {"width": 320, "height": 640}}).new_page()
    page.goto(f"{live.hall_url}/t#{table_key(table)}")
    page.locator("[data-seat='1']").click()
    expect(page.locator("#sheet[data-extras]")).to_have_count(0)
    leads, first = page.locator(".at-foot[data-to]"), page.locator(".confirm .choices button").first
    expect(leads).to_be_visible()
    for _ in range(40):
        if first.evaluate("(one) => one.getBoundingClientRect().top < innerHeight"):
            break
        page.mouse.wheel(0, 40)
    expect(leads).to_be_hidden()


def test_a_corrected_figure_fills_the_other_one_and_drops_what_was_said_of_those_before(
    live: LiveServer, new_context: NewContext, page_errors: PageErrors
) -> None:
    page_errors.expect("422")
    page = sit_down(live, new_context, "briscola")
    mark(page, "briscola")
    open_correction(page)
    first, other = (page.locator(f"#correct [name$='points.{side}']") for side in (1, 2))
    expect(page.locator("#sheet[data-extras]")).to_have_count(0)  # the script that fills it is there
    first.fill("130")
    page.locator("#correct .at-foot").click()
    wrong = page.locator("#correct .error:not(.foreseen *)")
    expect(wrong.first).to_be_visible()
    first.fill("74")
    expect(other).to_have_value("46")
    expect(wrong).to_have_count(0)
    other.fill("50")
    first.fill("70")
    expect(other).to_have_value("50")


def test_a_correction_of_four_players_is_typed_on_one_screen(live: LiveServer, new_context: NewContext) -> None:
    page = sit_down(live, new_context, "brusquembille")
    mark(page, "brusquembille")
    open_correction(page)
    figures = page.locator("#correct .figures input")
    figures.first.click()
    page.locator(".pad [data-key=next]").click()
    expect(figures.nth(1)).to_be_focused()
    expect(page.locator(".pad")).to_be_in_viewport(ratio=1)
    expect(page.locator("#correct .at-foot")).to_be_in_viewport(ratio=1)
    foot = page.locator("#correct .at-foot").bounding_box()
    last = figures.last.bounding_box()
    assert foot
    assert last
    assert last["y"] + last["height"] <= foot["y"]


def test_a_correction_asks_by_a_touch_whose_card_it_was(live: LiveServer, new_context: NewContext) -> None:
    page = sit_down(live, new_context, "brusquembille")
    mark(page, "brusquembille")
    open_correction(page)
    aces = page.locator("#correct .tiles").first
    expect(aces.locator(".bru")).to_have_count(4)
    expect(aces.locator(".counts")).to_be_hidden()
    aces.locator(".bru").first.click()
    aces.locator("[data-count$='.3.aces_won']").click()
    expect(page.locator("[name$='.1.aces_won']")).to_have_value("1")
    expect(page.locator("[name$='.3.aces_won']")).to_have_value("1")
    expect(aces.locator(".bru.won")).to_have_count(3)
    expect(page.locator("#correct .foreseen [data-moves], #correct .foreseen .error").first).to_be_visible()


def test_the_digits_stand_above_the_button_whatever_it_says(live: LiveServer, new_context: NewContext) -> None:
    page = sit_down(live, new_context, "brusquembille")
    page.locator("[name='points.1']").click()
    page.locator("#send").evaluate("(button) => button.append(' et encore trois autres choses'.repeat(4))")
    page.wait_for_function(f"() => ({ABOVE})(['.pad', '#coup .bar'])")


def test_answers_of_one_question_are_as_wide_and_what_marks_them_stands_apart(
    live: LiveServer, new_context: NewContext
) -> None:
    page = sit_down(live, new_context, "brusquembille")
    mark(page, "brusquembille")
    open_more(page)
    page.locator(".more .end-now > summary").click()
    page.locator(".end-now > details > summary").click()
    widths = page.locator("#leave .pick label").evaluate_all("(all) => all.map((one) => one.offsetWidth)")
    assert len(set(widths)) == 1, widths
    gap = page.locator("#leave .danger").bounding_box(), page.locator("#leave .foreseen").bounding_box()
    assert gap[0]["y"] - gap[1]["y"] - gap[1]["height"] >= 4
    page.locator("#leave .pick label").first.click()
    expect(page.locator("#leave > p").first).to_be_hidden()


def test_no_button_of_a_name_begins_a_line_with_a_colon_and_what_leads_there_is_gone_once_there(
    live: LiveServer, new_context: NewContext
) -> None:
    page = sit_down(live, new_context, "briscola")
    mark(page, "briscola")
    open_more(page)
    page.locator(".more .end-now > summary").click()
    page.locator("#end .danger").click()
    expect(page.locator(".confirm")).to_be_visible()
    page.locator("#confirm .choices").evaluate("(one) => { one.style.width = '13rem'; }")
    assert page.locator("#confirm .choices .btn > span").evaluate_all(COLONS) == []
    page.locator("[data-to=confirm-title]").click()
    expect(page.locator("[data-to=confirm-title]")).to_be_hidden()
