"""What the house refuses, it says in one sentence: what the limit is, and what to do."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.tidy.sources import nodes, python_files

EMPTY = {"[]", "set()", "{}"}


def list_silent(path: Path) -> Iterator[str]:
    """Yield the place of each assertion that something is empty which says nothing to whoever meets it."""
    wordless = (node for node in nodes(path) if isinstance(node, ast.Assert) and not node.msg)
    for node in wordless:
        if isinstance(node.test, ast.Compare) and ast.unparse(node.test.comparators[-1]) in EMPTY:
            yield f"{path}:{node.lineno}"


def test_a_refusal_says_what_to_do() -> None:
    """`{'scoring/model.py'} == set()` names no limit."""
    rules = [path for path in python_files("tests") if path.parts[1] == "tidy"]
    silent = [place for path in rules for place in list_silent(path)]
    assert silent == [], "give the assertion a sentence: what the limit is, and what to do"
