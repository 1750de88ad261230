"""Run tests on mutants: each one in a fork of a process that has loaded the program and its tests and has a database.

A pytest plugin in the place of pytest's own loop: for each mutant a fork, which exchanges the code of the one function
in every object that holds it, forgets what was cached, and runs tests until one fails. A test that fails is run once
more, in a fork without the mutant, and must pass: else the run stops.
"""

from __future__ import annotations

import ast
import gc
import importlib
import os
import select
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Sequence
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
MEMORY = 6 << 30  # bytes: a mutant may fill a list for ever
SLACK_SECONDS = 5  # of processor time, over twice what its tests take
BUSY = 10  # times slower than its processor time: a fork that lasts longer is ended
PROGRAM = {"config", "scoring", "tournaments"}
LATE_ERROR = "the fork ended by itself"


def do_nothing() -> None:
    """Change nothing, so that the tests must pass."""


class Trial(NamedTuple):
    """What to run in a fork. `change`: called there before the tests; `tests`: their ids, in order; `seconds`: what
    they take without it; `prepare`: called first, also where the tests must pass."""

    change: Callable[[], None]
    tests: Sequence[str]
    seconds: float
    prepare: Callable[[], None] = do_nothing


class ForkingLoop:
    """A plugin that gives pytest's loop to `work`, which asks `try_tests` as often as it likes."""

    def __init__(self, work: Callable[[ForkingLoop], None]) -> None:
        self._work = work
        self._failed = ""
        self._sound: set[str] = set()
        self._unsound: set[str] = set()
        self.items: dict[str, pytest.Item] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        gc.collect()
        gc.freeze()
        HELD.find()
        self._work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed = self._failed or report.nodeid

    def run(self, tests: Sequence[str]) -> None:
        """Run these tests in this process, where none may fail. Only the fixtures that all tests share stay."""
        items = [self.items[test] for test in tests]
        if items:
            self._run(items, find_farthest(items[-1], self.items.values()))
        if self._failed:
            raise SystemExit(f"{self._failed} fails without a mutant")

    def _run(self, items: Sequence[pytest.Item], last: pytest.Item | None) -> None:
        for item, following in zip(items, [*items[1:], last], strict=False):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                return

    def try_tests(self, trial: Trial) -> str:
        """Return the test that fails with the change, "" if none does; a reason in brackets if the fork did not end as
        a test run. A test that fails without the change too is left out from then on. Raise SystemExit if the tests end
        otherwise without the change."""
        tests = [test for test in trial.tests if test not in self._unsound]
        failed = self._fork(trial._replace(tests=tests))
        if not failed or failed.startswith("(no change") or failed in self._sound:
            return failed
        is_test = not failed.startswith("(")
        again = self._fork(trial._replace(change=do_nothing, tests=[failed] if is_test else tests))
        if again and not is_test:
            raise SystemExit(f"without a mutant: {again}")
        if again:
            print(f"{failed} fails without a mutant too", file=sys.stderr, flush=True)
            self._unsound.add(failed)
            return self.try_tests(trial)
        if is_test:
            self._sound.add(failed)
        return failed

    def _fork(self, trial: Trial) -> str:
        from django.conf import settings

        sys.stdout.flush()
        with tempfile.TemporaryDirectory(prefix="corbillon-mutant-") as kept:
            shutil.copytree(settings.VAR_DIR, kept, dirs_exist_ok=True)
            reading, writing = os.pipe()
            child = os.fork()
            if not child:
                self._live(trial, writing)
            os.close(writing)
            with os.fdopen(reading, encoding="utf-8") as told:
                if not select.select([told], [], [], BUSY * find_limit(trial))[0]:
                    os.kill(child, signal.SIGKILL)  # it waits for what never comes
                failed = told.read()
            _pid, status = os.waitpid(child, 0)
            shutil.rmtree(settings.VAR_DIR)
            shutil.copytree(kept, settings.VAR_DIR)
        if os.WIFSIGNALED(status):
            return f"(ended by {signal.Signals(os.WTERMSIG(status)).name})"
        return failed or (f"({LATE_ERROR})" if os.waitstatus_to_exitcode(status) else "")

    def _live(self, trial: Trial, writing: int) -> None:
        """Be the fork, to the end: change the program, run the tests, tell which one failed."""
        from config.system_calls import limit_process

        try:
            nothing = os.open(os.devnull, os.O_RDWR)
            for number in (0, 1, 2):
                os.dup2(nothing, number)
            limit_process(find_limit(trial), MEMORY)
            try:
                trial.prepare()
                trial.change()
            except Exception:
                os.write(writing, f"(no change: {traceback.format_exc(limit=-2)})".encode())
                os._exit(3)
            self._run([self.items[test] for test in trial.tests], last=None)
            os.write(writing, self._failed.encode())
            os._exit(0)
        except BaseException:
            os._exit(4)


