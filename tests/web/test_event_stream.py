"""What happened in a club after a number, asked for by other programs: all that receivers are sent, and nothing that
was committed is passed over."""

from contextlib import closing
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.fixtures.databases import Database
from tests.web.api_programs import API, Program
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import close_tournament, hide_tournament, open_tournament
from tournaments.actions.people.signing_up import SignUpRequest, set_sign_up_terms, sign_up
from tournaments.api.event_stream import MOST_TOURNAMENTS
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Club, OutboxEntry, Record, Table, Tournament

DEED = """INSERT INTO tournaments_deed (event_id, at, by, what, before, after)
VALUES (%s, now(), '', 'closed', '{}', '{}')"""


def read_page(club: Club, after: int | None = None, caller: Client | None = None, **query: int) -> dict[str, Any]:
    """Return the answer to somebody who asks what happened after a number; `caller`: None for anybody."""
    asked = query if after is None else query | {"after": after}
    told: dict[str, Any] = (caller or Client()).get(f"{API}/clubs/{club.pk}/events", asked).json()
    return told


def list_types(told: dict[str, Any]) -> list[str]:
    """Return the types of the events of an answer."""
    return [each["message"]["type"] for each in told["items"]]


@pytest.mark.django_db
def test_what_happened_after_a_number_is_told_once_in_order():
    tournament = create_evening(3)
    club = tournament.club
    start = read_page(club)
    assert start["items"] == []
    assert read_page(club, start["last"]) == start
    record_events(get_table(tournament), build_coup())
    first = read_page(club, start["last"])
    assert list_types(first) == ["coup.recorded", "standings.changed"]
    assert first["last"] > start["last"]
    close_tournament(tournament, actor="")
    assert list_types(read_page(club, first["last"])) == ["tournament.closed"]
    whole = read_page(club, 0)
    numbers = [each["n"] for each in whole["items"]]
    assert numbers == sorted(numbers)
    assert numbers[-1] == whole["last"]
    assert list_types(whole)[-3:] == ["coup.recorded", "tournament.closed", "standings.changed"]


@pytest.mark.django_db
def test_a_coup_is_told_with_its_gains_and_when_each_thing_happened():
    tournament = create_evening(3)
    last = read_page(tournament.club)["last"]
    record_events(get_table(tournament), build_coup())
    coup, standings = (each["message"] for each in read_page(tournament.club, last)["items"])
    told = [(each["position"], each["name"], each["gain"]) for each in coup["data"]["gains"]]
    assert told == [(1, "Anne", 42), (2, "Basile", -15), (3, "Chloé", -27)]
    assert [row["total"] for row in standings["data"]["leaders"]] == [42, -15, -27]
    assert all(each["message"]["timestamp"] for each in read_page(tournament.club, 0)["items"])


@pytest.mark.django_db
def test_a_bonus_moves_the_standings_and_a_table_tells_its_round():
    tournament = create_evening(3)
    program, last = Program(tournament.club), read_page(tournament.club)["last"]
    entry = tournament.entries.first()
    bonus = {"entry": entry.pk, "amount": 20, "rule": "Accueil", "reason": "Premier venu"}
    assert program.post(f"/tournaments/{tournament.code}/adjustments", bonus).status_code in (200, 201)
    told = read_page(tournament.club, last)
    assert list_types(told) == ["standings.changed"]
    assert "round.published" in list_types(read_page(tournament.club, 0))


@pytest.mark.django_db
def test_who_signs_up_is_told_to_the_club_s_own_programs_alone():
    tournament = create_evening(3)
    club, last = tournament.club, read_page(tournament.club)["last"]
    terms = {"is_open": True, "limit": 3, "closes_at": None, "self_check_in": False, "fee_cents": None}
    set_sign_up_terms(tournament, **terms)
    sign_up(tournament, SignUpRequest("Zoé Albret", nonce="1"))
    [told] = read_page(club, last, Program(club).client)["items"]
    assert told["message"]["type"] == "sign_up.changed"
    assert told["message"]["data"]["sign_up"] | {"id": 0} == {
        "id": 0,
        "state": "waiting",
        "entry": None,
        "name": "Z. A.",
    }
    stranger = Program(Club.objects.create(name="Autre cercle"))
    assert list_types(read_page(club, last)) == list_types(read_page(club, last, stranger.client)) == []


