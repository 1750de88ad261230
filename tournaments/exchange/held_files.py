"""The heads in files that somebody kept: an evening's export, a backup. Reads only."""

import json
from dataclasses import dataclass
from pathlib import Path
from zipfile import is_zipfile

from django.utils.translation import gettext as _

from tournaments.actions.errors import NotNow

from .restore import open_archive, read_migrations
from .tournament_export import FORMAT

LINKS = "rows/tournaments.chainlink.jsonl"


@dataclass(frozen=True)
class HeldFile:
    """What a file holds of the chain. `links`: the digests of all links, in a backup; `head`: of the tournament, and
    `tables`: the heads of its tables by (round, table), in an export."""

    links: frozenset[str] = frozenset()
    head: str = ""
    tables: tuple[tuple[int, int, str], ...] = ()


def read_held_file(file: Path) -> HeldFile:
    """Read the heads of an export or a backup. Raises NotNow with one sentence for any other file, OSError."""
    if is_zipfile(file):
        return read_backup_links(file)
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
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


def read_backup_links(file: Path) -> HeldFile:
    """Read the digests of all links of a backup. Raises NotNow if it is none, or is from before there were links."""
    with open_archive(file) as archive:
        read_migrations(archive)
        if LINKS not in archive.namelist():
            raise NotNow(_("Cette sauvegarde est d’avant les sceaux : rien n’y est à comparer."))
        with archive.open(LINKS) as member:
            place = json.loads(next(member)).index("digest")
            return HeldFile(links=frozenset(json.loads(row)[place] for row in member))
