"""The desk's list of evenings after years: a page of the closed ones, the others by page or by searching; what is left
open, and who sits at two running tables, is said."""

import datetime
import re

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.book.evening_builders import create_evening, get_table, record_events, seat_in_order
from tests.web.organiser_builders import create_draft_evening, create_open_evening, sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament, hide_tournament, open_tournament
from tournaments.actions.people.clubs import create_club
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.book.table_cards import load_cards_in_play
from tournaments.models import Club, Table, Tournament
from tournaments.reading.table_status import EVENING_LEFT, MIN_SILENCE, build_table_statuses
from tournaments.views.organiser.evening.evening_list import EVENINGS_PER_PAGE

pytestmark = pytest.mark.django_db
MONDAY = datetime.date(2024, 3, 4)
VOID = {"type": "void"}


def create_past(club: Club, count: int) -> list[Tournament]:
    """Create so many closed evenings of a club, a week from each other."""
    dates = [MONDAY + datetime.timedelta(days=7 * n) for n in range(count)]
    made = [create_tournament(club, name=f"Été n° {n}", date=date, players=[]) for n, date in enumerate(dates, 1)]
    for each in made:
        Tournament.objects.filter(pk=each.pk).update(status=Tournament.Status.CLOSED)
    return made


def list_names(client: Client, query: str = "") -> list[str]:
    """Return the names of the closed evenings that the list shows."""
    return [each.name for each in client.get(f"/desk/{query}").context["shelves"]["closed"]]


def count_queries(client: Client) -> int:
    """Return how many queries the list makes."""
    with CaptureQueriesContext(connection) as queries:
        client.get("/desk/")
    return len(queries)


def test_the_newest_evenings_come_first_a_page_at_a_time_with_as_many_queries_as_ever():
    client, club = sign_in_organiser()
    create_past(club, 2)
    page = client.get("/desk/").content.decode()
    before = count_queries(client)
    assert list_names(client) == ["Été n° 2", "Été n° 1"]
    assert 'name="find"' not in page
    create_past(club, 2 * EVENINGS_PER_PAGE)
    assert count_queries(client) == before
    first, last = list_names(client), list_names(client, "?page=3")
    assert len(first) == EVENINGS_PER_PAGE
    assert first[0] == f"Été n° {2 * EVENINGS_PER_PAGE}"
    assert last[-1] == "Été n° 1"
    assert not {*first} & {*last}
    assert list_names(client, "?page=no") == first
    assert list_names(client, "?page=99") == last


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("ete 34", 1), ("n° 33", 1), ("MARS", 4), ("mars 2024", 4), ("25 lundi mars", 1), ("hiver", 0), ("x\x00", 0)],
)
def test_what_is_not_on_the_page_is_found_by_its_name_or_its_day(wanted: str, found: int):
    client, club = sign_in_organiser()
    create_past(club, EVENINGS_PER_PAGE + 10)
    hidden = create_past(club, 1)[0]
    hide_tournament(hidden)
    answer = client.get("/desk/", {"find": wanted})
    assert len(answer.context["shelves"]["closed"]) == min(found, EVENINGS_PER_PAGE)
    assert ('class="notice plain" role="status"' in answer.content.decode()) is (found == 0)
    is_march = wanted.lower().startswith("mars")
    assert len(answer.context["shelves"]["hidden"]) == is_march, "the hidden one is of that month"


def create_running(club: Club, name: str, players: list[str]) -> Table:
    """Create an open evening whose one table has begun."""
    tournament = create_tournament(club, name=name, date=MONDAY, players=players)
    seat_in_order(tournament, tournament.entries.all(), [len(players)])
    open_tournament(tournament)
    table = get_table(tournament)
    record_events(table, VOID)
    return table


