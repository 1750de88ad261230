"""Two servers on one PostgreSQL database, each with a var folder of its own, and one of them killed. The other one goes
through PgBouncer, where it is installed, which gives each transaction another connection."""

import html
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client

from config.background.jobs import open_jobs
from config.background.keeper import find_keeper_start
from config.background.kinds import PRINT
from config.storage import troubles
from config.system_calls import is_administrator
from tasks.postgres import USER
from tests.fixtures.databases import Database
from tests.fixtures.laptop import Server, wait_until
from tests.fixtures.queueing_phone import QueueingPhone, Unreached
from tests.tidy.sources import ROOT
from tests.web.organiser_builders import create_open_evening, get_first_table, sign_in_organiser
from tests.web.phone_client import COUP, build_point_fields
from tournaments.book.table_keys import table_key
from tournaments.models import Player, Record

pytestmark = [
    pytest.mark.book,
    pytest.mark.posix,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="a laptop has one server"),
]
TOKEN = "a" * 32


class Pooler:
    """PgBouncer in transaction mode before the server of this database, at the loopback port `port`."""

    def __init__(self, database: Database, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        place = database.url.partition("@/")[2].rpartition("/")[0]
        self._file = folder / "pgbouncer.ini"
        self._file.write_text(
            f"[databases]\n* = host={place} user={USER}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
            f"listen_port = {self.port}\nunix_socket_dir =\nauth_type = any\n"
            "pool_mode = transaction\nserver_login_retry = 1\n",
            encoding="utf-8",
        )
        self.url = f"postgres://{USER}@127.0.0.1:{self.port}/{database.name}?DISABLE_SERVER_SIDE_CURSORS=true"
        self.start()

    def start(self) -> None:
        """Start it."""
        command = ["pgbouncer", "--quiet", *(["--user", "postgres"] if is_administrator() else []), str(self._file)]
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL)

    def stop(self) -> None:
        """Let whoever goes through it lose the database."""
        self._process.terminate()
        self._process.wait()


@pytest.fixture
def pooler(own_database: Database) -> Iterator[Pooler | None]:
    """PgBouncer before the test's database; None where it is not installed."""
    if shutil.which("pgbouncer") is None:
        yield None
        return
    with TemporaryDirectory(prefix="corbillon-pooler-") as folder:  # where PostgreSQL's own user may read
        Path(folder).chmod(0o755)
        made = Pooler(own_database, Path(folder))
        yield made
        made.stop()


@pytest.fixture
def servers(own_database: Database, tmp_path: Path, pooler: Pooler | None) -> Iterator[list[Server]]:
    """Two servers; the first one starts the jobs of both."""
    first, second = tmp_path / "first", tmp_path / "second"
    for var in (first, second):
        var.mkdir(mode=0o700)
    assert "mot de passe / password: " in prepare_server(own_database, first)
    assert {path.name for path in first.iterdir()} == {"static", "security"}
    (second / "static").symlink_to(first / "static")
    assert prepare_server(own_database, second) == ""
    made = [Server(own_database, first)]
    wait_until(lambda: find_keeper_start(tmp_path, PRINT))
    made.append(Server(own_database, second, pooler.url if pooler else ""))
    yield made
    for server in made:
        server.kill()


def prepare_server(database: Database, var: Path) -> str:
    """Make this folder a server's. Return what was said: by the first one the first password."""
    environment = database.environment | {"CORBILLON_VAR": str(var)}
    command = [sys.executable, "manage.py", "prepare"]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    return done.stdout


def send_form(server: Server, client: Client, path: str, **fields: str) -> int:
    """Send a form of the organiser's pages. Return the status of its answer."""
    cookies = "; ".join(f"{name}={each.value}" for name, each in client.cookies.items())
    sent = urlencode({"csrfmiddlewaretoken": TOKEN, **fields})
    return server.ask("POST", path, sent, Cookie=f"{cookies}; csrf={TOKEN}")[0]


