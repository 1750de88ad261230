"""The organiser's evening from sign-in to closing, walked at 360 px, in the long form at 1280 px as well."""

import datetime
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PageCheck
from tests.browser.organiser_user import fill_club, sign_in
from tests.fixtures.amounts import choose_amount, pair_in_turn
from tests.fixtures.live_server import LiveServer
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.rounds.seating import draw_tables
from tournaments.actions.tables.recording import record_event
from tournaments.book.loading import load_sheet, load_sheets
from tournaments.models import Club, Table, Tournament

NAMES = ("Anne Lefèvre", "Basile O’Connor", "Chloé d’Arès", "Denis Roy", "Élise Marchand", "Fanny Petit")


pytestmark = pytest.mark.start_from(fill=fill_club)


def run_evening(page: Page, live: LiveServer, check_page: PageCheck) -> None:
    """Run the whole evening on this page and check every page on the way."""
    page.goto(live.url + "/desk/")
    check_page(page, "01-door")
    sign_in(page, f"{live.url}/desk/")
    expect(page.get_by_role("heading", name="Les soirées")).to_be_visible()
    check_page(page, "02-desk-empty")
    create_evening(page, check_page)
    seat_players(page, check_page)
    page.get_by_role("link", name="C’est bien ainsi").click()
    check_page(page, "07-event-draft")
    page.get_by_role("button", name="Ouvrir la soirée").click()
    expect(page.locator("form[action$='/open']")).to_have_count(0)
    check_page(page, "08-event-open")
    evening = page.url
    page.goto(f"{evening}/codes")
    check_page(page, "09-codes")
    page.get_by_role("link", name="Aller aux tables").click()
    expect(page).to_have_url(evening)
    enter_coups(page, check_page)
    correct_coup(page, check_page)
    finish_partie(page, check_page)
    close_evening(page, check_page)


def create_evening(page: Page, check_page: PageCheck) -> None:
    """Create the evening with the six players and a seventh."""
    page.get_by_role("link", name="Préparer une soirée").click()
    check_page(page, "03-new")
    expect(page.locator("main [name=name]")).to_have_value(re.compile("^Soirée du "))
    search = page.get_by_label("Chercher, ou écrire un nom nouveau")
    search.fill("elise")
    expect(page.get_by_label("Anne Lefèvre")).to_be_hidden()
    search.fill("")
    for name in NAMES:
        page.get_by_label(name).check()
    search.fill("Gaspard")
    search.press("Enter")
    expect(page.locator("[data-count]")).to_have_text("7")
    page.get_by_text("la longueur d’une partie").click()
    page.get_by_text("Changer un point de la règle").click()
    check_page(page, "04-new-rules")
    page.get_by_role("button", name="Faire la soirée").click()


def seat_players(page: Page, check_page: PageCheck) -> None:
    """Draw the seats, take a player out and seat him again."""
    expect(page.get_by_role("heading", name=re.compile("^Les places"))).to_be_visible()
    check_page(page, "05-seating-empty")
    page.get_by_label("1 table de 4 et 1 table de 3").check()
    page.get_by_role("button", name="Tirer les places au sort").click()
    expect(page.get_by_role("heading", name="Table 2")).to_be_visible()
    page.get_by_role("button", name="Gaspard").click()
    expect(page.locator(".plate.taken")).to_have_count(1)
    page.get_by_role("button", name="Ôter de sa table").click()
    expect(page.locator(".tray h2 .small")).to_have_text("1")
    check_page(page, "06-seating")
    page.get_by_role("button", name="Gaspard").click()
    expect(page.locator(".plate.taken")).to_have_count(1)
    page.locator(".plate.free", has_text="place libre").last.click()
    expect(page.locator(".tray h2")).to_have_count(0)


def fill_coup(page: Page, points: tuple[int, ...]) -> None:
    """Fill in a coup: all eight brusquembilles for the first player; the last player's points are left out."""
    for box, value in zip(page.get_by_label(re.compile("^Points$")).all()[:-1], points, strict=False):
        box.fill(str(value))
    page.get_by_label("as gagnés").first.fill("4")
    page.get_by_label("dix gagnés").first.fill("4")


