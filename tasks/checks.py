"""Run `make test` and `make check`: lint, formats, types, templates, imports, scripts, and the tests.

The quick checks run two at a time, then the tests. The types and the book's tests on PostgreSQL run beside them,
because a browser test leaves the machine idle half of the time. `make test ONLY=…` runs the tests of some folders.

CORBILLON_STRICT=1 (as `.ci/run` says it) makes whatever had to be skipped a failure.
"""

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field

from corbillon.words import Stop, say
from tasks.environment import ROOT, VENV, ensure, python
from tasks.postgres import temporary_server
from tasks.system import BROWSER, POSTGRES, PRINTING, Need, find_memory_folder, provide

TYPED = ("config", "corbillon", "scoring", "tasks", "tournaments", "tests/fixtures", "tests/tidy")
"""A test says its own types by failing."""
BOOK = "PostgreSQL"
PYTEST = ("-m", "pytest", "--quiet", "-o", "tmp_path_retention_policy=failed")
SIDE_BY_SIDE = ("--numprocesses", "3", "--dist", "worksteal")
"""Three on two cores: one of them waits for a browser."""
SLOWEST = ("--durations", "10", "--durations-min", "0.5")


@dataclass(frozen=True)
class Check:
    """One check that `make` runs. `program`: the one in `.venv` that runs the `command`; `environment`: variables added
    for it; `mended_by`: what to type if the check fails, where that mends it."""

    name: str
    command: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)
    program: str = "python"
    mended_by: str = ""


TYPES = Check("types", ("-m", "mypy", *TYPED))
SCRIPTS = ("static/js", "static/games", "tests/js")
OFFLINE = ("--no-remote", "--no-npm")
DENO = {"DENO_DIR": str(VENV / "deno"), "DENO_NO_UPDATE_CHECK": "1", "DENO_NO_PROMPT": "1", "NO_COLOR": "1"}
"""It keeps its cache in `.venv`, asks nothing of a network, and nobody for permission: a test that wants any fails."""


JS_TESTS = Check("js tests", ("test", *OFFLINE, "--no-check", "tests/js"), DENO, "deno")


def _quick() -> Iterator[Check]:
    yield Check("lint", ("-m", "ruff", "check", "."), mended_by=".venv/bin/ruff check --fix")
    # On Windows what names no encoding is read in another one.
    yield Check("encodings", ("-m", "ruff", "check", "--preview", "--select", "PLW1514", "."))
    yield Check("format", ("-m", "ruff", "format", "--check", "."), mended_by=".venv/bin/ruff format")
    if (ROOT / "templates").is_dir():
        yield Check("templates", ("-m", "djlint", "templates", "--lint", "--quiet"))
    yield Check("imports", ("--no-cache",), program="lint-imports")
    yield Check("parts", ("-m", "pip", "check"))
    yield Check("js lint", ("lint", *SCRIPTS), DENO, "deno")
    yield Check("js types", ("check", *OFFLINE, *SCRIPTS), DENO, "deno")


def test() -> None:
    """Run all checks, or with ONLY the tests of the rooms it names.

    Raises Stop, after everything has run, when anything failed (or was skipped, where that is strict).
    """
    ensure("dev")
    rooms = os.environ.get("CORBILLON_ONLY", "").split()
    if rooms:
        _test_rooms(rooms)
    else:
        _test_everything()


def check() -> None:
    """Lint, formats, types, templates, imports and scripts, without any test. Raises Stop when anything failed."""
    ensure("dev")
    _conclude([check.name for check, passed in _side_by_side([TYPES, *_quick()]) if not passed], ())


def _test_rooms(rooms: list[str]) -> None:
    """Run the tests of these rooms: folders of tests/, or words in the names of tests."""
    missing = provide(PRINTING, BROWSER)
    failed = []
    if "js" in rooms and not _report_check(JS_TESTS.name, *_run_check(JS_TESTS)):
        failed.append(JS_TESTS.name)
    folders = [f"tests/{room}" for room in rooms if room != "js" and (ROOT / "tests" / room).is_dir()]
    words = [room for room in rooms if room != "js" and not (ROOT / "tests" / room).is_dir()]
    for options in (folders, ["-k", " or ".join(words)] if words else []):
        if options and _pytest(*SLOWEST, *options):
            failed.append(" ".join(options))
    _conclude(failed, missing)