def test_who_sits_at_two_running_tables_is_said_on_both_evenings_until_one_is_over():
    client, club = sign_in_organiser()
    first = create_running(club, "Salle du haut", ["Anne", "Basile", "Chloé"])
    second = create_running(club, "Salle du bas", ["Anne", "Denis", "Élise"])
    pages = ["/desk/", *(f"/desk/event/{each.round.tournament_id}" for each in (first, second))]
    for page in pages:
        [seated] = client.get(page).context["double_seats"]
        assert seated.name == "Anne"
        places = {(place.tournament, place.table_n) for place in seated.places}
        assert places == {(each.round.tournament_id, 1) for each in (first, second)}
    mark_unplayed(second.pk, "adjourned", actor="user:1", reason="Il est tard")
    assert not any(client.get(page).context["double_seats"] for page in pages)


def test_who_only_has_a_seat_at_another_evening_is_not_said_to_play_there():
    client, club = sign_in_organiser()
    create_running(club, "Salle du haut", ["Anne", "Basile", "Chloé"])
    create_open_evening(club, names=["Anne", "Denis", "Élise"], sizes=(3,))
    create_draft_evening(club)
    assert not client.get("/desk/").context["double_seats"]


def test_an_evening_that_was_left_open_for_three_weeks_is_said_and_no_table_of_it_is_late():
    client, club = sign_in_organiser()
    table = create_running(club, "Salle du haut", ["Anne", "Basile", "Chloé"])
    assert "restée ouverte" not in client.get("/desk/").content.decode(), "a coup was written just now"
    later = timezone.now() + datetime.timedelta(days=21)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: later)
        told = client.get("/desk/").content.decode()
        assert re.search(r"Salle du haut\W+est\s+restée ouverte", told)
        [glance] = client.get(f"/desk/event/{table.round.tournament_id}").context["glances"]
        assert glance.silent_minutes is None
    close_tournament(table.round.tournament)
    assert "restée ouverte" not in client.get("/desk/").content.decode()


def test_an_evening_that_was_opened_and_never_played_is_said_once_its_day_is_long_past():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    assert "restée ouverte" not in client.get("/desk/").content.decode()
    Tournament.objects.filter(pk=tournament.pk).update(date=timezone.localdate() - datetime.timedelta(days=15))
    assert "restée ouverte" in client.get("/desk/").content.decode()


@pytest.mark.parametrize(
    ("passed", "silent"),
    [(datetime.timedelta(hours=-3), False), (2 * MIN_SILENCE, True), (EVENING_LEFT, False)],
)
def test_a_table_is_late_by_what_an_evening_lasts_whatever_the_clock_says(passed: datetime.timedelta, silent: bool):
    tournament = create_evening(3)
    record_events(get_table(tournament), VOID)
    cards = load_cards_in_play(tournament, with_times=True)
    for at in (passed, datetime.timedelta(days=730), passed):  # two years ahead, and back
        [status] = build_table_statuses(cards, timezone.now() + at)
        assert (status.silent_minutes is not None) is (silent and at == passed)


def test_the_green_button_leads_to_one_s_own_next_evening_and_never_to_the_example():
    client, club = sign_in_organiser()
    example = create_club(get_user_model().objects.get(), "Exemple", demonstration=True)
    shown = create_open_evening(example)
    today = timezone.localdate()
    page = client.get("/desk/")
    assert page.context["next_pk"] is None
    assert list_green(page) == ["/desk/event/new"]
    far, near, gone = (
        create_tournament(club, name=f"Soirée {n}", date=today + datetime.timedelta(days=n), players=["Anne"])
        for n in (30, 2, -5)
    )
    page = client.get("/desk/")
    assert [each.pk for each in page.context["shelves"]["draft"]] == [near.pk, far.pk, gone.pk]
    assert page.context["next_pk"] == near.pk
    assert list_green(page) == [f"/desk/event/{near.pk}"]
    own = create_open_evening(club)
    page = client.get("/desk/")
    assert [each.pk for each in page.context["shelves"]["open"]] == [own.pk, shown.pk]
    assert page.context["next_pk"] == own.pk
    assert list_green(page) == [f"/desk/event/{own.pk}"]


def list_green(page):
    """Return where the green buttons of a page lead."""
    return re.findall(r'class="btn"\s+href="([^"]*)"', page.content.decode())