def find_limit(trial: Trial) -> int:
    """Return after how many seconds of processor time the fork is ended."""
    return int(2 * trial.seconds) + SLACK_SECONDS


def find_farthest(item: pytest.Item, others: Iterable[pytest.Item]) -> pytest.Item:
    """Return the test that shares the fewest folders and files with this one: where it comes next, no fixture of a
    file or a folder stays, which would refuse the tests of another."""
    held = set(item.listchain())
    return min(others, key=lambda other: len(held.intersection(other.listchain())))


class HeldCode:
    """The functions of the whole process by their file, and what the program itself remembers: caches of functions'
    results, prepared queries and recent items. (What the libraries remember does not depend on a mutant, and takes long
    to make.) They are looked for once, before the forks: among half a million objects that takes as long as some tests.
    """

    def __init__(self) -> None:
        self.functions: dict[str, list[FunctionType]] = {}
        self.caches: list[_lru_cache_wrapper[Any]] = []
        self.prepared: list[Any] = []
        self.recent: list[Any] = []

    def find(self) -> None:
        """Look through every object that lives."""
        gc.unfreeze()
        self.functions.clear()
        everything = gc.get_objects()  # a lazy object would wake up at isinstance
        for function in [each for each in everything if type(each) is FunctionType]:
            self.functions.setdefault(function.__code__.co_filename, []).append(function)
        caches = [each for each in everything if type(each) is _lru_cache_wrapper]
        self.caches = [each for each in caches if each.__module__.partition(".")[0] in PROGRAM]
        self.prepared = [each for each in everything if type(each).__name__ == "PreparedQuery"]
        self.recent = [each for each in everything if type(each).__name__ == "RecentItems"]
        gc.freeze()

    def forget_results(self) -> None:
        """Empty every cache."""
        for each in self.caches:
            each.cache_clear()
        for query in self.prepared:
            query._plans.clear()
        for items in self.recent:
            items.clear()


HELD = HeldCode()


def exchange_code(path: str, source: str) -> None:
    """Give every function of this file that differs in `source` its code from there, wherever it is held."""
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    file = importlib.import_module(name).__file__
    assert file is not None
    old = group_codes(compile((ROOT / path).read_text(encoding="utf-8"), file, "exec"))
    tree = keep_outer_names(ast.parse(source), old)
    new = group_codes(compile(tree, file, "exec"))
    changed = {}
    for qualname, codes in old.items():
        if len(codes) == len(new.get(qualname, ())):  # else it is gone with the function that held it
            changed |= {identify(before): after for before, after in zip(codes, new[qualname], strict=True)}
    if file not in HELD.functions:
        HELD.find()  # nothing had loaded it
    found = [each for each in HELD.functions.get(file, ()) if identify(each.__code__) in changed]
    assert found, "nobody holds it"
    for function in found:
        function.__code__ = changed[identify(function.__code__)]
    HELD.forget_results()


def identify(code: CodeType) -> tuple[str, int]:
    """Return what tells the code of one function of a file from the others."""
    return code.co_qualname, code.co_firstlineno


def group_codes(code: CodeType) -> dict[str, list[CodeType]]:
    """Return the codes within a code by their qualified names, in their order."""
    found: dict[str, list[CodeType]] = {}
    for each in code.co_consts:
        if isinstance(each, CodeType):
            found.setdefault(each.co_qualname, []).append(each)
            for qualname, codes in group_codes(each).items():
                found.setdefault(qualname, []).extend(codes)
    return found


def keep_outer_names(tree: ast.Module, old: dict[str, list[CodeType]]) -> ast.Module:
    """Let each function hold the names of the functions around it that it held before, as it keeps its cells: in a
    statement that is never run. Return the tree."""

    def visit(node: ast.AST, before: str) -> None:
        for child in ast.iter_child_nodes(node):
            name = before
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = f"{before}{child.name}."
            if isinstance(child, ast.FunctionDef):
                free = sorted({each for code in old.get(name[:-1], ()) for each in code.co_freevars})
                never = [ast.parse(f"if False: {each}").body[0] for each in free]
                has_words = isinstance(child.body[0], ast.Expr) and isinstance(child.body[0].value, ast.Constant)
                child.body[has_words:has_words] = [ast.copy_location(each, child.body[0]) for each in never]
                name += "<locals>."
            visit(child, name)

    visit(tree, "")
    return ast.fix_missing_locations(tree)
