"""A new evening in few clicks: players the club knows, all in sight, from the organiser's page to an open evening."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import LiveServer, PageCheck
from tests.browser.organiser_user import sign_in
from tests.fixtures.amounts import choose_amount
from tests.web.organiser_builders import sign_in_organiser
from tournaments.actions.people.clubs import add_player
from tournaments.models import Table, Tournament

NAMES = ("Anne Lefèvre", "Basile O’Connor", "Chloé d’Arès", "Denis Roy", "Élise Marchand", "Farid", "Gisèle", "Hugo")
OTHERS = ("Irène", "Jules", "Karim", "Léa", "Marcel", "Nadia", "Odile", "Paul", "Quentin", "Rose", "Simon", "Ursule")
LATE = ("Véra", "Wanda", "Xavier", "Yvonne")
EVENINGS = [
    pytest.param("Briscola à 2, 3, 4 ou 6 joueurs", "", NAMES, 6, "60-new-evening", id="briscola"),
    pytest.param("Un jeu du club", "Belote", (*NAMES, *OTHERS, *LATE), 7, "61-new-belote", id="belote-in-sides"),
]


def fill_club() -> None:
    """Fill the database: an organiser, a club, and its players."""
    _client, club = sign_in_organiser()
    for name in (*NAMES, *OTHERS, *LATE):
        add_player(club, name)


pytestmark = pytest.mark.start_from(fill=fill_club)


@pytest.mark.parametrize(("game", "preset", "names", "needed", "screen"), EVENINGS[-choose_amount(1, 2) :])
def test_known_players_sit_at_an_open_evening_after_few_clicks(
    page: Page,
    live: LiveServer,
    check_page: PageCheck,
    game: str,
    preset: str,
    names: tuple[str, ...],
    needed: int,
    screen: str,
) -> None:
    clicks = 0

    def click(what: Locator) -> None:
        nonlocal clicks
        what.click()
        clicks += 1

    sign_in(page, live.url + "/desk/")
    click(page.get_by_role("link", name="Préparer une soirée"))
    search = page.get_by_label("Chercher, ou écrire un nom nouveau")
    for name in names:
        search.fill(name[:5])
        search.press("Enter")
        expect(search).to_have_value("")
    expect(page.locator("[data-count]")).to_have_text(str(len(names)))
    check_that_names_run_down(page)
    click(page.get_by_role("button", name=game))
    if preset:
        click(page.get_by_label(preset, exact=True))
    expect(page.locator("[data-count]")).to_have_text(str(len(names)))
    check_page(page, screen)
    click(page.get_by_role("button", name="Faire la soirée"))
    click(page.get_by_role("button", name="Tirer les places au sort"))
    click(page.get_by_role("link", name="C’est bien ainsi"))
    click(page.get_by_role("button", name="Ouvrir la soirée"))
    expect(page.locator("form[action$='/open']")).to_have_count(0)
    assert clicks == needed
    made = Tournament.objects.get()
    assert (made.status, made.entries.count()) == ("open", len(names))
    assert [table.seats.count() for table in Table.objects.all()] == [4] * (len(names) // 4)


def check_that_names_run_down(page: Page) -> None:
    """Every name of the list is within the window's width, and no list scrolls inside the page."""
    box = page.locator(".picks").evaluate(
        "(list) => [list.scrollWidth, list.clientWidth, list.scrollHeight, list.clientHeight]"
    )
    assert box[0] == box[1]
    assert box[2] == box[3]
