"""What is still open at the tables of a tournament: asked before a round is published and before an evening is closed.

Pure: it reads what tables are waiting for, and no database.
"""

from collections.abc import Iterable

from tournaments.rounds.table_status import TableStatus


def list_open_tables(statuses: Iterable[TableStatus]) -> list[TableStatus]:
    """Return the tables that still want something: one that has not played, counted or confirmed, one that was
    adjourned, and one whose count differs from its sheet."""
    return [each for each in statuses if is_open(each)]


def is_open(status: TableStatus) -> bool:
    """True if the table still wants something."""
    return not status.is_done or status.count_differs or status.stage == "adjourned"
