"""The public screen, legible from ten metres on projectors of three shapes; and a player who finds himself on his
phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events, seat_in_order
from tests.fixtures.live_server import LiveServer
from tests.fixtures.screen_layout import FIND_OVERFLOW
from tests.web.organiser_builders import DAY, sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament, open_tournament
from tournaments.actions.people.entries import add_entries
from tournaments.models import Tournament
from tournaments.views.public import screen


def fill_crowded_evening() -> None:
    """Fill the database: two tables that play, and many who wait, so that the standings take several screens."""
    tournament = create_evening(3, 3, tours=2)
    add_entries(tournament, [f"Joueur d’un nom qui n’en finit pas {n}" for n in range(1, 25)])
    record_events(get_table(tournament), build_coup(), build_coup())


pytestmark = pytest.mark.start_from(fill=fill_crowded_evening)

# Finds the visible text with the smallest capitals: their height as a part of the screen's height, and the text.
SMALLEST_TEXT = """() => {
    const pen = document.createElement('canvas').getContext('2d'), found = [];
    const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const its = walk.currentNode.parentElement, box = its.getBoundingClientRect();
        if (!walk.currentNode.data.trim() || !its.checkVisibility() || its.closest('.hide') || !box.width) continue;
        const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(its);
        pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
        const scale = its.getScreenCTM?.().a ?? 1;  // a drawing grows with its place
        found.push([scale * pen.measureText('H').actualBoundingBoxAscent / innerHeight, walk.currentNode.data.trim()]);
    }
    return found.sort((one, other) => one[0] - other[0])[0];
}"""


SCREENS = ((1280, 720, 7), (1920, 1080, 3), (1024, 768, 2))  # width, height, and how often the screen turns there


VOICE = """() => {
    const said = [], voice = { lang: "fr-FR", name: "Amélie", localService: true, default: true, voiceURI: "amelie" };
    window.said = said;
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    const speak = (words) => said.push(words.text), nothing = () => {};
    const voices = { getVoices: () => [voice], speak, cancel: nothing, addEventListener: nothing };
    Object.defineProperty(window, "speechSynthesis", { value: voices });
}"""


def read_shown_part(page: Page) -> str:
    """Return the text of the part that the screen shows now."""
    return page.locator("[data-turn]:visible").inner_text()


def test_the_screen_is_legible_from_afar_turns_and_recovers(
    live: LiveServer, page: Page, phone: Page, page_errors, axe, monkeypatch
):
    code, address = Tournament.objects.get().code, re.compile(r"/screen$")
    page.clock.install()
    page.goto(f"{live.url}/{code}/screen")
    seen = []
    for width, height, turns in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        for _ in range(turns):
            small, words = page.evaluate(SMALLEST_TEXT)
            assert small >= 1 / 40, (width, words)
            assert page.evaluate(FIND_OVERFLOW) == [False, False, []]
            seen.append(read_shown_part(page))
            with page.expect_response(address):  # the server is not silent: each poll is answered
                page.clock.run_for(8_500)
            page.clock.run_for(4_000)
    told = "\n".join(seen)
    assert "Qui joue où" in told
    assert "Coup par coup" in told
    assert "en retard" in told
    assert all(f"pas {n}\n" in f"{told}\n" for n in range(1, 25))
    axe(page)
    page.keyboard.press(" ")
    before = read_shown_part(page)
    for _ in range(4):
        with page.expect_response(address):
            page.clock.run_for(8_500)
    assert read_shown_part(page) == before
    page.route(address, lambda route: route.fulfill(body="<h1>Bienvenue</h1>"))  # another machine has its address now
    page.clock.run_for(10_000)
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("heading", name="Soirée")).to_be_visible()
    page.unroute(address)
    page.clock.run_for(10_000)
    expect(page.get_by_role("alert")).to_be_hidden()
    page_errors.expect("net::ERR|htmx:")
    live.stop()
    page.clock.run_for(10_000)
    expect(page.get_by_role("alert")).to_contain_text("Sans nouvelles depuis")
    assert page.evaluate(SMALLEST_TEXT)[0] >= 1 / 40
    assert page.evaluate(FIND_OVERFLOW) == [False, False, []]
    live.start()
    monkeypatch.setattr(screen, "compute_fingerprint", lambda: "newer")
    record_events(get_table(Tournament.objects.get(), 2), build_coup())
    with page.expect_navigation():  # loaded again from the newer program
        page.clock.run_for(10_000)
    expect(page.get_by_role("alert")).to_be_hidden()
    page.goto(f"{live.url}/{code}/screen?light")
    axe(page)
    find_player_page(phone, live, axe)


def find_player_page(phone: Page, live: LiveServer, axe: Callable[[Page], None]) -> None:
    """A player finds his page by his name, and only his phone remembers it."""
    code = Tournament.objects.get().code
    phone.goto(f"{live.hall_url}/{code}")
    phone.get_by_role("navigation").get_by_role("link", name="Ma place").click()
    phone.get_by_label("Cherchez votre nom").fill("chloe")
    expect(phone.locator("tbody tr:visible")).to_have_count(1)
    axe(phone)
    phone.get_by_role("link", name="Chloé").click()
    expect(phone.locator("#now")).to_contain_text("Table 1, place C")
    phone.get_by_role("button", name="C’est moi").click()
    expect(phone.get_by_role("button", name="Ce n’est plus moi")).to_be_visible()
    axe(phone)
    phone.goto(f"{live.hall_url}/{code}")
    phone.get_by_role("link", name="Ma page").click()
    expect(phone.get_by_role("heading", name="Chloé")).to_be_visible()


def fill_seated_evening() -> None:
    """Fill the database: two tables of three that have not begun."""
    create_evening(3, 3)


@pytest.mark.start_from(fill=fill_seated_evening)
def test_the_tables_are_read_aloud_once_where_there_is_a_voice_and_silence_is_said(live: LiveServer, page: Page, axe):
    address = f"{live.url}/{Tournament.objects.get().code}/screen"
    page.goto(address)
    page.mouse.move(5, 5)
    expect(page.get_by_text("Ce navigateur n’a pas de voix")).to_be_visible()
    page.add_init_script(f"({VOICE})()")
    page.goto(address)
    page.mouse.move(9, 9)
    axe(page)
    page.get_by_role("button", name="Lire les tables à voix haute").click()
    said = page.evaluate("window.said")
    assert len(said) == 2
    assert said[0].startswith("Table 1")
    assert said[1].count(",") == 2
    page.evaluate("document.dispatchEvent(new Event('htmx:afterSwap'))")
    assert len(page.evaluate("window.said")) == 2
    page.get_by_role("button", name="Ne plus lire").click()
    expect(page.get_by_role("button", name="Lire les tables à voix haute")).to_be_visible()


def fill_tied_evening() -> None:
    """Fill the database: two who share the first place, a third, and three after them."""
    tournament = create_evening(2, 2, 2, game="briscola")
    for n, points in enumerate((80, 80, 61), 1):
        record_events(get_table(tournament, n), {"type": "coup", "points": {"1": points, "2": 120 - points}})
    close_tournament(tournament)


@pytest.mark.start_from(fill=fill_tied_evening)
def test_nobody_on_the_podium_stands_out_more_than_the_first_and_the_others_are_listed(live: LiveServer, page: Page):
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{live.url}/{Tournament.objects.get().code}/screen")
    expect(page.get_by_role("heading", name="Le podium")).to_be_visible()
    sizes = page.evaluate("[...document.querySelectorAll('.podium bdi')].map((it) => getComputedStyle(it).fontSize)")
    assert len(set(sizes)) == 1
    heights = page.evaluate("[...document.querySelectorAll('.podium .step')].map((step) => step.offsetHeight)")
    assert heights[0] > 1.5 * heights[1]
    expect(page.locator("[data-turn=podium] .after li")).to_have_count(3)
    expect(page.locator("[data-turn=podium] .after li").last).to_be_in_viewport()


LONG_NAMES = ["Dominique", "Marie-Antoinette de La Rochefoucauld", "Søren Kierkegård", "Zoé", "Agnès Lefèvre", "Luc"]
PARTED = """() => [...document.querySelectorAll(".podium bdi, .after bdi")].map((it) => it.firstChild).flatMap((text) =>
    [...text.data.matchAll(/[^\\s-]+/g)].filter((word) => {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word))"""


def fill_long_names() -> None:
    """Fill the database with a closed evening of people with long names: three who won alone, and the others."""
    _client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Soirée", date=DAY, game="briscola", players=LONG_NAMES)
    seat_in_order(tournament, tournament.entries.order_by("pk"), [2, 2, 2])
    open_tournament(tournament)
    for n, points in enumerate((80, 70, 65), 1):
        record_events(get_table(tournament, n), {"type": "coup", "points": {"1": points, "2": 120 - points}})
    close_tournament(tournament)


@pytest.mark.start_from(fill=fill_long_names)
def test_no_word_of_a_name_on_the_podium_is_parted(live: LiveServer, page: Page):
    for width, height in ((1280, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{live.url}/{Tournament.objects.get().code}/screen")
        expect(page.get_by_role("heading", name="Le podium")).to_be_visible()
        page.evaluate("document.fonts.ready")
        assert page.evaluate(PARTED) == []


def test_the_podium_stands_whole_above_the_foot_of_the_screen(live: LiveServer, page: Page):
    close_tournament(Tournament.objects.get())
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live.url}/{Tournament.objects.get().code}/screen")
    expect(page.get_by_role("heading", name="Le podium")).to_be_visible()
    rows = page.locator("[data-turn=podium] .rows").bounding_box()
    assert rows is not None
    for step in page.locator(".podium .step").all():
        box = step.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= rows["y"] + rows["height"] + 1
