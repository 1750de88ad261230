"""Tournaments of three rounds with a late-comer on the organiser's pages: drawn by lot with a mouse at 1280 px; drawn
by standings, changed by hand and drawn again, by touch at 360 px."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageCheck
from tests.browser.organiser_user import sign_in
from tests.fixtures.live_server import LiveServer
from tests.web.organiser_builders import DAY, sign_in_organiser
from tests.web.round_forms import play_round
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.people.clubs import add_player
from tournaments.models import Club, Round, Tournament

NAMES = (
    "Anne Lefèvre",
    "Basile O’Connor",
    "Chloé d’Arès",
    "Denis Roy",
    "Élise Marchand",
    "Fanny Petit",
    "Gaël",
    "Hélène",
)


def fill_club() -> None:
    """Fill the database: an organiser, a club, and its eight players."""
    _client, club = sign_in_organiser()
    for name in NAMES:
        add_player(club, name)


pytestmark = pytest.mark.start_from(fill=fill_club)


def expect_published(page: Page, n: int) -> None:
    """Assert that publishing round n led to the evening's page."""
    expect(page).to_have_url(re.compile(r"/desk/event/\d+$"))
    assert Round.objects.published().filter(n=n).exists()


# --- by lot ------------------------------------------------------------------------------------------------


def test_a_tournament_drawn_by_lot_is_run_with_a_mouse(page: Page, live: LiveServer, check_page: PageCheck) -> None:
    sign_in(page, f"{live.url}/desk/")
    page.goto(live.url + "/desk/event/new")
    for name in NAMES:
        page.get_by_label(name).check()
    page.get_by_role("button", name="Faire la soirée").click()
    page.get_by_role("link", name="Un tournoi à plusieurs rondes").click()
    check_page(page, "01-plan")
    page.get_by_label("Rondes tirées au sort l’une après l’autre").check()
    page.get_by_label("Nombre de rondes").fill("3")
    page.get_by_label("Minutes par ronde").fill("40")
    page.get_by_role("button", name="Garder ce déroulement").click()
    run_first_round(page, check_page)
    run_second_round(page, check_page)
    run_third_round(page, check_page)


def run_first_round(page: Page, check_page: PageCheck) -> None:
    """Set when a player starts, draw round 1, exchange two players, publish and play it."""
    expect(page.locator("[data-there='8']")).to_be_visible()
    check_page(page, "02-next")
    page.get_by_role("link", name="Qui est là").click()
    page.get_by_text("Dire quand quelqu’un joue").click()
    page.get_by_text("Éviter que des gens se rencontrent").click()
    check_page(page, "03-people")
    expect(page.locator("[data-unsaved]")).to_be_hidden()
    page.get_by_role("button", name="Tous les attendus sont là").click()
    expect(page.locator("[data-unsaved]")).to_be_visible()
    page.get_by_label("Joue à partir de la ronde").fill("2")
    page.get_by_label("Qui ?", exact=True).select_option("Hélène")
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.get_by_role("button", name="Garder pour cette personne").click()
    expect(page.locator("[data-special]")).to_contain_text(re.compile(r"Hélène\b.*\b2\b", re.DOTALL))
    assert asked == ["beforeunload"], "who was ticked is not lost without a word"
    page.get_by_role("link", name="Rondes").click()
    expect(page.locator("[data-there='7']")).to_be_visible()
    page.get_by_label("1 table de 4 et 1 table de 3").check()
    page.get_by_role("button", name="Tirer la ronde 1").click()
    expect(page.locator("[data-verdict=go]")).to_be_visible()
    expect(page.locator("[data-later]")).to_contain_text("Hélène")
    check_page(page, "04-draft")
    drag_and_drop_by_keyboard_and_mouse(page)
    page.get_by_role("button", name="Publier la ronde 1").click()
    expect_published(page, 1)
    page.get_by_role("button", name="Ouvrir la soirée").click()
    expect(page.locator("form[action$='/open']")).to_have_count(0)
    play_round(Tournament.objects.get(), 1)


