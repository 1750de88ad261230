"""Pages of long lists. A cursor is a text that names the last item of a page; a caller sends it back as it came to get
the next page. So items that are added or removed meanwhile move no other item from page to page."""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _
from ninja import Schema
from pydantic import Field

from tournaments.actions.errors import FieldError, Refused

Item = TypeVar("Item")
Row = TypeVar("Row", bound=Model)
MAX_LIMIT = 500
DEFAULT_LIMIT = 100
LARGEST_ID = 2**63 - 1
NO_CURSOR = _("Ce curseur ne vient pas d’ici, ou ce qu’il désigne n’est plus là : recommencez la liste.")


class ListQuery(Schema):
    """Which page of a long list: at most `limit` items, from where `cursor` points: the `next` of the page before."""

    limit: Annotated[int, Field(ge=1, le=MAX_LIMIT)] = DEFAULT_LIMIT
    cursor: Annotated[str, Field(max_length=40)] = ""

    def read_last_id(self) -> int | None:
        """Return the id of the last item of the page before, None for the first page. Raises Refused."""
        if not self.cursor:
            return None
        try:
            found = int(base64.urlsafe_b64decode(self.cursor.encode()).decode())
        except (ValueError, binascii.Error) as wrong:
            raise Refused([FieldError("cursor", NO_CURSOR)]) from wrong
        if not 0 < found <= LARGEST_ID:
            raise Refused([FieldError("cursor", NO_CURSOR)])
        return found


def make_cursor(last_id: int) -> str:
    """Return the cursor of the page after the item with this id."""
    return base64.urlsafe_b64encode(str(last_id).encode()).decode()


def cut_rows(rows: QuerySet[Row], query: ListQuery, *, latest_first: bool = False) -> tuple[list[Row], str | None]:
    """Return (the rows of one page, by id, the greatest first if `latest_first`; the cursor of the next page, None
    after the last one). Raises Refused for a text that is no cursor."""
    last = query.read_last_id()
    if last is not None:
        rows = rows.filter(**{"pk__lt" if latest_first else "pk__gt": last})
    one_more = list(rows.order_by("-pk" if latest_first else "pk")[: query.limit + 1])
    shown = one_more[: query.limit]
    return shown, make_cursor(shown[-1].pk) if len(one_more) > len(shown) else None


def cut_list(
    items: Sequence[Item], query: ListQuery, get_id: Callable[[Item], Any]
) -> tuple[Sequence[Item], str | None]:
    """Return (the items of one page of a list in memory, in the list's order; the cursor of the next page, None after
    the last one). Raises Refused if the last item of the page before is not in the list any more."""
    last, start = query.read_last_id(), 0
    if last is not None:
        start = next((n for n, item in enumerate(items, 1) if get_id(item) == last), -1)
        if start < 0:
            raise Refused([FieldError("cursor", NO_CURSOR)])
    shown = items[start : start + query.limit]
    return shown, make_cursor(get_id(shown[-1])) if start + len(shown) < len(items) else None
