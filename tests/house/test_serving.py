"""From an empty folder to a served page: prepared twice, served as `make run` does, by several processes, stopped as
by Ctrl-C."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from subprocess import PIPE
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest
from django.core.management import call_command

from tests.fixtures.patience import ANSWER_SECONDS, PROCESS_SECONDS
from tests.tidy.sources import ROOT

ANY_KEY = "0123456789" * 6 + "çàéù"
HALF_SENT = (b"POST /t/coup HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n", b"GET /t HTTP/1.1\r\nHost: x\r\n")
"""A request without its body, and one without the end of its headers."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, prepared_folder: Path) -> dict[str, str]:
    """The environment of an installation that was prepared, in a folder of its own."""
    ours = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "DJANGO_ALLOW_ASYNC_UNSAFE")}
    var = shutil.copytree(prepared_folder, tmp_path_factory.mktemp("house") / "var")
    return ours | {"CORBILLON_VAR": str(var), "CORBILLON_BACKUPS": "0"}


def _manage(house: dict[str, str], *words: str) -> str:
    """Run a command of `manage.py` in this installation. Return what it printed."""
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(
        command, cwd=ROOT, env=house, check=True, capture_output=True, text=True, timeout=PROCESS_SECONDS
    ).stdout


@dataclass(frozen=True)
class RunningServer:
    """The running server and its address."""

    process: subprocess.Popen[bytes]
    url: str


@pytest.fixture
def server(house: dict[str, str]) -> Iterator[RunningServer]:
    """Two serving processes, given a socket that listens already: who asks before one is up waits for the answer,
    without polling. The end of standard error is the end of all processes."""
    command = [sys.executable, "-m", "config.server"]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        bound = house | {"CORBILLON_BIND": f"fd://{listener.fileno()}", "CORBILLON_WORKERS": "2"}
        process = subprocess.Popen(command, cwd=ROOT, env=bound, stderr=PIPE, pass_fds=[listener.fileno()])
        yield RunningServer(process, f"http://127.0.0.1:{listener.getsockname()[1]}")
        process.kill()
        process.communicate()


def test_a_second_prepare_changes_nothing(house: dict[str, str]) -> None:
    var = Path(house["CORBILLON_VAR"])
    assert {"corbillon.sqlite3", "organiser.txt", "secret.key", "static"} <= {path.name for path in var.iterdir()}
    kept = {path: path.stat().st_mtime_ns for path in var.rglob("*") if path.is_file()}
    assert _manage(house, "prepare") == ""
    assert {path: path.stat().st_mtime_ns for path in kept} == kept


def test_a_command_without_prepare_says_what_to_run(house: dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "standings", "1"]
    nothing = house | {"CORBILLON_VAR": str(tmp_path / "new")}
    found = subprocess.run(command, cwd=ROOT, env=nothing, capture_output=True, text=True, timeout=PROCESS_SECONDS)
    assert (found.returncode, found.stdout) == (1, "")
    assert "make setup" in found.stderr
    assert "Traceback" not in found.stderr


def test_the_system_check_warns_of_nothing_in_a_good_set_up(house: dict[str, str]) -> None:
    call_command("check", fail_level="WARNING")
    https = house | {"CORBILLON_HTTPS": "1", "CORBILLON_HOSTS": "cartes.example", "CORBILLON_SECRET_KEY": ANY_KEY}
    assert _manage(https, "check", "--deploy", "--fail-level", "WARNING").startswith(
        "System check identified no issues"
    )


def test_the_first_organiser_signs_in_and_ctrl_c_stops_the_server_without_errors(
    house: dict[str, str], server: RunningServer
) -> None:
    browser = build_opener(HTTPCookieProcessor(jar := CookieJar()))
    page = _read(browser, f"{server.url}/accounts/login/")
    for address in re.findall(r'"(/static/[^"]+\.css)"', page):
        answer = browser.open(server.url + address, timeout=ANSWER_SECONDS)
        assert answer.headers["Cache-Control"].startswith("max-age=3")
    note = (Path(house["CORBILLON_VAR"]) / "organiser.txt").read_text(encoding="utf-8")
    name, password = re.findall(r": (\S+)$", note, re.MULTILINE)
    form = {
        "login": name,
        "password": password,
        "csrfmiddlewaretoken": _token(page),
        "next": "/accounts/password/change/",
    }
    browser.open(f"{server.url}/accounts/login/", urlencode(form).encode(), timeout=ANSWER_SECONDS)
    assert "session" in {cookie.name for cookie in jar}
    server.process.send_signal(signal.SIGINT)
    _, complaints = server.process.communicate(timeout=PROCESS_SECONDS)
    told = [line for line in complaints.splitlines() if b" INFO corbillon.security: " not in line]
    assert (server.process.returncode, told) == (0, [])


def test_half_sent_requests_keep_nobody_waiting_and_where_the_first_process_is_killed_the_others_end(
    server: RunningServer,
) -> None:
    """How long the server has patience with each: test_server.py."""
    address, held = urlsplit(server.url), []
    for sent in HALF_SENT:
        for _ in range(150):
            held.append(socket.create_connection((address.hostname, address.port), timeout=ANSWER_SECONDS))
            held[-1].sendall(sent)
        assert "Corbillon" in _read(build_opener(), server.url + "/"), sent
    server.process.kill()
    server.process.communicate(timeout=PROCESS_SECONDS)


def test_a_port_that_is_taken_is_one_sentence(house: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        bound = house | {"CORBILLON_BIND": f"127.0.0.1:{other.getsockname()[1]}"}
        command = [sys.executable, "-m", "config.server"]
        found = subprocess.run(command, cwd=ROOT, env=bound, capture_output=True, text=True, timeout=PROCESS_SECONDS)
    assert (found.returncode, found.stdout, len(found.stderr.splitlines())) == (1, "", 1)
    assert "is taken" in found.stderr


def _read(browser: OpenerDirector, address: str) -> str:
    """Return the page at this address."""
    with browser.open(address, timeout=ANSWER_SECONDS) as answer:
        return answer.read().decode()


def _token(page: str) -> str:
    """Return the CSRF token of the page's form."""
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    return found.group(1)
