"""What somebody may ask who has no account and no key: every address that `rights.txt` lets anybody see, with the
plainest and the largest request that the server takes for it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.test import Client

from config.body_limit import ANYBODY
from config.server.limits import MAX_FIELD_BYTES
from tests.web.declared_routes import PATTERNS, PLACEHOLDER, ROUTES, DeclaredRoute
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.people.signing_up import set_sign_up_terms
from tournaments.exchange.simulation import FREE, simulate_tournament
from tournaments.models import Club, Season, Table, Tournament

FORM = "application/x-www-form-urlencoded"
FIELD = re.compile(r'<(?:input|select|textarea)[^>]*\bname="([^"]+)"')
PARAMETERS = (
    *("card", "club", "code", "digest", "evening", "figure", "format", "from", "kind", "moment", "name", "page"),
    *("part", "places", "player", "round", "sort", "stamp", "state", "table", "then", "tick", "trick", "gain1"),
)
"""The names that pages read from an address's query."""
LARGEST = "9" * 9
SPARE_BYTES = 200  # of an address's line that its path may take


@dataclass(frozen=True)
class AnonymousRequest:
    """One request. `name`: its route's and its method; `size`: "plain" or "largest"."""

    name: str
    method: str
    address: str
    size: str
    body: str = ""

    def send(self, client: Client) -> tuple[int, int]:
        """Send it, as somebody new. Return the status of the answer, and its length in bytes."""
        client.cookies.clear()
        answer = client.generic(self.method, self.address, self.body, content_type=FORM)
        return answer.status_code, len(answer.getvalue())


def create_evenings(game: str, players: int, rounds: int, draw: str = FREE) -> tuple[Tournament, Tournament]:
    """Create an evening that was played to its end and counts for a season, and one that people sign up for."""
    played = simulate_tournament(game, players, rounds, seed=1, draw=draw)
    Club.objects.filter(pk=played.club_id).update(framers="https://www.exemple.fr")
    Season.objects.create(club=played.club, name=f"Saison {played.code}").tournaments.add(played)
    awaited = create_tournament(played.club, name="Bientôt", date=played.date, game=game)
    set_sign_up_terms(awaited, is_open=True, limit=None, closes_at=None, self_check_in=False, fee_cents=None)
    return played, awaited


def list_anonymous_requests(played: Tournament, awaited: Tournament) -> Iterator[AnonymousRequest]:
    """Yield the requests, for two evenings as `create_evenings` creates them."""
    values, client = build_values(played), Client()
    for route in ROUTES.values():
        if not may_be_asked(route):
            continue
        address = build_address(route, values | ({"code": awaited.code} if route.name == "sign-up" else {}))
        yield AnonymousRequest(f"{route.name} GET", "GET", address, "plain")
        for query in (*build_largest_queries(address), *TELLING.get(route.name, ())):
            yield AnonymousRequest(f"{route.name} GET", "GET", f"{address}?{query}", "largest")
        if "POST" in route.methods or route.access == "account":
            yield AnonymousRequest(
                f"{route.name} POST", "POST", address, "largest", build_largest_body(client, address)
            )


TELLING = {"api-list-events": ("after=0",)}
"""By address: further queries without which it would say next to nothing."""


def may_be_asked(route: DeclaredRoute) -> bool:
    """True if the address says something to somebody unknown; what only redirects to the log-in says nothing."""
    if route.access == "account":
        return route.params["nobody"] == "200"
    return route.access == "anyone" or (route.access == "api" and not route.rights[0])


def build_values(tournament: Tournament) -> dict[str, object]:
    """Return the value of each kind of parameter of a public address."""
    entry = tournament.entries.order_by("pk")[0]
    table = Table.objects.filter(round__tournament=tournament, round__n=1, seats__entry=entry).get()
    return {
        "code": tournament.code,
        "public_club": tournament.club_id,
        "public_season": Season.objects.get(tournaments=tournament).pk,
        "career": entry.player_id,
        "entry": entry.pk,
        "published_round": 1,
        "table_n": table.n,
        "position": table.records.count(),
        "team": tournament.teams.values_list("pk", flat=True).first() or 1,
    }


def build_address(route: DeclaredRoute, values: dict[str, object]) -> str:
    """Return the address of the route with these values."""

    def fill(match: re.Match[str]) -> str:
        kind = route.params.get(match[1] or match[2], "1")
        return str(kind[1:] if kind.startswith("=") else values.get(kind, "1"))

    return "/" + PLACEHOLDER.sub(fill, PATTERNS[route.name][0]).strip("^$").replace("\\.", ".").replace("^", "")


def build_largest_queries(address: str) -> Iterator[str]:
    """Yield queries as long as the server takes: words without end, and the largest numbers."""
    room = MAX_FIELD_BYTES - SPARE_BYTES - len(address)
    share = room // len(PARAMETERS)
    yield urlencode([(name, "z" * (share - len(name) - 2)) for name in PARAMETERS])
    yield urlencode([(name, LARGEST) for name in PARAMETERS])


def build_largest_body(client: Client, address: str) -> str:
    """Return the body of a form as long as anybody may send: the fields of the page, each as long as there is room."""
    page = client.get(address)
    names = sorted(set(FIELD.findall(page.content.decode()))) if "html" in page.headers.get("Content-Type", "") else []
    names += [f"f{n}" for n in range(ANYBODY.fields - len(names))]
    share = (ANYBODY.size - sum(map(len, names))) // len(names) - 2
    return urlencode([(name, "z" * share) for name in names])
