"""The sheets that this process wrote at last, so that a coup is scored once and not again with each coup after it.

A sheet is found by its table and the head of the table's chain. The head is the digest of everything that was ever
written there, so records read under it are still the records; whatever another process writes, or a restored backup
brings, has another head. Reasons are outside the chain, since they may be erased: a sheet that has one is not kept.
"""

from collections import OrderedDict
from threading import Lock

from tournaments.book.sheet import Sheet

MOST_SHEETS = 100  # of a process: some 10 kB a coup, 30 MB for tables of thirty coups


class RecentSheets:
    """The sheets written last, one for each table, at most `most`: the one that was asked for least lately goes."""

    def __init__(self, most: int = MOST_SHEETS) -> None:
        self._most = most
        self._sheets: OrderedDict[int, Sheet] = OrderedDict()
        self._lock = Lock()

    def find_sheet(self, table_id: int, head: str) -> Sheet | None:
        """Return the sheet of the table whose chain has this head; None if it is not there."""
        with self._lock:
            sheet = self._sheets.get(table_id)
            if sheet is None or not head or sheet.records[-1].link.digest != head:
                return None
            self._sheets.move_to_end(table_id)
            return sheet

    def keep_sheet(self, sheet: Sheet) -> None:
        """Keep a sheet that has records and no reason, in place of an earlier one of its table."""
        if any(record.reason for record in sheet.records):
            return
        with self._lock:
            self._sheets[sheet.table.pk] = sheet
            self._sheets.move_to_end(sheet.table.pk)
            while len(self._sheets) > self._most:
                self._sheets.popitem(last=False)

    def clear(self) -> None:
        """Forget all sheets."""
        with self._lock:
            self._sheets.clear()


RECENT = RecentSheets()