@pytest.mark.django_db
def test_nobody_is_told_of_what_is_not_public():
    tournament = create_evening(3)
    club, last = tournament.club, read_page(tournament.club)["last"]
    create_evening(3)
    record_events(get_table(tournament), build_coup())
    hide_tournament(tournament, hidden=True, actor="")
    assert read_page(club, last, Program(club).client)["items"] == []


@pytest.mark.django_db
def test_an_imported_evening_is_no_event():
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    document = read_tournament(build_tournament_document(tournament))
    last = read_page(tournament.club)["last"]
    imported = import_tournament(tournament.club, document)
    assert Record.objects.filter(table__round__tournament=imported).exists()
    assert read_page(tournament.club, last) == {"items": [], "last": last}
    open_tournament(imported, reason="À revoir")
    assert list_types(read_page(tournament.club, last)) == ["tournament.opened"]


@pytest.mark.django_db
def test_after_a_restore_numbers_begin_anew_and_nothing_is_passed_over():
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup())
    of_before = read_page(tournament.club)["last"] + 1_000
    assert "coup.recorded" in list_types(read_page(tournament.club, of_before))


@pytest.mark.django_db
def test_a_page_of_a_hundred_costs_as_many_queries_as_a_page_of_a_few():
    tournament = create_evening(3)
    club = tournament.club
    for _n in range(MOST_TOURNAMENTS):
        other = create_evening(3, tours=10)
        Tournament.objects.filter(pk=other.pk).update(club=club)
        record_events(get_table(other), *[build_coup()] * 30)
    asked = {}
    for limit in (40, 100):
        with CaptureQueriesContext(connection) as queries:
            items = read_page(club, 0, limit=limit)["items"]
        asked[limit] = (len({each["message"]["data"]["tournament"]["code"] for each in items}), len(queries))
    assert asked == {40: (MOST_TOURNAMENTS, 32), 100: (MOST_TOURNAMENTS, 32)}


@pytest.mark.django_db
def test_a_page_ends_before_the_names_of_a_fourth_tournament():
    told = [create_evening(3) for _n in range(MOST_TOURNAMENTS + 1)]
    club = told[0].club
    Tournament.objects.filter(pk__in=[each.pk for each in told]).update(club=club)
    pages, last = [], 0
    while len(pages) < 2:
        page = read_page(club, last)
        last = page["last"]
        pages.append({each["message"]["data"]["tournament"]["code"] for each in page["items"]})
    assert pages == [{each.code for each in told[:-1]}, {told[-1].code}]


def fill_evening() -> None:
    """Fill the database: an evening with a table."""
    create_evening(3)


@pytest.mark.book
@pytest.mark.start_from(fill=fill_evening)
def test_a_lower_number_that_is_committed_later_is_not_passed_over(own_database: Database):
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one writer at a time")
    table = Table.objects.select_related("round__tournament__club").get()
    club = table.round.tournament.club
    last = read_page(club)["last"]
    with closing(connection.copy()) as slow:
        slow.set_autocommit(False)
        with slow.cursor() as cursor:
            cursor.execute(DEED, [table.round.tournament_id])
        record_events(table, build_coup())
        assert OutboxEntry.objects.filter(pk__gt=last).count() == 1
        assert read_page(club, last) == {"items": [], "last": last}
        beginning = read_page(club)["last"]
        slow.commit()
    for after in (last, beginning):
        told = read_page(club, after)
        assert list_types(told) == ["tournament.closed", "coup.recorded", "standings.changed"]


@pytest.mark.book
@pytest.mark.start_from(fill=fill_evening)
def test_who_gave_up_holds_up_nothing(own_database: Database):
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one writer at a time")
    table = Table.objects.select_related("round__tournament__club").get()
    last = read_page(table.round.tournament.club)["last"]
    with closing(connection.copy()) as slow:
        slow.set_autocommit(False)
        with slow.cursor() as cursor:
            cursor.execute(DEED, [table.round.tournament_id])
        record_events(table, build_coup())
        slow.rollback()
    assert list_types(read_page(table.round.tournament.club, last)) == ["coup.recorded", "standings.changed"]
