"""How an operation is declared: an address, who may, what it answers. Each address knows GET, POST or both; what a
right means is said in `tournaments.models.rights` alone."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ninja import Router

from tournaments.models.rights import Right

from .callers import KeyBearer

Operation = Callable[..., Any]
URL_NAME_PREFIX = "api-"


@dataclass(frozen=True)
class DeclaredOperation:
    """One operation. `route`: its address, as Django writes it; `name`: of the operation; `right`: what it needs, None
    where anybody may read."""

    route: str
    method: str
    name: str
    right: Right | None

    @property
    def url_name(self) -> str:
        """The name under which its address is known."""
        return name_address(self.name)


OPERATIONS: list[DeclaredOperation] = []
"""All operations, as they are declared."""


def name_address(operation: str) -> str:
    """Return the name of an operation's address."""
    return URL_NAME_PREFIX + operation.replace("_", "-")


def read(router: Router, path: str, response: Any) -> Callable[[Operation], Operation]:
    """Declare an operation by which anybody may read."""
    return declare(router, "GET", path, response, None)


def read_own(router: Router, path: str, response: Any, right: Right) -> Callable[[Operation], Operation]:
    """Declare an operation by which a club's own program may read what is not public."""
    return declare(router, "GET", path, response, right)


def write(router: Router, path: str, response: Any, right: Right) -> Callable[[Operation], Operation]:
    """Declare an operation by which a club's own program may write."""
    return declare(router, "POST", path, response, right)


def declare(
    router: Router, method: str, path: str, response: Any, right: Right | None
) -> Callable[[Operation], Operation]:
    """Declare one operation. `response`: the model of its answer; `right`: None where anybody may read."""
    route = path.strip("/").replace("{", "<").replace("}", ">")
    bind: Callable[[Operation], Operation] = router.api_operation(
        [method], path, auth=KeyBearer(right), response=response
    )

    def decorate(operation: Operation) -> Operation:
        OPERATIONS.append(DeclaredOperation(route, method, operation.__name__, right))
        return bind(operation)

    return decorate
