"""«Où suis-je ?»: the fixed address of tonight, and what a player's own page says of his place."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.web.sign_up_builders import open_sign_up
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def find_tonight() -> str:
    """Return where the fixed address leads."""
    return Client().get("/tonight")["Location"]


def read_now(tournament: Tournament) -> dict:
    """Return the context of the first player's page."""
    return Client().get(f"/{tournament.code}/player/{tournament.entries.earliest('pk').pk}").context


def test_the_fixed_address_leads_to_the_one_open_evening_else_to_the_door() -> None:
    assert find_tonight() == "/"
    first = create_evening(3)
    assert find_tonight() == f"/{first.code}/seats#me"
    second = create_evening(3)
    assert find_tonight() == "/"
    close_tournament(first)
    assert find_tonight() == f"/{second.code}/seats#me"


def test_the_door_shows_an_evening_to_sign_up_for_which_is_not_yet_tonight_s() -> None:
    coming, today = create_evening(3), timezone.localdate()
    open_sign_up(coming)
    for day, shown in ((today, [coming]), (today - timedelta(1), [])):
        Tournament.objects.filter(pk=coming.pk).update(status="draft", date=day)
        page = Client().get("/")
        assert [*page.context["evenings"]] == shown
        assert (f'href="/{coming.code}/sign-up"' in page.content.decode()) == bool(shown)
    over = close_tournament(create_evening(3))
    for day, shown in ((today, [over]), (today - timedelta(2), [])):
        Tournament.objects.filter(pk=over.pk).update(date=day)
        assert [*Client().get("/").context["evenings"]] == shown, "its players look for the result"
    assert find_tonight() == "/"


def test_a_player_reads_who_deals_until_the_partie_is_over() -> None:
    tournament = create_evening(3, tours=1)
    assert read_now(tournament)["now"].dealer == "Anne"
    record_events(get_table(tournament), build_coup())
    assert read_now(tournament)["now"].dealer == "Basile"
    record_events(get_table(tournament), build_coup(), build_coup())
    assert read_now(tournament)["now"].dealer == ""
