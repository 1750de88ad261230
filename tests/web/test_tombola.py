"""The tombola of an evening: set up at the desk, drawn prize by prize, shown in the hall, checked by anybody."""

from hashlib import sha256
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.printing.pdf_reading import print_document, read_text
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.errors import Refused
from tournaments.actions.evenings.tombola import draw_again, draw_prize, set_up_tombola
from tournaments.actions.people.clubs import set_player_discreet
from tournaments.actions.people.erasing import forget_name
from tournaments.models import AuditEntry, Entry, Tombola, Tournament
from tournaments.presentation.text.audit_log import build_audit_log
from tournaments.printing.documents import list_printable
from tournaments.views.polled_parts import clear_polled_parts

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
ASKED = {"prizes": "Jambon\r\n\r\nVin\r\nPanier", "tickets": "players"}
MARK = 'data-turn="tombola"'


def prepare(**asked: str) -> tuple[Client, Tournament, str]:
    """Set up a tombola at the desk of an open evening of four; return the desk, the evening and the page's address."""
    desk, club = sign_in_organiser()
    tournament = create_open_evening(club, names=("Anne", "Basile", "Chloé", "Denis"), sizes=(4,))
    address = f"/desk/event/{tournament.pk}/tombola"
    desk.post(address, ASKED | asked)
    return desk, tournament, address


def draw(tournament: Tournament, count: int) -> Tombola:
    """Draw the first prizes."""
    for n in range(1, count + 1):
        draw_prize(tournament, n, actor="user:1")
    return Tombola.objects.get(tournament=tournament)


def test_the_seed_is_told_once_all_is_drawn_and_nowhere_before_and_its_digest_always() -> None:
    desk, tournament, address = prepare()
    seed = Tombola.objects.get().seed
    pages = [(Client(), f"/{tournament.code}/tombola"), (desk, address), (desk, f"/desk/event/{tournament.pk}/log")]
    pages.append((Client(), f"/{tournament.code}/screen"))
    for _n in range(3):
        told = "".join(client.get(page).content.decode() for client, page in pages)
        assert sha256(seed.encode()).hexdigest() in told
        assert seed not in told
        draw_prize(tournament, Tombola.objects.get().drawn + 1, actor="user:1")
    context = Client().get(f"/{tournament.code}/tombola").context
    assert context["view"].seed == seed
    told: list[Any] = []
    exec(context["check"], {"print": lambda *words: told.append(words)})
    assert told == [(context["view"].digest,), *((each.n, each.ticket) for each in context["view"].won)]


def test_nothing_shows_where_no_tombola_is_set_up() -> None:
    desk, club = sign_in_organiser()
    tournament = create_open_evening(club)
    assert Client().get(f"/{tournament.code}/tombola").status_code == 404
    assert "/tombola" not in Client().get(f"/{tournament.code}").content.decode()
    assert MARK not in Client().get(f"/{tournament.code}/screen").content.decode()
    assert "tombola" not in {document.name for document in list_printable(tournament)}
    assert "/tombola" not in desk.get(f"/desk/event/{tournament.pk}").content.decode(), "«Plus» keeps eight entries"
    assert "/tombola" in desk.get(f"/desk/event/{tournament.pk}/more").content.decode()


def test_a_press_draws_the_next_prize_alone_and_a_second_press_nothing() -> None:
    desk, _tournament, address = prepare()
    for _again in range(2):
        desk.post(f"{address}/run", {"do": "draw", "n": "1"})
    desk.post(f"{address}/run", {"do": "draw", "n": "3"})
    assert Tombola.objects.get().drawn == 1
    assert desk.get(address).context["view"].newest.label == "Jambon"


