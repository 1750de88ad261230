"""What a docstring or a remark names exists: each name in back-ticks, each error after «Raises», each constant.

A name exists where its own file writes it, where any file of the house defines it, or where a template, a script or an
installed library has it.
"""

import ast
import builtins
import io
import keyword
import re
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.tidy.sources import ROOT, files, nodes, python_files

NAME = re.compile(r"[^\W\d]\w*")
TICKED = re.compile(r"(?<!`)`([^\W\d][\w.]*)(?:\(\))?`(?!`)")
RAISED = re.compile(r"\b[Rr]aises? ([A-Z]\w+)")
CONSTANT = re.compile(r"\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b")
FOLDERS = ("config", "corbillon", "scoring", "tasks", "tournaments", "tests", "benchmarks")
NAMING_REMARK = re.compile(r"#.*(?:`|[Rr]aises|[A-Z]_[A-Z])")
SCREEN_FILES = {".html", ".js", ".ts", ".css", ".po"}
ELSEWHERE = {
    "ATOMIC_REQUESTS": "a setting that the program does without",
    "CLONE_NEWNET": "a flag of Linux",
    "CLONE_NEWUSER": "a flag of Linux",
    "Location": "a header of an answer",
}
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@cache
def find_docstrings(path: Path) -> dict[int, ast.Constant]:
    """Return the texts that document something, by their node's id: of modules, classes and functions, and those that
    follow a constant or a field."""
    found = [part for part in nodes(path) if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)]
    texts = [part.value for part in found if isinstance(part.value, ast.Constant)]
    return {id(text): text for text in texts if isinstance(text.value, str)}


def list_defined(path: Path) -> Iterator[str]:
    """Yield what other files may call by name: classes, functions, fields, constants."""
    for node in nodes(path):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        if isinstance(node, ast.ClassDef | ast.Module):
            for part in node.body:
                if isinstance(part, ast.Assign | ast.AnnAssign):
                    yield from (each.id for each in ast.walk(part) if isinstance(each, ast.Name))


@cache
def list_written(path: Path) -> frozenset[str]:
    """Return every name that a file writes outside its docstrings, and the words of its texts."""
    return frozenset(_walk_written(path))


def _walk_written(path: Path) -> Iterator[str]:
    docstrings = find_docstrings(path)
    for node in nodes(path):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.alias(name=name, asname=other):
                yield from name.split(".")
                yield other or name
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield from NAME.findall(text)


@cache
def list_known() -> frozenset[str]:
    """Return what is defined in any Python file, each module's and folder's name, and each word of a screen's files."""
    names = {part.removesuffix(".py") for path in files() for part in path.parts} | {path.name for path in files()}
    screens = [path for path in files() if path.suffix in SCREEN_FILES and path.parts[0] not in {"built", "docs"}]
    names |= {word for path in screens for word in NAME.findall((ROOT / path).read_text(encoding="utf-8"))}
    names |= {name for path in python_files() for name in list_defined(path)}
    return frozenset(names) | set(keyword.kwlist) | set(dir(builtins)) | set(ELSEWHERE)


@cache
def list_used() -> frozenset[str]:
    """Return every name that any Python file writes."""
    return list_known().union(*map(list_written, python_files()))


@cache
def list_libraries() -> frozenset[str]:
    """Return the names of all that can be imported and is not ours."""
    return frozenset(sys.stdlib_module_names) | set(packages_distributions())


def list_remarks(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each docstring and each remark of a file, with its line."""
    for text in find_docstrings(path).values():
        yield text.lineno, str(text.value)
    source = (ROOT / path).read_text(encoding="utf-8")
    if NAMING_REMARK.search(source):
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


def find_missing(path: Path) -> Iterator[str]:
    """Yield what a file's docstrings and remarks name and nothing has, with its line."""
    known = list_known() | list_written(path)
    for line, text in list_remarks(path):
        ticked = [NAME.findall(name) for name in TICKED.findall(text) if not (name in known or name.isupper())]
        words = [word for name in ticked if name[0] not in list_libraries() for word in name if word not in known]
        words += [word for pattern in (RAISED, CONSTANT) for word in pattern.findall(text) if word not in list_used()]
        yield from (f"{path}:{line}: {word}" for word in dict.fromkeys(words))


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_a_docstring_names_exists(folder: str) -> None:
    missing = [word for path in python_files(folder) for word in find_missing(path)]
    assert missing == [], "nothing has this name: write the one that is meant, or drop it"
