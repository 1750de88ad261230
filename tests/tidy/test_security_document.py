"""docs/security.md: what it refers to exists, and its own counts are right."""

import ast
import re
from collections import Counter
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

from tests.tidy.sources import ROOT

TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
LINES = re.findall(r"^\| ([\d.]+) \| [12] \| ([a-z ]+) \| (.+) \|$", TEXT, re.MULTILINE)


def test_every_file_and_every_test_that_the_security_document_names_exists():
    named = [path.partition("::") for path in re.findall(r"`([^`\s]+)`", TEXT) if "/" in path]
    gone = [path for path, _colons, _test in named if not (ROOT / path).exists()]
    assert gone == [], "docs/security.md names a file that is not there: correct its name"
    tests = [(path, test) for path, _colons, test in named if test]
    assert tests
    gone = [test for path, test in tests if f"def {test}(" not in (ROOT / path).read_text(encoding="utf-8")]
    assert gone == [], "docs/security.md names a test that is not there: correct its name"


def test_the_table_of_bounds_says_what_each_bound_is():
    spec = spec_from_file_location("bound_mutants", ROOT / "benchmarks" / "bound_mutants.py")
    assert spec is not None
    assert spec.loader is not None
    mutants = module_from_spec(spec)
    spec.loader.exec_module(mutants)
    said: dict[str, str] = {}
    bounds: dict[str, object] = {}
    for path, figures in re.findall(
        r"^\| [^|]+ \| `([\w/]+\.py)` \| ((?:`[A-Z_]+ = [^`]+`(?:; )?)+) \|$", TEXT, re.MULTILINE
    ):
        said |= {f"{path} {name}": value for name, value in re.findall(r"`(\w+) = ([^`]+)`", figures)}
    for path in mutants.BOUNDED:
        module = import_module(path.removesuffix(".py").replace("/", "."))
        for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
            bounds |= {f"{path} {name}": getattr(module, name) for name in mutants.list_names(node)}
    assert said == {name: show_bound(value) for name, value in bounds.items()}


def show_bound(value: Any) -> str:
    """Return a bound as the document writes it: of a record its numbers."""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def test_each_requirement_that_is_met_names_the_test_that_shows_it():
    met = [(number, words) for number, state, words in LINES if state == "met"]
    untried = [number for number, words in met if not re.search(r"`tests/[\w/]+\.py(?:::test_\w+)?`", words)]
    assert untried == [], "name the test that tries it, in docs/security.md"


def test_the_security_document_counts_its_lines_right():
    states = Counter(state for _number, state, _words in LINES)
    said = re.search(r"(\d+) requirements, of which\s(\d+) are met, (\d+) are not applicable and (\d+) are open", TEXT)
    assert said is not None
    assert [int(number) for number in said.groups()] == [
        len(LINES),
        states["met"],
        states["not applicable"],
        states["open"],
    ]
    assert len({number for number, _state, _words in LINES}) == len(LINES)