def test_the_hall_shows_it_from_the_first_draw_until_the_screen_is_given_back() -> None:
    desk, tournament, address = prepare()

    def read_screen() -> str:
        clear_polled_parts()
        return Client().get(f"/{tournament.code}/screen", headers=HTMX).content.decode()

    assert MARK not in read_screen()
    desk.post(f"{address}/run", {"do": "show"})
    assert MARK in read_screen()
    draw(tournament, 1)
    assert 'data-drawn="1"' in read_screen()
    assert 'data-turn="seats"' not in read_screen()
    desk.post(f"{address}/run", {"do": "hide"})
    assert MARK not in read_screen()


def test_a_screen_that_has_it_hears_of_the_next_prize() -> None:
    _desk, tournament, _address = prepare()
    draw(tournament, 1)
    page = f"/{tournament.code}/screen"
    etag = Client().get(page, headers=HTMX)["ETag"]
    clear_polled_parts()
    assert Client().get(page, headers=HTMX | {"If-None-Match": etag}).status_code == 304
    draw_prize(tournament, 2, actor="user:1")
    clear_polled_parts()
    assert Client().get(page, headers=HTMX | {"If-None-Match": etag}).status_code == 200


def test_the_tickets_are_those_of_who_is_not_absent_when_the_first_prize_is_drawn() -> None:
    _desk, tournament, _address = prepare()
    entries = list(tournament.entries.order_by("pk"))
    Entry.objects.filter(pk=entries[0].pk).update(presence=Entry.Presence.ABSENT)
    assert draw(tournament, 1).entries == [each.pk for each in entries[1:]]
    Entry.objects.filter(pk=entries[1].pk).update(presence=Entry.Presence.ABSENT)
    assert draw(tournament, 3).entries == [each.pk for each in entries[1:]]


def test_a_winner_is_named_as_he_agreed_and_an_erased_one_by_his_number() -> None:
    desk, tournament, address = prepare(prizes="Jambon\nVin\nPanier\nLivre")
    draw(tournament, 4)
    anne = tournament.entries.get(shown_name="Anne")
    set_player_discreet(anne.player, True)
    public = [each.name for each in Client().get(f"/{tournament.code}/tombola").context["view"].won]
    assert "A." in public
    assert "Anne" not in public
    assert "Anne" in [each.name for each in desk.get(address).context["view"].won]
    forget_name(anne.player, actor="user:1")
    assert "Anne" not in desk.get(address).content.decode()


def test_numbers_that_were_sold_win_and_nobody_is_named() -> None:
    _desk, tournament, _address = prepare(tickets="numbers", first="101", last="103")
    draw(tournament, 3)
    view = Client().get(f"/{tournament.code}/tombola").context["view"]
    assert {each.ticket for each in view.won} == {101, 102, 103}
    assert [each.name for each in view.won] == ["", "", ""]


def test_before_the_first_draw_it_changes_under_the_same_seed_and_not_after() -> None:
    desk, tournament, address = prepare()
    seed = Tombola.objects.get().seed
    desk.post(address, {"prizes": "Livre", "tickets": "players", "several": "on"})
    kept = Tombola.objects.get()
    assert (kept.prizes, kept.several, kept.seed) == (["Livre"], True, seed)
    draw(tournament, 1)
    assert desk.post(address, ASKED).status_code == 422
    desk.post(f"{address}/run", {"do": "remove"})
    assert Tombola.objects.get().prizes == ["Livre"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"prizes": " \n"},
        {"prizes": "Lot\n" * 101},
        {"prizes": "x" * 300},
        {"tickets": "numbers", "first": "5"},
        {"tickets": "numbers", "first": "9", "last": "8"},
        {"tickets": "numbers", "first": "1", "last": "2"},
        {"tickets": "numbers", "first": "1", "last": "30000"},
        {"tickets": "numbers", "first": "1", "last": "x"},
    ],
)
def test_what_cannot_be_drawn_is_refused_and_stays_as_it_was_typed(wrong: dict[str, str]) -> None:
    desk, club = sign_in_organiser()
    tournament = create_open_evening(club)
    answer = desk.post(f"/desk/event/{tournament.pk}/tombola", ASKED | wrong)
    assert answer.status_code == 422
    assert answer.context["form"]["prizes"].value() == (ASKED | wrong)["prizes"]
    assert not Tombola.objects.exists()


