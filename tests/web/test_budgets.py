"""What an anonymous request may cost: queries, and bytes of the answer, for every address that anybody may ask, with
the largest input that the server takes. Processor time and memory: `benchmarks/budgets.py`.

    CORBILLON_GOLDEN=1 pytest tests/web/test_budgets.py      # writes budgets.txt anew; its diff is then to be read

A new address fails here until it has its line.
"""

import os
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client

from tests.web.anonymous_requests import create_evenings, list_anonymous_requests
from tests.web.counted_pages import counted_queries
from tournaments.actions.evenings.tombola import draw_prize, set_up_tombola
from tournaments.actions.people.teams import save_team
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).with_name("budgets.txt")
MOST_QUERIES, MOST_KB = 30, 256


def test_no_anonymous_request_costs_more_than_its_budget() -> None:
    played, awaited = create_evenings("briscola", players=24, rounds=2)
    client, found = Client(), dict[str, tuple[int, int]]()
    for request in list_anonymous_requests(played, awaited):
        cache.clear()
        with counted_queries() as queries:
            status, size = request.send(client)
        assert status < 500, f"{request.name} {request.size}: {status}"
        assert status != 413, f"{request.name} {request.size}: {status}"
        before = found.get(request.name, (0, 0))
        found[request.name] = max(before[0], len(queries)), max(before[1], size)
    if os.environ.get("CORBILLON_GOLDEN"):
        lines = (f"{queries:3d} queries {round_up(size):4d} kB  {name}\n" for name, (queries, size) in found.items())
        GOLDEN.write_text("".join(lines), encoding="utf-8")
    budgets = read_budgets()
    assert list(found) == list(budgets)
    over = {name: (cost, budgets[name]) for name, cost in found.items() if not is_within(cost, budgets[name])}
    assert not over, "(queries, bytes) and the budget in queries and kB"
    assert all(queries <= MOST_QUERIES and size <= MOST_KB for queries, size in budgets.values())


UNCOUNTED = {
    *("reveal GET", "tombola GET", "teams GET", "team GET", "bracket GET", "embed GET", "sign-up GET", "replay GET"),
    *("api-list-events GET", "api-list-players GET", "api-list-ratings GET", "api-list-season-standings GET"),
    *("api-list-season-clubs GET", "api-list-rounds GET", "api-list-entries GET", "api-list-standings GET"),
    *("api-list-teams GET", "api-get-club GET", "api-get-career GET", "api-get-player-skill GET", "api-get-season GET"),
    *("api-get-round GET", "api-get-table GET", "api-get-tournament GET", "api-explain-standings-row GET"),
}
"""What `queries.txt` does not count: its evening is open, has no teams, tombola or matches, and no program reads it."""


@pytest.mark.parametrize(("draw", "small", "large"), [("free", (6, 1), (8, 2)), ("groups", (6, 1), (10, 1))])
def test_no_anonymous_request_asks_more_about_a_larger_evening(
    draw: str, small: tuple[int, int], large: tuple[int, int]
) -> None:
    few, many = (count_plain_requests(draw, *size) for size in (small, large))
    assert {name: (n, many[name]) for name, n in few.items() if many[name] > n} == {}


def count_plain_requests(draw: str, players: int, rounds: int) -> dict[str, int]:
    """Return how many queries each address asks for a played evening of this size, with teams and a tombola drawn."""
    played, awaited = create_evenings("briscola", players, rounds, draw)
    Tournament.objects.filter(pk=played.pk).update(status=Tournament.Status.OPEN)
    entries = list(played.entries.order_by("pk"))
    for n in range(0, players, 2):
        save_team(played, f"Équipe {n}", entries[n : n + 2])
    set_up_tombola(played, [f"Lot {n}" for n in range(players // 2)], first=None, last=None, several=False)
    for n in range(players // 2):
        draw_prize(played, n, actor="organiser")
    Tournament.objects.filter(pk=played.pk).update(status=Tournament.Status.CLOSED)
    client, found = Client(), dict[str, int]()
    for request in list_anonymous_requests(played, awaited):
        if request.size != "plain" or request.name not in UNCOUNTED:
            continue
        cache.clear()
        with counted_queries() as queries:
            request.send(client)
        found[request.name] = len(queries)
    return found


def read_budgets() -> dict[str, tuple[int, int]]:
    """Return the budget of each address: queries, and kB of the answer."""
    lines = (line.split(maxsplit=4) for line in GOLDEN.read_text(encoding="utf-8").splitlines())
    return {name: (int(queries), int(size)) for queries, _queries, size, _kb, name in lines}


def is_within(cost: tuple[int, int], budget: tuple[int, int]) -> bool:
    """True if a request made as many queries as its budget says, and answered with no more bytes."""
    return cost[0] == budget[0] and cost[1] <= budget[1] * 1000


def round_up(size: int) -> int:
    """Return the size in kB with a quarter to spare, as the next power of two: a word more is no other budget."""
    kilobytes = 1
    while kilobytes * 1000 < size * 1.25:
        kilobytes *= 2
    return kilobytes
