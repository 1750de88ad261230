"""Every address of the program as `rights.txt` declares it, and as its URL patterns have it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

DECLARED = Path(__file__).with_name("rights.txt")
PLACEHOLDER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")


@dataclass(frozen=True)
class DeclaredRoute:
    """One line of rights.txt. `rights`: what a GET and what a POST need, "" for nothing; `params`: the kind of each
    parameter; `answers`: its answer to a value of nothing."""

    name: str
    access: str
    rights: tuple[str, str]
    methods: tuple[str, ...]
    params: dict[str, str]
    answers: dict[str, int]


def read_declared_routes() -> dict[str, DeclaredRoute]:
    """Read rights.txt."""
    found = {}
    for line in DECLARED.read_text(encoding="utf-8").splitlines():
        name, who, *params = line.split()
        access, _colon, needed = who.partition(":")
        reading, _slash, sending = needed.partition("/")
        methods = params.pop(0) if access != "account" else ""
        kinds, answers = {}, {}
        for param in params:
            key, _equals, kind = param.partition("=")
            kind, _colon, answer = kind.partition(":")
            kinds[key], answers[key] = kind, int(answer or 404)
        allowed = tuple(methods.replace("GET", "GET,HEAD").split(","))
        found[name] = DeclaredRoute(name, access, (reading, sending or reading), allowed, kinds, answers)
    return found


def list_patterns(patterns: list[Any] | None = None, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield (whole route, pattern) for every address of the program."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from list_patterns(pattern.url_patterns, route)
        else:
            yield route, pattern


PATTERNS = {pattern.name or route: (route, pattern) for route, pattern in list_patterns()}
ROUTES = read_declared_routes()
OURS = {name: route for name, route in ROUTES.items() if route.access != "account"}
