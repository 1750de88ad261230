"""What version 1 of the interface promises of every request: strict types, a fault named by its place in the body, 404
for addresses alone, 201 with the address of what was made, and a header that makes each POST be carried out once."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client

from config.printed_addresses import FILE_NAME
from tests.web.api_programs import API, PLAYERS, TABLE, Program, build_named_coup, create_club_evening, record
from tests.web.declared_routes import OURS
from tests.web.organiser_builders import create_draft_evening, sign_in_organiser
from tests.web.rights_bodies import CONTENTS
from tests.web.rights_world import build_address, build_rights_world
from tournaments.actions.people.clubs import add_player
from tournaments.api import once
from tournaments.api.described_fields import list_parameters
from tournaments.api.description import build_description, write_example
from tournaments.api.routes import OPERATIONS, DeclaredOperation
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.models import Club, Record, Tournament

pytestmark = pytest.mark.django_db
NEW = {"name": "Samedi", "date": "2026-11-21"}


def list_paths(answer: Any, status: int = 422) -> list[str]:
    """Return the paths of the faults of a refusal."""
    assert answer.status_code == status, answer.content
    return [fault["path"] for fault in answer.json()["errors"]]


@pytest.mark.parametrize(
    ("path", "body", "faults"),
    [
        ("/plan", {"format": "random", "rounds": "5"}, ["rounds"]),
        ("/plan", {"format": "random", "rounds": True, "minutes": 5.0}, ["rounds", "minutes"]),
        ("/plan", {"format": 1}, ["format"]),
        ("/draft", {"sizes": ["3", 4], "seed": "7"}, ["sizes[0]", "seed"]),
        ("/entries", {"players": ["5"], "names": [5]}, ["players[0]", "names[0]"]),
        ("", NEW | {"date": 20261121}, ["date"]),
        ("", NEW | {"date": "2026-11-21T00:00:00"}, ["date"]),
        ("", NEW | {"name": 1, "options": {"tours": "2"}}, ["name"]),
        ("", NEW | {"options": {"tours": "2"}}, ["options.tours"]),
    ],
)
def test_types_are_strict_and_a_fault_is_told_by_its_place_in_the_body(
    path: str, body: dict[str, Any], faults: list[str]
):
    _client, club = sign_in_organiser()
    address = f"/tournaments/{create_draft_evening(club).code}{path}" if path else "/tournaments"
    assert list_paths(Program(club).post(address, body)) == faults


def test_every_path_of_a_refusal_begins_at_the_body():
    program, tournament = create_club_evening()
    start = f"/tournaments/{tournament.code}"
    assert list_paths(record(program, tournament, event=build_named_coup(PLAYERS, 59))) == ["event.points"]
    assert list_paths(record(program, tournament, event={})) == ["event.type"]
    assert list_paths(program.post(f"{start}/entries", {"names": ["Zoé", "", "pot"]})) == ["names[1]", "names[2]"]
    assert list_paths(program.post("/tournaments", NEW | {"players": ["Zoé", ""]})) == ["players[1]"]
    record(program, tournament)
    record(program, tournament, "coup-000002", 2)
    mended = {"key": "mended-0001", "number": 3, "event": build_named_coup(PLAYERS, 59), "reason": "Mal lu"}
    assert list_paths(program.post(f"{start}{TABLE}/events/1/correct", mended)) == ["event.points"]
    gone = mended | {"event": {"type": "end"}}
    assert list_paths(program.post(f"{start}{TABLE}/events/1/correct", gone)) == ["event"]
    assert list_paths(program.post(f"{start}{TABLE}/events/1/correct", mended | {"reason": ""})) == ["reason"]
    assert list_paths(program.get(f"{start}/entries", limit=0)) == ["limit"]
    assert list_paths(program.post(f"{start}/open", {}, **{"Idempotency-Key": "x" * 201})) == ["Idempotency-Key"]


def test_who_is_not_at_the_table_is_named_with_all_other_faults():
    program, tournament = create_club_evening()
    event = {"type": "coup", "dealer": "Zoé", "points": {PLAYERS[0]: 58, "Yves": 37, PLAYERS[2]: 25}}
    answer = record(program, tournament, event=event)
    assert {"event.dealer", "event.points.Yves"} <= set(list_paths(answer))
    told = [fault["message"] for fault in answer.json()["errors"]]
    assert any("Zoé" in each for each in told)
    assert any("Yves" in each for each in told)
    record(program, tournament)
    mended = {"key": "mended-0001", "number": 2, "event": event, "reason": "Mal lu"}
    answer = program.post(f"/tournaments/{tournament.code}{TABLE}/events/1/correct", mended)
    assert "event.points.Yves" in list_paths(answer)
    assert Record.objects.count() == 1


def test_what_a_body_names_of_another_club_is_refused_as_what_nobody_has():
    program, tournament = create_club_evening()
    foreign = add_player(Club.objects.create(name="Autre cercle"), "Zoé")
    mine = add_player(tournament.club, "Yves")
    answers = [
        program.post(f"/tournaments/{tournament.code}/entries", {"players": [mine.pk, pk]})
        for pk in (foreign.pk, 999_999)
    ]
    assert [list_paths(each) for each in answers] == [["players[1]"]] * 2
    assert answers[0].content == answers[1].content
    assert not tournament.entries.filter(player=mine).exists()
    assert list_paths(program.post(f"/tournaments/{tournament.code}{TABLE}/confirm", {"position": 6})) == ["position"]
    assert list_paths(program.get(f"/tournaments/{tournament.code}/standings", round=7)) == ["round"]


def test_what_was_made_answers_201_with_its_address_which_can_be_read():
    _client, club = sign_in_organiser()
    program = Program(club)
    made = program.post("/tournaments", NEW)
    code = made.json()["code"]
    start = f"/tournaments/{code}"
    player = program.post(f"/clubs/{club.pk}/players", {"name": "Zoé"})
    entered = program.post(f"{start}/entries", {"names": ["Anne", "Basile", "Chloé"]})
    program.post(f"{start}/plan", {"format": "random", "rounds": 1})
    drawn = program.post(f"{start}/draft", {"sizes": [3]})
    program.post(f"{start}/rounds/1/publish")
    program.post(f"{start}/open")
    sent = {"key": "coup-000001", "number": 1, "event": {"type": "end"}}
    recorded = program.post(f"{start}/rounds/1/tables/1/events", sent)
    answers = [made, player, entered, drawn, recorded]
    assert [each.status_code for each in answers] == [201] * 5
    expected = [start, f"/clubs/{club.pk}/players/{player.json()['id']}", f"{start}/entries", f"{start}/draft"]
    assert [each["Location"] for each in answers] == [API + path for path in (*expected, f"{start}/rounds/1/tables/1")]
    del answers[3]  # its draft is published meanwhile
    for each in answers:
        assert program.client.get(each["Location"]).status_code == 200, each["Location"]
    assert Client().get(player["Location"]).status_code == 404  # who never played is known to the club alone


def list_named_operations() -> dict[str, str]:
    """Return the address of each POST that takes Idempotency-Key, by its operation."""
    return {
        one["operationId"]: path.removeprefix(API)
        for path, methods in build_description()["paths"].items()
        for method, one in methods.items()
        if method == "post"
        and any(each["name"] == "Idempotency-Key" for each in list_parameters(build_description(), one))
    }


def test_every_post_takes_a_name_but_those_whose_own_key_names_them():
    posts = {one["post"]["operationId"] for one in build_description()["paths"].values() if "post" in one}
    assert posts - set(list_named_operations()) == {"record_event", "correct_event", "undo_last_event"}


def test_each_post_that_takes_a_name_is_carried_out_once_under_it(monkeypatch: pytest.MonkeyPatch):
    world, met = build_rights_world(), []
    (settings.VAR_DIR / FILE_NAME).unlink()
    monkeypatch.setattr(once, "answer_once", lambda *told: met.append(told) or told[4](told[3]()))
    routes = {operation.name: operation for operation in OPERATIONS}
    own, second = world.own["entry"], world.own["second_entry"]
    named = {"entry": own, "first": own, "second": second, "entries": [own, second], "into": world.own["merged"]}
    for name in list_named_operations():
        route, before = OURS[find_url_name(routes[name])], len(met)
        example = find_example(name)
        body = CONTENTS.get(route.name, {}) | {key: named.get(key, value) for key, value in example.items()}
        body |= {"tournaments": [world.own["code"]]} if name == "change_season" else {}
        if name == "import_tournament":
            body = json.loads(json.dumps(build_tournament_document(Tournament.objects.get(pk=world.own["tournament"]))))
        with transaction.atomic():
            answer = world.clients["own program"].post(
                build_address(route, world), body, content_type="application/json", headers={"Idempotency-Key": "x"}
            )
            transaction.set_rollback(True)
        assert len(met) == before + 1, (name, answer.status_code, answer.content)


def find_example(operation: str) -> dict[str, Any]:
    """Return the example of an operation's body; an empty one without a body."""
    paths = build_description()["paths"].values()
    [told] = [one for methods in paths for one in methods.values() if one["operationId"] == operation]
    return dict(json.loads(write_example(told) or "{}"))


def find_url_name(operation: DeclaredOperation) -> str:
    """Return the name of an operation's address: that of the first one declared there."""
    return next(each.url_name for each in OPERATIONS if each.route == operation.route)
