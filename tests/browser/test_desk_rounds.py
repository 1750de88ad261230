"""A tournament of three rounds with a late-comer and a leaver, walked at the desk at 1280 px and at 360 px."""

from random import Random

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from tests.browser.conftest import Look
from tests.fixtures.live import Live
from tournaments import actions
from tournaments.demo.simulation import coups
from tournaments.models import Event, Table

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
PASSWORD = "quatre-vingts-as"


def a_club() -> None:
    user = get_user_model().objects.create_user(username="nadia", password=PASSWORD)
    club = actions.found_club(user, "Cercle du Corbillon")
    for name in NAMES:
        actions.add_player(club, name)


pytestmark = pytest.mark.start_from(fill=a_club)


def play_round(n: int) -> None:
    """Every table of the round to its end, with random legal cards."""
    event = Event.objects.get()
    tables = Table.objects.filter(round__event=event, round__n=n).values_list("pk", flat=True)
    actions.play_on(tables, coups(event.game, Random(n), tricks=0), by="table")


def walk(page: Page, live: Live, look: Look) -> None:
    page.goto(live.url + "/desk/")
    page.get_by_label("Identifiant").fill("nadia")
    page.get_by_label("Mot de passe").fill(PASSWORD)
    page.get_by_role("button", name="Entrer").click()
    page.goto(live.url + "/desk/event/new")
    for name in NAMES:
        page.get_by_label(name).check()
    page.get_by_role("button", name="Faire la soirée").click()
    page.get_by_role("link", name="Un tournoi à plusieurs rondes").click()
    look(page, "01-plan")
    page.get_by_label("Rondes tirées au sort l’une après l’autre").check()
    page.get_by_label("Nombre de rondes").fill("3")
    page.get_by_label("Minutes par ronde").fill("40")
    page.get_by_role("button", name="Garder ce déroulement").click()
    first_round(page, look)
    second_round(page, look)
    third_round(page, look)


def first_round(page: Page, look: Look) -> None:
    expect(page.get_by_text("8 joueurs sont là")).to_be_visible()
    look(page, "02-next")
    page.get_by_role("link", name="Qui est là").click()
    page.get_by_text("Dire quand quelqu’un joue").click()
    page.get_by_text("Éviter que des gens se rencontrent").click()
    look(page, "03-people")
    page.get_by_label("Joue à partir de la ronde").fill("2")
    page.get_by_label("Qui ?", exact=True).select_option("Hélène")
    page.get_by_role("button", name="Garder pour cette personne").click()
    expect(page.get_by_text("à partir de la ronde 2")).to_be_visible()
    page.locator(".crumbs a").click()
    expect(page.get_by_text("7 joueurs sont là")).to_be_visible()
    page.get_by_label("1 table de 4 et 1 table de 3").check()
    page.get_by_role("button", name="Tirer la ronde 1").click()
    expect(page.get_by_text("Le meilleur possible")).to_be_visible()
    look(page, "04-draft")
    names = page.locator(".seating .place label").all_inner_texts()
    page.get_by_label(names[0], exact=True).check()
    page.get_by_role("button", name=f"avec {names[-1]}").click()
    expect(page.locator(".seating .place label").first).to_have_text(names[-1])
    page.get_by_role("button", name="Publier la ronde 1").click()
    expect(page.get_by_text("La ronde 1 est publiée")).to_be_visible()
    page.get_by_role("button", name="Ouvrir la soirée").click()
    play_round(1)


def second_round(page: Page, look: Look) -> None:
    page.goto(page.url.replace("/codes", "/rounds"))
    expect(page.get_by_text("8 joueurs sont là")).to_be_visible()
    page.get_by_label("2 tables de 4").check()
    page.get_by_role("button", name="Tirer la ronde 2").click()
    expect(page.locator("#draft").get_by_text("se répètent").first).to_be_visible()
    look(page, "05-second")
    page.get_by_role("button", name="Publier la ronde 2").click()
    play_round(2)


def third_round(page: Page, look: Look) -> None:
    page.goto(page.url + "/people")
    page.get_by_text("Dire quand quelqu’un joue").click()
    page.get_by_label("Qui ?", exact=True).select_option("Anne Lefèvre")
    page.get_by_label("… et jusqu’à la ronde").fill("2")
    page.get_by_role("button", name="Garder pour cette personne").click()
    page.locator(".crumbs a").click()
    page.get_by_label("1 table de 4 et 1 table de 3").check()
    page.get_by_role("button", name="Tirer la ronde 3").click()
    expect(page.locator(".seating").get_by_text("Anne Lefèvre")).to_have_count(0)
    page.get_by_role("button", name="Publier la ronde 3").click()
    look(page, "06-published")
    page.goto(page.url + "/rounds")
    page.get_by_role("button", name="Retirer la ronde 3").click()
    page.get_by_role("button", name="Publier la ronde 3").click()
    play_round(3)
    page.goto(page.url + "/rounds")
    expect(page.get_by_text("Toutes les rondes prévues sont publiées")).to_be_visible()
    look(page, "07-over")


def test_a_tournament_with_a_mouse(page: Page, live: Live, look: Look) -> None:
    walk(page, live, look)


def test_a_tournament_by_touch(phone: Page, live: Live, look: Look) -> None:
    walk(phone, live, look)
