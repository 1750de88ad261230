"""A tablet that keeps a table's place: its key finds that table of each round, is shown once and can be taken back."""

import pytest
from django.test import Client

from tests.book.evening_builders import get_table
from tests.web.organiser_builders import NAMES, create_drafted_swiss, create_open_evening, sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.tables.tablets import KEY_TEXT, make_tablet_key, revoke_tablet_key
from tournaments.book.table_keys import table_key
from tournaments.models import Table, TableTablet, Tournament

pytestmark = pytest.mark.django_db


def ask(key: str) -> tuple[int, str | None]:
    """Ask as the tablet does. Return the status and the table's key in the answer."""
    answer = Client().get("/t/tablet", headers={"X-Tablet-Key": key})
    assert "X-Corbillon" in answer.headers
    assert "no-store" in answer["Cache-Control"]
    return answer.status_code, answer.json().get("key")


def test_a_tablet_opens_its_table_of_each_round() -> None:
    _client, club = sign_in_organiser()
    tournament = create_drafted_swiss(club, NAMES[:4])
    key = make_tablet_key(tournament, 2)
    first = Table.objects.get(round__n=1, n=2)
    assert ask(key) == (200, table_key(first))
    publish_round(tournament, 2)
    assert ask(key) == (200, table_key(Table.objects.get(round__n=2, n=2)))
    close_tournament(tournament)
    assert ask(key) == (200, "")


def test_a_key_is_kept_as_its_digest_and_another_one_replaces_it() -> None:
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    first = make_tablet_key(tournament, 1)
    assert KEY_TEXT.fullmatch(first)
    assert first not in str(TableTablet.objects.values())
    second = make_tablet_key(tournament, 1)
    assert ask(first)[0] == 404
    assert ask(second)[0] == 200
    revoke_tablet_key(tournament, 1)
    assert ask(second)[0] == 404


def test_a_hidden_evening_s_tablet_opens_nothing() -> None:
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    key = make_tablet_key(tournament, 1)
    Tournament.objects.update(hidden=True)
    assert ask(key)[0] == 404


def test_the_desk_shows_the_square_once_and_takes_the_tablet_back() -> None:
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    table = get_table(tournament)
    shown = client.post(f"/desk/table/{table.pk}/tablet")
    assert shown.context["n"] == 1
    assert "<svg" in shown.context["qr"]
    cards = client.get(f"/desk/event/{tournament.pk}/codes").context["cards"]
    assert [each["has_tablet"] for each in cards] == [True, False]
    client.post(f"/desk/table/{table.pk}/tablet/revoke")
    assert not TableTablet.objects.exists()


def test_where_no_table_has_its_number_the_tablet_waits() -> None:
    _client, club = sign_in_organiser()
    assert ask(make_tablet_key(create_open_evening(club), 9)) == (200, "")
