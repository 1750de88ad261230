"""What players see of a round: its clock, its call list, who sits where; free tables; wrong seats corrected."""

import datetime
import re
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.organiser_builders import (
    COUP,
    DAY,
    NAMES,
    create_open_evening,
    enter_coup,
    get_first_table,
    sign_in_organiser,
)
from tournaments.actions.evenings import lifecycle
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.rounds.clock import pause_clock, resume_clock, start_clock, stop_clock
from tournaments.actions.rounds.drafts import publish_round
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.actions.tables.recording import record_event
from tournaments.book.loading import load_sheet
from tournaments.book.table_keys import table_key
from tournaments.models import Club, Table, Tournament

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2026, 11, 21, 19, 0, tzinfo=datetime.UTC)


def patch_now(minutes: float):
    """Patch the current time to so many minutes after NOW."""
    return patch.object(timezone, "now", lambda: NOW + datetime.timedelta(minutes=minutes))


def create_tournament(club: Club) -> Tournament:
    """Create a tournament of seven players drawn by lot, with its first round published, and open it."""
    tournament = lifecycle.create_tournament(club, name="Tournoi", date=DAY, players=[*NAMES, "Gaël"])
    plan_rounds(tournament, format="random", rounds=3, minutes=40)
    draw_rounds(tournament, sizes=(3,), seed=1)
    publish_round(tournament, 1)
    return open_tournament(tournament)


def read_page(address: str) -> str:
    return Client().get(address).content.decode()


def test_the_round_s_clock_is_started_paused_resumed_and_extended():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    address = f"/desk/event/{tournament.pk}/rounds/1/clock"
    assert 'value="40"' in client.get(address).content.decode()
    with patch_now(0):
        client.post(f"{address}/touch", {"do": "start", "minutes": "40"})
    current = tournament.rounds.get()
    assert current.ends_at() == NOW + datetime.timedelta(minutes=40)
    assert current.seconds_left() is None
    with patch_now(10):
        client.post(f"{address}/touch", {"do": "pause"})
    assert tournament.rounds.get().seconds_left() == 30 * 60
    with patch_now(25):
        client.post(f"{address}/touch", {"do": "resume"})
        client.post(f"{address}/touch", {"do": "more", "minutes": "5", "table": ""})
        client.post(f"{address}/touch", {"do": "more", "minutes": "3", "table": get_first_table(tournament).pk})
    current = tournament.rounds.get()
    assert current.ends_at() == NOW + datetime.timedelta(minutes=60)
    assert get_first_table(tournament).extra_minutes == 3
    assert current.ends_at(3) == NOW + datetime.timedelta(minutes=63)
    client.post(f"{address}/touch", {"do": "more", "minutes": "9999"})
    [said] = client.get(address).context["messages"]
    assert re.findall(r"\d+", said.message) == ["1", "600"]
    assert client.post(f"{address}/touch", {"do": "dance"}).status_code == 404


def test_a_clock_that_is_stopped_leaves_nothing_of_its_pauses():
    round_of = create_tournament(sign_in_organiser()[1]).rounds
    pause_clock(round_of.get())
    assert round_of.get().paused_at is None, "it has not begun"
    for minutes, change in enumerate((pause_clock, resume_clock, stop_clock)):
        with patch_now(minutes):
            if not minutes:
                start_clock(round_of.get(), 40)
            change(round_of.get())
    current = round_of.get()
    assert (current.started_at, current.paused_at, current.paused_seconds) == (None, None, 0)


def test_the_board_shows_the_clock_and_its_etag_changes_with_it():
    _client, club = sign_in_organiser()
    tournament = create_tournament(club)
    before = Client().get(f"/{tournament.code}")["ETag"]
    start_clock(tournament.rounds.get(), 40)
    answer = Client().get(f"/{tournament.code}")
    assert answer["ETag"] != before
    assert "data-ends=" in answer.content.decode()
    pause_clock(tournament.rounds.get())
    assert "data-left=" in read_page(f"/{tournament.code}")


