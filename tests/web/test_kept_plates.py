"""The plates of a draft: made once, and anew for whatever changes."""

import pytest
from django.test import Client

from tests.book.evening_builders import record_events
from tests.web.organiser_builders import create_drafted_swiss, get_first_table, sign_in_organiser
from tournaments.actions.people.entries import show_under_name
from tournaments.actions.people.erasing import forget_name
from tournaments.models import Tournament
from tournaments.views.organiser.rounds import seat_editor

pytestmark = pytest.mark.django_db


NAMES = ("Anne", "Basile", "Chloé", "Denis")


def read_plates(client: Client, tournament: Tournament, language: str = "fr") -> str:
    """Return all plates of the draft, as they are shown."""
    page = client.get(f"/desk/event/{tournament.pk}/rounds", headers={"accept-language": language})
    return "".join(str(table.html) for table in page.context["editor"].tables)


def test_a_table_s_plates_are_made_once_and_anew_for_whatever_changes() -> None:
    client, club = sign_in_organiser()
    tournament = create_drafted_swiss(club, NAMES)
    before = read_plates(client, tournament)
    made = seat_editor.make_plates.cache_info().misses
    assert read_plates(client, tournament) == before
    assert seat_editor.make_plates.cache_info().misses == made
    record_events(get_first_table(tournament), {"type": "coup", "points": {"1": 80, "2": 40}})
    after_coup = read_plates(client, tournament)
    assert "rang 1" in after_coup
    assert "rang 1" not in before
    entry = tournament.entries.get(shown_name="Anne")
    show_under_name(entry, "Zénobie")
    renamed = read_plates(client, tournament)
    assert "Zénobie" in renamed
    assert "Anne" not in renamed
    forget_name(entry.player, actor="")
    assert "Zénobie" not in read_plates(client, tournament)
    assert read_plates(client, tournament, "en") != read_plates(client, tournament)


def test_whoever_is_taken_is_shown_as_taken() -> None:
    client, club = sign_in_organiser()
    tournament = create_drafted_swiss(club, NAMES)
    entry = tournament.entries.get(shown_name="Anne")
    before = read_plates(client, tournament)
    page = client.post(f"/desk/event/{tournament.pk}/rounds/touch", {"take": entry.pk})
    taken = "".join(str(table.html) for table in page.context["editor"].tables)
    assert 'name="leave"' in taken
    assert 'name="with"' in taken
    assert 'name="take"' not in taken
    assert read_plates(client, tournament) == before
