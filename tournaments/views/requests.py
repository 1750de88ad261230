"""The requests that views receive, typed: what the middleware and the access decorators have put on them."""

from typing import TYPE_CHECKING

from django.http import HttpRequest

from tournaments.models import Club, Table

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails


class PageRequest(HttpRequest):
    """A request for a page. `htmx`: true where only a part is asked for; `stamp`: that of the tournament's page."""

    htmx: "HtmxDetails"
    stamp: str


class MemberRequest(PageRequest):
    """A request of a signed-in member; `clubs`: those where he has the role that the view asks for, at least one."""

    clubs: list[Club]


class TableRequest(PageRequest):
    """A request that came with the key of `table`."""

    table: Table
