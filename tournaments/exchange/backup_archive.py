"""The archive of a backup as it comes from outside: every member is judged before anything is restored, and its rows
are read one by one. Writes nothing."""

import json
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from errno import EINVAL
from functools import partial
from os import SEEK_END
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.hall import parse_hall
from tournaments.actions.errors import NotNow

FORMAT = "corbillon.sauvegarde/1"
MANIFEST, KEY_FILE, HALL_FILE = "manifest.json", "secret.key", "hall.json"
VAR_FILES = (KEY_FILE, HALL_FILE)
KEY = re.compile(r"[!-~]{32,1000}\s*")
"""A secret key as it is kept; the program's own have 64 letters."""
OWN_APP = "tournaments"
REMOVED_APPS = ("axes",)  # in older backups; their rows are left out
MOST_BYTES = 4 * 2**30  # unpacked: decades of a large club
MOST_RATIO = 100  # unpacked to packed; a backup’s rows reach 8
PART_BYTES = 2**20
MOST_LINE_BYTES = MOST_FILE_BYTES = 4 * 2**20
NO_BACKUP = gettext_lazy("Ce fichier n’est pas une sauvegarde de Corbillon, ou il est abîmé.")
BAD_KEY = gettext_lazy("La clé qui est dans cette sauvegarde est vide ou trop courte : rien n’est remis en place.")
BAD_HALL = gettext_lazy("L’adresse du réseau qui est dans cette sauvegarde ne se lit pas : rien n’est remis en place.")
MALFORMED = (BadZipFile, EOFError, KeyError, OverflowError, RuntimeError, TypeError, ValueError, zlib.error)
"""The errors that reading a malformed archive, or a file in it, may raise: a RuntimeError too, for a file with a
password and for what is nested too deep."""

Migrations = list[tuple[str, str]]


@dataclass(frozen=True)
class BackupArchive:
    """An opened backup that was checked and can be restored. `migrations`: the (app, name) of those applied when it was
    made; `files`: the contents to write into the var folder, by file name."""

    archive: ZipFile
    migrations: Migrations
    files: dict[str, bytes]

    def has_rows(self, label: str) -> bool:
        """True if the backup has the table of the model with this label (as "tournaments.club"), even without rows."""
        return name_rows(label) in self.archive.NameToInfo

    def read_rows(self, label: str) -> Iterator[list[Any]]:
        """Yield the lines of the table of this model: first the names of its columns, then each row. Raises NotNow."""
        name = name_rows(label)
        with self.archive.open(name) as member:
            while text := member.readline(MOST_LINE_BYTES + 1):
                yield read_values(text, name)


def name_rows(label: str) -> str:
    """Return the name of the file in the archive that has the rows of the model with this label."""
    return f"rows/{label}.jsonl"


def refuse_member(name: str) -> NotNow:
    """Return the error that says that this file in the archive is faulty, so that the backup is not restored."""
    words = _("« %(name)s » ne convient pas, dans cette sauvegarde : rien n’est remis en place.")
    return NotNow(words % {"name": name})


def read_values(text: bytes, name: str) -> list[Any]:
    """Return the values of one line of the file `name` in the archive. Raises NotNow."""
    if len(text) <= MOST_LINE_BYTES:
        with suppress(*MALFORMED):
            values = json.loads(text, parse_constant=refuse_constant)
            if isinstance(values, list):
                return values
    raise refuse_member(name)


def refuse_constant(constant: str) -> None:
    """Raise ValueError: NaN and Infinity are no JSON."""
    raise ValueError(constant)


def open_archive(file: Path | BinaryIO) -> BackupArchive:
    """Open a backup and check it. Raises NotNow, with a sentence for the user, if anything in it cannot be restored;
    OSError."""
    archive = open_zip(file)
    try:
        manifest = json.loads(archive.read(MANIFEST))
        files = {name: archive.read(f"files/{name}") for name in VAR_FILES if f"files/{name}" in archive.NameToInfo}
        migrations = read_migrations(manifest)
    except MALFORMED:
        raise NotNow(NO_BACKUP) from None
    for name, content in files.items():
        if fault := find_file_fault(name, content):
            raise NotNow(fault)
    return BackupArchive(archive, migrations, files)


def open_zip(file: Path | BinaryIO) -> ZipFile:
    """Open a backup as a ZIP archive. Raises NotNow if it is none, if a file in it is there twice or damaged, or if it
    unpacks to more than a backup can; OSError."""
    length = file.stat().st_size if isinstance(file, Path) else file.seek(0, SEEK_END)
    try:
        archive = ZipFile(file)
        if is_whole(archive) and is_bounded(archive, length) and is_sound(archive):
            return archive
    except MALFORMED:
        pass
    except OSError as error:
        if error.errno != EINVAL:  # it names a place before the file's beginning
            raise
    raise NotNow(NO_BACKUP)


def is_whole(archive: ZipFile) -> bool:
    """True if the archive has a manifest, and no file twice."""
    names = archive.namelist()
    return MANIFEST in names and len(set(names)) == len(names)


def is_bounded(archive: ZipFile, length: int) -> bool:
    """True if the files in the archive unpack, as they declare, to no more than a backup of this length (in bytes)
    can."""
    sizes = {each.filename: each.file_size for each in archive.infolist()}
    small = [MANIFEST, *(f"files/{name}" for name in VAR_FILES)]
    unpacked = sum(sizes.values())
    return (
        unpacked <= min(MOST_BYTES, MOST_FILE_BYTES + MOST_RATIO * length)
        and max(sizes.get(name, 0) for name in small) <= MOST_FILE_BYTES
    )


def is_sound(archive: ZipFile) -> bool:
    """True if every file in the archive has the length and the checksum that it declares. Raises one of MALFORMED."""

    def measure(member: ZipInfo) -> int:
        with archive.open(member) as stream:
            return sum(map(len, iter(partial(stream.read, PART_BYTES), b"")))

    return all(measure(each) == each.file_size for each in archive.infolist())


def read_migrations(manifest: Any) -> Migrations:
    """Return the (app, name) of each migration that the manifest names. Raises ValueError if the manifest is not one of
    this program or names a migration twice; TypeError, KeyError."""
    named = [(app, name) for app, name in manifest["migrations"] if app not in REMOVED_APPS]
    datetime.fromisoformat(manifest["at"])
    is_ours = manifest["format"] == FORMAT and OWN_APP in dict(named) and len(set(named)) == len(named)
    if not is_ours or not all(isinstance(word, str) for pair in named for word in pair):
        raise ValueError
    return named


def find_file_fault(name: str, content: bytes) -> Promise | None:
    """Return why this content cannot be the file `name` of the var folder, as a sentence; None if it can."""
    if name == KEY_FILE:
        return None if KEY.fullmatch(content.decode("ascii", "replace")) else BAD_KEY
    return None if parse_hall(content) else BAD_HALL