def enter_coups(page: Page, check_page: PageCheck) -> None:
    """Enter a coup and a penalty at table 1."""
    page.get_by_role("link", name="Table 1", exact=True).click()
    check_page(page, "10-table-empty")
    page.get_by_role("link", name="Entrer le coup suivant").click()
    expect(page.get_by_role("button", name="Marquer")).to_be_visible()
    check_page(page, "11-coup")
    fill_coup(page, (84, 12, 24))
    page.get_by_role("button", name="Marquer").click()
    expect(page.get_by_text("C’est marqué.")).to_be_visible()
    page.get_by_text("Un coup à part, une faute").click()
    page.get_by_role("link", name="Une pénalité").click()
    page.get_by_label(re.compile("vu une seconde carte")).first.check()
    page.get_by_label("Qui l’a faite").select_option("2")
    check_page(page, "12-penalty")
    page.get_by_role("button", name="Noter").click()
    check_page(page, "13-table")
    page.locator("#line-2 h3 a").click()
    page.get_by_text("Pourquoi ?").last.click()
    check_page(page, "13-story")
    page.get_by_role("link", name="← Table 1").click()


def correct_coup(page: Page, check_page: PageCheck) -> None:
    """Correct the first coup of the table."""
    page.locator("#line-1").get_by_role("link", name="Corriger").click()
    check_page(page, "14-correct")
    page.get_by_label(re.compile("^Points$")).nth(1).fill("20")
    page.get_by_label(re.compile("^Points$")).nth(2).fill("16")
    page.get_by_role("button", name="Voir ce que cela change").click()
    expect(page.locator("[aria-labelledby^=moved-]").first).to_be_visible()
    check_page(page, "15-moved")
    page.get_by_role("link", name="Table 1").click()
    expect(page.locator("#line-1")).to_be_visible()
    page.go_back()  # to what was typed, not to a question whether to send it again
    expect(page.get_by_label(re.compile("^Points$")).nth(1)).to_have_value("20")
    page.get_by_role("button", name="Voir ce que cela change").click()
    page.get_by_label("Pourquoi ?").fill("points recopiés de travers")
    page.get_by_role("button", name="Corriger").click()
    expect(page.get_by_text("l’ancienne ligne reste lisible")).to_be_visible()
    page.get_by_role("link", name="Le journal").click()
    expect(page.locator("#log")).to_be_visible()
    check_page(page, "16-log")
    page.get_by_role("link", name="← Table 1").click()


def finish_partie(page: Page, check_page: PageCheck) -> None:
    """End the partie, enter token counts that differ from the book, and confirm the sheet."""
    page.get_by_text("Papier, carte, arrêt de la table").click()
    page.get_by_role("link", name="Finir la partie maintenant").click()
    page.get_by_role("button", name="Finir la partie").click()
    page.get_by_role("link", name="Entrer les comptes").click()
    expect(page.get_by_role("button", name="Comparer")).to_be_visible()
    for box in page.get_by_label(re.compile("Fiches|Jetons")).all():
        box.fill("2")
    check_page(page, "17-counts")
    page.get_by_role("button", name="Comparer").click()
    check_page(page, "18-counted")
    page.get_by_role("link", name="Confirmer la feuille").first.click()
    page.get_by_role("radio").nth(1).check()
    page.get_by_role("button", name="Il est d’accord").click()
    expect(page.locator(".messages .notice:not(.warn)")).to_be_visible()
    assert Table.objects.get(n=1).confirmations.exists()
    page.locator(".tabs").get_by_role("link", name="Tables").click()
    check_page(page, "19-event-late")


def close_evening(page: Page, check_page: PageCheck) -> None:
    """Close the evening."""
    page.get_by_text("Plus", exact=True).click()
    check_page(page, "20-more")
    page.get_by_role("navigation").get_by_role("link", name="Clore la soirée").click()
    expect(page).to_have_url(re.compile("/close$"))
    check_page(page, "21-close")
    page.get_by_role("button", name="Clore, avec").click()
    expect(page.locator(".messages .notice:not(.warn)")).to_be_visible()
    assert Tournament.objects.get().status == "closed"
    check_page(page, "22-closed")


