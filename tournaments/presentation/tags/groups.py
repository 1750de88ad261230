"""Tag for pages: the group in which a table plays."""

from django import template
from django.utils.html import format_html

from tournaments.book.sheet import Sheet
from tournaments.book.table_cards import TableCard
from tournaments.reading.group_names import find_group_name

register = template.Library()


@register.simple_tag
def group_of(table: TableCard | Sheet) -> str:
    """Return the name of the group that this table belongs to, to stand after its own; "" where no groups are
    played."""
    entry = table.seats[0].entry_id if table.seats else 0
    name = find_group_name(table.tournament, table.table.round.n, entry)
    return format_html(' <span class="of-group">{}</span>', name) if name else ""
