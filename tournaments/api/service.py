"""The interface as a whole: its operations, the reading of bodies, the answers to exceptions."""

import json
from typing import Any

from django.http import HttpRequest
from ninja import NinjaAPI, Router
from ninja.errors import HttpError
from ninja.operation import Operation
from ninja.parser import Parser

from config.version import __version__

from . import (
    club_reading,
    declared_acts,
    desk,
    event_stream,
    money,
    table_reading,
    tournament_reading,
    writing_people,
    writing_rounds,
    writing_tables,
)
from .lookups import Unchanged, answer_unchanged
from .problems import HANDLERS
from .routes import name_address


class StrictParser(Parser):
    """Parser of bodies as JSON in UTF-8, without NaN and Infinity, which JSON does not have."""

    def parse_body(self, request: HttpRequest) -> Any:
        """Return the JSON value of the body. Raises HttpError (400) for a body that is no JSON, or is nested too deep
        to be read."""
        try:
            return json.loads(request.body.decode(), parse_constant=refuse_constant)
        except (ValueError, RecursionError) as wrong:
            raise HttpError(400, str(wrong)) from wrong


def refuse_constant(name: str) -> None:
    """Raise ValueError: NaN and Infinity are no JSON."""
    raise ValueError(name)


class CorbillonApi(NinjaAPI):
    """The programming interface: an operation is named after the function that answers it, `get_club`, and its address
    in Django after it too, «api-get-club»."""

    def get_operation_url_name(self, operation: Operation, router: Router) -> str:
        """Return the Django name of an address: the name of its first operation."""
        return name_address(operation.view_func.__name__)

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the name of an operation in the description."""
        return operation.view_func.__name__


API = CorbillonApi(title="Corbillon", version=__version__, openapi_url=None, docs_url=None, parser=StrictParser())
ROOMS = (
    tournament_reading,
    table_reading,
    club_reading,
    event_stream,
    money,
    writing_people,
    writing_rounds,
    writing_tables,
    desk,
    declared_acts,
)
for room in ROOMS:
    API.add_router("", room.router)
for kind, handler in {**HANDLERS, Unchanged: answer_unchanged}.items():
    API.add_exception_handler(kind, handler)
