"""Loading sheets from the database: of one table, of some, of a tournament.

The only module that builds a Sheet from rows, each with a constant number of queries; it writes nothing.
"""

from collections.abc import Iterator

from tournaments.book.sheet import Sheet
from tournaments.models import Table, Tournament
from tournaments.models.querysets import TableQuerySet

TABLES_AT_ONCE = 100  # tables whose ids go into one query


def load_sheet(table_id: int) -> Sheet:
    """Return one table's sheet; raise Table.DoesNotExist if there is no such table."""
    return Sheet.from_table(Table.objects.with_played_rows().get(pk=table_id))


def load_sheets(tournament: Tournament) -> list[Sheet]:
    """Return the sheets of all tables of a tournament, by round and table number."""
    return list(iterate_sheets(Table.objects.filter(round__tournament=tournament).order_by("round__n", "n")))


def load_heads(tournament: Tournament) -> list[tuple[int, int, str]]:
    """Return (round number, table number, head of its chain) of each table of the tournament that has a record, in that
    order: one query, no sheet."""
    tables = Table.objects.filter(round__tournament=tournament).with_heads().exclude(head="")
    return list(tables.order_by("round__n", "n").values_list("round__n", "n", "head"))


def iterate_sheets(tables: TableQuerySet) -> Iterator[Sheet]:
    """Yield the tables' sheets in order, TABLES_AT_ONCE at a time with a constant number of queries each."""
    return (Sheet.from_table(table) for table in tables.with_sheet_rows().iterator(chunk_size=TABLES_AT_ONCE))
