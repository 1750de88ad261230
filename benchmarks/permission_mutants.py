"""How many of the checks of who may see what the tests of rights hold: each one is taken away by itself, and the rows
of the matrix that reach it are run.

    python benchmarks/permission_mutants.py [WORD…]      # only the checks whose line contains one of these words

A check is found in the source of the views, the forms and the querysets: a decorator of access, and the right it names;
a condition of a look-up (a keyword argument of `filter`, `get` or `get_object_or_404` that names a club, a tournament,
a round, a player, a role or what is hidden); a look-up among the rows of one object (`tournament.prizes`, which becomes
all prizes); a call that narrows a query to what is public or to a member's own. Each is tried in a fork of a process
that has the program, both clubs of the tests and every actor ready, and knows which address runs which line
(`_mutant_runs`). Prints the checks that are not noticed; fails if there is one. A condition that keeps nobody out is
listed in KEEP_NOBODY_OUT, with why.
"""

from __future__ import annotations

import ast
import importlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import coverage
import pytest
from _mutant_runs import ROOT, ForkingLoop, Trial, exchange_code

ROOMS = ("tournaments/views", "tournaments/forms", "tournaments/models/querysets.py")
DECORATORS, METHODS = ("require_right", "require_table_key"), ("READ", "SEND")
LOOKUPS = ("filter", "get", "get_object_or_404")
SCOPES = ("club", "tournament", "round", "kept", "hidden", "role", "user", "code__in")
NARROWINGS = ("visible", "for_club", "offered", "offered_to_member", "for_organiser")
TESTS = (
    *("tests/web/test_rights.py", "tests/web/test_rights_shown.py", "tests/web/test_own_club_alone.py"),
    "tests/web/test_erasing.py::test_kept_documents_go_with_the_name_and_a_new_backup_is_asked_for",
    "tests/house/test_confirming.py::test_an_account_that_is_closed_gets_no_reset",
    "tests/web/test_what_if.py::test_a_foreign_player_or_table_answers_404",
    "tests/web/test_members.py::test_who_owns_two_clubs_hands_over_the_one_that_is_meant",
    "tests/standings/test_queries.py::test_the_desk_counts_what_is_the_tournament_s_own_and_open",
    "tests/publishing/test_page.py::test_a_place_that_another_club_named_first_gives_nobody_its_key",
)
OPENED = "__import__('tournaments.views.access', fromlist=['_']).allow_anyone"
LEAST_RIGHT = "Right.LOOK"  # which every member has
MAPPED_ACTORS = ("owner", "own key", "anonymous")  # who gets as far into the program as anybody does
SECONDS = 60.0  # of all tests of rights, on a slow machine
KEEP_NOBODY_OUT = {
    "tournaments/views/organiser/rounds/draft_quality.py field.tournament.entries in filter":
        "The ids come from the tournament's own draft: all of them are its entries.",
    "tournaments/views/organiser/club/network.py filter(… hidden=False)":
        "Whoever reads this list runs the club, and may see what is hidden from the public.",
    "tournaments/views/organiser/people/players.py .visible()":
        "It only says whether the player's public page has something to show; that page looks for itself.",
    "tournaments/views/organiser/club/presets.py filter(… club=club)":
        "The names that an imported rule must not have again; no name is shown.",
    "tournaments/views/organiser/evening/seasons.py filter(… hidden=False)":
        "Whoever edits the season runs the club, and may see what is hidden from the public.",
    "tournaments/views/organiser/evening/seasons.py .visible()":
        "It only says whether a season has something to count; the evenings are the own club's.",
    "tournaments/forms/lists/xlsx.py index.members in get":
        "The members of a workbook, which are no rows of anybody's.",
    "tournaments/views/public/signing_up.py tournament.entries in filter":
        "Who is absent is left out of the tournament's own names alone.",
    "tournaments/views/organiser/people/signing_up.py tournament.entries in filter":
        "What they owe is looked up for the tournament's own balances alone.",
    "tournaments/views/organiser/rounds/round_plan.py field.tournament.entries in filter":
        "Those who are to be seated come from the tournament's own pool.",
    "tournaments/views/organiser/rounds/newcomers.py filter(… round__tournament=tournament)":
        "The entries are the tournament's own: they rest in its rounds.",
    "tournaments/views/organiser/evening/new_evening.py filter(… hidden=False)":
        "The game of the club's own last evening, which its organiser may see, is proposed for the next.",
    "tournaments/views/organiser/evening/overview.py filter(… club=tournament.club_id)":
        "A player is of one club: who sits at two tables sits at two of that club's.",
    "tournaments/views/organiser/evening/overview.py filter(… hidden=False)":
        "Whoever runs the evening may see the club's hidden ones, and whether its own players sit there.",
    "tournaments/views/organiser/evening/tournaments.py filter(… hidden=False)":
        "The club's own last evening, which its organiser may see, fills in the form of the next.",
}  # fmt: skip


