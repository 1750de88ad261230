"""The files of the house as the tidy tests see them. Knows files and Python's syntax; judges nothing."""

import ast
import gettext
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DENO_PROGRAM = ROOT / ".venv" / "bin" / "deno"
NOT_OURS = {".git", ".venv", "dist", "mutants", "var", "node_modules", "test-results", "htmlcov"}
NOT_WORDS = re.compile(r"%\(\w+\)s|\{\w+\}|«[^»]*»|/[A-Z]+/[\w/]+")  # values, the sources' own words, addresses


@cache
def files() -> tuple[Path, ...]:
    """Every file of the house, relative to its root, but for what is installed, kept or cached."""
    return tuple(sorted(path.relative_to(ROOT) for path in _walk(ROOT) if not path.name.startswith(".coverage")))


def _walk(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name in NOT_OURS or path.name == "__pycache__" or path.name.endswith("_cache"):
            continue
        if path.is_dir() and not path.is_symlink():
            if path.name != ".hypothesis":
                yield from _walk(path)
        elif path.is_file():
            yield path


def python_files(*folders: str) -> list[Path]:
    """Those of the folders named (all: none named), without migrations, which are made by a machine."""
    return [
        path
        for path in files()
        if path.suffix == ".py"
        and (not folders or path.parts[0] in folders)
        and not ("migrations" in path.parts and path.name != "__init__.py")
    ]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"), str(path))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a file: walked once for all tests, which takes as long as parsing it."""
    return tuple(ast.walk(tree(path)))


def read_compiled(catalogue: Path) -> dict[object, str]:
    """Return what a compiled catalogue holds, by what is translated."""
    with catalogue.open("rb") as stream:
        return dict(gettext.GNUTranslations(stream)._catalog)  # type: ignore[attr-defined]
