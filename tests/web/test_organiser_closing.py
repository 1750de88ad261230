"""What the pages that close an evening and publish a round say of all that is not played, finished or confirmed."""

import re

import pytest

from tests.book import evening_builders as book
from tests.web.board_builders import create_round_tournament, finish_table, publish_next_round
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tests.web.round_forms import create_tournament, open_page, post_form, read_page
from tournaments.actions.evenings.lifecycle import close_tournament, open_tournament
from tournaments.actions.rounds.participation import plan_rounds, set_presence
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.models import Round, Seat, Table, Tournament

pytestmark = pytest.mark.django_db


def test_closing_says_that_planned_rounds_were_never_played():
    client, club = sign_in_organiser()
    tournament = create_round_tournament(club, rounds=3)
    for table in Table.objects.filter(round__tournament=tournament):
        finish_table(table, read=True)
    page = open_page(client, tournament, "close")
    assert page.context["rounds_left"] == 2
    assert page.context["open_things"] == 1
    assert 'name="anyway"' in page.content.decode()
    assert client.post(f"/desk/event/{tournament.pk}/close").status_code == 422
    client.post(f"/desk/event/{tournament.pk}/close", {"anyway": "yes"})
    closed = open_page(client, tournament, "close")
    assert (closed.context["rounds_left"], closed.context["open_things"]) == (2, 1)
    assert 'class="footbar"' not in closed.content.decode(), "there is nothing to close now"
    assert closed.content.decode().count("/reopen") == 2, "in the menu, and where closing promised it"
    ranking = client.get(f"/desk/event/{tournament.pk}/ranking").content.decode()
    assert ranking.count("<fieldset") == ranking.count(" disabled>"), "nothing can be chosen"
    open_tournament(tournament, reason="on joue encore")
    plan_rounds(tournament, format="random", rounds=1)
    assert open_page(client, tournament, "close").context["open_things"] == 0
    client.post(f"/desk/event/{tournament.pk}/close")
    assert open_page(client, tournament, "close").context["open_things"] == 0


def test_the_closing_button_parts_what_plays_from_what_never_began_and_what_lacks_a_confirmation():
    client, club = sign_in_organiser()
    tournament = create_round_tournament(club)
    first, second = Table.objects.filter(round__tournament=tournament)
    finish_table(first, read=False)
    book.record_events(second, book.build_coup())
    lacking = "1 ronde non jouée, la table 2 de la ronde 1 ouverte et une feuille non confirmée"
    assert open_page(client, tournament, "close").context["named"] == lacking
    publish_next_round(tournament, 2)
    [(n, lines)] = open_page(client, tournament, "close").context["whole_rounds"]
    assert (n, len(lines)) == (2, 2)


def test_a_closed_evening_shows_the_last_round_of_which_something_counts():
    client, club = sign_in_organiser()
    tournament = create_round_tournament(club)
    for table in Table.objects.filter(round__tournament=tournament):
        finish_table(table, read=True)
    publish_next_round(tournament, 2)
    for table in Table.objects.filter(round__tournament=tournament, round__n=2):
        mark_unplayed(table.pk, "annulled", actor="user:1", reason="trop tard")
    seats = client.get(f"/{tournament.code}/seats")
    assert seats.context["round"].n == 2
    assert 'class="notice plain">' not in seats.content.decode()
    close_tournament(tournament)
    assert [each["n"] for each in client.get(f"/desk/event/{tournament.pk}").context["rounds"]] == [1]
    assert client.get(f"/{tournament.code}").context["round"].n == 1
    seats = client.get(f"/{tournament.code}/seats")
    assert 'class="notice plain">' in seats.content.decode(), "that the evening is over"
    assert {row.round for row in seats.context["page"]} == {1}
    assert {row.place for row in seats.context["page"]} == {"A", "B", "C"}
    entry = tournament.entries.first()
    assert client.get(f"/{tournament.code}/player/{entry.pk}").context["now"].view.card.table.round.n == 1


def test_a_podium_says_who_below_it_withdrew():
    client, club = sign_in_organiser()
    tournament = create_round_tournament(club)
    for table in Table.objects.filter(round__tournament=tournament):
        finish_table(table, read=True)
    last = open_page(client, tournament, "close").context["after_podium"][-1].tally.entry
    assert "data-gone" not in open_page(client, tournament, "close").content.decode()
    set_presence(tournament.entries.filter(pk=last), "absent")
    assert "data-gone" in open_page(client, tournament, "close").content.decode()