@pytest.mark.parametrize("screen", ["phone", "laptop"][: choose_amount(1, 2)], indirect=True)
def test_an_evening_is_run_from_sign_in_to_closing(screen: Page, live: LiveServer, check_page: PageCheck) -> None:
    run_evening(screen, live, check_page)


def test_club_computer_and_account_pages_fit_and_are_accessible_at_both_sizes(
    page: Page, phone: Page, live: LiveServer, check_page: PageCheck
) -> None:
    for window in (page, phone):
        sign_in(window, f"{live.url}/desk/")
    desk = [f"desk/{name}" for name in ("players", "players/1", "club", "network", "status", "account")]
    accounts = [f"accounts/{name}/" for name in ("password/change", "2fa", "logout")]
    for name, window in pair_in_turn([*desk, *accounts], [phone, page]):
        window.goto(f"{live.url}/{name}")
        check_page(window, f"30-{name.replace('/', '-')}")


BROKEN_WORDS = """() => [...document.querySelectorAll(':is(.panel, .everything) .state')].flatMap((state) => {
  const text = state.firstChild, range = document.createRange();
  return [...text.data.matchAll(/\\S+/g)].filter((word) => {
    range.setStart(text, word.index), range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(String);
})"""


def test_no_word_of_the_menu_is_broken_in_italian(page: Page, live: LiveServer) -> None:
    sign_in(page, f"{live.url}/desk/")
    tournament = create_tournament(Club.objects.get(), name="Serata", date=datetime.date(2026, 11, 21), players=NAMES)
    draw_tables(tournament, (3, 3), 1)
    open_tournament(tournament)
    page.goto(f"{live.url}/desk/event/{tournament.pk}")
    page.get_by_role("button", name="Italiano").click()
    page.locator(".more summary").click()
    assert page.evaluate(BROKEN_WORDS) == []
    page.get_by_role("link", name="Tutto il resto").click()
    expect(page.locator(".everything .state", has_text="nessuno").first).to_be_visible()
    assert page.evaluate(BROKEN_WORDS) == []


def test_seats_are_exchanged_by_keyboard_and_without_scripts(
    live: LiveServer, new_context: Callable, check_page: PageCheck
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    sign_in(page, f"{live.url}/desk/")
    page.goto(live.url + "/desk/event/new")
    page.get_by_label("Anne Lefèvre").check()
    page.get_by_label("Basile O’Connor").check()
    page.get_by_text("Écrire des noms nouveaux").click()
    page.get_by_label("Joueurs", exact=True).fill("Gaspard\nLéo")
    page.get_by_role("button", name="Faire la soirée").click()
    page.get_by_role("button", name="Tirer les places au sort").click()
    first = load_sheets(Table.objects.get().round.tournament)[0].names
    for name in (first[0], first[2]):
        page.get_by_role("button", name=name).focus()
        page.keyboard.press("Enter")
        expect(page.locator(".plate.taken")).to_have_count(int(name == first[0]))
    expect(page.locator(".tray h2")).to_have_count(0)
    swapped = load_sheet(Table.objects.get().pk).names
    assert swapped == (first[2], first[1], first[0], first[3])


def test_the_overview_of_tables_polls_by_itself(page: Page, live: LiveServer) -> None:
    sign_in(page, f"{live.url}/desk/")
    page.clock.install()
    tournament = create_open_evening()
    page.goto(f"{live.url}/desk/event/{tournament.pk}")
    expect(page.get_by_text("pas commencée")).to_be_visible()
    table = Table.objects.get(round__tournament=tournament)
    record_event(table.pk, {"type": "void"}, key="a-phone-at-the-table", number=1, actor="table")
    with page.expect_response(re.compile("/watch$")):
        page.clock.fast_forward(5000)
    expect(page.get_by_text("coup 1 sur")).to_be_visible()


def create_open_evening() -> Tournament:
    """Create and open an evening with one table of three."""
    tournament = create_tournament(
        Club.objects.get(), name="Soirée", date=datetime.date(2026, 11, 21), players=list(NAMES[:3])
    )
    draw_tables(tournament, (3,), 1)
    return open_tournament(tournament)
