"""Somebody else's program plays a whole evening with nothing but the description: a typed client is generated from
`/api/v1/openapi.json` as the server gives it, and is all that the test uses from then on."""

import importlib
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from openapi_python_client import generate
from openapi_python_client.config import Config, ConfigFile, MetaType

from tests.book.evening_builders import build_coup, create_club
from tests.fixtures.live_server import LiveServer
from tournaments.actions.people.tokens import make_token
from tournaments.models.rights import Role, find_rights

PACKAGE = "corbillon_client"
NAMES = ["Anne", "Basile", "Chloé", "Denis", "Édith", "Flore"]
ROUNDS, SIZE = 1, 3


class GeneratedClient:
    """The generated package, with a key of the club. `models`: its classes; `call("writing_tables.record_event", …)`
    makes a request and returns what it answers, as an object of one of them; a refusal fails the test."""

    def __init__(self, url: str, club: int, key: str) -> None:
        self.club = club
        self.models: Any = importlib.import_module(f"{PACKAGE}.models")
        self._client = importlib.import_module(PACKAGE).AuthenticatedClient(base_url=url, token=key)

    def call(self, operation: str, *path: str | int, **more: Any) -> Any:
        operate: Callable[..., Any] = importlib.import_module(f"{PACKAGE}.api.{operation}").sync
        answer = operate(*path, client=self._client, **more)
        assert answer is not None, answer
        assert not isinstance(answer, self.models.ProblemOut), answer
        return answer


@pytest.fixture
def client(live: LiveServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GeneratedClient]:
    """A client generated from what the running server says of itself, with a key of a new club."""
    description = tmp_path / "openapi.json"
    with urlopen(f"{live.url}/api/v1/openapi.json") as answer:
        description.write_bytes(answer.read())
    config = Config.from_sources(
        ConfigFile(post_hooks=[]), MetaType.NONE, description, "utf-8", overwrite=True, output_path=tmp_path / PACKAGE
    )
    assert [error.detail for error in generate(config=config)] == []
    monkeypatch.syspath_prepend(tmp_path)
    scopes = find_rights(Role.ORGANISER, owns_installation=False)
    club = create_club()
    _token, key = make_token(club, name="Site du club", role=Role.ORGANISER, scopes=scopes, days=1, maker=None)
    yield GeneratedClient(live.url, club.pk, key)
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


def build_event(client: GeneratedClient, players: list[str]) -> Any:
    """Build the coup of worked example 4 for these players, by the names of their seats, of the client's own types."""
    models, told = client.models, build_coup()
    points, brusquembilles = models.CoupPointsType0(), models.CoupBrusquembilles()
    for name, own, met in zip(players, told["points"].values(), told["brusquembilles"].values(), strict=True):
        points[name] = own
        brusquembilles[name] = models.Brusquembilles(**met)
    return models.Coup(type_="coup", points=points, brusquembilles=brusquembilles)


def test_a_generated_client_plays_a_whole_evening(client: GeneratedClient):
    models = client.models
    new = models.TournamentIn(name="Samedi", date=date(2026, 11, 21))
    code = client.call("writing_people.create_tournament", body=new).code
    known = client.call("writing_people.add_player", client.club, body=models.PlayerIn(name=NAMES[0]))
    coming = models.EntriesIn(players=[known.id], names=NAMES[1:])
    entries = client.call("writing_people.add_entries", code, body=coming).items
    assert [entry.name for entry in entries] == NAMES
    present = models.PresenceIn(presence=models.PresenceInPresence.PRESENT)
    for entry in entries:
        client.call("writing_people.set_presence", code, entry.id, body=present)
    plan = models.PlanIn(format_=models.PlanInFormat.RANDOM, rounds=ROUNDS)
    assert client.call("writing_people.plan_rounds", code, body=plan).planned_rounds == ROUNDS
    drawn = client.call("writing_rounds.draw_rounds", code, body=models.DrawIn(sizes=[SIZE], seed=7))
    assert [len(table) for table in drawn.rounds[0].tables] == [SIZE, SIZE]
    assert client.call("writing_rounds.publish_round", code, 1).n == 1
    assert client.call("writing_people.open_tournament", code, body=models.ReasonIn()).status == "open"
    for table in client.call("rounds.get_round", code, 1).tables:
        players = [seat.name for seat in table.seats]
        for number in range(1, SIZE + 1):
            event = models.EventIn(key=f"coup-{number:06}", number=number, event=build_event(client, players))
            assert client.call("writing_tables.record_event", code, 1, table.table, body=event).number == number
        confirm = models.ConfirmIn(position=1)
        assert client.call("writing_tables.confirm_sheet", code, 1, table.table, body=confirm).confirmed
        assert client.call("rounds.get_table", code, 1, table.table).stage == "confirmed"
    rows = client.call("tournaments.list_standings", code).items
    assert {row.name for row in rows} == {*NAMES}
    assert rows[0].total > 0 == sum(row.total for row in rows)
    assert client.call("writing_people.close_tournament", code).status == "closed"
