"""Small files, small functions, names that say what is inside."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.tidy.sources import ROOT, files, nodes, python_files, tree

FILE_LINES, FUNCTION_LINES, TEMPLATE_COLUMNS = 400, 60, 200
SAYS_NOTHING = {"utils", "util", "helpers", "helper", "common", "misc", "tools", "stuff"}

# path: why it may be longer
LONG_FILES: dict[str, str] = {}
# path::function: why it may be longer
LONG_FUNCTIONS: dict[str, str] = {
    "tests/scoring/test_plain_examples.py::test_the_example_of_the_formats": "one whole document",
}


def _functions(path: Path) -> Iterator[tuple[str, int]]:
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef):
            yield f"{path}::{node.name}", (node.end_lineno or node.lineno) - node.lineno + 1


def test_files_are_short() -> None:
    code = [path for path in files() if path.suffix in (".py", ".js") and "migrations" not in path.parts]
    lines = {str(path): (ROOT / path).read_text(encoding="utf-8").count("\n") for path in code}
    long = {path for path, count in lines.items() if count > FILE_LINES}
    assert long == set(LONG_FILES), f"a file has at most {FILE_LINES} lines: part it by what it is about"


def test_lines_of_templates_are_short() -> None:
    long = [
        f"{path}:{n}"
        for path in files()
        if path.parts[0] == "templates"
        for n, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > TEMPLATE_COLUMNS
    ]
    assert long == [], f"a line of a template has at most {TEMPLATE_COLUMNS} signs: break it where a tag ends"


def test_functions_are_short() -> None:
    long = {name for path in python_files() for name, lines in _functions(path) if lines > FUNCTION_LINES}
    assert long == set(LONG_FUNCTIONS), f"a function has at most {FUNCTION_LINES} lines: give each of its steps a name"


def test_names_say_what_is_inside() -> None:
    named = [path for path in files() if SAYS_NOTHING & {part.partition(".")[0] for part in path.parts}]
    assert named == [], f"name the file after what it does; these words say nothing: {sorted(SAYS_NOTHING)}"


def test_modules_say_what_they_are_for() -> None:
    """Each file of the program opens with a docstring; an empty `__init__.py` says enough by being there."""
    silent = [
        str(path)
        for path in python_files("config", "corbillon", "scoring", "tasks", "tournaments", "benchmarks")
        if (ROOT / path).stat().st_size and not ast.get_docstring(tree(path))
    ]
    assert silent == [], "open the file with a docstring that says in a sentence what it is for"


def test_no_logic_in_save() -> None:
    """The book is written by actions; a `save` with ideas of its own writes behind their back."""
    own = [
        f"{path}::{node.name}"
        for path in python_files("tournaments")
        for node in nodes(path)
        if isinstance(node, ast.ClassDef)
        and any(isinstance(part, ast.FunctionDef) and part.name == "save" for part in node.body)
    ]
    assert own == [], "a model has no `save` of its own: let an action of tournaments/actions write it"
