"""A server that reads public pages from a real replica: who wrote reads what he wrote, a page says when it is old, and
who has signed in reads the primary. The book is checked on the replica."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection, connections
from pytest_django import DjangoDbBlocker

from config.replica import COOKIE, HEADER, STALE_SECONDS
from tasks.postgres import STREAMS, temporary_replica, temporary_server
from tests.fixtures.databases import Database, connected_to, migrate
from tests.fixtures.laptop import Server, wait_until
from tests.fixtures.patience import ANSWER_SECONDS
from tests.tidy.sources import ROOT
from tests.web.organiser_builders import create_open_evening, get_first_table, sign_in_organiser
from tests.web.phone_client import COUP
from tournaments.book.table_keys import table_key

pytestmark = [
    pytest.mark.book,
    pytest.mark.posix,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="a laptop has no replica"),
]
AGE = re.compile(r'data-age="(\d+)"')
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@contextmanager
def pointed_at_server(url: str) -> Iterator[None]:
    """Context manager: connect the default connection to another PostgreSQL server."""
    settings, place = connections["default"].settings_dict, url.partition("@/")[2].rpartition("/")[0]
    before = settings["HOST"]
    settings["HOST"] = place
    with connected_to("postgres"):
        yield
    settings["HOST"] = before


def tell(url: str, statement: str) -> None:
    """Execute a statement on the server at this URL."""
    with pointed_at_server(url), connection.cursor() as cursor:
        cursor.execute(statement)


def await_commits(url: str, replicas: str) -> None:
    """Let what is committed on the server at this URL be on these replicas first."""
    tell(url, f"ALTER SYSTEM SET synchronous_standby_names = '{replicas}'")
    tell(url, "SELECT pg_reload_conf()")


def ask(server: Server, method: str, path: str, body: str | None = None, **headers: str) -> Any:
    """Send a request. Return the answer, with its body as `text`."""
    asked = HTTPConnection("127.0.0.1", server.port, timeout=ANSWER_SECONDS)
    asked.request(method, path, body, headers | (FORM if body else {}))
    answer: Any = asked.getresponse()
    answer.text = answer.read().decode()
    assert answer.status < 400, answer.text
    return answer


@contextmanager
def frozen(url: str) -> Iterator[None]:
    """Context manager: stop all processes of the PostgreSQL server at this URL."""
    folder = Path(url.partition("@/")[2].rpartition("/")[0])
    main = int((folder / "data" / "postmaster.pid").read_text(encoding="utf-8").split()[0])
    children = Path(f"/proc/{main}/task/{main}/children").read_text(encoding="utf-8").split()
    processes = [main, *map(int, children)]
    for pid in processes:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in processes:
            os.kill(pid, signal.SIGCONT)


def is_of_replica(answer: Any) -> bool:
    """True if the page was read from the replica."""
    return "Age" in answer.headers


def test_public_pages_come_from_the_replica_and_nobody_misses_what_he_wrote(
    django_db_blocker: DjangoDbBlocker, django_test_environment: None, tmp_path: Path
) -> None:
    with django_db_blocker.unblock(), temporary_server((*STREAMS, "synchronous_commit=on")) as primary:
        with pointed_at_server(primary):
            database = Database("postgres", primary)
            migrate(database)
            client, club = sign_in_organiser()
            tournament = create_open_evening(club)
            key = table_key(get_first_table(tournament))
        with temporary_replica(primary) as replica:
            gather = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
            environment = database.environment | {"CORBILLON_VAR": str(tmp_path), "DATABASE_REPLICA_URL": replica}
            subprocess.run(gather, cwd=ROOT, env=environment, check=True)
            server = Server(database, tmp_path, more={"DATABASE_REPLICA_URL": replica})
            try:
                page, session = f"/{tournament.code}", f"session={client.cookies['session'].value}"
                watch_the_replica(server, primary, replica, page, key, session)
            finally:
                server.kill()
            on_replica = environment | {"DATABASE_URL": replica}
            checked = [sys.executable, "manage.py", "recheck", "--resume", str(tmp_path / "right")]
            said = subprocess.run(checked, cwd=ROOT, env=on_replica, check=True, capture_output=True, text=True).stdout
            assert "Le livre est juste (tables\u202f: 2, enregistrements\u202f: 1)." in said


def watch_the_replica(server: Server, primary: str, replica: str, page: str, key: str, session: str) -> None:
    """Read a page of an evening before, while and after its replica lags, and once it is gone."""
    before = wait_until(lambda: is_of_replica(answer := ask(server, "GET", page)) and answer)
    assert not AGE.search(before.text)
    assert not is_of_replica(ask(server, "GET", page, Cookie=session)), "a member reads the primary"

    tell(replica, "SELECT pg_wal_replay_pause()")
    sent = urlencode({"number": 1, "key": "a" * 32, **COUP})
    position = ask(server, "POST", "/t/coup", sent, **{"X-Table-Key": key}).headers[HEADER]
    old = ask(server, "GET", page)
    assert is_of_replica(old)
    assert old.headers["ETag"] == before.headers["ETag"]
    own = ask(server, "GET", page, Cookie=f"{COOKIE}={position}")
    assert not is_of_replica(own)
    assert own.headers["ETag"] != before.headers["ETag"]
    api = f"/api/v1/tournaments{page}"
    assert is_of_replica(ask(server, "GET", api))
    assert not is_of_replica(ask(server, "GET", api, **{HEADER: position}))

    late = wait_until(lambda: AGE.search((answer := ask(server, "GET", page)).text) and answer)
    assert int(late.headers["Age"]) >= STALE_SECONDS
    assert ask(server, "GET", page, **{"If-None-Match": late.headers["ETag"]}).text, "it is sent whole, with its age"
    assert not is_of_replica(ask(server, "GET", page, **{"HX-Request": "true"})), "what is polled is never late"

    tell(replica, "SELECT pg_wal_replay_resume()")
    caught = wait_until(
        lambda: is_of_replica(answer := ask(server, "GET", page, Cookie=f"{COOKIE}={position}")) and answer
    )
    assert caught.headers["ETag"] == own.headers["ETag"]

    await_commits(primary, "*")
    with frozen(replica):  # which answers nobody, and ends nothing: what is noted of that waits for no commit there
        assert not is_of_replica(ask(server, "GET", page))
    await_commits(primary, "")
