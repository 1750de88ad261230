"""No function has so many ways through it that nobody can hold them in the head."""

import ast

from tests.tidy.sources import nodes, python_files

MOST_BRANCHES = 16
BRANCHES = (ast.If, ast.IfExp, ast.For, ast.While, ast.ExceptHandler, ast.comprehension, ast.match_case)


def count_branches(function: ast.FunctionDef) -> int:
    """Count the ways through a function: ruff's C901, with comprehensions, conditional expressions and each and/or."""
    count = 1
    for node in ast.walk(function):
        if isinstance(node, ast.BoolOp):
            count += len(node.values) - 1
        elif isinstance(node, BRANCHES):
            count += 1 + (len(node.ifs) if isinstance(node, ast.comprehension) else 0)
    return count


def test_no_function_has_too_many_branches() -> None:
    found = {
        f"{path}::{node.name}": count_branches(node)
        for path in python_files("config", "corbillon", "scoring", "tasks", "tournaments")
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef)
    }
    many = {name: count for name, count in found.items() if count > MOST_BRANCHES}
    assert many == {}, f"at most {MOST_BRANCHES} ways lead through a function: give one of its parts a name of its own"
