"""Whole tournaments in which two sides meet, in the organiser's browser: planned, drawn, published, their brackets and
tables checked, closed. The coups are recorded directly through the actions, the player earlier in the list winning, so
that the final places are known beforehand.

    a Swiss, then a knockout of its best four: third place, under a rule of its own
    groups, then a final of three games at the most and a consolation

A round robin and double elimination, on the same pages, need no browser: tests/web/test_organiser_phases.py.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PageCheck
from tests.browser.organiser_user import go_in
from tests.fixtures.live_server import LiveServer
from tests.web.organiser_builders import DAY, NAMES, play_round, sign_in_organiser
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.rounds.phases import is_phase_over
from tournaments.book.loading import load_sheets
from tournaments.models import Tournament

WIDTHS = {360: 740, 1280: 800}


def fill_two_tournaments() -> None:
    """Fill the database: an organiser and two tournaments."""
    _client, club = sign_in_organiser()
    for name, players in (("Suisse", NAMES[:5]), ("Poules", NAMES[:4])):
        create_tournament(club, name=name, date=DAY, players=players, options={"tours": 1})


pytestmark = pytest.mark.start_from(fill=fill_two_tournaments)
PLAN = re.compile("^Changer (le nombre de rondes|la pendule)")  # the rounds of a knockout follow from its players


class OrganiserBrowser:
    """The organiser's browser at one tournament."""

    def __init__(self, page: Page, live: LiveServer, name: str) -> None:
        self.page, self.event = page, Tournament.objects.get(name=name)
        self.rounds = f"{live.url}/desk/event/{self.event.pk}/rounds"
        self.bracket = f"{live.url}/{self.event.code}/bracket"
        self.close_page = f"{live.url}/desk/event/{self.event.pk}/close"

    def fill_plan(self, format: str, rounds: int = 0, **fields: str | bool) -> None:
        """Fill in the form of the plan with this format, these rounds where they are asked for, and these fields."""
        self.page.goto(self.rounds)
        closed = self.page.get_by_text(PLAN)
        is_planned = closed.count()
        if is_planned:
            closed.click()
        if not is_planned:
            self.page.get_by_text("toutes rondes, élimination, poules").click()
        self.page.get_by_label(format).check()
        if not is_planned:
            self.page.get_by_text("Rencontres à deux : têtes de série").click()
        if rounds:
            self.page.get_by_label("Nombre de rondes").fill(str(rounds))
        for name, value in fields.items():
            self.fill(self.page.locator(f"[name={name}]"), value)

    def fill(self, field: Locator, value: str | bool) -> None:
        if isinstance(value, bool):
            field.set_checked(value)
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)

    def save_plan(self) -> None:
        """Save the plan."""
        self.page.get_by_role("button", name="Garder ce déroulement").click()
        expect(self.page.locator(".messages .notice:not(.warn)").first).to_be_visible()

    def draw(self, words: str) -> None:
        """Draw the next round and wait for these words on the page."""
        self.page.get_by_role("button", name="Tirer").first.click()
        expect(self.page.get_by_text(words).first).to_be_visible()

    def publish(self, n: int) -> None:
        """Publish round n, open the tournament with the first, and play all tables of the round."""
        self.page.get_by_role("button", name=f"Publier la ronde {n}").click()
        if n > 1:
            self.page.get_by_role("button", name=f"Publier la ronde {n}, avec").click()
        if n == 1:
            self.page.get_by_role("button", name="Ouvrir la soirée").click()
        expect(self.page.locator(f"form[action$='/rounds/{n}/publish']")).to_have_count(0)
        expect(self.page.locator("form[action$='/open']")).to_have_count(0)
        play_round(self.event, n)

    def play_phase(self, first: int, words: str) -> int:
        """Draw and publish rounds from round `first` on until the phase is played. Return the last round's number."""
        n = first
        while not is_phase_over(Tournament.objects.get(pk=self.event.pk)):
            self.page.goto(self.rounds)
            self.draw(words)
            self.publish(n)
            n += 1
        return n - 1

    def close(self) -> None:
        self.page.goto(self.close_page)
        self.page.get_by_role("button", name="Clore, avec").click()
        expect(self.page.locator(".messages .notice:not(.warn)")).to_be_visible()
        assert Tournament.objects.get(pk=self.event.pk).status == "closed"

    def read_places(self) -> list[tuple[str, str]]:
        """Return (place, name) of each line of the final places."""
        self.page.goto(self.bracket)
        expect(self.page.locator(".places").first).to_be_visible()
        found = self.page.locator(".places").first
        return list(zip(found.locator("dt").all_inner_texts(), found.locator("dd").all_inner_texts(), strict=True))


