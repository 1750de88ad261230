"""Up to which record of each table the last backup went: one small file of the var folder, written with each backup and
each restore, read with each sheet that a phone asks for.

A phone keeps what it wrote until a backup holds it, for a laptop that dies. The file names each table's last record by
its number and its id, so that it says nothing of a book that was put there by other means.
"""

import json
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from config.durable import write_file
from tournaments.book.sheet import Sheet
from tournaments.models import Record, Tournament

FILE_NAME = "saved-records.json"

LastRecords = dict[str, tuple[int, str]]


def read_last_records(alias: str = "default") -> LastRecords:
    """Return {table id as text: (number, key) of the table's last record}; only of open tournaments, since phones write
    nowhere else. `alias`: the name of the database in Django's settings."""
    records = Record.objects.using(alias).filter(table__round__tournament__status=Tournament.Status.OPEN)
    rows = records.order_by("number").values_list("table_id", "number", "key")
    return {str(table): (number, key) for table, number, key in rows}


def write_saved_records(records: LastRecords) -> None:
    """Write these last records, which a backup holds, to the file, whole or not at all. If that fails, the old file
    stays: phones then keep more of what they sent than they need."""
    with suppress(OSError):
        write_file(settings.VAR_DIR / FILE_NAME, json.dumps(records).encode())


def find_saved_number(sheet: Sheet) -> int:
    """Return the number of the sheet's last record that the last backup holds; 0 if it holds none of this book."""
    file = settings.VAR_DIR / FILE_NAME
    try:
        number, key = read_file(file, file.stat().st_mtime_ns)[str(sheet.table.pk)]
    except (OSError, ValueError, LookupError):
        return 0
    held = number <= len(sheet.records) and sheet.records[number - 1].key == key
    return number if held else 0


@lru_cache(maxsize=1)
def read_file(file: Path, written: int) -> LastRecords:
    """Return the last records that the file holds; they are remembered until another file is asked for. `written`: its
    time of modification, so that a newer file counts as another. Raises OSError, ValueError."""
    records: LastRecords = json.loads(file.read_text(encoding="utf-8"))
    return records
