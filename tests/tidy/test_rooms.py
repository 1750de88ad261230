"""The house has few rooms, and few arrows between them: a room is a folder, an arrow is that one imports another."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.tidy.sources import nodes, python_files

TOPS = ("benchmarks", "config", "corbillon", "packaging", "scoring", "tasks", "tournaments")
MOST_ROOMS, MOST_ARROWS, MOST_LONELY = 25, 126, 213  # the last room: scanning, which knows pictures and no club


def name_module(path: Path) -> str:
    """Return the module's dotted name; a package's is its folder's."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def name_room(module: str) -> str:
    """Return the room of a module: a folder of `tournaments`, or a folder beside it."""
    first, *rest = module.split(".")
    return f"{first}.{rest[0]}" if first == "tournaments" and rest else first


MODULES = {name_module(path): path for path in python_files(*TOPS)}


def list_imports(module: str) -> Iterator[str]:
    """Yield the modules of the house that a module imports, those in functions and for types alone too."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(filter(None, [package if node.level else "", node.module]))
            for name in node.names:
                full = f"{base}.{name.name}"
                if full in MODULES or base in MODULES:
                    yield full if full in MODULES else base


@cache
def list_all_imports() -> set[tuple[str, str]]:
    """Return (module, what it imports) of the whole house. It is read when a test asks, not by every process that loads
    the tests: it takes a second."""
    return {(module, other) for module in MODULES for other in list_imports(module) if other != module}


def test_there_are_few_rooms() -> None:
    rooms = {name_room(module) for module in MODULES if module != "tournaments"} - {
        "tournaments.apps",
        "tournaments.urls",
    }
    assert len(rooms) <= MOST_ROOMS, f"there may be {MOST_ROOMS} rooms: put the file into one of {sorted(rooms)}"


def test_there_are_few_arrows_between_rooms() -> None:
    rooms = {(name_room(module), name_room(other)) for module, other in list_all_imports()}
    arrows = sorted((room, other) for room, other in rooms if room != other)
    assert len(arrows) <= MOST_ARROWS, (
        f"there may be {MOST_ARROWS} arrows: import from a room that yours imports already: {arrows}"
    )


def test_most_modules_are_shared() -> None:
    """A module that one other alone imports is a place more to look at: few deserve it. An address list that gathers
    views does not count as a reader."""
    readers: dict[str, set[str]] = {}
    for module, other in list_all_imports():
        readers.setdefault(other, set()).add(module)
    lonely = sorted(module for module, found in readers.items() if len(found) == 1)
    assert len(lonely) <= MOST_LONELY, (
        f"{len(lonely)} modules are imported by one other alone, {MOST_LONELY} may be: write yours into its reader, "
        f"or let another read it too; all of them: {lonely}"
    )


def test_only_the_pages_that_print_import_printing() -> None:
    """What a page and a paper share lies below both."""
    printing = {
        module
        for module, other in list_all_imports()
        if ".views." in module and name_room(other) == "tournaments.printing"
    }
    assert printing == {"tournaments.views.learning", "tournaments.views.prints"}, (
        "no other page imports tournaments.printing: put what a page and a paper share into tournaments/presentation"
    )


def test_nothing_is_imported_from_a_test_module() -> None:
    """Whoever reads or moves a test moves nobody else's with it."""
    taken = {
        f"{path}:{node.lineno}"
        for path in python_files()
        for node in nodes(path)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (getattr(node, "module", None) or "", *(each.name for each in node.names))
        if any(part.startswith("test_") for part in name.split("."))
    }
    assert taken == set(), "put it into a builder of its folder (no test_ in its name), a fixture into its conftest.py"
