"""Groups and their finals, a whole event: planned, drawn, played to the champion; the bracket that everybody sees."""

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import Page, expect

from tests.fixtures.live import Live
from tests.web.desk_cast import DAY, NAMES, organiser
from tournaments import actions
from tournaments.actions.seating_phases import ended
from tournaments.demo.simulation import coups
from tournaments.models import Event, Table

WIDTHS = {360: 740, 1280: 800}


def an_event() -> None:
    _client, club = organiser()
    actions.create_event(club, name="Coupe d’hiver", date=DAY, players=NAMES, options={"tours": 1})


pytestmark = pytest.mark.start_from(fill=an_event)


@pytest.fixture
def look(axe: Callable[[Page], None]) -> Callable[[Page, str], None]:
    """At both sizes: axe without a violation, nothing wider than the screen, one green button at most; kept as a
    picture on demand."""

    def check(page: Page, name: str) -> None:
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            over = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
            assert over <= 0, f"{name} is {over} px too wide at {width}"
            assert page.locator("main .btn:not(.ghost):not(.danger):visible").count() <= 1
            folder = os.environ.get("CORBILLON_PICTURES")
            if folder:
                page.screenshot(path=Path(folder) / f"ph-{name}-{width}.png", full_page=True, caret="initial")
        axe(page)

    return check


def play_round(n: int) -> None:
    event = Event.objects.get()
    tables = Table.objects.filter(round__event=event, round__n=n).values_list("pk", flat=True)
    actions.play_on(tables, coups(event.game, Random(n), tricks=0), by="table")


def test_groups_then_finals(page: Page, live: Live, look: Callable[[Page, str], None]) -> None:
    browser = Client()
    browser.force_login(get_user_model().objects.get())
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live.url}])
    event = Event.objects.get()
    rounds = f"{live.url}/desk/event/{event.pk}/rounds"
    page.goto(rounds)
    page.get_by_label("Poules puis finales, à deux").check()
    page.get_by_text("Rencontres à deux : têtes de série").click()
    page.get_by_label("Nombre de poules").fill("2")
    page.get_by_label("Qualifiés de chaque poule").fill("2")
    page.get_by_label("Match pour la troisième place des finales").check()
    look(page, "01-plan")
    page.get_by_role("button", name="Garder ce déroulement").click()
    page.get_by_role("button", name="Tirer la ronde 1").click()
    expect(page.get_by_text("Tables de Berger (FIDE C.05, annexe 1)")).to_be_visible()
    page.get_by_role("button", name="Publier la ronde 1").click()
    page.get_by_role("button", name="Ouvrir la soirée").click()
    play_round(1)
    for n in (2, 3):
        page.goto(rounds)
        page.get_by_role("button", name=f"Publier la ronde {n}").click()
        play_round(n)
    page.goto(f"{live.url}/{event.code}/bracket")
    expect(page.get_by_text("Poule B")).to_be_visible()
    n = 4
    while not ended(Event.objects.get()):  # a match that nobody wins is played again
        page.goto(rounds)
        page.get_by_role("button", name=f"Tirer la ronde {n}").click()
        expect(page.get_by_text("Tableau par têtes de série")).to_be_visible()
        if n == 4:
            look(page, "04-finals")
        page.get_by_role("button", name=f"Publier la ronde {n}").click()
        play_round(n)
        n += 1
    page.goto(f"{live.url}/{event.code}/bracket")
    expect(page.get_by_role("heading", name="Qui a fini où")).to_be_visible()
    assert page.locator(".places dt").all_inner_texts() == ["1", "2", "3", "4"]
    look(page, "05-bracket")
