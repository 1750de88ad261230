"""The description of the interface is right: whatever schemathesis sends by it, or against it, is answered by it."""

import json
import re
from typing import Any

import pytest
import requests
import schemathesis
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import settings as how
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import scoring
from scoring.document import score_partie
from tests.fixtures.amounts import choose_amount
from tests.web.api_programs import API, Program, create_world
from tournaments.api import bodies
from tournaments.api.described_fields import list_parameters
from tournaments.api.description import build_description
from tournaments.api.webhooks.sending import build_headers
from tournaments.models import EventType

EXAMPLES = choose_amount(1, 3)  # for each operation, in each of its modes
MODES = (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)
"""Of which the short form tries one an operation, in turn."""
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def send(client: Client, case: Any) -> Response:
    """Send what was made up, and undo what it did."""
    asked = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
    asked.headers.pop("Authorization", None)
    body = asked.body.encode() if isinstance(asked.body, str) else asked.body or b""
    kind = asked.headers.pop("Content-Type", "application/json")
    with transaction.atomic():
        answer = client.generic(
            asked.method or "GET", asked.path_url, body, kind, headers={k: str(v) for k, v in asked.headers.items()}
        )
        transaction.set_rollback(True)
    headers = {name: [value] for name, value in answer.headers.items()}
    return Response(answer.status_code, headers, answer.content, asked, 0.0, False)


def try_operation(operation: Any, mode: Any, program: Program, known: dict[str, Any]) -> set[int]:
    """Try an operation, half of the time with the parameters of things that are there. Return the statuses met; an
    answer that is not as described raises."""
    met = set()

    @how(max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode), is_known=st.booleans())
    def try_case(case: Any, is_known: bool) -> None:
        if is_known:
            case.path_parameters = {name: known.get(name, value) for name, value in case.path_parameters.items()}
        answer = send(program.client, case)
        case.validate_response(answer, checks=CHECKS)
        met.add(answer.status_code)

    try_case()
    return met


@pytest.mark.django_db
def test_whatever_is_sent_by_the_description_is_answered_by_it():
    program, known = create_world()
    operations = [found.ok() for found in schemathesis.openapi.from_dict(build_description()).get_all_operations()]
    met = [
        set().union(*(try_operation(each, mode, program, known) for mode in MODES[n % 2 :: choose_amount(2, 1)]))
        for n, each in enumerate(operations)
    ]
    assert sum(200 in statuses for statuses in met) > choose_amount(8, 15)
    assert len(operations) > 25


@pytest.mark.django_db
def test_the_description_is_open_to_all_and_says_who_may():
    answer = Client().get(f"{API}/openapi.json")
    told = answer.json()
    assert told["openapi"].startswith("3.1")
    assert answer["Access-Control-Allow-Origin"] == "*"
    writing = told["paths"][f"{API}/tournaments/{{code}}/entries"]["post"]
    assert writing["security"] == [{"key": []}]
    assert "`run`" in writing["description"]
    assert told["paths"][f"{API}/tournaments"]["get"]["security"] == [{}, {"key": []}]


def test_every_operation_has_its_words_and_every_body_an_example_that_is_accepted():
    told = build_description()
    operations = [one for methods in told["paths"].values() for one in methods.values()]
    assert all(each["summary"] and each["description"].endswith((".", "`.")) for each in operations)
    assert all(
        "examples" in each["schema"]
        for one in operations
        for each in list_parameters(told, one)
        if each["in"] == "path"
    )
    for body in bodies.Body.__subclasses__():
        assert [body.model_validate(each).dict() for each in body.model_json_schema()["examples"]], body
    assert "examples" in told["components"]["schemas"]["CorrectionIn"]


@pytest.mark.django_db
def test_the_page_that_tries_it_lists_every_operation():
    page = Client(headers={"Accept": "text/html,*/*;q=0.8"}).get(f"{API}/").content.decode()
    operations = [one["operationId"] for methods in build_description()["paths"].values() for one in methods.values()]
    assert len(operations) == page.count("<details")
    assert "standings" in page


def test_every_game_has_an_example_of_an_event_that_its_rules_accept():
    names = ["Anne", "Basile", "Chloé", "Denis", "Emma"]
    for game in scoring.list_games():
        players = names[: 3 if game is scoring.FIRST_GAME else min(game.sizes)]
        partie = {"format": "corbillon.partie/1", "game": game.key, "players": players, "events": [game.example]}
        answer = score_partie(partie)
        assert "errors" not in answer, (game.key, answer)
    schemas = build_description()["components"]["schemas"]
    assert schemas["Game"]["enum"] == [game.key for game in scoring.list_games()]
    text = json.dumps(schemas)
    assert all(name in schemas for name in re.findall(r"#/components/schemas/(\w+)", text))


def test_the_description_has_the_messages_that_receivers_are_sent():
    told = build_description()["webhooks"]
    assert list(told) == EventType.values
    assert {each["name"] for each in told["coup.recorded"]["post"]["parameters"]} <= set(
        build_headers([b""], "", 0, b"")
    )
