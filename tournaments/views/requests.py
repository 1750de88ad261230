"""The requests that views receive, typed: what the middleware and the access decorators have put on them."""

from typing import TYPE_CHECKING

from django.http import HttpRequest

from tournaments.models import Club, Table
from tournaments.models.rights import Right

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails


class PageRequest(HttpRequest):
    """A request for a page. `htmx`: true where only a part is asked for; `stamp`: that of the tournament's page;
    `rights`: what the reader may do in the club that the page is about, nothing where he is no member;
    `is_indexable`: search engines may keep the whole page, as its club opens its pages to them."""

    htmx: "HtmxDetails"
    stamp: str
    rights: frozenset[Right]
    is_indexable: bool


class FileRequest(HttpRequest):
    """A request for a table's file. `separator`: by what the columns of CSV are to be separated, "" for what is usual
    in the language."""

    separator: str


class MemberRequest(PageRequest):
    """A request of a signed-in member. `needed`: the right that the view asks for; `clubs`: those where he has it, at
    least one; `club_rights`: what he may do in each of his clubs, by its id; `rights`: what he may do in the club that
    the page is about, or in any of his clubs as long as it is about none; `csp_nonce`: the random text by which the
    page's security policy lets its own elements run."""

    csp_nonce: object
    needed: Right
    clubs: list[Club]
    club_rights: dict[int, frozenset[Right]]


class TableRequest(PageRequest):
    """A request of a table's phone: it came with the key of `table`."""

    table: Table
