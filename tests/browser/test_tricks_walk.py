"""A coup tapped card by card on a phone at 360 px, without network on the way, then walked through; a club's own rule
made at the desk, followed by an evening, exported and imported."""

import random
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, PageErrors
from tests.browser.play_hand import Hand, fits, shown_coup, the_table
from tests.browser.test_desk_evening import PASSWORD, a_club, sign_in
from tests.fixtures.live import Live
from tests.web.test_play_tricks import phone_of
from tournaments import actions
from tournaments.demo import PLAYERS
from tournaments.models import Club, ClubPreset, Event, Record, Table

Axe = Callable[[Page], None]


def two_at_briscola() -> None:
    """Fills a database: one table of two, nothing played."""
    phone_of("briscola", 2, match="fixed", match_n=2)


def two_at_briscola_and_an_organiser() -> None:
    """Fills a database: the same, and nadia who looks after it."""
    two_at_briscola()
    user = get_user_model().objects.create_user(username="nadia", password=PASSWORD)
    actions.join_club(user, Club.objects.get())


def tap_all(page: Page, cards: list[str]) -> None:
    """As fast as a finger never is."""
    page.evaluate("all => all.forEach(c => document.querySelector(`#tricks [data-play='${c}']`).click())", cards)


@pytest.mark.start_from(fill=two_at_briscola)
def test_a_coup_card_by_card_and_its_replay(live: Live, phone: Page, page_errors: PageErrors, axe: Axe) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED|htmx:")
    Hand(phone).sit_down(live.hall_url, the_table())
    coup = PLAYERS["briscola"](Table.objects.for_sheet(the_table().pk).state, random.Random(4), 1.0)
    cards = [card for trick in coup["tricks"] for card in trick]
    total = phone.locator("#coup input[inputmode=numeric]").first
    total.fill("70")
    phone.get_by_text("Carte par carte").click()
    expect(phone.locator("#tricks [data-where]")).to_have_text("Touchez la retourne.")
    phone.locator(f"#tricks [data-play='{coup['retourne']}']").click()
    for card in cards[:3]:
        phone.locator(f"#tricks [data-play='{card}']").click()
    expect(phone.locator("#tricks .so-far")).to_contain_text("de jouer")
    expect(phone.locator("#tricks [data-where]")).to_have_text("Levée 2 sur 20, carte 2")
    axe(phone)
    fits(phone)
    phone.get_by_role("button", name="Reprendre la dernière carte").click()
    phone.context.set_offline(True)
    tap_all(phone, cards[2:10])
    expect(phone.locator("#tricks .so-far")).to_contain_text("Pas de réseau")
    expect(phone.locator("#tricks .leaf.gone")).to_have_count(10)
    phone.context.set_offline(False)
    phone.reload()
    expect(phone.locator("#tricks .leaf.gone")).to_have_count(10)
    expect(phone.locator("#tricks .so-far")).to_contain_text("Points")
    wrong = next(card for card in cards[11:] if card != coup["retourne"])
    tap_all(phone, [coup["retourne"]] if coup["retourne"] in cards[12:] else [wrong])
    phone.get_by_role("button", name="Reprendre la dernière carte").click()
    tap_all(phone, cards[10:])
    expect(phone.locator("#tricks .so-far")).to_contain_text("Sur ce coup")
    axe(phone)
    phone.locator("#tricks .btn.big").click()
    shown_coup(phone, 1)
    assert Record.objects.get().body == {
        "type": "coup",
        "dealer": "1",
        "retourne": coup["retourne"],
        "tricks": coup["tricks"],
    }
    expect(phone.locator("#tricks .leaf.gone")).to_have_count(0)
    expect(total).to_have_value("")  # the same coup, begun otherwise
    walk_through(phone, live, axe)


def walk_through(page: Page, live: Live, axe: Axe) -> None:
    """From the table's public page, by the links and by the arrow keys."""
    page.goto(f"{live.url}/{Event.objects.get().code}/table/1")
    page.get_by_role("link", name="Revoir ce coup").click()
    expect(page.get_by_text("levée 1 sur 20")).to_be_visible()
    axe(page)
    fits(page)
    page.get_by_role("link", name="Levée 2", exact=False).first.click()
    expect(page.get_by_text("levée 2 sur 20")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("levée 3 sur 20")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("levée 2 sur 20")).to_be_visible()
    page.goto(page.url.partition("?")[0] + "?trick=21")
    expect(page.get_by_text("à la fin")).to_be_visible()
    axe(page)


@pytest.mark.start_from(fill=two_at_briscola_and_an_organiser)
def test_the_desk_says_what_the_tapped_cards_give_so_far(live: Live, page: Page) -> None:
    sign_in(page, live)
    coup = PLAYERS["briscola"](Table.objects.for_sheet(the_table().pk).state, random.Random(4), 1.0)
    page.goto(f"{live.url}/desk/table/{the_table().pk}/mark/tricks")
    for card in [coup["retourne"], *(card for trick in coup["tricks"][:2] for card in trick)]:
        page.locator(f"[data-play='{card}']").click()
    expect(page.locator(".so-far")).to_contain_text("de jouer")


@pytest.mark.start_from(fill=a_club)
def test_a_club_s_own_rule_from_its_making_to_an_evening(
    live: Live, new_context: Callable[..., object], page_errors: PageErrors, axe: Axe
) -> None:
    page_errors.expect("422")
    page: Page = new_context(**PHONE).new_page()  # type: ignore[attr-defined]
    sign_in(page, live)
    page.goto(live.url + "/desk/presets")
    axe(page)
    fits(page)
    page.get_by_label("Elle part de…").select_option("brisque/brisque")
    page.get_by_role("button", name="Choisir ce qui change").click()
    axe(page)
    fits(page)
    page.get_by_label("Nom de la règle").fill("Notre jeudi")
    page.get_by_label("Ce que valent les séquences").select_option("libre")
    page.get_by_label("Quinte, A").fill("501")
    page.get_by_role("button", name="Garder la règle").click()
    expect(page.get_by_text("Quinte, A\u202f: Il faut ici un nombre pair")).to_be_visible()
    axe(page)
    page.get_by_label("Quinte, A").fill("500")
    page.get_by_role("button", name="Garder la règle").click()
    expect(page.get_by_text("Quinte A 500")).to_be_visible()
    axe(page)
    fits(page)
    with page.expect_download() as file:
        page.get_by_role("link", name="Exporter Notre jeudi").click()
    page.get_by_label("Un fichier de règle").set_input_files(file.value.path())
    page.get_by_role("button", name="Reprendre").click()
    expect(page.get_by_role("heading", name="Notre jeudi 2")).to_be_visible()
    page.get_by_role("button", name="Retirer Notre jeudi 2").click()
    page.goto(live.url + "/desk/event/new?game=brisque")
    page.get_by_label("Notre jeudi", exact=True).check()
    axe(page)
    page.get_by_label("Anne Lefèvre").check()
    page.get_by_label("Denis Roy").check()
    page.get_by_role("button", name="Faire la soirée").click()
    page.wait_for_url("**/tables")
    event, preset = Event.objects.get(), ClubPreset.objects.first()
    assert preset is not None
    assert (event.preset, event.options, event.house_rule) == ("brisque", preset.options, "Notre jeudi")