def test_seat_list_and_call_list_name_everybody():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    shown, calls = (
        read_page(f"/{tournament.code}/seats"),
        client.get(f"/desk/event/{tournament.pk}/rounds/1/calls").content.decode(),
    )
    for name in tournament.entries.values_list("shown_name", flat=True):
        assert name.replace("’", "’") in shown
        assert name in calls
    assert "se repose" in shown
    assert "Se reposent" in calls
    assert "</bdi>, <bdi>" in calls
    assert ",<bdi>" not in calls


# --- free tables ---------------------------------------------------------------------------------------------


def end_partie(tournament: Tournament, n: int) -> None:
    """End the partie of the latest table of this number."""
    table = Table.objects.filter(round__tournament=tournament, n=n).latest("pk")
    number = load_sheet(table.pk).next_number
    record_event(table.pk, {"type": "end"}, key=f"end-{table.pk:08d}", number=number, actor="table")


def test_free_players_wait_and_the_proposed_table_is_seated():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    people = {entry.shown_name: entry for entry in tournament.entries.all()}
    address = f"/desk/event/{tournament.pk}/waiting"
    end_partie(tournament, 1)
    client.post(f"{address}/touch", {"free": [people[name].pk for name in NAMES[:4]]})
    assert [entry.shown_name for entry in tournament.entries.exclude(free_since=None)] == sorted(NAMES[:3])
    with patch_now(12):
        end_partie(tournament, 2)
        answer = Client().post(
            "/t/free", headers={"X-Table-Key": table_key(Table.objects.get(round__tournament=tournament, n=2))}
        )
    assert answer.status_code == 303
    assert tournament.entries.exclude(free_since=None).count() == 6
    proposed = {each.size: each for each in client.get(address).context["proposals"]}
    assert proposed[2].meetings == 0
    assert proposed[4].meetings == 2
    client.post(f"{address}/touch", {"seat": "-".join(str(entry.pk) for entry in proposed[4].entries)})
    table = Table.objects.latest("pk")
    assert (table.round.n, table.n, table.seats.count()) == (2, 1, 4)
    assert tournament.entries.exclude(free_since=None).count() == 2
    refused = client.post(f"{address}/touch", {"seat": "-".join(str(entry.pk) for entry in proposed[4].entries)})
    assert refused.status_code == 422
    assert "n’attend plus" in refused.content.decode()
    client.post(f"{address}/touch", {"gone": tournament.entries.exclude(free_since=None).first().pk})
    assert tournament.entries.exclude(free_since=None).count() == 1
    board = read_page(f"/{tournament.code}")
    assert board.count("<h3>") == 2  # the last table of each number


def test_nobody_waits_for_a_free_table_where_rounds_are_drawn():
    client, club = sign_in_organiser()
    tournament = create_tournament(club)
    answer = client.post(f"/desk/event/{tournament.pk}/waiting/touch", {"free": tournament.entries.first().pk})
    assert answer.status_code == 422


# --- wrong seats ---------------------------------------------------------------------------------------------


def test_wrong_seats_are_corrected_on_the_organiser_s_page():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    table, other = get_first_table(tournament), Table.objects.get(round__tournament=tournament, n=2)
    enter_coup(client, table, **COUP)
    address = f"/desk/table/{table.pk}/seats"
    wrong = client.post(address, {"case": "tables", "tables-table": other.pk, "tables-reason": ""})
    assert wrong.status_code == 422
    assert "Dites pourquoi" in wrong.content.decode()
    client.post(address, {"case": "tables", "tables-table": other.pk, "tables-reason": "feuilles échangées"})
    assert load_sheet(table.pk).names == NAMES[3:6]
    zoe = tournament.entries.get(shown_name=NAMES[0])
    client.post(address, {"case": "people", "people-position": "1", "people-other": zoe.pk, "people-reason": "lui"})
    assert load_sheet(table.pk).names[0] == NAMES[0]
    order = {f"order-place.{n}": str(was) for n, was in enumerate((1, 3, 2), 1)}
    assert client.post(address, order | {"case": "order", "order-reason": "autre ordre"}).status_code == 302
    assert load_sheet(table.pk).names == (NAMES[0], NAMES[5], NAMES[4])
