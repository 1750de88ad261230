"""Dates in ZIP files, which XLSX and ODS files and backups are: the format holds only the years 1980 to 2107.

A laptop whose clock was reset stands in 1970, or anywhere; each library that writes such a file asks the clock and
would fail. Importing this module lets every ZIP file of this process bear the nearest date that it can hold.
"""

import zipfile

FIRST, LAST = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)


class BoundedZipInfo(zipfile.ZipInfo):
    """A member of a ZIP file, its date moved into the years that the format can hold."""

    def __init__(self, filename: str = "NoName", date_time: tuple[int, ...] = FIRST) -> None:
        super().__init__(filename, min(max(tuple(date_time), FIRST), LAST))  # type: ignore[arg-type]


zipfile.ZipInfo = BoundedZipInfo  # type: ignore[misc]
