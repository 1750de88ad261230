"""The organiser's overview of the tables: what has just arrived, which table is silent, which one calls; and its poll,
which writes nothing, takes no lock and answers 304 while nothing has changed."""

import datetime
import re
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.sqlite.driver import library
from tests.book import evening_builders as book
from tests.web.organiser_builders import NAMES, create_open_evening, sign_in_organiser
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.people.entries import rename_entry
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.tables.calls import call_arbiter, finish_call, set_paper_first, take_call
from tournaments.actions.tables.closing import confirm_sheet, save_token_counts
from tournaments.book.table_cards import load_cards_in_play
from tournaments.book.table_keys import table_key
from tournaments.models import ArbiterCall, Record, Table, Tournament
from tournaments.reading.idle_rounds import map_resting
from tournaments.reading.table_status import build_table_statuses

START = datetime.datetime(2026, 11, 21, 19, 0, tzinfo=datetime.UTC)
Untyped = Any


def minutes_after_start(minutes: float) -> datetime.datetime:
    """Return the time so many minutes after START."""
    return START + datetime.timedelta(minutes=minutes)


def record_coups_at(table: Table, *minutes: float) -> None:
    """Record a coup at each of these minutes."""
    for minute in minutes:
        with patch.object(
            Record._meta.get_field("at"), "_get_default", lambda minute=minute: minutes_after_start(minute)
        ):
            book.record_events(table, book.build_coup())


def read_statuses(tournament: Tournament, minute: float) -> dict[int, Untyped]:
    """Return the status of each table at this minute, by table number."""
    cards = load_cards_in_play(tournament, with_times=True)
    return {it.card.table.n: it for it in build_table_statuses(cards, minutes_after_start(minute))}


@pytest.mark.django_db
class TestTableStatus:
    """When the overview calls a table silent, and when a coup fresh."""

    def test_a_table_is_silent_after_twice_the_pace_of_the_others(self) -> None:
        """Two tables record a coup every six minutes: after twelve minutes the third table is silent, not before."""
        _client, club = sign_in_organiser()
        tournament = create_open_evening(club, names=(*book.NAMES, "Ida"), sizes=(3, 3, 3), tours=4)
        one, two, three = Table.objects.filter(round__tournament=tournament)
        record_coups_at(one, 0, 6, 12)
        record_coups_at(two, 1, 7, 13)
        record_coups_at(three, 2)
        assert [it.silent_minutes for it in read_statuses(tournament, 13.9).values()] == [None, None, None]
        assert [it.silent_minutes for it in read_statuses(tournament, 14).values()] == [None, None, 12]

    def test_coups_typed_in_at_once_set_no_pace_and_silence_takes_ten_minutes(self) -> None:
        _client, club = sign_in_organiser()
        tournament = create_open_evening(club, tours=4)
        one, two = Table.objects.filter(round__tournament=tournament)
        record_coups_at(one, 0, 0.1, 0.2, 0.3)
        record_coups_at(two, 0)
        assert read_statuses(tournament, 19)[2].silent_minutes is None
        assert read_statuses(tournament, 20)[2].silent_minutes == 20
        record_coups_at(one, 2.3, 4.3, 6.3)
        assert read_statuses(tournament, 9.9)[2].silent_minutes is None
        assert read_statuses(tournament, 10)[2].silent_minutes == 10

    def test_a_table_on_paper_and_a_finished_one_are_never_silent(self) -> None:
        _client, club = sign_in_organiser()
        tournament = create_open_evening(club)
        one, two = Table.objects.filter(round__tournament=tournament)
        record_coups_at(one, 0, 6, 12)
        assert read_statuses(tournament, 60)[2].silent_minutes == 60
        assert read_statuses(tournament, 60)[1].silent_minutes is None
        set_paper_first(two.pk, True)
        assert read_statuses(tournament, 60)[2].silent_minutes is None

    def test_a_coup_is_fresh_for_less_than_two_minutes(self) -> None:
        _client, club = sign_in_organiser()
        tournament = create_open_evening(club)
        record_coups_at(Table.objects.get(round__tournament=tournament, n=1), 0)
        assert [it.is_fresh for it in read_statuses(tournament, 1).values()] == [True, False]
        assert [it.is_fresh for it in read_statuses(tournament, 2).values()] == [False, False]


@pytest.fixture
def overview(db: None) -> Iterator[tuple[Untyped, Tournament, str]]:
    """An organiser's client, an open evening, and the address of its overview, at a fixed time."""
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    with (
        patch.object(timezone, "now", lambda: minutes_after_start(0)),
        patch.object(Record._meta.get_field("at"), "_get_default", lambda: minutes_after_start(-1)),
    ):
        yield client, tournament, f"/desk/event/{tournament.pk}/watch"


def test_an_unchanged_poll_is_a_304_and_reads_only(overview: tuple[Untyped, Tournament, str]) -> None:
    client, tournament, address = overview
    mark = client.get(address)["ETag"]
    with CaptureQueriesContext(connection) as asked:
        again = client.get(address, headers={"If-None-Match": mark})
    assert (again.status_code, again.content) == (304, b"")
    assert {query["sql"].split()[0] for query in asked.captured_queries} == {"SELECT"}
    assert "FOR UPDATE" not in str(asked.captured_queries)
    assert mark.strip('"') in client.get(f"/desk/event/{tournament.pk}").content.decode()


