"""The second look: which finished sheets nobody but their writer has seen, by who wrote them."""

import pytest
from django.test import Client

from tests.book.evening_builders import build_coup, get_table
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.tables.calls import agree_to_event
from tournaments.actions.tables.closing import confirm_sheet
from tournaments.actions.tables.recording import record_event
from tournaments.models import Table, Tournament
from tournaments.reading.open_tables import list_unseen_sheets

pytestmark = pytest.mark.django_db


def play(table: Table, *actors: str) -> None:
    """Play a whole partie of three coups, each written by the next of these actors."""
    for n in range(3):
        record_event(
            table.pk, build_coup(), key=f"coup-{table.pk}-{n:08d}", number=n + 1, actor=actors[n % len(actors)]
        )


def list_unseen(tournament: Tournament) -> list[int]:
    """Return the numbers of the tables whose sheets nobody else has seen."""
    return [each.card.table.n for each in list_unseen_sheets(tournament)]


@pytest.fixture
def desk() -> tuple[Client, Tournament]:
    client, club = sign_in_organiser()
    return client, create_open_evening(club, tours=1)


def test_a_sheet_of_one_hand_is_unseen_until_another_player_confirms_it(desk: tuple[Client, Tournament]) -> None:
    tournament = desk[1]
    assert list_unseen(tournament) == []
    play(get_table(tournament), "table:1")
    assert list_unseen(tournament) == [1]
    confirm_sheet(get_table(tournament).pk, 2, actor="table:1")
    assert list_unseen(tournament) == []


def test_who_agreed_to_a_coup_or_wrote_one_has_seen_the_sheet(desk: tuple[Client, Tournament]) -> None:
    tournament = desk[1]
    play(get_table(tournament, 1), "table:1", "user:1")
    assert list_unseen(tournament) == []
    play(get_table(tournament, 2), "table:1")
    agree_to_event(get_table(tournament, 2).pk, 1, 2, number=4)
    assert list_unseen(tournament) == []


def test_the_page_groups_them_by_hand(desk: tuple[Client, Tournament]) -> None:
    client, tournament = desk
    play(get_table(tournament, 1), f"user:{client.session['_auth_user_id']}")
    play(get_table(tournament, 2), "table:1")
    found = client.get(f"/desk/event/{tournament.pk}/second-look").context["writers"]
    assert [(name.split(",")[0], [it.card.table.n for it in sheets]) for name, sheets in found] == [
        ("nadia", [1]),
        ("la table", [2]),
    ]