class PermissionMutant(NamedTuple):
    """A check, and the source of its file without it. `lines`: what runs it. `decorates`: it is a decorator of
    a view."""

    path: str
    lines: range
    check: str
    source: str
    decorates: bool = False


def list_mutants(related: set[str]) -> Iterator[PermissionMutant]:
    """Yield each check with the source that lacks it. `related`: the names by which an object calls its rows."""
    for room in ROOMS:
        path = ROOT / room
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            source, name = file.read_text(encoding="utf-8"), str(file.relative_to(ROOT))
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.Call):
                    for check, changed in list_removals(node, related):
                        lines = find_statement(source, node.lineno)
                        yield PermissionMutant(name, lines, check, replace(source, node, changed))
                for check, decorator, changed in list_open_doors(node):
                    lines = range(node.body[0].lineno, (node.end_lineno or 0) + 1)  # type: ignore[attr-defined]
                    yield PermissionMutant(name, lines, check, replace(source, decorator, changed), decorates=True)


def list_removals(node: ast.Call, related: set[str]) -> Iterator[tuple[str, str]]:
    """Yield (check, the call's text without it) for each check that this call makes."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in LOOKUPS:
        for word in node.keywords:
            if word.arg is None or word.arg.startswith(SCOPES):  # `**`: get_scoped_row's condition
                rest = ast.Call(node.func, node.args, [each for each in node.keywords if each is not word])
                yield f"{name}(… {ast.unparse(word)})", ast.unparse(rest)
        rows = node.func.value if isinstance(node.func, ast.Attribute) else node.args[0]
        if isinstance(rows, ast.Attribute) and rows.attr in related:
            text = ast.unparse(node)
            yield (
                f"{ast.unparse(rows)} in {name}",
                text.replace(ast.unparse(rows), f"{ast.unparse(rows)}.model.objects", 1),
            )
    if name in NARROWINGS and isinstance(node.func, ast.Attribute):
        everything = ast.Call(ast.Attribute(node.func.value, "all"), [], [])
        yield f".{name}()", ast.unparse(everything)


def list_open_doors(node: ast.AST) -> Iterator[tuple[str, ast.expr, str]]:
    """Yield (check, decorator, what stands in its place) for a view's decorator of access: anyone may in its place, and
    any member where it names a right."""
    for decorator in getattr(node, "decorator_list", []):
        name = ast.unparse(decorator).partition("(")[0]
        if name in DECORATORS and isinstance(decorator, ast.Call):
            view = getattr(node, "name", "")
            methods = [each for each in decorator.args if ast.unparse(each) in METHODS]
            yield f"@{name} {view}", decorator, f"{OPENED}({', '.join(map(ast.unparse, methods))})"
            if len(decorator.args) > len(methods) and ast.unparse(decorator.args[0]) != LEAST_RIGHT:
                subject = [each for each in decorator.keywords if each.arg == "of"]
                looks = ast.Call(decorator.func, [ast.parse(LEAST_RIGHT, mode="eval").body, *methods], subject)
                yield f"the right in @{ast.unparse(decorator)} {view}", decorator, ast.unparse(looks)


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


def replace(source: str, node: ast.expr, text: str) -> str:
    """Return the source with this text in the node's place, on as many lines."""
    lines = source.encode().splitlines(keepends=True)
    assert node.end_lineno is not None and node.end_col_offset is not None
    before = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
    after = lines[node.end_lineno - 1][node.end_col_offset :] + b"".join(lines[node.end_lineno :])
    same_lines = "\\\n" * (node.end_lineno - node.lineno) if text else ""
    return (before + f"{text} {same_lines}".rstrip(" ").encode() + after).decode()


