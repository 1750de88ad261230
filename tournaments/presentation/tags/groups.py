"""Tag for pages: the group in which a table plays, or the teams that meet there."""

from django import template
from django.utils.html import format_html

from tournaments.book.sheet import Sheet
from tournaments.book.table_cards import TableCard
from tournaments.reading.group_names import find_group_name, name_match

register = template.Library()


@register.simple_tag
def group_of(table: TableCard | Sheet) -> str:
    """Return the name of the group that plays at this table, or of the teams that meet there, as HTML to follow the
    table's name; "" if there are neither groups nor teams that meet."""
    entries = [seat.entry_id for seat in table.seats] or [0]
    name = find_group_name(table.tournament, table.table.round.n, entries[0]) or name_match(table.tournament, entries)
    return format_html(' <span class="of-group">{}</span>', name) if name else ""
