"""Nothing lies about: what is defined is used by the program itself, not by its tests alone."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

from tests.tidy.sources import ROOT, files, python_files, tree

PROGRAM = ("config", "scoring", "tasks", "static", "templates", "tournaments", "manage.py", "pyproject.toml")
FOUND_BY_DJANGO = {"TournamentsConfig", "Command"}
OVERRIDES = ("templates/account/", "templates/mfa/", "templates/allauth/")  # of templates that a package names
ERROR_PAGES = re.compile(r"templates/(?:40\d(?:_csrf)?|500)\.html")
COMPOSED = re.compile(r"[nc]\d|layer-\w+")  # classes that a template makes of a number or a word
EXPORT = re.compile(r"^export (?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w.]+)"', re.MULTILINE)
WHOLE = re.compile(r'^import \* as (\w+) from "\./([\w.]+)"', re.MULTILINE)


@cache
def text(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


@cache
def program() -> str:
    kinds = {".py", ".html", ".js", ".css", ".toml", ".txt"}
    return "\n".join(text(path) for path in files() if path.parts[0] in PROGRAM and path.suffix in kinds)


def test_every_function_and_class_is_used() -> None:
    words = Counter(re.findall(r"\w+", program()))
    alone = [
        f"{path}: {node.name}"
        for path in python_files("config", "scoring", "tasks", "tournaments")
        for node in tree(path).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and words[node.name] == 1
        and node.name not in FOUND_BY_DJANGO
    ]
    assert alone == []


def test_every_template_is_named() -> None:
    ours = [str(path) for path in files() if path.parts[0] == "templates"]
    named = [path for path in ours if not path.startswith(OVERRIDES) and not ERROR_PAGES.fullmatch(path)]
    assert [path for path in named if path.removeprefix("templates/") not in program()] == []


def test_every_class_of_a_stylesheet_is_given_to_something() -> None:
    sources = [path for path in files() if path.parts[0] in ("templates", "tournaments", "static")]
    given = {word for path in sources if path.suffix in (".html", ".py", ".js") for word in _words(path)}
    alone = {
        f"{path}: {name}"
        for path in sources
        if path.suffix == ".css"
        for name in _classes(text(path))
        if name not in given and not COMPOSED.fullmatch(name)
    }
    assert alone == set()


def _words(path: Path) -> list[str]:
    return re.findall(r"[\w-]+", text(path))


def _classes(css: str) -> set[str]:
    selectors = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", css, flags=re.DOTALL)
    return set(re.findall(r"[.#]([A-Za-z_][\w-]*)", selectors))


def test_scripts_import_what_is_exported_and_export_what_is_imported() -> None:
    scripts = {path.name: text(path) for path in files() if path.match("static/js/*.js")}
    exported = {(name, one) for name, source in scripts.items() for one in EXPORT.findall(source)}
    imported = {
        (other, one.split(" as ")[0].strip())
        for source in scripts.values()
        for names, other in IMPORT.findall(source)
        for one in names.split(",")
        if one.strip()
    }
    imported |= {
        (other, one)
        for source in scripts.values()
        for alias, other in WHOLE.findall(source)
        for one in re.findall(rf"(?<!/)\b{alias}\.(\w+)", source)
    }
    assert exported ^ imported == set()
