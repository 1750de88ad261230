"""How an operation is declared: an address, who may, what it answers. Each address knows GET, POST or both; what a
right means is said in `tournaments.rights` alone."""

from collections.abc import Callable
from typing import Any

from ninja import Router

from tournaments.rights import Right

from .callers import KeyBearer

Operation = Callable[..., Any]
NEEDED_RIGHTS: dict[str, dict[str, str]] = {}
"""By address, as Django writes it, and method: the right that it needs, "" for none."""


def read(router: Router, path: str, response: Any) -> Callable[[Operation], Operation]:
    """Declare an operation by which anybody may read."""
    return declare(router, "GET", path, response, None)


def read_own(router: Router, path: str, response: Any, right: Right = Right.LOOK) -> Callable[[Operation], Operation]:
    """Declare an operation by which a club's own program may read what is not public."""
    return declare(router, "GET", path, response, right)


def write(router: Router, path: str, response: Any, right: Right) -> Callable[[Operation], Operation]:
    """Declare an operation by which a club's own program may write."""
    return declare(router, "POST", path, response, right)


def declare(
    router: Router, method: str, path: str, response: Any, right: Right | None
) -> Callable[[Operation], Operation]:
    """Declare one operation. `response`: the model of its answer; `right`: None where anybody may read."""
    NEEDED_RIGHTS.setdefault(path.strip("/").replace("{", "<").replace("}", ">"), {})[method] = right or ""
    return router.api_operation([method], path, auth=KeyBearer(right), response=response)