def _test_everything() -> None:
    missing = provide(PRINTING, BROWSER, POSTGRES)
    with ThreadPoolExecutor(2) as beside:
        slow = {TYPES.name: beside.submit(_run_check, TYPES)}
        if POSTGRES not in missing:
            slow[BOOK] = beside.submit(_book_aside)
        failed = [check.name for check, passed in _side_by_side([*_quick(), JS_TESTS]) if not passed]
        if _pytest(*SLOWEST):
            failed.append("tests")
    failed += [name for name, done in slow.items() if not _report_check(name, *done.result())]
    _conclude(failed, missing)


def book() -> None:
    """Run the book's tests alone, on PostgreSQL."""
    ensure("dev")
    if not _book_on_postgres():
        raise Stop("Le livre ne tient pas sur PostgreSQL.", "The book does not hold on PostgreSQL.")


def _side_by_side(checks: list[Check]) -> Iterator[tuple[Check, bool]]:
    with ThreadPoolExecutor(2) as pool:
        for check, done in zip(checks, pool.map(_run_check, checks), strict=True):
            yield check, _report_check(check.name, *done)


def _report_check(name: str, passed: bool, seconds: float, output: str) -> bool:
    """Print how a check went, with its whole output if it failed. Return True if it passed."""
    say(f"{'ok    ' if passed else 'FAILED'} {name:<12} {seconds:5.1f} s")
    if not passed:
        say(output)
    return passed


def _run_check(check: Check) -> tuple[bool, float, str]:
    start = time.monotonic()
    done = subprocess.run(
        [str(VENV / "bin" / check.program), *check.command],
        cwd=ROOT,
        env=_environment(check.environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    mended = f"→ {check.mended_by}\n" if done.returncode and check.mended_by else ""
    return not done.returncode, time.monotonic() - start, done.stdout + mended


def _environment(more: Mapping[str, str]) -> dict[str, str]:
    """Return this process's environment with the variables `more`, but without the one that forbids Python to keep what
    it has compiled: a test run starts some two hundred processes, and each would compile all modules again."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | dict(more)


def _book_aside() -> tuple[bool, float, str]:
    """Run the book's tests on PostgreSQL in one process that prints nothing until it is done. Return (whether they
    passed, seconds, what they print)."""
    with temporary_server() as url, _test_folder() as folder:
        return _run_check(Check(BOOK, (*PYTEST, *_select_book()), {"DATABASE_URL": url} | folder))


def _book_on_postgres() -> bool:
    say("", "")
    say("Le livre sur PostgreSQL / the book on PostgreSQL")
    with temporary_server() as url:
        return not _pytest(*_select_book(), DATABASE_URL=url)


def _select_book() -> Iterator[str]:
    """Yield the options that select the book's tests: those of what PostgreSQL does otherwise than SQLite, as locks,
    plans, triggers, kinds of values and jobs. What a test proves of Python alone it proves on SQLite. Their files are
    named, because loading all the others takes six seconds of processor. In the long form those `book_at_length` too:
    of code that asks nothing of PostgreSQL that others do not ask."""
    marks = ("book", "book_at_length") if os.environ.get("CORBILLON_LONG_TESTS") == "1" else ("book",)
    yield from ("-m", " or ".join(marks))
    marked = re.compile(rf"pytest\.mark\.({'|'.join(marks)})\b")
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        if marked.search(file.read_text(encoding="utf-8")):
            yield str(file)


def _pytest(*options: str, **environment: str) -> int:
    command = [python(), *PYTEST, *SIDE_BY_SIDE, *options]
    with _test_folder() as folder:
        return subprocess.run(command, cwd=ROOT, env=_environment(environment | folder), check=False).returncode


@contextmanager
def _test_folder() -> Iterator[dict[str, str]]:
    """Yield the environment in which tests write their databases into memory, where the system has room for them: a
    disk takes a fifth longer. The folder is deleted when they end."""
    memory = find_memory_folder()
    if memory is None:
        yield {}
        return
    with tempfile.TemporaryDirectory(prefix="corbillon-", dir=memory, ignore_cleanup_errors=True) as folder:
        yield {"TMPDIR": folder}


def _conclude(failed: list[str], missing: tuple[Need, ...]) -> None:
    strict = os.environ.get("CORBILLON_STRICT") == "1"
    for need in missing:
        say(f"Sauté, faute de {' '.join(need.packages)} : {need.for_french}.", f"Skipped: {need.for_english}.")
        if strict:
            failed.append(need.packages[0])
    if failed:
        raise Stop(f"En échec : {', '.join(failed)}.", f"Failed: {', '.join(failed)}.")
