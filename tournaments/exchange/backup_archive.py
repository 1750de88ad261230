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
"""What reading a malformed archive, or what is in one, may raise: a RuntimeError too, for a member with a password and
for what is nested too deep."""

Migrations = list[tuple[str, str]]


@dataclass(frozen=True)
class BackupArchive:
    """A backup that was judged. `migrations`: the (app, name) of those that its rows belong to; `files`: what is to be
    put into the var folder, by name."""

    archive: ZipFile
    migrations: Migrations
    files: dict[str, bytes]

    def has_rows(self, label: str) -> bool:
        """True if the table of this model is in it, with or without a row."""
        return name_rows(label) in self.archive.NameToInfo

    def read_rows(self, label: str) -> Iterator[list[Any]]:
        """Yield the lines of a table: the names of its columns, then each row. Raises NotNow."""
        name = name_rows(label)
        with self.archive.open(name) as member:
            while text := member.readline(MOST_LINE_BYTES + 1):
                yield read_values(text, name)


def name_rows(label: str) -> str:
    """Return the name of the member with a model's rows."""
    return f"rows/{label}.jsonl"


def refuse_member(name: str) -> NotNow:
    """Return why a backup with such a member is not restored."""
    words = _("« %(name)s » ne convient pas, dans cette sauvegarde : rien n’est remis en place.")
    return NotNow(words % {"name": name})


def read_values(text: bytes, name: str) -> list[Any]:
    """Return the values of one line. Raises NotNow."""
    if len(text) <= MOST_LINE_BYTES:
        with suppress(*MALFORMED):
            values = json.loads(text, parse_constant=refuse_constant)
            if isinstance(values, list):
                return values
    raise refuse_member(name)


def refuse_constant(constant: str) -> None:
    """Refuse NaN and its like, which are no JSON. Raises ValueError."""
    raise ValueError(constant)


def open_archive(file: Path | BinaryIO) -> BackupArchive:
    """Open and judge a backup. Raises NotNow, with one sentence, unless every member can be restored; OSError."""
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
    """Open the archive. Raises NotNow if it is none, if it has a member twice or a damaged one, or if more is packed in
    it than a backup holds; OSError."""
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
    """True if the archive has a manifest, and each member once."""
    names = archive.namelist()
    return MANIFEST in names and len(set(names)) == len(names)


def is_bounded(archive: ZipFile, length: int) -> bool:
    """True if what the members say that they hold is no more than what a backup of this length (bytes) can."""
    sizes = {each.filename: each.file_size for each in archive.infolist()}
    small = [MANIFEST, *(f"files/{name}" for name in VAR_FILES)]
    unpacked = sum(sizes.values())
    return (
        unpacked <= min(MOST_BYTES, MOST_FILE_BYTES + MOST_RATIO * length)
        and max(sizes.get(name, 0) for name in small) <= MOST_FILE_BYTES
    )


def is_sound(archive: ZipFile) -> bool:
    """True if every member is as long as the archive says, and has its checksum. Raises one of MALFORMED."""

    def measure(member: ZipInfo) -> int:
        with archive.open(member) as stream:
            return sum(map(len, iter(partial(stream.read, PART_BYTES), b"")))

    return all(measure(each) == each.file_size for each in archive.infolist())


def read_migrations(manifest: Any) -> Migrations:
    """Return the migrations that the manifest names, none of them twice. Raises ValueError if it is none of ours, or
    names no migration of ours; TypeError, KeyError."""
    named = [(app, name) for app, name in manifest["migrations"] if app not in REMOVED_APPS]
    datetime.fromisoformat(manifest["at"])
    is_ours = manifest["format"] == FORMAT and OWN_APP in dict(named) and len(set(named)) == len(named)
    if not is_ours or not all(isinstance(word, str) for pair in named for word in pair):
        raise ValueError
    return named


def find_file_fault(name: str, content: bytes) -> Promise | None:
    """Return why this content cannot be that file of the var folder, in words; None if it can."""
    if name == KEY_FILE:
        return None if KEY.fullmatch(content.decode("ascii", "replace")) else BAD_KEY
    return None if parse_hall(content) else BAD_HALL