def list_changes(tournament: Tournament) -> Iterator[Untyped]:
    """Yield actions that each change what the overview shows."""
    one = Table.objects.get(round__tournament=tournament, n=1)
    yield lambda: book.record_events(one, book.build_coup())
    yield lambda: call_arbiter(one, actor="table:1")
    yield lambda: take_call(ArbiterCall.objects.get())
    yield lambda: finish_call(ArbiterCall.objects.get())
    yield lambda: set_paper_first(one.pk, True)
    yield lambda: book.record_events(one, book.build_coup(), book.build_coup())
    yield lambda: save_token_counts(one.pk, {1: (6, 0)}, actor="table:1")
    yield lambda: save_token_counts(one.pk, {1: (5, 0)}, actor="table:1")
    yield lambda: confirm_sheet(one.pk, 2, actor="table:1")
    yield lambda: rename_entry(tournament.entries.first(), "Zoé")


def test_whatever_changes_at_a_table_changes_the_etag(overview: tuple[Untyped, Tournament, str]) -> None:
    client, tournament, address = overview
    marks = [client.get(address)["ETag"]]
    for n, change in enumerate(list_changes(tournament), 1):
        with patch.object(timezone, "now", lambda n=n: minutes_after_start(0) + datetime.timedelta(milliseconds=n)):
            change()
        marks.append(client.get(address)["ETag"])
    assert len(set(marks)) == len(marks)


def test_the_polled_section_shows_the_next_thing_to_do_and_each_state_in_words(
    overview: tuple[Untyped, Tournament, str],
) -> None:
    client, tournament, address = overview
    one, two = Table.objects.filter(round__tournament=tournament)
    book.record_events(one, book.build_coup())
    call_arbiter(two, actor="table:2", rule="PEN-08")
    page = client.get(address).content.decode()
    for words in ("vient de marquer", "appelle", "La table 2 appelle l’arbitre (Élise Marchand)", "seconde carte"):
        assert words in page, words
    assert 'id="next-thing"' in page
    assert "J’y vais" in page


def fill_open_evening() -> None:
    """Fill the database: an organiser and an open evening."""
    create_open_evening(sign_in_organiser()[1])


@pytest.mark.skipif(connection.vendor != "sqlite", reason="one write lock is SQLite's")
@pytest.mark.start_from(fill=fill_open_evening)
def test_polls_work_while_somebody_holds_the_write_lock(own_database: Untyped, monkeypatch: pytest.MonkeyPatch) -> None:
    """The organiser's overview and the public board, first loaded and unchanged, and what else asks by itself, while
    another connection is writing."""
    client = Client()
    client.force_login(get_user_model().objects.get())
    tournament, now = Tournament.objects.get(), timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)  # a slow machine must not see the next minute
    writer = library.connect(own_database.name, isolation_level=None)  # another library would stop nobody here
    writer.execute("BEGIN IMMEDIATE")
    try:
        for address in (f"/desk/event/{tournament.pk}/watch", f"/{tournament.code}"):
            first = client.get(address, headers={"HX-Request": "true"})
            again = client.get(address, headers={"HX-Request": "true", "If-None-Match": first["ETag"]})
            assert (first.status_code, again.status_code) == (200, 304), address
        phone = {"X-Table-Key": table_key(Table.objects.filter(round__tournament=tournament)[0])}
        for address in ("/t/call", f"/desk/event/{tournament.pk}/arbiter", f"/{tournament.code}/screen"):
            assert client.get(address, headers={"HX-Request": "true", **phone}).status_code == 200, address
    finally:
        writer.execute("ROLLBACK")
        writer.close()


@pytest.mark.django_db
@pytest.mark.parametrize("status", Tournament.Status.values)
def test_the_menu_has_eight_ways_and_the_page_behind_it_the_others(status: str):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    Tournament.objects.filter(pk=tournament.pk).update(status=status)
    page = client.get(f"/desk/event/{tournament.pk}").content.decode()
    menu = re.findall(r'href="([^"]+)"', page.partition('<div class="panel">')[2].partition("</details>")[0])
    whole = client.get(f"/desk/event/{tournament.pk}/more").content.decode()
    listed = re.findall(r'href="([^"]+)"', whole.partition('<div class="everything">')[2])
    assert 6 <= len(menu) <= 8
    assert f"/desk/event/{tournament.pk}/more" in menu
    last = {f"/desk/event/{tournament.pk}/{name}" for name in ("close", "reopen")}  # which both have
    assert not {*menu} & {*listed} - last
    assert len(listed) <= 26


@pytest.mark.django_db
def test_who_rests_is_named_beside_the_tables_at_the_desk_and_in_public():
    client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Tournoi", date=START.date(), players=[*NAMES, "Gaël"])
    plan_rounds(tournament, format="fixed", rounds=2)
    client.post(f"/desk/event/{tournament.pk}/rounds/draw", {"sizes_of": "3"})
    client.post(f"/desk/event/{tournament.pk}/rounds/1/publish")
    open_tournament(tournament)
    [(_n, [entry])] = map_resting(tournament).items()
    resting = tournament.entries.get(pk=entry).shown_name
    shown = client.get(f"/desk/event/{tournament.pk}").context["rounds"]
    assert [each["resting"] for each in shown] == [[resting]]
    assert Client().get(f"/{tournament.code}").context["resting"] == [resting]
