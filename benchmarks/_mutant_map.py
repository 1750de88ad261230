"""Which test runs which lines of the program: every test once, with the lines it runs (by coverage) and the seconds it
takes.

What runs before any test, while the program is loaded or the database is created, is kept apart: no test of a process
that has done so can see it change.
"""

from __future__ import annotations

import ast
import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import coverage
import pytest

ROOT = Path(__file__).resolve().parent.parent


class TestMap(NamedTuple):
    """What each test runs. `seconds`: by test; `lines`: by file and line, the tests; `loaded`: by file, the lines that
    run before any test."""

    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]]
    loaded: dict[str, list[int]]

    def find_tests(self, path: str, lines: Iterable[int], budget: float) -> list[str]:
        """Return the tests that run one of these lines of the file, as many as so many seconds allow: first what is
        fast and runs little else, but those of each file of tests by turns with the other files'."""
        known, ran, turns = self.lines.get(path, {}), self.count_lines(), Counter[str]()
        weights = {test: self.seconds[test] * ran[test] for line in lines for test in known.get(line, ())}
        for test in sorted(weights, key=weights.__getitem__):
            file = test.partition("::")[0]
            turns[file] += 1
            weights[test] *= turns[file] ** 2
        ordered = sorted(weights, key=weights.__getitem__)
        spent = accumulate(self.seconds[test] for test in ordered)
        return [test for test, seconds in zip(ordered, spent, strict=True) if seconds < budget] or ordered[:1]

    def count_lines(self) -> Counter[str]:
        """Return how many lines each test runs."""
        return Counter(test for lines in self.lines.values() for tests in lines.values() for test in tests)

    def is_loaded(self, path: str, lines: Iterable[int]) -> bool:
        """True if one of these lines of the file runs before any test."""
        return not set(lines).isdisjoint(self.loaded.get(path, ()))

    def save(self, file: Path) -> None:
        """Write the map as JSON, the tests by number, with the text of the files whose lines it counts."""
        numbers = {test: number for number, test in enumerate(self.seconds)}
        lines = {
            path: {str(line): [numbers[test] for test in tests if test in numbers] for line, tests in found.items()}
            for path, found in self.lines.items()
        }
        texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in self.lines}
        kept = {"seconds": self.seconds, "lines": lines, "loaded": self.loaded, "texts": texts}
        file.write_text(json.dumps(kept), encoding="utf-8")


def load_map(file: Path) -> TestMap:
    """Read what `save` wrote, with the lines as they stand in the files now; an empty map where there is no file."""
    if not file.exists():
        return TestMap({}, {}, {})
    read = json.loads(file.read_text(encoding="utf-8"))
    names = list(read["seconds"])
    lines, loaded = {}, {}
    for path, text in read["texts"].items():
        if (ROOT / path).exists():
            now = follow_lines(text, (ROOT / path).read_text(encoding="utf-8"))
            found = ((now.get(int(line)), tests) for line, tests in read["lines"][path].items())
            lines[path] = {line: [names[number] for number in tests] for line, tests in found if line}
            loaded[path] = [now[line] for line in read["loaded"].get(path, ()) if line in now]
    return TestMap(read["seconds"], lines, loaded)


def follow_lines(before: str, after: str) -> dict[int, int]:
    """Return where each line of a text stands in another, both from 1; lines that changed are left out, but for those
    that changed into as many."""
    old, new = before.splitlines(), after.splitlines()
    if old == new:
        return {line: line for line in range(1, len(old) + 1)}
    found = {}
    for _kind, old_first, old_end, new_first, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if old_end - old_first == new_end - new_first:
            found |= {old_first + n: new_first + n for n in range(1, old_end - old_first + 1)}
    return found


class MapMaker:
    """A plugin that runs every test once that the map does not know yet. A failure is kept in `failed`."""

    def __init__(self, rooms: Sequence[str], known: TestMap) -> None:
        include = [str(ROOT / room) if room.endswith(".py") else f"{ROOT / room}/*" for room in rooms]
        self._coverage = coverage.Coverage(data_file=None, include=include, config_file=False)
        self._known = known
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []
        self._running = ""
        self._coverage.start()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid not in self._known.seconds]

    def pytest_collection_finish(self) -> None:
        """Load the whole program now, not within the first test that asks for a page."""
        from django.urls import get_resolver

        get_resolver().reverse_dict  # noqa: B018 (it loads every module of views)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self._running = item.nodeid
        self._coverage.switch_context(item.nodeid)
        done = yield
        self._coverage.switch_context("")
        return done

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> Any:
        """Count what the first test finds ready made, the database above all, as loaded with the program."""
        if fixturedef.scope != "session":
            return (yield)
        self._coverage.switch_context("")
        began = time.monotonic()
        made = yield
        self.seconds[self._running] = self.seconds.get(self._running, 0) - (time.monotonic() - began)
        self._coverage.switch_context(self._running)
        return made

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = max(self.seconds.get(report.nodeid, 0) + report.duration, 0)
        if report.failed:
            self.failed.append(report.nodeid)

    def make_map(self) -> TestMap:
        """Return what has been seen, now and before."""
        self._coverage.stop()
        data = self._coverage.get_data()
        lines, loaded = self._known.lines, self._known.loaded
        for file in data.measured_files():
            name = str(Path(file).relative_to(ROOT))
            for line, tests in data.contexts_by_lineno(file).items():
                ran = lines.setdefault(name, {}).setdefault(line, [])
                ran += [test for test in tests if test in self.seconds]
                if "" in tests and line not in loaded.setdefault(name, []):
                    loaded[name].append(line)
        return TestMap(self._known.seconds | self.seconds, lines, loaded)


def find_statement(source: str, line: int) -> range:
    """Return the lines of the innermost statement (of a compound one, what stands before its body) on this line."""
    best = range(line, line + 1)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef | ast.ClassDef):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            span = range(node.lineno, max(end, node.lineno) + 1)
            if line in span:
                best = span  # ast.walk goes from the outside in
    return best
