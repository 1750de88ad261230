"""The tag that shows a table of `tournaments.presentation.tables` on a page or on paper, and a filter for its rows."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.http import QueryDict
from django.template import Context

from tournaments.presentation.tables.standings import describe_absence

register = template.Library()
register.filter(describe_absence)


@register.inclusion_tag("django_tables2/rows.html", takes_context=True)
def show_table(
    context: Context, table: Any, records: Iterable[Any] | None = None, footed: bool = True
) -> dict[str, Any]:
    """Return the context of the template tag that shows a `RowTable`. `records`: only these rows, as one piece of a
    document has them (None: those of the page, or all); `footed`: with the footer, which only the last piece has."""
    return {
        "table": table,
        "head": table.list_head_cells(context["request"].GET if "request" in context else QueryDict()),
        "body": table.list_html_rows(records),
        "foot": table.foot_cells if footed else [],
    }
