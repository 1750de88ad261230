"""The sheets that this process wrote or read last, so that a coup is scored once and not again with each coup after it.

A sheet is found by its table and the head of the table's chain. The head is the digest of everything that was ever
written there, so records read under the same head are still the same. After a backup was restored the head is another
one; what another process has written since goes on from the known head. Reasons are outside the chain, since they may
be erased: they are read again each time.
"""

from tournaments.book.sheet import Sheet
from tournaments.models.summaries import RecentItems

MOST_SHEETS = 100  # of a process: some 10 kB a coup, 30 MB for tables of thirty coups


class RecentSheets:
    """The sheets that this process wrote or read last, one for each table, at most `most`."""

    def __init__(self, most: int = MOST_SHEETS) -> None:
        self._sheets: RecentItems[Sheet] = RecentItems(most)

    def find_last(self, table_id: int) -> Sheet | None:
        """Return the sheet of the table as it was last written or read; None if none is kept. The table may have gone
        on since, or gone back."""
        return self._sheets.find(table_id)

    def find_sheet(self, table_id: int, head: str) -> Sheet | None:
        """Return the kept sheet of the table if `head` is the digest of its last link; else None."""
        sheet = self.find_last(table_id)
        return sheet if sheet and head and sheet.records[-1].link.digest == head else None

    def keep_sheet(self, sheet: Sheet) -> None:
        """Keep a sheet that has records, in place of an earlier one of its table."""
        self._sheets.keep(sheet.table.pk, sheet)

    def clear(self) -> None:
        """Forget all sheets."""
        self._sheets.clear()


RECENT = RecentSheets()
