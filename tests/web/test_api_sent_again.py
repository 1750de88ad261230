"""A request that is sent again under its name is answered from what is kept, though it could not be done today."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.book.evening_builders import get_table
from tests.web.api_programs import PLAYERS, Program, build_named_coup, create_club_evening, record
from tests.web.organiser_builders import NAMES, create_draft_evening, create_open_evening, sign_in_organiser
from tournaments.actions.people.clubs import add_player
from tournaments.actions.people.entries import add_entries
from tournaments.actions.tables.closing import substitute_player
from tournaments.api import desk, writing_rounds
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.models import Entry, Player, Tournament

pytestmark = pytest.mark.django_db
Untyped = Any


def send_twice(program: Program, path: str, body: Any, between: Callable[[], object]) -> list[int]:
    """Send the same under the same name, before and after something happens. Return the statuses."""
    answers = []
    for happens in (between, lambda: None):
        answers.append(program.post(path, body, **{"Idempotency-Key": "name-1"}).status_code)
        happens()
    return answers


def test_a_draw_is_answered_before_anything_is_computed(monkeypatch: Untyped):
    _client, club = sign_in_organiser()
    tournament, program = create_draft_evening(club, NAMES, ()), Program(club)
    start = f"/tournaments/{tournament.code}"
    program.post(f"{start}/plan", {"format": "random", "rounds": 1})

    def let_nobody_compute() -> None:
        monkeypatch.setattr(writing_rounds, "choose_sizes", lambda _tournament: pytest.fail("sizes are computed"))

    assert send_twice(program, f"{start}/draft", {}, let_nobody_compute) == [201, 201]


@pytest.mark.parametrize("kind", ["apart", "adjustments"])
def test_what_was_said_of_players_is_answered_although_one_is_gone(kind: str):
    _client, club = sign_in_organiser()
    tournament, program = create_open_evening(club), Program(club)
    anne, basile = tournament.entries.order_by("pk")[:2]
    bodies = {
        "apart": {"entries": [anne.pk, basile.pk]},
        "adjustments": {"entry": anne.pk, "amount": 5, "rule": "Accueil", "reason": "Premier venu"},
    }
    elsewhere = create_draft_evening(club, NAMES[3:], ())

    def leave() -> None:
        Entry.objects.filter(pk=anne.pk).update(tournament=elsewhere)

    assert send_twice(program, f"/tournaments/{tournament.code}/{kind}", bodies[kind], leave) == [201, 201]


def test_a_merge_whose_player_is_gone_is_missing_and_not_refused():
    _client, club = sign_in_organiser()
    gone, kept = add_player(club, "Anne L."), add_player(club, "Anne Lefèvre")
    address = f"/clubs/{club.pk}/players/{gone.pk}/merge"
    leave = Player.objects.filter(pk=kept.pk)
    other = sign_in_organiser("paul", "Autre cercle")[1]
    assert send_twice(Program(club), address, {"into": kept.pk}, lambda: leave.update(club=other)) == [200, 404]


def test_an_event_is_answered_although_somebody_sits_in_for_a_player():
    program, tournament = create_club_evening()
    table, substitute = get_table(tournament), add_entries(tournament, ["Gaëlle"])[-1]
    first = record(program, tournament)
    correction = {"key": "coup-000002", "number": 2, "event": build_named_coup(PLAYERS, 59), "reason": "Mal lu"}
    correction["event"]["points"][PLAYERS[2]] -= 1
    address = f"/tournaments/{tournament.code}/rounds/1/tables/1/events/1/correct"
    corrected = program.post(address, correction)
    substitute_player(table.pk, 1, substitute, actor="")
    again = record(program, tournament), program.post(address, correction)
    assert [each.status_code for each in (first, corrected, *again)] == [201, 200, 201, 200]
    assert (first.json(), corrected.json()) == tuple(each.json() for each in again)
    assert record(program, tournament, "coup-000003", 3).status_code == 422


def test_an_import_is_not_read_again(monkeypatch: Untyped):
    _client, club = sign_in_organiser()
    document = build_tournament_document(create_open_evening(club))
    read: list[int] = []
    plain = desk.read_tournament_bytes
    monkeypatch.setattr(desk, "read_tournament_bytes", lambda content: read.append(len(content)) or plain(content))
    assert send_twice(Program(club), "/import", document, lambda: None) == [201, 201]
    assert len(read) == 1
    assert Tournament.objects.count() == 2