def test_a_closed_evening_s_cards_are_not_said_to_wait_for_its_opening():
    client, club = sign_in_organiser()
    tournament = create_round_tournament(club)
    address = f"/desk/event/{tournament.pk}/codes"
    close_tournament(tournament)
    page = client.get(address).content.decode()
    assert "plus personne ne peut y marquer" in page
    assert "montrez ceci" not in page


def test_a_closed_evening_does_not_await_its_closing_where_something_stays_provisional():
    client, club = sign_in_organiser()
    tournament = create_round_tournament(club)
    first, second = Table.objects.filter(round__tournament=tournament)
    finish_table(first, read=True)
    finish_table(second, read=False)
    before = open_page(client, tournament, "close")
    close_tournament(tournament)
    after = open_page(client, tournament, "close")
    assert all(page.context["provisional"] for page in (before, after))
    assert ["jusqu’à la clôture" in page.content.decode() for page in (before, after)] == [True, False]


def add_free_round(tournament: Tournament) -> None:
    """Seat the players of the first round's tables again, at the same tables of a second round."""
    later = Round.objects.create(tournament=tournament, n=2)
    for table in Table.objects.filter(round__tournament=tournament, round__n=1):
        again = Table.objects.create(round=later, n=table.n)
        Seat.objects.bulk_create(Seat(table=again, position=it.position, entry=it.entry) for it in table.seats.all())


@pytest.mark.parametrize(("where", "second"), [("close", "Table 2 de la ronde {n}"), ("paper", "Table 2, ronde {n}")])
def test_free_tables_drawn_twice_are_told_apart_by_their_rounds(where: str, second: str):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    once = client.get(f"/desk/event/{tournament.pk}/{where}").content.decode()
    add_free_round(tournament)
    twice = " ".join(client.get(f"/desk/event/{tournament.pk}/{where}").content.decode().split())
    assert "Table 2" in once
    assert second.format(n=1) not in once, "one round has no name"
    assert second.format(n=1) in twice
    assert second.format(n=2) in twice


def test_a_colon_has_a_space_before_it_in_french_alone():
    client, club = sign_in_organiser()
    page = f"/desk/event/{create_open_evening(club).pk}/paper"
    french, english = (
        " ".join(client.get(page, headers={"Accept-Language": language}).content.decode().split("\n"))
        for language in ("fr", "en")
    )
    assert "Table 1\u202f:" in french
    assert "Table 1:" in english


def test_a_closed_evening_invites_to_no_round_and_shows_those_that_were_played():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, "random")
    post_form(client, tournament, "rounds/draw", sizes_of="3")
    post_form(client, tournament, "rounds/1/publish")
    post_form(client, tournament, "rounds/draw", sizes_of="3")
    open_tournament(tournament)
    close_tournament(tournament)
    page = read_page(client, tournament)
    assert f"/desk/event/{tournament.pk}/reopen" in page
    invitations = ("à placer", "rounds/draw", "rounds/plan", "rounds/2/publish", "rounds/1/withdraw")
    assert "rounds/1/calls" in page, "of the round that was played"
    assert not [each for each in invitations if each in page]
    post_form(client, tournament, "reopen", reason="on joue encore")
    assert open_page(client, tournament).context["editor"].n == 2, "its draft has waited"


def test_a_closed_evening_of_free_tables_is_not_asked_how_it_plays():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    close_tournament(tournament)
    page = read_page(client, tournament)
    assert f"/desk/event/{tournament.pk}/reopen" in page
    assert "rounds/plan" not in page


def test_while_something_is_open_the_one_loud_button_leads_to_it():
    client, club = sign_in_organiser()
    tournament = create_round_tournament(club, rounds=1)
    tables = list(Table.objects.filter(round__tournament=tournament).order_by("n"))

    def find_loud() -> list[str]:
        body = read_page(client, tournament, "close").split("<main")[1]
        return re.findall(r'<(a|button) class="btn"', body)

    assert find_loud() == ["a"], "a round that nobody began"
    book.record_events(tables[0], book.build_coup())
    assert find_loud() == ["a"], "two tables"
    for table in tables:
        finish_table(table, read=True)
    assert find_loud() == ["button"]
