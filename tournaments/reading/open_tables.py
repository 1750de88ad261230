"""What is still open at the tables of a tournament: asked before a round is published and before an evening is closed.

Pure: it reads what tables are waiting for, and no database.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from tournaments.models import Tournament, UnplayedTable
from tournaments.reading.table_status import TableStatus


def list_open_tables(statuses: Iterable[TableStatus]) -> list[TableStatus]:
    """Return the tables that still want something: one that has not played, counted or confirmed, one that was
    adjourned, and one whose count differs from its sheet."""
    return [each for each in statuses if is_open(each)]


def is_open(status: TableStatus) -> bool:
    """True if the table still wants something."""
    return not status.is_done or status.count_differs or status.stage == "adjourned"


def group_whole_rounds(statuses: Iterable[TableStatus], *, annulled: bool) -> Mapping[int, list[TableStatus]]:
    """Return the rounds, by number, of which no table has begun and which can be decided on as a whole, with these
    tables: those that still want to play, or, with `annulled`, all of them where all are annulled. A round of one
    table, or of free tables, has no decision of its own."""
    rounds: dict[int, list[TableStatus]] = defaultdict(list)
    for each in statuses:
        if each.card.tournament.format != Tournament.Format.FREE:
            rounds[each.round].append(each)
    found = {}
    for n, tables in rounds.items():
        kinds = {each.card.unplayed.kind if each.card.unplayed else "" for each in tables}
        same = kinds == {UnplayedTable.UnplayedKind.ANNULLED}
        chosen = [each for each in tables if same or is_open(each)] if same == annulled else []
        if len(chosen) > 1 and not any(each.card.has_records for each in tables):
            found[n] = chosen
    return found