@pytest.fixture
def check_page(check_page: PageCheck) -> PageCheck:
    """`check_page` at both sizes."""

    def check_both(page: Page, name: str) -> None:
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            check_page(page, name)

    return check_both


@pytest.fixture
def desk(page: Page, live: LiveServer) -> Callable[[str], OrganiserBrowser]:
    """`desk(name)` is the browser, signed in as the organiser, at the tournament of this name."""
    go_in(page, live.url)
    return lambda name: OrganiserBrowser(page, live, name)


@pytest.mark.long
def test_a_swiss_is_run_from_its_plan_to_the_end_of_a_knockout(
    desk: Callable[[str], OrganiserBrowser], check_page: PageCheck
) -> None:
    """Two rounds, then a knockout of the best four under rules of its own."""
    open_tournament = desk("Suisse")
    open_tournament.fill_plan("Suisse, à deux", rounds=2)
    open_tournament.save_plan()
    for n in (1, 2):
        open_tournament.page.goto(open_tournament.rounds)
        open_tournament.draw("Le meilleur possible")
        open_tournament.publish(n)
    open_tournament.fill_plan("Élimination directe, à deux", qualified="4", third=True, seeding="standing")
    open_tournament.save_plan()
    open_tournament.page.get_by_text(PLAN).click()
    open_tournament.page.get_by_role("link", name="Jouer à partir d’une ronde sous une autre règle du jeu").click()
    expect(open_tournament.page.locator("main [name=since]")).to_have_value("3")
    open_tournament.page.get_by_label("Aux points").check()
    open_tournament.page.locator("[name='option.target']").fill("100")
    check_page(open_tournament.page, "02-rule")
    open_tournament.page.get_by_role("button", name="Garder", exact=True).click()
    assert open_tournament.play_phase(3, "Tableau par têtes de série") == 4
    places = open_tournament.read_places()
    assert [place for place, _name in places] == ["1", "2", "3", "4"]
    assert places[0][1] == NAMES[0]
    assert [sheet.state.setting.options["mode"] for sheet in load_sheets(open_tournament.event)] == (
        ["fiches"] * 4 + ["points"] * 4
    )
    open_tournament.close()


def test_groups_are_run_from_their_plan_to_the_end_of_their_finals(
    desk: Callable[[str], OrganiserBrowser], check_page: PageCheck
) -> None:
    """Two groups, then their finals and a consolation."""
    open_tournament = desk("Poules")
    asked = {"groups": "2", "through": "1", "seeding": "list", "final_best_of": "3", "other": True}
    open_tournament.fill_plan("Poules puis finales, à deux", **asked)
    check_page(open_tournament.page, "01-plan")
    open_tournament.save_plan()
    open_tournament.draw("tables de Berger")
    open_tournament.publish(1)
    open_tournament.page.goto(open_tournament.bracket)
    expect(open_tournament.page.get_by_text("Poule B")).to_be_visible()
    assert open_tournament.play_phase(2, "Tableau par têtes de série") == 3
    assert open_tournament.read_places() == list(zip("1234", NAMES[:4], strict=True)), "the consolation's places too"
    expect(open_tournament.page.get_by_role("heading", name="Consolante").first).to_be_visible()
    check_page(open_tournament.page, "03-finals")
    open_tournament.close()
