"""Other programs, as the tests of the programming interface have them: a key of the club, and what it sends."""

from typing import Any

from django.test import Client

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.organiser_builders import create_draft_evening, create_open_evening, sign_in_organiser
from tournaments.actions.evenings.seasons import change_season, create_season
from tournaments.actions.people.tokens import make_token
from tournaments.models import Club, Tournament
from tournaments.models.rights import Role, find_rights
from tournaments.standings.seasons import SeasonRule

API = "/api/v1"
PLAYERS = ["Anne Lefèvre", "Basile O’Connor", "Chloé d’Arès"]
TABLE = "/rounds/1/tables/1"
DONE = {"done": True}


class Program:
    """A program with a key of the club in this role; what it sends and gets is JSON."""

    def __init__(self, club: Club, role: Role = Role.ORGANISER, **headers: str) -> None:
        scopes = find_rights(role, owns_installation=False)
        self.token, self.text = make_token(club, name="Site du club", role=role, scopes=scopes, days=30, maker=None)
        self.client = Client(headers={"Authorization": f"Bearer {self.text}", "Accept-Language": "fr", **headers})

    def get(self, path: str, **query: Any) -> Any:
        """Read an address of the interface."""
        return self.client.get(API + path, query)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        """Write to an address of the interface."""
        return self.client.post(API + path, body or {}, content_type="application/json", headers=headers or None)


def build_named_coup(players: list[str], first: int = 58) -> dict[str, Any]:
    """Build the coup of the worked example for these players."""
    coup = build_coup(first)
    by_name = {key: dict(zip(players, coup[key].values(), strict=True)) for key in ("points", "brusquembilles")}
    return {"type": "coup", **by_name}


def create_club_evening() -> tuple[Program, Tournament]:
    """Create an open evening of a club, and a program of that club."""
    _client, club = sign_in_organiser()
    return Program(club), create_open_evening(club)


def record(program: Program, tournament: Tournament, key: str = "coup-000001", number: int = 1, **more: Any) -> Any:
    """Record a coup at the first table. Return the answer."""
    body = {"key": key, "number": number, "event": build_named_coup(PLAYERS)} | more
    return program.post(f"/tournaments/{tournament.code}{TABLE}/events", body)


class Caller:
    """A program of a club with one evening, and what it sends there."""

    def __init__(self, *, is_open: bool = True, **more: Any) -> None:
        _client, self.club = sign_in_organiser()
        self.tournament = (create_open_evening if is_open else create_draft_evening)(self.club, **more)
        self.program = Program(self.club)
        self.entries = list(self.tournament.entries.order_by("pk"))

    def do(self, path: str, **body: Any) -> None:
        """Send an act that is done."""
        answer = self.program.post(f"/tournaments/{self.tournament.code}{path}", body)
        assert (answer.status_code, answer.json()) == (200, DONE), answer.content

    def make(self, path: str, **body: Any) -> Any:
        """Send what makes something. Return the answer's content."""
        answer = self.program.post(f"/tournaments/{self.tournament.code}{path}", body)
        assert answer.status_code == 201
        assert self.program.client.get(answer["Location"]).status_code == 200
        return answer.json()

    def refuse(self, path: str, **body: Any) -> list[str]:
        """Send what is refused. Return the paths of its faults."""
        answer = self.program.post(f"/tournaments/{self.tournament.code}{path}", body)
        assert answer.status_code == 422, answer.content
        return [fault["path"] for fault in answer.json()["errors"]]

    def get(self, path: str) -> Any:
        """Read of the evening."""
        answer = self.program.get(f"/tournaments/{self.tournament.code}{path}")
        assert answer.status_code == 200, answer.content
        return answer.json()

    def read(self) -> Tournament:
        """Return the evening as it is now."""
        return Tournament.objects.get(pk=self.tournament.pk)


def create_world() -> tuple[Program, dict[str, Any]]:
    """Create a club with something of each kind. Return its program and what the parameters of addresses may name."""
    _client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    record_events(get_table(tournament), build_coup())
    season = create_season(club, "Saison")
    change_season(season, name="Saison", rule=SeasonRule(), tournaments=[tournament], in_draws=False)
    entry = tournament.entries.order_by("pk")[0]
    known = {"code": tournament.code, "n": 1, "table": 1, "entry_id": entry.pk, "player_id": entry.player_id}
    return Program(club), known | {"club_id": club.pk, "season_id": season.pk}
