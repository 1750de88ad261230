"""How an operation is declared: an address, who may, what it answers. Each address knows GET, POST or both; what a
right means is said in `tournaments.models.rights` alone."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ninja import Router, Status

from tournaments.models.rights import Right

from .callers import CallRequest, KeyBearer

Operation = Callable[..., Any]
Decorator = Callable[[Operation], Operation]
URL_NAME_PREFIX = "api-"


@dataclass(frozen=True)
class DeclaredOperation:
    """One operation. `route`: its address, as Django writes it; `name`: of the operation; `right`: what it needs, None
    where anybody may read; `is_named`: the header Idempotency-Key names it, so that it is carried out once."""

    route: str
    method: str
    name: str
    right: Right | None
    is_named: bool

    @property
    def url_name(self) -> str:
        """The name under which its address is known."""
        return name_address(self.name)


OPERATIONS: list[DeclaredOperation] = []
"""All operations, as they are declared."""


def name_address(operation: str) -> str:
    """Return the name of an operation's address."""
    return URL_NAME_PREFIX + operation.replace("_", "-")


def read(router: Router, path: str, response: Any) -> Decorator:
    """Declare an operation by which anybody may read."""
    return declare(router, "GET", path, response, None)


def read_own(router: Router, path: str, response: Any, right: Right) -> Decorator:
    """Declare an operation by which a club's own program may read what is not public."""
    return declare(router, "GET", path, response, right)


def write(router: Router, path: str, response: Any, right: Right) -> Decorator:
    """Declare an operation by which a club's own program may write; it uses `once`."""
    return declare(router, "POST", path, response, right, is_named=True)


def create(router: Router, path: str, response: Any, right: Right) -> Decorator:
    """Declare an operation that makes something, and tells its address by `tell_created`; it uses `once`."""
    return declare(router, "POST", path, {201: response}, right, is_named=True)


def write_keyed(router: Router, path: str, response: Any, right: Right) -> Decorator:
    """Declare an operation that writes a record of a table, whose own key names it for ever."""
    return declare(router, "POST", path, response, right)


def declare(
    router: Router, method: str, path: str, response: Any, right: Right | None, *, is_named: bool = False
) -> Decorator:
    """Declare one operation. `response`: the model of its answer; `right`: None where anybody may read."""
    route = path.strip("/").replace("{", "<").replace("}", ">")
    bind: Decorator = router.api_operation([method], path, auth=KeyBearer(right), response=response)

    def decorate(operation: Operation) -> Operation:
        OPERATIONS.append(DeclaredOperation(route, method, operation.__name__, right, is_named))
        return bind(operation)

    return decorate


def tell_created(request: CallRequest, address: str, answer: Any, status: int = 201) -> Status[Any]:
    """Return the answer to a request that made what is at this address."""
    request.location = address
    return Status(status, answer)
