"""A new evening in few clicks: eight players the club knows, all in sight, from the door to an open evening."""

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import LiveServer, PageCheck
from tournaments.actions.people.clubs import add_player, create_club
from tournaments.models import Tournament

PASSWORD = "quatre-vingts-as"
NAMES = ("Anne Lefèvre", "Basile O’Connor", "Chloé d’Arès", "Denis Roy", "Élise Marchand", "Farid", "Gisèle", "Hugo")
OTHERS = ("Irène", "Jules", "Karim", "Léa", "Marcel", "Nadia", "Odile", "Paul", "Quentin", "Rose", "Simon", "Ursule")


def fill_club() -> None:
    """Fill the database: an organiser, a club, and its twenty players."""
    club = create_club(get_user_model().objects.create_user(username="nadia", password=PASSWORD), "Cercle")
    for name in (*NAMES, *OTHERS):
        add_player(club, name)


pytestmark = pytest.mark.start_from(fill=fill_club)


def test_eight_known_players_sit_at_an_open_evening_after_at_most_eight_clicks(
    page: Page, live: LiveServer, check_page: PageCheck
) -> None:
    clicks = 0

    def click(what: Locator) -> None:
        nonlocal clicks
        what.click()
        clicks += 1

    page.goto(live.url + "/desk/")
    page.get_by_label("Votre nom").fill("nadia")
    page.get_by_label("Mot de passe").fill(PASSWORD)
    click(page.get_by_role("button", name="Entrer"))
    click(page.get_by_role("link", name="Préparer une soirée"))
    search = page.get_by_label("Chercher, ou écrire un nom nouveau")
    for name in NAMES:
        search.fill(name[:5])
        search.press("Enter")
        expect(search).to_have_value("")
    expect(page.locator("[data-count]")).to_have_text("8")
    check_that_names_run_down(page)
    click(page.get_by_role("button", name="Briscola à 2, 3, 4 ou 6 joueurs"))
    expect(page.locator("[data-count]")).to_have_text("8")
    check_page(page, "60-new-evening")
    click(page.get_by_role("button", name="Faire la soirée"))
    click(page.get_by_role("button", name="Tirer les places au sort"))
    click(page.get_by_role("link", name="C’est bien ainsi"))
    click(page.get_by_role("button", name="Ouvrir la soirée"))
    expect(page.get_by_role("heading", name="Cartes et codes des tables")).to_be_visible()
    assert clicks <= 8
    tournament = Tournament.objects.get()
    assert (tournament.status, tournament.game, tournament.entries.count()) == ("open", "briscola", 8)


def check_that_names_run_down(page: Page) -> None:
    """Every name of the list is within the window's width, and no list scrolls inside the page."""
    box = page.locator(".picks").evaluate(
        "(list) => [list.scrollWidth, list.clientWidth, list.scrollHeight, list.clientHeight]"
    )
    assert box[0] == box[1] and box[2] == box[3]
