"""The declaration of operations: address, right, answer. Each address takes GET, POST or both; what a right allows is
said in `tournaments.models.rights` alone."""

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
    """One operation. `route`: its address, as Django writes it; `name`: the operation's name; `right`: the right it
    needs (None: anybody may read); `is_named`: it takes the header Idempotency-Key, and is carried out once for each
    key."""

    route: str
    method: str
    name: str
    right: Right | None
    is_named: bool

    @property
    def url_name(self) -> str:
        """The Django name of the operation's address."""
        return name_address(self.name)


OPERATIONS: list[DeclaredOperation] = []
"""All operations, in the order in which they are declared."""


def name_address(operation: str) -> str:
    """Return the Django name of an operation's address: «get_club» gives «api-get-club»."""
    return URL_NAME_PREFIX + operation.replace("_", "-")


def read(router: Router, path: str, response: Any) -> Decorator:
    """Declare an operation by which anybody may read. `response`: the schema of its answer, here and in the functions
    below."""
    return declare(router, "GET", path, response, None)


def read_own(router: Router, path: str, response: Any, right: Right) -> Decorator:
    """Declare an operation by which a club's own program may read what is not public."""
    return declare(router, "GET", path, response, right)


def write(router: Router, path: str, response: Any, right: Right) -> Decorator:
    """Declare an operation by which a club's own program may write. Its function must carry it out by `do_once`."""
    return declare(router, "POST", path, response, right, is_named=True)


def create(router: Router, path: str, response: Any, right: Right) -> Decorator:
    """Declare an operation that makes a row. Its function must carry it out by `do_once` and answer by
    `tell_created`."""
    return declare(router, "POST", path, {201: response}, right, is_named=True)


def write_keyed(router: Router, path: str, response: Any, right: Right) -> Decorator:
    """Declare an operation that writes a record of a table; the record's own key, not a header, names it, for ever."""
    return declare(router, "POST", path, response, right)


def declare(
    router: Router, method: str, path: str, response: Any, right: Right | None, *, is_named: bool = False
) -> Decorator:
    """Declare one operation. `response`: the schema of its answer; `right`: None where anybody may read; `is_named`: it
    is carried out once for each Idempotency-Key."""
    route = path.strip("/").replace("{", "<").replace("}", ">")
    bind: Decorator = router.api_operation([method], path, auth=KeyBearer(right), response=response)

    def decorate(operation: Operation) -> Operation:
        OPERATIONS.append(DeclaredOperation(route, method, operation.__name__, right, is_named))
        return bind(operation)

    return decorate


def tell_created(request: CallRequest, address: str, answer: Any, status: int = 201) -> Status[Any]:
    """Return the answer to a request that made something, and set its `Location` to this address."""
    request.location = address
    return Status(status, answer)