class RouteMap:
    """Which address of the matrix runs which lines. `tests`: the module of the tests of rights."""

    def __init__(self, tests: Any) -> None:
        self._tests = tests
        include = [str(ROOT / room) if room.endswith(".py") else f"{ROOT / room}/*" for room in ROOMS]
        self._coverage = coverage.Coverage(data_file=None, include=include, config_file=False)
        self._build_address = tests.build_address
        self._list_methods = tests.list_methods

    def __enter__(self) -> RouteMap:
        self._coverage.start()
        self._tests.build_address = self._build_and_tell
        self._tests.list_methods = lambda route, actor: route.methods if actor in MAPPED_ACTORS else ()
        return self

    def __exit__(self, *exception: object) -> None:
        self._tests.build_address = self._build_address
        self._tests.list_methods = self._list_methods
        self._coverage.stop()

    def _build_and_tell(self, route: Any, *args: Any, **other: Any) -> str:
        self._coverage.switch_context(route.name)
        return self._build_address(route, *args, **other)

    def find_routes(self, mutant: PermissionMutant) -> set[str]:
        """Return the names of the addresses that run the check."""
        found = self._coverage.get_data().contexts_by_lineno(str(ROOT / mutant.path))
        return {route for line in mutant.lines for route in found.get(line, ()) if route}


def narrow_matrix(tests: Any, routes: set[str]) -> None:
    """Let the tests of rights ask these addresses alone."""
    build_forms = tests.build_referring_forms
    tests.OURS = {name: route for name, route in tests.OURS.items() if name in routes}
    tests.build_referring_forms = lambda world: (form for form in build_forms(world) if form[0] in routes)


def exchange_views(tests: Any, mutant: PermissionMutant) -> None:
    """Let the addresses that lead to this file lead to its views as the mutant's source decorates them."""
    module = importlib.import_module(mutant.path.removesuffix(".py").replace("/", "."))
    names = {id(each): name for name, each in vars(module).items()}
    patterns = [pattern for _route, pattern in tests.PATTERNS.values() if id(pattern.callback) in names]
    assert patterns, "no address leads to it"
    views = [pattern.callback for pattern in patterns]
    exec(compile(mutant.source, str(module.__file__), "exec"), vars(module))
    for pattern, view in zip(patterns, views, strict=True):
        pattern.callback = getattr(module, names[id(view)])


def try_checks(loop: ForkingLoop, wanted: list[str]) -> list[str]:
    """Try every check. Return those that no test notices."""
    from django.apps import apps

    tests = importlib.import_module("tests.web.test_rights")
    with RouteMap(tests) as routes:
        loop.run(list(loop.items))
    relations = (relation for model in apps.get_models() for relation in model._meta.related_objects)
    related = {name for relation in relations if (name := relation.get_accessor_name())}
    unnoticed, number = [], 0
    for mutant in list_mutants(related):
        line = f"{mutant.path}:{mutant.lines.start} {mutant.check}"
        if wanted and not any(word in line for word in wanted):
            continue
        if why := KEEP_NOBODY_OUT.get(f"{mutant.path} {mutant.check}"):
            print(f"no right of anybody's: {line}\n    {why}", flush=True)
            continue
        names = routes.find_routes(mutant)  # here, for the data of coverage do not outlive a fork

        def prepare(names: set[str] = names) -> None:
            narrow_matrix(tests, names)

        def change(mutant: PermissionMutant = mutant) -> None:
            if mutant.decorates:
                exchange_views(tests, mutant)
            else:
                exchange_code(mutant.path, mutant.source)

        noticed = loop.try_tests(Trial(change, list(loop.items), SECONDS, prepare))
        number += 1
        if not noticed or noticed.startswith("("):
            unnoticed.append(line)
            print("UNNOTICED", line, noticed or f"({len(names)} addresses)", flush=True)
    print(f"{number - len(unnoticed)} of {number} checks are held by the tests", flush=True)
    return unnoticed


def main() -> int:
    """Try every check, or those with the words. Return 1 if one is not noticed."""
    start, unnoticed = time.monotonic(), ["the tests did not run"]
    options = [*TESTS, "-q", "-s", "-p", "no:xdist", "-p", "no:cacheprovider", "--timeout", "3600"]

    def work(loop: ForkingLoop) -> None:
        unnoticed[:] = try_checks(loop, sys.argv[1:])

    pytest.main(options, plugins=[ForkingLoop(work)])
    print(f"{time.monotonic() - start:.0f} s")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
