"""Seats on the organiser's pages: drawn at random, moved by hand, set in sides; players who are left over are always
shown."""

import pytest
from django.test import Client

from tests.web.organiser_builders import NAMES, evening, first_table, opened, organiser, play_coup
from tournaments import actions
from tournaments.models import Event, Table

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def seated(event: Event) -> list[list[str]]:
    """Return the names at each table, table by table."""
    return [list(sheet.names) for sheet in Table.objects.for_event(event)]


def everybody(event: Event) -> list[str]:
    """Return the sorted names of all seated players."""
    return sorted(name for table in seated(event) for name in table)


def touch(client: Client, event: Event, **what: object):
    """Send what a touch on the seating page sends. Return the response."""
    return client.post(f"/desk/event/{event.pk}/tables/place", what)


def entry(event: Event, name: str) -> int:
    return event.entries.get(shown_name=name).pk


def test_a_draw_seats_everybody():
    client, club = organiser()
    event = evening(club, sizes=())
    assert client.post(f"/desk/event/{event.pk}/tables/draw", {"mix": "3-3"}).status_code == 302
    tables = seated(event)
    assert [len(table) for table in tables] == [3, 3] and everybody(event) == sorted(NAMES)


def test_table_sizes_may_be_typed_and_players_left_over_are_shown():
    client, club = organiser()
    event = evening(club, sizes=())
    client.post(f"/desk/event/{event.pk}/tables/draw", {"mix": "3-3", "typed": "4"})
    page = client.get(f"/desk/event/{event.pk}/tables")
    assert [len(table) for table in seated(event)] == [4] and len(page.context["left_over"]) == 2


@pytest.mark.parametrize(("typed", "says"), [("6", "2, 3, 4, 5"), ("trois", "2, 3, 4, 5"), ("9" * 400, "2, 3, 4, 5")])
def test_table_sizes_that_the_game_does_not_have_are_refused(typed: str, says: str):
    client, club = organiser()
    event = evening(club, sizes=())
    answer = client.post(f"/desk/event/{event.pk}/tables/draw", {"typed": typed})
    assert answer.status_code == 422 and says in answer.content.decode() and typed in answer.content.decode()
    assert seated(event) == []


def test_more_seats_than_players_are_refused_with_a_message():
    client, club = organiser()
    event = evening(club, sizes=())
    answer = client.post(f"/desk/event/{event.pk}/tables/draw", {"typed": "4 4"})
    assert answer.status_code == 422 and "Il manque 2 joueurs" in answer.content.decode()


def test_drawing_again_asks_for_confirmation():
    client, club = organiser()
    event = evening(club)
    before = seated(event)
    answer = client.post(f"/desk/event/{event.pk}/tables/draw", {"mix": "2-2-2"})
    assert answer.status_code == 422 and seated(event) == before
    client.post(f"/desk/event/{event.pk}/tables/draw", {"mix": "2-2-2", "again": "yes"})
    assert [len(table) for table in seated(event)] == [2, 2, 2]


def test_a_table_that_has_begun_keeps_its_players_and_the_page_warns():
    client, club = organiser()
    event = opened(club)
    play_coup(client, first_table(event))
    page = client.get(f"/desk/event/{event.pk}/tables").content.decode()
    assert "Des tables ont commencé" in page and "ses places ne bougent plus" in page
    client.post(f"/desk/event/{event.pk}/tables/draw", {"mix": "3", "again": "yes"})
    assert seated(event)[0] == list(NAMES[:3]) and everybody(event) == sorted(NAMES)
    answer = touch(client, event, entry=entry(event, NAMES[0]), place="out")
    assert answer.status_code == 422 and "cette table a commencé" in answer.content.decode().lower()


def test_two_players_exchange_their_seats():
    client, club = organiser()
    event = evening(club)
    other = Table.objects.get(round__event=event, n=2)
    touch(client, event, entry=entry(event, NAMES[0]), place=f"{other.pk}:2")
    assert seated(event) == [[NAMES[4], NAMES[1], NAMES[2]], [NAMES[3], NAMES[0], NAMES[5]]]


def test_a_player_is_moved_to_a_free_seat_and_taken_out():
    client, club = organiser()
    event = evening(club)
    other = Table.objects.get(round__event=event, n=2)
    touch(client, event, entry=entry(event, NAMES[0]), place=f"{other.pk}:4")
    assert seated(event) == [[NAMES[1], NAMES[2]], [*NAMES[3:], NAMES[0]]]
    touch(client, event, entry=entry(event, NAMES[0]), place="out")
    page = client.get(f"/desk/event/{event.pk}/tables")
    assert [str(each) for each in page.context["left_over"]] == [NAMES[0]]
    assert "1 joueur n’a pas de place" in page.content.decode()


def test_a_seat_touched_without_a_player_says_what_to_do():
    client, club = organiser()
    event = evening(club)
    answer = touch(client, event, place=f"{first_table(event).pk}:1")
    assert answer.status_code == 422 and "Touchez d’abord le nom" in answer.content.decode()


def test_a_full_table_refuses_a_player_who_stays_selected():
    client, club = organiser()
    event = evening(club, sizes=(5,))
    answer = touch(client, event, entry=entry(event, NAMES[5]), place=f"{first_table(event).pk}:6")
    assert answer.status_code == 422 and "pleine" in answer.content.decode()
    assert answer.context["picked"] == entry(event, NAMES[5])


def test_an_htmx_request_gets_the_seating_section_alone():
    client, club = organiser()
    event = evening(club)
    answer = client.post(f"/desk/event/{event.pk}/tables/place", {"place": "new"}, headers=HTMX)
    assert answer.status_code == 200 and answer.content.decode().lstrip().startswith('<div id="seating">')
    assert Table.objects.filter(round__event=event).count() == 3


def test_an_empty_table_is_removed():
    client, club = organiser()
    event = evening(club)
    touch(client, event, place="new")
    touch(client, event, remove=Table.objects.get(round__event=event, n=3).pk)
    assert len(seated(event)) == 2


def test_a_table_of_four_is_set_to_two_against_two_and_back():
    client, club = organiser()
    event = evening(club, sizes=(4, 2))
    table = first_table(event)
    touch(client, event, sides=f"{table.pk}:1")
    table.refresh_from_db()
    assert table.sides
    assert "Un camp" in client.get(f"/desk/event/{event.pk}/tables").content.decode()
    touch(client, event, sides=f"{table.pk}:0")
    table.refresh_from_db()
    assert not table.sides


def test_another_evening_s_table_or_player_is_missing():
    client, club = organiser()
    event, other = evening(club), evening(club)
    assert touch(client, event, entry=entry(event, NAMES[0]), place=f"{first_table(other).pk}:1").status_code == 404
    assert touch(client, event, entry=entry(other, NAMES[0]), place="out").status_code == 404
    assert touch(client, event, sides=f"{first_table(other).pk}:1").status_code == 404
    assert touch(client, event, remove="1; DROP TABLE").status_code == 404


def test_the_page_of_the_evening_shows_players_without_a_seat():
    client, club = organiser()
    event = evening(club, sizes=(4,))
    actions.open_event(event)
    page = client.get(f"/desk/event/{event.pk}")
    assert [str(each) for each in page.context["unplaced"]] == list(NAMES[4:])
