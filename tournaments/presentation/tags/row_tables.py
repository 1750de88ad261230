"""The tag that shows a table of `tournaments.presentation.tables` on a page or on paper."""

from collections.abc import Iterable
from typing import Any

from django import template

register = template.Library()


@register.inclusion_tag("django_tables2/rows.html")
def show_table(table: Any, records: Iterable[Any] | None = None, footed: bool = True) -> dict[str, Any]:
    """Show a table. `records`: its rows on this page, or in this piece of a document (None: all); `footed`: with its
    footer, which only the last piece has."""
    return {
        "table": table,
        "head": table.head_cells,
        "body": table.list_html_rows(records),
        "foot": table.foot_cells if footed else [],
    }