def drag_and_drop_by_keyboard_and_mouse(page: Page) -> None:
    """Exchange two players with the mouse, the price told before the drop, and exchange them back with the keyboard."""
    plates, names = page.locator(".felts button.plate"), page.locator(".felts .face bdi")
    first, last = names.first.inner_text(), names.last.inner_text()
    aim = plates.last.bounding_box()
    assert aim
    plates.first.hover()
    page.mouse.down()
    page.mouse.move(aim["x"] + 40, aim["y"] + 20, steps=3)
    expect(plates.last).to_have_class(re.compile("aimed"))
    expect(page.locator(".in-hand .price")).to_have_count(1)
    page.mouse.up()
    expect(names.first).to_have_text(last)
    plates.last.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".plate.taken")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".plate.taken")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".plate.taken")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".plate.taken")).not_to_be_focused()
    plates.first.focus()
    page.keyboard.press("Enter")
    expect(names.first).to_have_text(first)


def run_second_round(page: Page, check_page: PageCheck) -> None:
    """Draw, publish and play round 2, which repeats meetings."""
    page.goto(f"{page.url}/rounds")
    expect(page.locator("[data-there='8']")).to_be_visible()
    page.get_by_label("2 tables de 4").check()
    page.get_by_role("button", name="Tirer la ronde 2").click()
    expect(page.locator("#draft").get_by_text("se répètent").first).to_be_visible()
    check_page(page, "05-second")
    page.get_by_role("button", name="Publier la ronde 2").click()
    check_page(page, "05-open-tables")
    page.get_by_role("button", name="Publier la ronde 2, avec 2 feuilles non confirmées").click()
    expect_published(page, 2)
    play_round(Tournament.objects.get(), 2)


def run_third_round(page: Page, check_page: PageCheck) -> None:
    """Let a player leave, draw round 3, publish it, withdraw it, publish and play it."""
    page.goto(page.url + "/people")
    page.get_by_text("Dire quand quelqu’un joue").click()
    page.get_by_label("Qui ?", exact=True).select_option("Anne Lefèvre")
    page.get_by_label("… et jusqu’à la ronde").fill("2")
    page.get_by_role("button", name="Garder pour cette personne").click()
    page.get_by_role("link", name="Rondes").click()
    page.get_by_label("1 table de 4 et 1 table de 3").check()
    page.get_by_role("button", name="Tirer la ronde 3").click()
    expect(page.locator(".seating").get_by_text("Anne Lefèvre")).to_have_count(0)
    page.get_by_role("button", name="Publier la ronde 3").click()
    page.get_by_role("button", name="Publier la ronde 3, avec 4 feuilles non confirmées").click()
    expect_published(page, 3)
    check_page(page, "06-published")
    page.goto(page.url + "/rounds")
    page.get_by_role("button", name="Retirer la ronde 3").click()
    page.get_by_role("button", name="Publier la ronde 3").click()
    page.get_by_role("button", name="Publier la ronde 3, avec 4 feuilles non confirmées").click()
    expect_published(page, 3)
    play_round(Tournament.objects.get(), 3)
    page.goto(page.url + "/rounds")
    expect(page.locator("[data-over]")).to_be_visible()
    check_page(page, "07-over")


# --- by standings ------------------------------------------------------------------------------------------


def read_drafted_tables(page: Page) -> list[list[str]]:
    """Return the names at each table of the draft."""
    expect(page.locator(".felts")).to_be_visible()
    tables = page.locator(".felts > .felt")
    return [tables.nth(n).locator(".face bdi").all_inner_texts() for n in range(tables.count())]


def read_seated_names(page: Page) -> set[str]:
    """Return the names of all players seated in the draft."""
    return {name for table in read_drafted_tables(page) for name in table}


def swap_players(page: Page, one: str, other: str) -> None:
    """Exchange these two players by touch."""
    page.locator(".plate", has_text=one).tap()
    expect(page.locator(".plate.taken")).to_contain_text(one)
    page.locator(".plate", has_text=other).tap()


