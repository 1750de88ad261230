"""The heads in files that somebody kept: an evening's export, a backup. Reads only."""

import json
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from zipfile import is_zipfile

from django.utils.translation import gettext as _

from tournaments.actions.errors import NotNow

from .backup_archive import open_archive, refuse_member
from .tournament_export import FORMAT

LINKS = "tournaments.chainlink"


@dataclass(frozen=True)
class HeldFile:
    """The digests in a file that somebody kept, to compare with the chain of records. `links`: from a backup, the
    digests of all links, None in an export; from an export, `head`: the tournament's, and `tables`: (round, table,
    head)."""

    links: frozenset[str] | None = None
    head: str = ""
    tables: tuple[tuple[int, int, str], ...] = ()


def read_held_file(file: Path | BytesIO) -> HeldFile:
    """Return the digests in an export of an evening or an unencrypted backup. Raises NotNow, with a sentence for the
    user, for any other file; OSError."""
    if is_zipfile(file):
        return read_backup_links(file)
    try:
        document = json.loads(file.read_bytes() if isinstance(file, Path) else file.getvalue())
        if document["format"] != FORMAT:
            raise ValueError
        tables = tuple(
            (each["n"], table["n"], str(table["head"]))
            for each in document["rounds"]
            for table in each["tables"]
            if "head" in table
        )
        return HeldFile(head=str(document.get("head", "")), tables=tables)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise NotNow(_("Ce fichier n’est ni l’export d’une soirée, ni une sauvegarde de Corbillon.")) from None


def read_backup_links(file: Path | BytesIO) -> HeldFile:
    """Return the digests of all links of the chain that a backup has. Raises NotNow if it is no backup, or was made
    before there was a chain."""
    backup = open_archive(file)
    with backup.archive:
        if not backup.has_rows(LINKS):
            raise NotNow(_("Cette sauvegarde est d’avant les sceaux : rien n’y est à comparer."))
        try:
            columns, *rows = backup.read_rows(LINKS)
            place = columns.index("digest")
            return HeldFile(links=frozenset(str(row[place]) for row in rows))
        except (ValueError, IndexError):
            raise refuse_member(LINKS) from None
