"""The finished tables whose sheets organisers copied from paper and nobody has confirmed yet."""

from collections.abc import Iterable

from tournaments.models import Table
from tournaments.reading.table_status import TableStatus


def list_copied_sheets(statuses: Iterable[TableStatus]) -> list[TableStatus]:
    """Return the tables that are over, wait for a confirmation, and of which organisers wrote every record: at most one
    query."""
    ended = [each for each in statuses if each.awaits_closing]
    if not ended:
        return []
    copied = Table.objects.filter(pk__in=[each.card.table.pk for each in ended]).written_at_desk()
    found = set(copied.values_list("pk", flat=True))
    return [each for each in ended if each.card.table.pk in found]