def test_a_server_with_other_keys_serves_only_once_the_change_is_meant(own_database: Database, tmp_path: Path) -> None:
    (other := tmp_path / "other").mkdir(mode=0o700)

    def call(*words: str, key: str, var: Path = tmp_path) -> tuple[int, str]:
        """Run a command as a server with this key does. Return the exit code and what it says of what is wrong."""
        environment = own_database.environment | {"CORBILLON_SECRET_KEY": key, "CORBILLON_VAR": str(var)}
        environment |= {"CORBILLON_BIND": "127.0.0.1:0"}
        done = subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True)
        return done.returncode, done.stderr

    prepare, sentence = ("manage.py", "prepare"), str(troubles.OTHER_KEYS.sentence)
    assert call(*prepare, key="first" * 10)[0] == 0
    code, told = call("-m", "config.server", key="second" * 10, var=other)
    assert code == 1
    assert sentence in told
    code, told = call(*prepare, key="second" * 10, var=other)
    assert code == 1
    assert sentence in told
    assert call(*prepare, "--new-key", key="second" * 10, var=other)[0] == 0
    code, told = call("manage.py", "recheck", key="first" * 10)
    assert code == 1
    assert sentence in told
    assert call("manage.py", "recheck", key="second" * 10, var=other)[0] == 0


def test_two_servers_are_one_and_one_that_is_killed_loses_and_doubles_nothing(
    servers: list[Server], pooler: Pooler | None
) -> None:
    first, second = servers
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    cookie = f"session={client.cookies['session'].value}"

    with ThreadPoolExecutor(2) as both:
        path, typed = f"/desk/event/{tournament.pk}/players", {"typed": "Gaspard Nouveau"}
        sent = list(both.map(lambda each: send_form(each, client, path, **typed), servers))
    assert sent == [302, 302]
    assert Player.objects.filter(name="Gaspard Nouveau").count() == 1

    port = first.port
    phone = QueueingPhone(lambda: port, table_key(get_first_table(tournament)), 1, Random(1), lambda *_: "drop")
    board = f"/{tournament.code}"
    before = first.ask("GET", board, **{"HX-Request": "true"})[2]
    phone.enqueue("/t/coup", COUP | build_point_fields(58, 37, 25))
    phone.send_queue()

    def read_new_board() -> str:
        """Return the mark of the first server's board once it shows the coup."""
        mark = first.ask("GET", board, **{"HX-Request": "true"})[2]
        return mark if mark != before else ""

    new = wait_until(read_new_board)
    assert second.ask("GET", board, **{"HX-Request": "true"})[2] == new

    page = first.ask("GET", f"/desk/event/{tournament.pk}/print/pack.pdf", Cookie=cookie)[2]
    job = page.rpartition("/")[2]
    wait_until(lambda: (found := open_jobs(ROOT).find(job)) and found.state == "running")
    phone.enqueue("/t/coup", COUP | build_point_fields(57, 38, 25))
    first.kill()
    with pytest.raises(Unreached):
        phone.send_queue()
    port = second.port
    phone.send_queue()
    assert Record.objects.count() == 2
    assert phone.recorded_numbers.keys() == set(Record.objects.values_list("key", flat=True))

    assert second.ask("GET", page, Cookie=cookie)[0] == 200
    read = wait_until(lambda: (answer := second.ask("GET", f"{page}/document.pdf", Cookie=cookie))[0] == 200 and answer)
    assert read[1].startswith(b"%PDF")

    if pooler:
        pooler.stop()
        phone.enqueue("/t/coup", COUP | build_point_fields(56, 39, 25))
        with pytest.raises(Unreached):
            phone.send_queue()
        status, told, _mark = second.ask("GET", "/desk/", Cookie=cookie)
        assert status == 503
        assert str(troubles.UNREACHABLE.sentence) in html.unescape(told.decode())
        pooler.start()
        wait_until(lambda: second.ask("GET", "/desk/", Cookie=cookie)[0] == 200)
        phone.send_queue()
        assert sorted(Record.objects.values_list("key", flat=True)) == sorted(phone.recorded_numbers)
