"""What an anonymous request may cost: queries, and bytes of the answer, for every address that anybody may ask, with
the largest input that the server takes. Processor time and memory: `benchmarks/budgets.py`.

    CORBILLON_GOLDEN=1 pytest tests/web/test_budgets.py      # writes budgets.txt anew; its diff is then to be read

A new address fails here until it has its line.
"""

import os
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.web.anonymous_requests import create_evenings, list_anonymous_requests

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).with_name("budgets.txt")
MOST_QUERIES, MOST_KB = 30, 256


def test_no_anonymous_request_costs_more_than_its_budget() -> None:
    played, awaited = create_evenings("briscola", players=24, rounds=2)
    client, found = Client(), dict[str, tuple[int, int]]()
    for request in list_anonymous_requests(played, awaited):
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            status, size = request.send(client)
        assert status < 500 and status != 413, f"{request.name} {request.size}: {status}"
        before = found.get(request.name, (0, 0))
        found[request.name] = max(before[0], len(queries)), max(before[1], round_up(size))
    assert not [line for line in found.items() if line[1][0] > MOST_QUERIES or line[1][1] > MOST_KB]
    told = "".join(f"{queries:3d} queries {size:4d} kB  {name}\n" for name, (queries, size) in found.items())
    if os.environ.get("CORBILLON_GOLDEN"):
        GOLDEN.write_text(told, encoding="utf-8")
    assert told == GOLDEN.read_text(encoding="utf-8")


def round_up(size: int) -> int:
    """Return the size in kB, as the next power of two: a word more in a page is no other budget."""
    kilobytes = 1
    while kilobytes * 1000 < size:
        kilobytes *= 2
    return kilobytes
