"""A coup tapped card by card on a phone at 360 px, for a while without network, then replayed; a club's own preset
created by the organiser, used by an evening, exported and imported."""

import random
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, PageErrors
from tests.browser.organiser_user import fill_club, sign_in
from tests.browser.table_user import TableUser, assert_fits_width, get_table_by_number, open_more, wait_for_coup
from tests.fixtures.live_server import LiveServer
from tests.web.organiser_builders import PASSWORD
from tests.web.phone_client import open_phone_of_game
from tournaments.actions.people.members import add_member
from tournaments.book.loading import load_sheet
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.models import Club, ClubPreset, Record, Tournament

Axe = Callable[[Page], None]


def fill_briscola_table() -> None:
    """Fill the database: one table of two at briscola, nothing played."""
    open_phone_of_game("briscola", 2, match="fixed", match_n=2)


def fill_briscola_table_and_organiser() -> None:
    """Fill the database: the same, and the organiser nadia."""
    fill_briscola_table()
    user = get_user_model().objects.create_user(username="nadia", password=PASSWORD)
    add_member(user, Club.objects.get())


def tap_all(page: Page, cards: list[str]) -> None:
    """Tap all these cards at once, faster than any finger."""
    page.evaluate("all => all.forEach(c => document.querySelector(`#tricks [data-play='${c}']`).click())", cards)


@pytest.mark.start_from(fill=fill_briscola_table)
def test_a_coup_is_tapped_card_by_card_and_replayed(
    live: LiveServer, phone: Page, page_errors: PageErrors, axe: Axe
) -> None:
    page_errors.expect("ERR_INTERNET_DISCONNECTED|htmx:")
    TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    coup = PARTS_BY_GAME["briscola"].play_next_event(load_sheet(get_table_by_number().pk).state, random.Random(4), 1.0)
    cards = [card for trick in coup["tricks"] for card in trick]
    total = phone.locator("#coup input[inputmode=numeric]").first
    total.fill("70")
    open_more(phone)
    phone.get_by_text("Marquer carte par carte", exact=True).click()
    expect(phone.locator("#tricks [data-where]")).to_have_text("Touchez la retourne.")
    phone.locator(f"#tricks [data-play='{coup['retourne']}']").click()
    for card in cards[:3]:
        phone.locator(f"#tricks [data-play='{card}']").click()
    expect(phone.locator("#tricks .so-far")).to_contain_text("de jouer")
    expect(phone.locator("#tricks [data-where]")).to_have_text("Levée 2 sur 20, carte 2")
    axe(phone)
    assert_fits_width(phone)
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
    wait_for_coup(phone, 1)
    assert Record.objects.get().body == {
        "type": "coup",
        "dealer": "1",
        "retourne": coup["retourne"],
        "tricks": coup["tricks"],
    }
    expect(phone.locator("#tricks .leaf.gone")).to_have_count(0)
    expect(total).to_have_value("")  # it was the same coup, begun in totals
    step_through_replay(phone, live, axe)


def fill_briscan_table() -> None:
    """Fill the database: one table at briscan, nothing played."""
    open_phone_of_game("briscan", 2)


@pytest.mark.start_from(fill=fill_briscan_table)
def test_of_a_begun_coup_only_what_was_said_is_told_before_the_game_ends(live: LiveServer, phone: Page) -> None:
    TableUser(phone).sit_down(live.hall_url, get_table_by_number())
    open_more(phone)
    phone.get_by_text("Marquer carte par carte", exact=True).click()
    phone.locator("#tricks [data-play='9♥']").click()
    phone.locator("#tricks [data-play='A♥']").click()
    phone.locator("details:has(> form > [data-begun])").first.evaluate("one => { one.open = true; }")
    begun = phone.locator("details[open] > form > [data-begun]")
    expect(begun.locator("b")).to_have_text("Le coup 1 est commencé et n’est pas marqué.")
    expect(begun.locator("span")).to_have_text("")


def step_through_replay(page: Page, live: LiveServer, axe: Axe) -> None:
    """Step through the replay from the table's public page, by links and by arrow keys."""
    page.goto(f"{live.url}/{Tournament.objects.get().code}/table/1")
    page.get_by_role("link", name="Revoir ce coup").click()
    expect(page.get_by_text("levée 1 sur 20")).to_be_visible()
    axe(page)
    assert_fits_width(page)
    page.get_by_role("link", name="Levée 2", exact=False).first.click()
    expect(page.get_by_text("levée 2 sur 20")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("levée 3 sur 20")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("levée 2 sur 20")).to_be_visible()
    page.goto(page.url.partition("?")[0] + "?trick=21")
    expect(page.get_by_text("à la fin")).to_be_visible()
    axe(page)


@pytest.mark.start_from(fill=fill_briscola_table_and_organiser)
def test_the_organiser_s_page_says_what_the_tapped_cards_give_so_far(live: LiveServer, page: Page) -> None:
    sign_in(page, f"{live.url}/desk/")
    table = get_table_by_number()
    coup = PARTS_BY_GAME["briscola"].play_next_event(load_sheet(table.pk).state, random.Random(4), 1.0)
    page.goto(f"{live.url}/desk/table/{table.pk}/mark/tricks")
    for card in [coup["retourne"], *(card for trick in coup["tricks"][:2] for card in trick)]:
        page.locator(f"[data-play='{card}']").click()
    expect(page.locator(".so-far")).to_contain_text("de jouer")
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        assert_fits_width(page)


@pytest.mark.start_from(fill=fill_club)
def test_a_club_preset_is_created_used_by_an_evening_exported_and_imported(
    live: LiveServer, new_context: Callable[..., object], page_errors: PageErrors, axe: Axe
) -> None:
    page_errors.expect("422")
    page: Page = new_context(**PHONE).new_page()  # type: ignore[attr-defined]
    sign_in(page, f"{live.url}/desk/")
    page.goto(live.url + "/desk/presets")
    axe(page)
    assert_fits_width(page)
    page.get_by_label("Elle part de…").select_option("brisque/brisque")
    page.get_by_role("button", name="Choisir ce qui change").click()
    axe(page)
    assert_fits_width(page)
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
    assert_fits_width(page)
    with page.expect_download() as file:
        page.get_by_role("link", name="Exporter Notre jeudi").click()
    page.get_by_label("Un fichier de règle").set_input_files(file.value.path())
    page.get_by_role("button", name="Reprendre").click()
    expect(page.get_by_role("heading", name="Notre jeudi 2")).to_be_visible()
    page.get_by_role("button", name="Retirer Notre jeudi 2").click()
    expect(page.get_by_role("heading", name="Notre jeudi 2")).to_have_count(0)
    page.goto(live.url + "/desk/event/new?game=brisque")
    page.get_by_text("la règle, la longueur d’une partie").click()
    page.get_by_label("Notre jeudi", exact=True).check()
    axe(page)
    page.get_by_label("Anne Lefèvre").check()
    page.get_by_label("Denis Roy").check()
    page.get_by_role("button", name="Faire la soirée").click()
    page.wait_for_url("**/tables")
    tournament, preset = Tournament.objects.get(), ClubPreset.objects.first()
    assert preset is not None
    assert (tournament.preset, tournament.options, tournament.house_rule) == ("brisque", preset.options, "Notre jeudi")
