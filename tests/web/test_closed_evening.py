"""A closed evening, as the desk and other programs meet it: nothing moves it, and what was typed is kept."""

import pytest
from django.test import Client

from tests.web.api_programs import Program, build_named_coup
from tests.web.organiser_builders import create_open_evening, get_first_table, sign_in_organiser
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.models import AuditEntry, Entry, Record, Round, Tournament

pytestmark = pytest.mark.django_db
CLOSED_SENTENCE = "La soirée est close"
PLAYERS = ["Anne Lefèvre", "Basile O’Connor", "Chloé d’Arès"]


def create_closed_evening() -> tuple[Client, Program, Tournament]:
    """Create a closed evening of two tables; return its organiser, a program of the club and the evening."""
    client, club = sign_in_organiser()
    return client, Program(club), close_tournament(create_open_evening(club))


def test_a_program_moves_nothing_of_a_closed_evening_and_is_told_the_state():
    _client, program, tournament = create_closed_evening()
    entry, start = tournament.entries.earliest("pk"), f"/tournaments/{tournament.code}"
    asked = {
        "/plan": {"format": "random"},
        "/entries": {"names": ["Zoé"]},
        f"/entries/{entry.pk}/presence": {"presence": "absent"},
        f"/entries/{entry.pk}/remove": {},
        "/draft": {},
        "/rounds/1/publish": {},
        "/rounds/1/withdraw": {"reason": "Mêlées"},
    }
    board = Client().get(f"/{tournament.code}/").content
    for path, body in asked.items():
        answer = program.post(start + path, body)
        told = answer.json()
        assert (answer.status_code, told["type"]) == (409, "urn:corbillon:tournament-closed"), path
        assert told["state"] == "closed"
        assert told["detail"].startswith(CLOSED_SENTENCE)
    english = program.post(f"{start}/entries", {"names": ["Zoé"]}, **{"Accept-Language": "en"}).json()
    assert english["detail"].startswith("The evening is closed")
    assert Client().get(f"/{tournament.code}/").content == board
    assert tournament.entries.count() == 6
    assert not tournament.drafts.exists()


def test_a_program_with_a_reason_fills_in_a_table_of_a_closed_evening_and_takes_money():
    _client, program, tournament = create_closed_evening()
    where = f"/tournaments/{tournament.code}/rounds/1/tables/1/events"
    body = {"key": "coup-000001", "number": 1, "event": build_named_coup(PLAYERS)}
    assert program.post(where, body).json()["errors"][0]["path"] == "reason"
    assert program.post(where, body | {"reason": "Feuille oubliée"}).status_code == 201
    assert Record.objects.get().free_text.text == "Feuille oubliée"
    entry = tournament.entries.earliest("pk")
    paid = program.post(f"/tournaments/{tournament.code}/entries/{entry.pk}/payment", {"paid": 500})
    assert (paid.status_code, paid.json()["paid"]) == (200, 500)


def test_closing_an_evening_in_preparation_by_a_program_does_not_publish_it():
    _client, program, tournament = create_closed_evening()
    Tournament.objects.filter(pk=tournament.pk).update(status="draft")
    answer = program.post(f"/tournaments/{tournament.code}/close")
    assert (answer.status_code, answer.json()["state"]) == (409, "draft")
    assert Client().get(f"/{tournament.code}/").status_code == 404


def test_a_tab_of_the_desk_left_open_moves_nothing_of_a_closed_evening():
    client, _program, tournament = create_closed_evening()
    people = list(tournament.entries.order_by("pk"))
    Entry.objects.filter(pk=people[0].pk).update(presence="absent")
    start, logged = f"/desk/event/{tournament.pk}", AuditEntry.objects.count()
    posts = [
        (f"{start}/people/check", {f"presence-{each.pk}": "present" for each in people}),
        (f"{start}/people/part", {"entry": people[1].pk, "first": "1"}),
        (f"{start}/people/apart", {"apart-people": [people[0].pk, people[1].pk]}),
        (f"{start}/people/pair", {"pair-first": people[0].pk, "pair-second": people[1].pk}),
        (f"{start}/players", {"typed": "Zoé Nouvelle"}),
        (f"/desk/entry/{people[0].pk}/remove", {}),
        (f"{start}/door", {"there": people[0].pk}),
        (f"{start}/rounds/1/clock/touch", {"do": "start", "minutes": "40"}),
        (f"{start}/tables/place", {"entry": people[0].pk, "place": "out"}),
        (f"{start}/tables/place", {"place": "new"}),
        (f"/desk/table/{get_first_table(tournament).pk}/on-paper", {"paper": "yes"}),
    ]
    for path, form in posts:
        answer = client.post(path, form, follow=True)
        assert CLOSED_SENTENCE in answer.content.decode(), (path, answer.status_code)
    kept = client.post(f"{start}/players", {"typed": "Zoé Nouvelle"})
    assert kept.status_code == 422
    assert "Zoé Nouvelle" in kept.content.decode()
    refused = client.post(f"{start}/door", {"there": people[0].pk})
    assert refused.status_code == 409
    assert f'href="{start}"' in refused.content.decode()
    assert Entry.objects.get(pk=people[0].pk).presence == "absent"
    assert not Round.objects.exclude(started_at=None).exists()
    assert AuditEntry.objects.count() == logged
    assert tournament.entries.count() == 6


def test_the_page_of_the_ranking_says_that_a_closed_evening_keeps_its_order():
    client, _program, tournament = create_closed_evening()
    page = f"/desk/event/{tournament.pk}/ranking"
    closed = client.get(page).content.decode()
    assert closed.count(CLOSED_SENTENCE) == 1
    assert "Garder" not in closed
    Tournament.objects.filter(pk=tournament.pk).update(status="open")
    opened = client.get(page).content.decode()
    assert CLOSED_SENTENCE not in opened
    assert "Garder" in opened
