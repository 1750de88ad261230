"""What each earlier program printed, mailed or let somebody keep an address of opens today.

`printed/` holds, for each state of `released/` (`released_databases.py`) and for the one that goes out, what that very
program made over that database: the addresses in the squares and the codes of all its tables, the links that it gave,
the rows that belong to them, and every page that anybody could open. It had the two keys below in its folder. Files
that are there are never written again.
"""

import datetime
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.book.released_databases import RELEASED, find_upgraded, insert_rows
from tests.fixtures.amounts import IS_LONG, choose_amount
from tests.fixtures.databases import Database, pointed_at
from tournaments.models import Invitation, SignUp, Table, Tournament, salts

PRINTED = Path(__file__).parent / "printed"
NAMES = sorted(file.stem for file in PRINTED.glob("*.json"))
TODAY = "1.0.0-migration-0036"
SALTS = {
    "0.1.0-migration-0006": "tournaments.keys",
    "0.1.0-migration-0019": "tournaments.book.table_keys",
    "0.1.0-migration-0023": "tournaments.book.table_keys",
    "1.0.0": "tournaments.book.table_keys",
    TODAY: "table",
}
EACH = choose_amount(6, 1)  # pages of a state of which one is opened
LINKS = {"sign_up", "private", "door", "invitation", "confirmation", "password"}
WITH_LINKS = ["1.0.0", TODAY]
pytestmark = [
    pytest.mark.book,
    pytest.mark.usefixtures("own_database"),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the released databases are files of SQLite"),
]


@dataclass(frozen=True)
class Printed:
    """What the program of this name printed."""

    name: str
    content: dict[str, Any]

    def find_link(self, kind: str) -> tuple[str, str]:
        """Return the path of a link, and what stands after # in it."""
        found = urlsplit(self.content["links"][kind])
        return found.path, found.fragment


@pytest.fixture
def printed(request: pytest.FixtureRequest, run_folder: Path, tmp_path: Path, settings: Any) -> Iterator[Printed]:
    """An installation of an earlier program, upgraded to this one, and what it had printed."""
    made = Printed(request.param, json.loads((PRINTED / f"{request.param}.json").read_text(encoding="utf-8")))
    settings.PRINTED_KEY, settings.SECRET_KEY = "the key of what is printed", "the key of sessions"
    database, rows, file = made.content["database"], made.content["rows"], tmp_path / "upgraded.sqlite3"
    file.write_bytes(find_upgraded(run_folder, database, None if made.name == TODAY else rows))
    if made.name == TODAY:
        insert_rows(file, rows)
    with pointed_at(Database(str(file), f"sqlite:///{file}")):
        yield made


OF_ONE_SALT = ["0.1.0-migration-0019"]  # in the short form its tables are opened as those of a later state
every_state = pytest.mark.parametrize(
    "printed", [name for name in NAMES if IS_LONG or name not in OF_ONE_SALT], indirect=True
)
states_with_links = pytest.mark.parametrize("printed", WITH_LINKS, indirect=True)


def test_every_released_state_and_every_salt_is_there() -> None:
    assert {*SALTS} == {*NAMES}
    assert {file.stem for file in RELEASED.glob("*.json")} <= {*NAMES}
    assert {salts.TABLE, *salts.EARLIER_TABLES} == {*SALTS.values()}
    for name in WITH_LINKS:
        assert json.loads((PRINTED / f"{name}.json").read_text(encoding="utf-8"))["links"].keys() == LINKS


@every_state
def test_the_square_and_the_code_of_every_table_open_it(printed: Printed) -> None:
    opened = {each.code for each in Tournament.objects.filter(status=Tournament.Status.OPEN)}
    assert len(printed.content["tables"]) == Table.objects.count()
    assert opened
    for evening, address, code in printed.content["tables"][:: choose_amount(8, 1)]:
        shell, key = urlsplit(address).path, urlsplit(address).fragment
        phone = Client(headers={"X-Table-Key": key, "X-Table-Seat": "1"})
        assert phone.get(shell).status_code == 200, address
        assert phone.get("/t/sheet").status_code == 200, address
        for place in (f"/{evening}/code", "/"):
            answer = Client().post(place, {"code": code.lower()})
            if evening in opened:
                again = urlsplit(answer["Location"])
                assert (answer.status_code, again.path) == (302, "/t")
                assert again.fragment.split("-")[0] == key.split("-")[0], "of the same table"
            else:
                assert answer.status_code in (200, 422), "a closed evening says so"


@every_state
def test_every_page_that_anybody_could_open_is_there(printed: Printed) -> None:
    client = Client()
    pages = printed.content["pages"]
    assert len(pages) >= 17
    turn = NAMES.index(printed.name)
    answers = {page: client.get(page, follow=True).status_code for page in pages[turn % EACH :: EACH]}
    assert {page for page, status in answers.items() if status != 200} == set()


@states_with_links
def test_the_poster_at_the_door_and_the_page_of_a_list_open(printed: Printed) -> None:
    path, _none = printed.find_link("sign_up")
    assert Client().get(path).status_code == 200
    path, key = printed.find_link("door")
    assert Client().get(path).status_code == 200
    assert "Maÿlis" in Client().post(path, {"code": key, "name": "Maÿlis"}).content.decode()


@states_with_links
@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_a_private_link_opens_where_a_backup_was_restored_too(
    printed: Printed, is_elsewhere: bool, settings: Any
) -> None:
    path, code = printed.find_link("private")
    if is_elsewhere and printed.name == TODAY:
        settings.SECRET_KEY = "the key of sessions of the computer that takes over"
    assert Client().get(path).status_code == 200
    assert "Odile Marchand" in Client().post(path, {"code": code}).content.decode()
    assert Client().post(path, {"code": code, "leave": ""}).status_code == 200
    assert SignUp.objects.get().state == SignUp.State.WITHDRAWN


@pytest.mark.parametrize("printed", ["0.1.0-migration-0023", *WITH_LINKS], indirect=True)
def test_an_invitation_makes_a_member_within_its_day(printed: Printed) -> None:
    address = urlsplit(printed.content["links"]["invitation"])
    Invitation.objects.update(expires_at=timezone.now() + datetime.timedelta(minutes=1))
    client = Client()
    [code] = parse_qs(address.query)["code"]
    assert f'value="{code}"' in client.get(f"{address.path}?{address.query}").content.decode()
    typed = {"code": code, "name": "Jeanne", "password": "une phrase de passe assez longue"}
    assert client.post(address.path, typed).status_code == 302
    assert Invitation.objects.count() == 0
    assert client.get("/desk/").status_code == 200


@states_with_links
def test_a_mailed_link_opens_within_its_days(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = datetime.datetime.fromisoformat(printed.content["at"])
    soon = sent + datetime.timedelta(hours=20)
    monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda _self: soon.replace(tzinfo=None))
    monkeypatch.setattr("time.time", soon.timestamp)
    path, _none = printed.find_link("password")
    answer = Client().get(path, follow=True)
    assert answer.status_code == 200
    assert 'type="password"' in answer.content.decode()
    path, _none = printed.find_link("confirmation")
    client = Client()
    assert client.get(path).status_code == 200
    client.post(path)
    assert EmailAddress.objects.get().verified
