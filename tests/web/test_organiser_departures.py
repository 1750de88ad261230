"""Who leaves an evening while it is played: replaced at his table, drawn no more, ranked after all others."""

import pytest

from tests.book import evening_builders as book
from tests.web.board_builders import create_round_tournament
from tests.web.organiser_builders import create_open_evening, enter_coup, get_first_table, sign_in_organiser
from tournaments.models import Entry, Table

pytestmark = pytest.mark.django_db


def replace_first(client, table, **more):
    """Replace the player of place 1 by «Gaspard» on the page of the desk. Return whom he replaced."""
    before = table.seats.get(position=1, since=1).entry
    address = f"/desk/table/{table.pk}/substitute"
    client.post(address, client.get(address).context["hidden"] | {"position": "1", "typed": "Gaspard"} | more)
    return Entry.objects.get(pk=before.pk)


def test_whoever_is_replaced_and_leaves_is_not_drawn_again():
    client, club = sign_in_organiser()
    tournament = create_round_tournament(club)
    table = Table.objects.filter(round__tournament=tournament).first()
    book.record_events(table, book.build_coup())
    assert client.get(f"/desk/table/{table.pk}/substitute").context["form"]["gone"].value() is True
    assert client.get(f"/desk/event/{tournament.pk}/rounds").context["there"] == 6
    gone = replace_first(client, table, gone="on")
    assert gone.presence == Entry.Presence.ABSENT
    assert client.get(f"/desk/event/{tournament.pk}/rounds").context["there"] == 6  # Gaspard in place of who left


def test_whoever_is_replaced_for_this_table_alone_is_drawn_again():
    client, club = sign_in_organiser()
    table = get_first_table(create_open_evening(club))
    enter_coup(client, table)
    assert replace_first(client, table).presence != Entry.Presence.ABSENT


def test_a_substitute_counts_from_the_round_in_which_he_sat_down():
    client, club = sign_in_organiser()
    tournament = create_round_tournament(club)
    table = Table.objects.filter(round__tournament=tournament).first()
    book.record_events(table, book.build_coup())
    replace_first(client, table)
    assert not client.get(f"/desk/event/{tournament.pk}/people").context["special"]


def test_the_page_of_a_departure_says_that_it_ranks_last_of_the_whole_evening():
    client, club = sign_in_organiser()
    table = get_first_table(create_open_evening(club))
    enter_coup(client, table)
    address = f"/desk/table/{table.pk}/mark/leave"
    page = client.get(address)
    assert page.context["leaver_last"]
    sent = {"key": page.context["key"], "number": str(page.context["sheet"].next_number), "leave-player": "1"}
    answer = client.post(address, sent)
    assert answer.status_code == 302
    entry = table.seats.get(position=1).entry
    why = client.get(f"/{table.round.tournament.code}/player/{entry.pk}/why").content.decode()
    assert "table quittée avant la fin fait passer" in why
    assert "partenaire" not in why