def test_more_prizes_than_players_are_not_drawn() -> None:
    _desk, tournament, _address = prepare(prizes="Lot\n" * 9)
    with pytest.raises(Refused):
        draw_prize(tournament, 1, actor="user:1")
    assert Tombola.objects.get().drawn == 0


def test_the_log_says_when_it_began_when_it_was_over_and_that_one_was_removed() -> None:
    desk, tournament, address = prepare()
    desk.post(f"{address}/run", {"do": "remove"})
    assert not Tombola.objects.exists()
    set_up_tombola(tournament, ["Jambon", "Vin"], first=1, last=9, several=False)
    draw(tournament, 2)
    steps = AuditEntry.objects.filter(what="tombola").values_list("after__step", flat=True)
    assert list(steps) == ["removed", "begun", "over"]
    assert sum("Tombola" in line.what for line in build_audit_log(tournament)) == 3


def test_the_paper_has_prizes_tickets_digest_and_the_seed_at_the_end_alone() -> None:
    _desk, tournament, _address = prepare(tickets="numbers", first="101", last="103")
    kept = draw(tournament, 2)
    with translation.override("fr"):
        before = read_text(print_document(tournament, "tombola"))
        draw_prize(tournament, 3, actor="user:1")
        after = read_text(print_document(tournament, "tombola"))
    assert kept.seed not in before.replace("\n", "")
    assert kept.seed in after.replace("\n", "")
    assert all(piece in after for piece in ("Jambon", "Vin", "Panier", "101", "102", "103"))


def test_a_prize_whose_winner_has_left_is_drawn_again_alone_and_anybody_can_check_it() -> None:
    desk, tournament, address = prepare()
    draw(tournament, 2)
    before = desk.get(address).context["view"].won
    for _twice in range(2):
        desk.post(f"{address}/run", {"do": "again", "lot": "1", "drawn": "2"})
    won = desk.get(address).context["view"].won
    assert list(won[:2]) == list(before)
    assert [each.label for each in won[2:]] == [f"Jambon, à la place du n° {won[0].ticket}"]
    draw_prize(tournament, 4, actor="user:1")
    context = Client().get(f"/{tournament.code}/tombola").context
    assert len({each.ticket for each in context["view"].won}) == 4
    told: list[Any] = []
    exec(context["check"], {"print": lambda *words: told.append(words)})
    assert told[1:] == [(each.n, each.ticket) for each in context["view"].won]
    assert sum("de nouveau" in line.what for line in build_audit_log(tournament)) == 1


def test_a_prize_is_drawn_again_among_tickets_that_there_are_only() -> None:
    _desk, tournament, _address = prepare(tickets="numbers", first="101", last="103")
    draw(tournament, 3)
    with pytest.raises(Refused):
        draw_again(tournament, 1, 3, actor="user:1")
    assert Tombola.objects.get().drawn == 3


@pytest.mark.parametrize(("n", "drawn"), [(0, 1), (2, 1), (1, 0), (1, 2)])
def test_nothing_is_drawn_again_that_was_not_drawn(n: int, drawn: int) -> None:
    _desk, tournament, _address = prepare()
    draw(tournament, 1)
    draw_again(tournament, n, drawn, actor="user:1")
    assert Tombola.objects.get().drawn == 1


def test_a_long_name_of_a_prize_that_is_drawn_again_is_cut() -> None:
    _desk, tournament, _address = prepare(prizes="L" * 80, tickets="numbers", first="101", last="103")
    draw(tournament, 1)
    draw_again(tournament, 1, 1, actor="user:1")
    assert len(Tombola.objects.get().prizes[1]) == 80
