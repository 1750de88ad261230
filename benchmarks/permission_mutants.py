"""How many of the checks of who may see what the tests of rights hold: each one is taken away by itself, in a copy of
the program, and the tests are run on it.

    python -m benchmarks.permission_mutants [WORD…]      # only the checks whose line contains one of these words

A check is found in the source of the views: a decorator of access, a condition of a look-up (a keyword argument of
`filter`, `get` or `get_object_or_404` that names a club, a tournament, a round, a player, a role or what is hidden), or
a call that narrows a query to what is public or to a member's own. Prints each check and whether it was noticed; fails
if one was not.
"""

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("tournaments/views",)
DECORATORS = ("require_right", "require_table_key")
LOOKUPS = ("filter", "get", "get_object_or_404")
SCOPES = ("club", "tournament", "round", "kept", "hidden", "role", "user", "code__in")
NARROWINGS = ("visible", "for_club", "offered", "offered_to_member")
TESTS = ("tests/web/test_rights.py",)


class PermissionMutant(NamedTuple):
    """A check, and the source without it."""

    path: Path
    line: int
    check: str
    source: str


def list_mutants() -> Iterator[PermissionMutant]:
    """Yield each check of the views with the source that lacks it."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
            for call in calls:
                for check, changed in list_removals(call):
                    yield PermissionMutant(path.relative_to(ROOT), call.lineno, check, replace(source, call, changed))


def list_removals(node: ast.Call) -> Iterator[tuple[str, str]]:
    """Yield (check, the call's text without it) for each check that this call makes."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in LOOKUPS:
        for word in node.keywords:
            if word.arg and word.arg.startswith(SCOPES):
                rest = ast.Call(node.func, node.args, [each for each in node.keywords if each is not word])
                yield f"{name}(… {ast.unparse(word)})", ast.unparse(rest)
            elif word.arg is None:  # get_scoped_row's condition
                rest = ast.Call(node.func, node.args, [each for each in node.keywords if each is not word])
                yield f"{name}(… **{ast.unparse(word.value)})", ast.unparse(rest)
    if name in NARROWINGS and isinstance(node.func, ast.Attribute):
        everything = ast.Call(ast.Attribute(node.func.value, "all"), [], [])
        yield f".{name}()", ast.unparse(everything)


def replace(source: str, node: ast.expr, text: str) -> str:
    """Return the source with this text in the node's place."""
    lines = source.encode().splitlines(keepends=True)
    assert node.end_lineno is not None and node.end_col_offset is not None
    before = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
    after = lines[node.end_lineno - 1][node.end_col_offset :] + b"".join(lines[node.end_lineno :])
    return (before + text.encode() + after).decode()


def list_open_views() -> Iterator[PermissionMutant]:
    """Yield each access decorator exchanged for `allow_anyone`, with what the view then lacks made up as nobody's."""
    for path in sorted((ROOT / FOLDERS[0]).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            for decorator in getattr(node, "decorator_list", []):
                name = ast.unparse(decorator).partition("(")[0]
                if name in DECORATORS:
                    opened = "__import__('tournaments.views.access', fromlist=['_']).allow_anyone"
                    check = f"@{name} {getattr(node, 'name', '')}"
                    yield PermissionMutant(
                        path.relative_to(ROOT), decorator.lineno, check, replace(source, decorator, opened)
                    )


def is_noticed(mutant: PermissionMutant) -> bool:
    """True if the tests of rights fail on a copy of the program without this check."""
    with tempfile.TemporaryDirectory(prefix="corbillon-mutant-") as folder:
        copy = Path(folder) / "program"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", "var", "__pycache__"))
        (copy / mutant.path).write_text(mutant.source, encoding="utf-8")
        command = [sys.executable, "-m", "pytest", *TESTS, "-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider"]
        done = subprocess.run(command, cwd=copy, capture_output=True, check=False, env=os.environ | {"PYTHONPATH": ""})
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stdout.decode()[-2000:] + done.stderr.decode()[-2000:])
        return done.returncode == 1


def main() -> int:
    """Try every check, two at a time. Return 1 if one was taken away unnoticed."""
    wanted = sys.argv[1:]
    mutants = [
        mutant
        for mutant in (*list_mutants(), *list_open_views())
        if not wanted or any(word in f"{mutant.path}:{mutant.line} {mutant.check}" for word in wanted)
    ]
    unnoticed = 0
    with ThreadPoolExecutor(2) as pool:
        for mutant, noticed in zip(mutants, pool.map(is_noticed, mutants), strict=True):
            unnoticed += not noticed
            print("noticed  " if noticed else "UNNOTICED", f"{mutant.path}:{mutant.line}", mutant.check, flush=True)
    print(f"{len(mutants) - unnoticed} of {len(mutants)} checks are held by the tests")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
