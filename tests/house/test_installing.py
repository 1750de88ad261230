"""What a first start installs, what it prints while pip works, two starts at once, and variables left empty."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement

from corbillon import start
from corbillon.words import Stop
from tasks import environment, targets
from tasks.installing import count_packages, follow
from tasks.pruning import prune_packages
from tests.fixtures.patience import PROCESS_SECONDS

PIP = """\
Collecting django==5.2.19 (from -r requirements/run.txt (line 100))
  Downloading django-5.2.19-py3-none-any.whl (8.3 MB)
Collecting segno==1.6.6
  Using cached segno-1.6.6-py3-none-any.whl (76 kB)
Installing collected packages: segno, django
Successfully installed django-5.2.19 segno-1.6.6
""".splitlines(keepends=True)


def test_the_packages_and_their_megabytes_are_counted_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    found, megabytes = follow(PIP, 3, shown=True)
    assert (found, round(megabytes, 1)) == (2, 8.4)
    written = capsys.readouterr().out
    assert "1 / 3 · 0 Mo · django" in written
    assert "2 / 3 · 8 Mo · mise en place" in written
    assert "\n" not in written


def test_without_a_terminal_no_line_is_rewritten(capsys: pytest.CaptureFixture[str]) -> None:
    follow(PIP, 3, shown=False)
    assert capsys.readouterr().out == ""


def test_the_packages_of_a_lock_are_counted() -> None:
    assert count_packages("django==5.2.19 \\\n    --hash=sha256:ab\n# via\ntablib[ods]==3.9 ; python_version\n") == 2


def test_every_part_of_the_program_comes_built_so_that_no_compiler_is_needed() -> None:
    """A part with one file alone is its source; the lock of what runs has none."""
    lock = (environment.ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    parts = re.split(r"^(?=[a-z])", lock, flags=re.MULTILINE)[1:]
    assert [part.split("=")[0] for part in parts if part.count("--hash=") < 2] == []


@pytest.mark.parametrize(("address", "wanted"), [("postgres://club@server/club", ["postgres"]), ("", [])])
def test_an_installation_that_names_postgresql_gets_its_driver_at_the_next_start_and_is_told(
    address: str,
    wanted: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The rest is installed already, and at the second start the driver is, too."""
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setattr(environment, "VENV", tmp_path)
    monkeypatch.setattr(environment, "_ensure_venv", lambda: None)
    installed: list[str] = []
    monkeypatch.setattr(environment, "_install", installed.append)
    environment._stamp("run").write_text(environment._fingerprint("run"), encoding="utf-8")
    monkeypatch.setattr(targets, "provide", lambda need: None)
    monkeypatch.setattr(targets, "prepare", lambda python: None)
    for _ in range(2):
        targets.setup()
    assert installed == wanted
    assert capsys.readouterr().out.count("its driver goes into .venv") == len(wanted)


def test_bench_asks_no_script_that_needs_a_folder_or_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(targets, "ensure", lambda *locks: None)
    monkeypatch.setattr(targets, "run", lambda file: asked.append(Path(file).name))
    targets.bench()
    assert {"units.py", "fill_clubs.py", "federation.py", "every_paper.py"} & {*asked} == {
        "federation.py",
        "every_paper.py",
    }


@pytest.mark.posix  # made on Linux, the locks lack colorama, which qrcode's own command alone loads
@pytest.mark.parametrize("lock", ["run", "postgres", "dev"])
def test_a_lock_names_every_package_that_its_packages_need(lock: str) -> None:
    """pip does not look for them: it installs what a lock names, and nothing else."""
    written = (environment.ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    locked = {_normalise(name) for name in re.findall(r"^([\w.-]+)==", written, re.MULTILINE)}
    missing = {need for name in locked for need in _iter_needs(name)} - locked
    assert len(locked) > 20
    assert not missing


def _iter_needs(package: str, extras: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the packages that an installed one needs on this system, with these extras."""
    try:
        needs = [Requirement(line) for line in requires(package) or ()]
    except PackageNotFoundError:  # for another system, or left out of `.venv` to save space
        return
    for need in needs:
        if any(need.marker is None or need.marker.evaluate({"extra": extra}) for extra in extras or {""}):
            yield _normalise(need.name)
            if need.extras:
                yield from _iter_needs(need.name, frozenset(need.extras))


def _normalise(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize(
    ("needed", "unneeded"),
    [
        ("django/conf/locale/fr/formats.py", "django/conf/locale/de/formats.py"),
        ("pyphen/dictionaries/hyph_it_IT.dic", "pyphen/dictionaries/hyph_de_DE.dic"),
        ("numpy/testing/tests.py", "numpy/lib/tests/test_io.py"),
        ("ninja/templates/ninja/swagger.html", "ninja/static/ninja/swagger-ui.css"),
        ("fontTools/misc/bezierTools.cpython-311.so", "fontTools/misc/bezierTools.c"),
        ("PIL/AvifImagePlugin.py", "PIL/_avif.cpython-311.so"),
        ("pillow.libs/libwebp-51b0.so.7", "pillow.libs/libavif-c606.so.16"),
    ],
)
def test_what_no_club_needs_goes_out_of_the_packages(tmp_path: Path, needed: str, unneeded: str) -> None:
    for name in (needed, unneeded):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    prune_packages(tmp_path)
    assert (tmp_path / needed).exists()
    assert not (tmp_path / unneeded).exists()


def test_an_icon_clicked_twice_prepares_the_data_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[list[str]] = []

    def start_again_meanwhile(command: list[str], **_: object) -> SimpleNamespace:
        prepared.append(command)
        with pytest.raises(Stop, match="démarre déjà"):
            start.prepare()
        return SimpleNamespace(returncode=0)

    monkeypatch.setenv("CORBILLON_VAR", str(tmp_path))
    monkeypatch.setattr(subprocess, "run", start_again_meanwhile)
    for _ in ("once", "again when it has ended"):
        start.prepare()
    assert len(prepared) == 2


def test_a_variable_that_is_empty_counts_as_not_set() -> None:
    empty = dict.fromkeys(("CORBILLON_VAR", "DATABASE_URL", "EMAIL_URL"), "") | {"CORBILLON_SECRET_KEY": "x" * 50}
    asked = "from config import settings; print(settings.VAR_DIR, settings.DATABASES['default']['NAME'])"
    command = [sys.executable, "-c", asked]
    said = subprocess.run(
        command,
        cwd=start.ROOT,
        env=os.environ | empty,
        capture_output=True,
        text=True,
        check=True,
        timeout=PROCESS_SECONDS,
    )
    assert said.stdout.split() == [str(start.ROOT / "var"), str(start.ROOT / "var" / "corbillon.sqlite3")]
