"""The public pages in a browser: board, standings, the coups behind a figure, a table, on a phone and a wide screen;
and the pages of a season and of the treasurer."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from tests.book.evening_builders import build_coup, fill_played_evening, get_table, record_events
from tests.browser.organiser_user import go_in
from tests.browser.table_user import assert_fits_width
from tests.fixtures.amounts import choose_amount
from tests.fixtures.live_server import LiveServer
from tests.fixtures.screen_layout import LARGE, sweep
from tournaments.actions.evenings import seasons
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.evenings.seasons import change_season
from tournaments.actions.money.prizes import add_prize, set_account
from tournaments.actions.people.club_pictures import show_picture
from tournaments.actions.people.members import add_member
from tournaments.actions.rounds.seating import draw_tables
from tournaments.models import Club, Season, Tournament
from tournaments.models.rights import Role
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.seasons import SeasonRule

pytestmark = pytest.mark.start_from(fill=fill_played_evening)


def get_code() -> str:
    return Tournament.objects.get().code


@pytest.mark.parametrize("width", [360, 1280])
def test_the_board_shows_the_club_s_logo_at_any_width(live: LiveServer, page: Page, width: int) -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20"/></svg>'
    show_picture(Club.objects.get(), drawing, "Cercle du Corbillon", is_logo=True)
    page.set_viewport_size({"width": width, "height": 720})
    page.goto(f"{live.url}/{get_code()}")
    expect(page.locator(".club-logo")).to_be_in_viewport()


@pytest.mark.parametrize("sort", ["phone", "page"][: choose_amount(1, 2)])
def test_a_spectator_walks_from_the_board_to_a_coup_and_its_rule(
    sort, live: LiveServer, request: pytest.FixtureRequest, axe: Callable[[Page], None]
):
    page: Page = request.getfixturevalue(sort)
    page.goto(f"{live.hall_url if sort == 'phone' else live.url}/{get_code()}")
    expect(page.get_by_role("heading", name="Soirée")).to_be_visible()
    expect(page.get_by_text("coup 3 sur 6")).to_be_visible()
    assert_fits_width(page), axe(page)
    if sort == "phone":
        page.get_by_role("link", name="Le classement en entier").click()
    else:
        page.goto(f"{live.url}/{get_code()}/standings")
    expect(page.get_by_role("heading", name="Classement")).to_be_visible()
    assert_fits_width(page), axe(page)
    anne = page.get_by_role("row").filter(has_text="Anne") if sort == "page" else page.locator("tr", has_text="Anne")
    anne.get_by_role("link", name=re.compile(r"^\+")).click()
    expect(page.get_by_role("heading", name="Les coups qui font ce total")).to_be_visible()
    expect(page.get_by_text("Ensemble")).to_contain_text("+")
    assert_fits_width(page), axe(page)
    page.get_by_role("link", name="Coup 2").click()
    expect(page.locator("article:target")).to_contain_text("Coup 2")
    page.locator("article:target summary").first.click()
    page.locator("article:target summary", has_text="BRU-11").click()
    expect(page.locator("article:target")).to_contain_text("une fiche étant changée en jetons")
    page.get_by_text("Les chiffres du dessin").first.click()
    expect(page.get_by_role("rowheader", name="coup 2")).to_be_visible()
    assert_fits_width(page), axe(page)
    page.get_by_role("link", name="dans le livre des règles").locator("visible=true").click()
    expect(page.locator("article:target")).to_contain_text("d’après l’Académie de 1718")
    assert_fits_width(page), axe(page)
    page.get_by_role("link", name="Tous les jeux").first.click()
    expect(page.get_by_role("link", name="Briscan")).to_be_visible()
    assert_fits_width(page), axe(page)
    page.goto(f"{live.url}/{get_code()}/rules")
    expect(page.get_by_role("heading", name="Ce que change la règle de ce soir")).to_be_visible()
    assert_fits_width(page), axe(page)


def give_long_names() -> int:
    """Give the evening's first players long names. Return the first one's key."""
    entries = Tournament.objects.get().entries.order_by("pk")
    long = ("Marie-Antoinette de La Rochefoucauld", "Jean-Baptiste Müller", "Nguyễn Thị Thu Hương")
    for entry, name in zip(entries, long, strict=False):
        entry.shown_name = name
        entry.save()
    return entries[0].pk


def test_no_word_is_broken_or_covered_on_the_narrowest_phone_or_in_large_letters(live: LiveServer, phone: Page) -> None:
    evening, entry = f"/{get_code()}", give_long_names()
    pages = ["", "/standings", "/seats", "/cross", "/round/1/table/1", f"/player/{entry}", "/what-if", "/rules"]
    faults = []
    for path in (*(evening + page for page in pages), "/", "/rules", "/rules/brusquembille"):
        phone.goto(f"{live.hall_url}{path}")
        if path.startswith(evening):
            faults += [f"{path}: {fault}" for fault in sweep(phone, {"320x640": (320, 640)}, sizes=(100,))]
        faults += [f"{path}: {fault}" for fault in sweep(phone, {"360x740": (360, 740)}, sizes=(200,))]
    assert faults == []


def test_ranks_stand_in_the_first_window_under_one_row_of_links(live: LiveServer, phone: Page) -> None:
    entry = give_long_names()
    phone.add_init_script(f"localStorage.setItem('corbillon.me/{get_code()}/player/', '{entry}')")
    phone.goto(f"{live.hall_url}/{get_code()}/standings")
    tops = phone.locator(".masthead nav a").evaluate_all("(links) => links.map((one) => one.offsetTop)")
    assert len(set(tops)) == 1, tops
    painted = "(row) => [row, ...row.children].map((part) => getComputedStyle(part).backgroundColor)"
    line, *parts = phone.locator("tr[data-own]").evaluate(painted)
    assert line != "rgba(0, 0, 0, 0)"
    assert set(parts) == {"rgba(0, 0, 0, 0)"}
    phone.evaluate(LARGE, "200%")
    expect(phone.locator(".standings tbody .main").first).to_be_in_viewport(ratio=1)


def test_sorting_by_keyboard_keeps_each_player_s_rank(live: LiveServer, page: Page):
    page.goto(f"{live.url}/{get_code()}/standings")
    page.get_by_role("link", name="Joueur").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("columnheader", name="Joueur")).to_have_attribute("aria-sort", "ascending")
    names = page.locator(".standings tbody th").all_inner_texts()
    assert names == sorted(names, key=lambda name: name.replace("É", "E"))
    assert page.locator("tbody td.rank").all_inner_texts() != sorted(page.locator("tbody td.rank").all_inner_texts())


def test_the_board_follows_the_evening_and_says_when_it_cannot(live: LiveServer, page: Page, page_errors, axe):
    """It polls by itself: nothing new is a 304, a new coup appears, a dead server is reported, and the board
    recovers."""
    page.clock.install()
    page.goto(f"{live.url}/{get_code()}")
    with page.expect_response(f"{live.url}/{get_code()}") as unchanged:
        page.clock.run_for(10_000)
    assert unchanged.value.status == 304
    expect(page.get_by_text("coup 3 sur 6")).to_be_visible()
    record_events(get_table(Tournament.objects.get()), build_coup(40, 50, 30))
    page.clock.run_for(10_000)
    expect(page.get_by_text("coup 4 sur 6")).to_be_visible()
    axe(page)
    page_errors.expect("net::ERR|htmx:")
    live.stop()
    page.clock.run_for(10_000)
    expect(page.get_by_role("alert")).to_contain_text("ne répond plus")
    live.start()
    page.clock.run_for(10_000)
    expect(page.get_by_role("alert")).to_be_hidden()


def create_season() -> tuple[Tournament, Season]:
    """Create a second evening of the club, ranked by opponents' results, a shared prize, and a season of both evenings.
    Return the second evening and the season."""
    first, club = Tournament.objects.get(), Club.objects.get()
    second = create_tournament(club, name="Autre soir", date=first.date, players=["Anne", "Basile", "Chloé"])
    draw_tables(second, [3], 1)
    open_tournament(second)
    record_events(get_table(second), build_coup())
    set_ranking(second, RankingOrder(("left", "victory", "buchholz", "direct")))
    season = seasons.create_season(club, "Saison d’hiver")
    change_season(season, name=season.name, rule=SeasonRule(), tournaments=[first, second], in_draws=True)
    set_account(first, fee_cents=500)
    add_prize(first, kind="rank", place=1, group="", label="Un panier", cents=2001, shared=True)
    return second, season


def test_season_and_treasurer_pages_fit_both_sizes_and_are_accessible(
    live: LiveServer, page: Page, axe: Callable[[Page], None]
):
    tournament, season = create_season()
    club, first, anne = tournament.club, Tournament.objects.earliest("pk"), tournament.entries.get(shown_name="Anne")
    add_member(get_user_model().objects.create_user(username="nadia"), club, Role.ORGANISER)
    go_in(page, live.url)
    addresses = {
        f"/season/{season.pk}": "Saison d’hiver",
        f"/club/{club.pk}": club.name,
        f"/club/{club.pk}/player/{anne.player_id}": "Anne",
        f"/{tournament.code}/player/{anne.pk}": "Pourquoi ce rang",
        f"/desk/season/{season.pk}": "Saison d’hiver",
        f"/desk/event/{first.pk}/prizes": "Les lots",
        f"/desk/event/{first.pk}/money": "Les droits d’inscription",
    }
    for address, heading in addresses.items():
        page.goto(live.url + address)
        expect(page.get_by_role("heading", name=heading).first).to_be_visible()
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 740})
            assert_fits_width(page)
        axe(page)
