"""The arbiter's view: the tables that call, lack something or are late, each once; «J'y vais» answered from there."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.tables.calls import call_arbiter
from tournaments.models import Tournament
from tournaments.reading import table_status

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> tuple[Client, Tournament]:
    client, club = sign_in_organiser()
    return client, create_open_evening(club, tours=1)


def read_wanted(client: Client, tournament: Tournament) -> dict[int, Any]:
    """Return the tables that the page lists, in order, by table number."""
    context = client.get(f"/desk/event/{tournament.pk}/arbiter").context
    return {it.status.card.table.n: it for it in context["wanted"]}


def test_an_evening_that_goes_well_lists_no_table(desk: tuple[Client, Tournament]) -> None:
    assert read_wanted(*desk) == {}


def test_a_call_stands_before_a_sheet_to_confirm_and_a_late_table(
    desk: tuple[Client, Tournament], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_status, "MIN_SILENCE", timedelta(0))
    client, tournament = desk
    record_events(get_table(tournament, 1), *(build_coup(),) * 3)
    call_arbiter(get_table(tournament, 2), actor="table")
    found = read_wanted(client, tournament)
    assert list(found) == [2, 1]
    assert [len(it.calls) for it in found.values()] == [1, 0]
    assert found[2].status.is_late
    assert not found[2].lack
    assert found[1].lack


def test_a_call_is_answered_there_and_the_page_comes_back(desk: tuple[Client, Tournament]) -> None:
    client, tournament = desk
    call = call_arbiter(get_table(tournament), actor="table")
    here = f"/desk/event/{tournament.pk}/arbiter"
    assert f'action="/desk/call/{call.pk}/take?then=arbiter"' in client.get(here).content.decode()
    assert client.post(f"/desk/call/{call.pk}/take?then=arbiter")["Location"] == here
    call.refresh_from_db()
    assert call.taken_at
    assert client.post(f"/desk/call/{call.pk}/done")["Location"] == f"/desk/event/{tournament.pk}"


def test_a_poll_gets_the_part_alone_and_nothing_while_nothing_changes(desk: tuple[Client, Tournament]) -> None:
    client, tournament = desk
    page = client.get(f"/desk/event/{tournament.pk}/arbiter")
    headers = {"HX-Request": "true", "If-None-Match": f'"{page.context["stamp"]}"'}
    assert client.get(f"/desk/event/{tournament.pk}/arbiter", headers=headers).status_code == 304
    call_arbiter(get_table(tournament), actor="table")
    part = client.get(f"/desk/event/{tournament.pk}/arbiter", headers=headers)
    assert part.status_code == 200
    assert b"<html" not in part.content
