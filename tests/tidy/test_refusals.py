"""What the house refuses, it says in one sentence: what the limit is, and what to do."""

import ast

from tests.tidy.sources import python_files, tree

EMPTY = {"[]", "set()", "{}"}


def is_without_words(node: ast.AST) -> bool:
    """True for an assertion that something is empty which says nothing to whoever meets it."""
    if not isinstance(node, ast.Assert) or node.msg or not isinstance(node.test, ast.Compare):
        return False
    return ast.unparse(node.test.comparators[-1]) in EMPTY


def test_a_refusal_says_what_to_do() -> None:
    """`{'scoring/model.py'} == set()` names no limit."""
    rules = [path for path in python_files("tests") if path.parts[1] == "tidy"]
    silent = [f"{path}:{node.lineno}" for path in rules for node in ast.walk(tree(path)) if is_without_words(node)]
    assert silent == [], "give the assertion a sentence: what the limit is, and what to do"