def test_a_tournament_drawn_by_standings_is_run_by_touch(phone: Page, live: LiveServer, check_page: PageCheck) -> None:
    tournament = create_tournament(Club.objects.get(), name="Tournoi", date=DAY, players=(*NAMES, "Inès"))
    sign_in(phone, f"{live.url}/desk/")
    rounds = f"{live.url}/desk/event/{tournament.pk}/rounds"
    phone.goto(rounds)
    phone.get_by_label("Rondes d’après le classement").tap()
    phone.get_by_label("Nombre de rondes").fill("3")
    phone.get_by_role("button", name="Garder ce déroulement").tap()
    expect(phone.locator("main a[href$='/people']")).to_be_visible()
    check_players_in(phone, check_page)
    phone.goto(rounds)
    change_draft_by_hand(phone, check_page)
    phone.get_by_role("button", name="Publier la ronde 1").tap()
    phone.get_by_role("button", name="Ouvrir la soirée").tap()
    expect(phone.locator("form[action$='/open']")).to_have_count(0)
    draw_with_missing_result(phone, rounds, check_page)
    for n in (2, 3):
        phone.goto(rounds)
        phone.get_by_role("button", name=f"Publier la ronde {n}").tap()
        phone.get_by_role("button", name=f"Publier la ronde {n}, avec").tap()
        expect_published(phone, n)
        play_round(tournament, n)
        if n == 2:
            phone.goto(rounds)
            phone.get_by_role("button", name="Tirer la ronde 3").tap()
            expect(phone.get_by_text("Écart des rangs aux tables").first).to_be_visible()
    phone.goto(rounds)
    expect(phone.locator("[data-over]")).to_be_visible()
    phone.goto(f"{live.url}/club/{tournament.club_id}")
    expect(phone.locator(".masthead nav a").last).to_be_in_viewport(ratio=1)


def check_players_in(page: Page, check_page: PageCheck) -> None:
    """Check the players in: one is absent, one starts in the second round."""
    page.get_by_role("link", name="Qui est là").tap()
    page.get_by_role("group", name="Inès").get_by_label("ne joue pas").check()
    page.get_by_role("button", name="Tous les attendus sont là").tap()
    page.get_by_role("button", name="Garder", exact=True).tap()
    expect(page.locator("[data-away]")).to_have_text(re.compile(r":\s*Inès\.$"))
    page.get_by_text("Dire quand quelqu’un joue").tap()
    page.get_by_label("Qui ?", exact=True).select_option("Hélène")
    page.get_by_label("Joue à partir de la ronde").fill("2")
    page.get_by_role("button", name="Garder pour cette personne").tap()
    expect(page.locator("[data-special]")).to_contain_text(re.compile(r"Hélène\b.*\b2\b", re.DOTALL))


def change_draft_by_hand(page: Page, check_page: PageCheck) -> None:
    """Change the draft: choose another of its draws, exchange two players, lock a table while the rest is drawn
    again."""
    expect(page.locator("[data-there='7']")).to_be_visible()
    page.get_by_label("1 table de 4 et 1 table de 3").check()
    page.get_by_role("button", name="Tirer la ronde 1").tap()
    expect(page.get_by_text("D’autres tirages seraient aussi bons")).to_be_visible()
    before = read_drafted_tables(page)
    swap_players(page, before[0][0], before[1][0])
    expect(page.locator(".felts .face bdi").first).to_have_text(before[1][0])
    page.get_by_role("button", name="Garder cette table 1").tap()
    expect(page.locator(".felt.kept")).to_have_count(1)
    check_page(page, "11-kept")
    kept = read_drafted_tables(page)[0]
    page.get_by_role("button", name="Tirer de nouveau").tap()
    expect(page.locator("[name=lock][value='1:0']")).to_be_visible()
    assert read_drafted_tables(page)[0] == kept == [before[1][0], *before[0][1:]]
    assert not {"Hélène", "Inès"} & read_seated_names(page)


def draw_with_missing_result(page: Page, rounds: str, check_page: PageCheck) -> None:
    """The second round can be drawn before the first is over, by standings shown as provisional; drawn again with the
    result there, it follows the final ones."""
    play_round(Tournament.objects.get(), 1, tables=[1])
    page.goto(rounds)
    expect(page.locator("[data-missing]")).to_be_visible()
    expect(page.get_by_role("link", name="table 2").first).to_be_visible()
    expect(page.locator("[data-there='8']")).to_be_visible()
    page.get_by_label("2 tables de 4").check()
    page.get_by_role("button", name="Tirer la ronde 2").tap()
    expect(page.locator("[data-missing]")).to_be_visible()
    check_page(page, "12-missing")
    play_round(Tournament.objects.get(), 1, tables=[2])
    page.get_by_role("button", name="Tirer de nouveau").tap()
    expect(page.locator("[data-missing]")).to_have_count(0)
    expect(page.get_by_text("Écart des rangs aux tables").first).to_be_visible()
    assert "Hélène" in read_seated_names(page)
    check_page(page, "13-by-standing")
