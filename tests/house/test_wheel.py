"""The wheel, built from this checkout and installed in an empty environment: its command serves, prints, restores."""

import os
import re
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from config.version import __version__
from tasks.environment import pip
from tests.fixtures.amounts import IS_LONG
from tests.fixtures.laptop import OF_THE_TESTS, Laptop
from tests.fixtures.patience import PROCESS_SECONDS
from tests.tidy.sources import ROOT

BROWSER = """
import socket, sys
from urllib.request import urlopen
page = urlopen(sys.argv[2]).read()
socket.create_connection(("127.0.0.1", int(sys.argv[1]))).sendall(page)
"""


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """An environment with nothing but the wheel; the packages that it needs are those of this run, as no test reaches
    a network."""
    _call([sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)], ROOT)
    [wheel] = tmp_path.glob("*.whl")
    made = tmp_path / "environment"
    _call([sys.executable, "-m", "venv", "--without-pip", str(made)], tmp_path)
    scripts = made / ("Scripts" if os.name == "nt" else "bin")
    into = [*pip()[:-1], str(next(scripts.glob("python*")))]
    _call([*into, "install", "--quiet", "--no-deps", "--no-index", "--no-compile", str(wheel)], tmp_path)
    [packages] = made.rglob("site-packages")
    (packages / "of_this_run.pth").write_text(sysconfig.get_paths()["purelib"], encoding="utf-8")
    return scripts


def _call(command: list[str], folder: Path, **environment: str) -> str:
    """Run a command in this folder. Return what it printed."""
    ours = {name: value for name, value in os.environ.items() if name not in (*OF_THE_TESTS, "PYTHONPATH")}
    done = subprocess.run(
        command, cwd=folder, env=ours | environment, capture_output=True, text=True, timeout=PROCESS_SECONDS
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_the_installed_program_serves_prints_and_restores(
    environment: Path, tmp_path: Path, new_laptop: Callable[[str], Laptop]
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    built = [path.relative_to(environment.parent) for path in environment.parent.rglob("corbillon/built/*/*")]
    assert sorted(path.name for path in built) == ["en.json", "fr.json", "it.json", "table_extras.js", "table_page.js"]
    first = {"CORBILLON_VAR": new_laptop("first").environment["CORBILLON_VAR"], "CORBILLON_BACKUPS": "0"}

    def corbillon(*words: str, **where: str) -> str:
        return _call([str(environment / "corbillon"), *words], elsewhere, **(where or first))

    assert re.fullmatch(rf"Corbillon {re.escape(__version__)} \([0-9a-f]{{8}}\)\n", corbillon("--version"))
    corbillon("simulate", "--game", "briscola", "--players", "4", "--rounds", "1", "--seed", "1")
    corbillon("print", "1", "standings", "-o", str(elsewhere / "standings.pdf"))
    assert (elsewhere / "standings.pdf").read_bytes().startswith(b"%PDF")
    if IS_LONG:
        corbillon("backup", str(elsewhere / "copy.zip"))
        second = {"CORBILLON_VAR": str(tmp_path / "second")}
        corbillon("restore", str(elsewhere / "copy.zip"), **second)
        assert corbillon("recheck", **second).splitlines()[0] == corbillon("recheck").splitlines()[0]
    assert "Mot de passe" in _read_page_opened_at_start(environment / "corbillon", elsewhere, first)


def _read_page_opened_at_start(program: Path, folder: Path, environment: dict[str, str]) -> str:
    """Start the program as a person does, and stop it. Return the page that the person's browser opens by itself."""
    browser = folder / "browser.py"
    browser.write_text(BROWSER, encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with socket.create_server(("127.0.0.1", 0)) as person:
        opened = f"{sys.executable} {browser} {person.getsockname()[1]} %s &"
        ours = {name: value for name, value in os.environ.items() if name not in OF_THE_TESTS}
        ours |= environment | {"CORBILLON_DEMO": "0", "CORBILLON_BACKUPS": "0", "BROWSER": opened, "DISPLAY": ":none"}
        server = subprocess.Popen([program, "--port", str(port), "--address", "127.0.0.1"], cwd=folder, env=ours)
        try:
            person.settimeout(PROCESS_SECONDS)
            with person.accept()[0] as seen:
                return seen.makefile("rb").read().decode()
        finally:
            server.terminate()
            server.wait(PROCESS_SECONDS)
