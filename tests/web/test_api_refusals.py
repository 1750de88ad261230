"""Whatever goes wrong, another program is told so as a problem, in one sentence in its language: no page, nothing
empty."""

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils.translation import override

from config.body_limit import MAX_BODY_BYTES
from config.storage import pages, troubles
from tests.web.api_programs import API
from tournaments.api import tournament_reading
from tournaments.api.problems import describe_fault

pytestmark = pytest.mark.django_db
CALLER = Client(raise_request_exception=False)


def read_problem(answer: Any) -> tuple[int, str, str]:
    """Return the status, the type and the sentence of a problem; the test fails if the answer is none, or if a page of
    another site could not read it."""
    told = answer.json()
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Retry-After" in answer["Access-Control-Expose-Headers"]
    assert answer["Content-Type"] == "application/problem+json"
    assert told["status"] == answer.status_code
    return told["status"], told["type"].removeprefix("urn:corbillon:"), told["detail"]


@pytest.mark.parametrize("size", [MAX_BODY_BYTES + 1, 2_700_000])
def test_a_body_that_is_too_long_is_refused_as_a_problem(size: int):
    sent = {"content_type": "application/json", "headers": {"Accept-Language": "fr"}}
    told = read_problem(CALLER.post(f"{API}/tournaments", b" " * size, **sent))
    assert told[:2] == (413, "too-large")


@pytest.mark.parametrize(
    ("error", "kind", "begins"),
    [
        (ValueError("a mistake of ours"), (500, "error"), "Le programme"),
        (
            OperationalError("attempt to write a readonly database"),
            (503, "storage-read-only"),
            "Le dossier des données",
        ),
    ],
)
def test_an_unexpected_error_is_told_as_a_problem(
    error: Exception, kind: tuple[int, str], begins: str, monkeypatch: pytest.MonkeyPatch
):
    def fail(_request: object) -> None:
        raise error

    monkeypatch.setattr(tournament_reading, "list_known_tournaments", fail)
    answer = CALLER.get(f"{API}/tournaments", headers={"Accept-Language": "fr"})
    told = read_problem(answer)
    assert told[:2] == kind
    assert told[2].startswith(begins)
    assert ("Retry-After" in answer) == (answer.status_code == 503)


def test_a_storage_in_trouble_is_told_as_a_problem(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pages, "find_trouble", lambda: troubles.NEWER)
    answer = CALLER.get(f"{API}/clubs", headers={"Accept-Language": "en"})
    with override("en"):
        sentence = str(troubles.NEWER.sentence)
    assert read_problem(answer) == (503, "storage-newer", sentence)
    assert "Retry-After" in answer


@pytest.mark.parametrize(
    ("method", "path", "told"),
    [
        ("GET", "/tournaments/ZZ9", (404, "missing")),
        ("GET", "/nothing", (404, "missing")),
        ("GET", "/clubs?cursor=zzz", (422, "refused")),
        ("GET", "/clubs?limit=0", (422, "malformed")),
        ("GET", "/tournaments/ZZ9/draft", (401, "no-key")),
        *(("GET", f"/openapi.json?{wrong}", (422, "malformed")) for wrong in ("lang=xx", "sep=,")),
        *(("POST", path, (405, "method")) for path in ("/clubs", "/", "/openapi.json", "/nothing")),
    ],
)
def test_whatever_is_refused_is_a_problem_that_pages_of_other_sites_read(method: str, path: str, told: tuple[int, str]):
    caller = Client(enforce_csrf_checks=True)
    assert read_problem(caller.generic(method, API + path))[:2] == told


def test_a_fault_names_the_values_or_the_length_that_would_do():
    faults = {
        ("literal_error", "expected", "'a', 'b' or 'c'"): "'a', 'b', 'c'",
        ("string_too_long", "max_length", 300): "300",
        ("string_pattern_mismatch", "pattern", "^x{8,64}$"): "{8,64}",
        ("date_from_datetime_parsing", "error", "x"): "2026-11-21",
        ("nothing known", "x", 1): "Ne convient pas.",
    }
    for (kind, name, bound), words in faults.items():
        assert words in describe_fault(kind, {name: bound})
