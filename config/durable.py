"""Writing the files that matter: keys, backups, restored databases, addresses.

A file is written beside its place, brought to the disk, and only then given its name, and the folder is brought to the
disk as well. So after a power cut there is the old file or the new one, whole, and never a part of one.
Standard library only; knows no page and no table.
"""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from config.system_calls import bring_to_disk, replace_file

PRIVATE, SHARED = 0o600, 0o644  # who may read the file: its owner, or everybody


def write_file(path: Path, content: bytes, mode: int = PRIVATE) -> None:
    """Write `content` to the file, whole or not at all. `mode`: its rights, by default for its owner alone. Raises
    OSError."""
    with open_replacement(path, mode) as stream:
        stream.write(content)


def write_one_of_many(path: Path, content: bytes, mode: int = PRIVATE) -> None:
    """Write `content` to the file: whoever reads meanwhile gets the old one. `mode`: its rights, by default for its
    owner alone. After the last of many files `sync_everything` brings them all to the disk; until then a power cut may
    leave some of them empty. Raises OSError."""
    draft = path.with_name(f".{path.name}.draft")
    try:
        draft.write_bytes(content)
        draft.chmod(mode)
        replace_file(draft, path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


def sync_everything() -> None:
    """Bring all that was written to all disks, where the system can do that at once."""
    if hasattr(os, "sync"):
        os.sync()


@contextmanager
def open_replacement(path: Path, mode: int = PRIVATE) -> Iterator[BinaryIO]:
    """Yield a stream whose content becomes the file's at the end of the `with` block, and is deleted if that fails.
    `mode`: the file's rights. Raises OSError. What is no regular file (a terminal, a pipe) is written to directly."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            yield stream
        return
    handle, draft = create_draft(path.parent, f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            bring_to_disk(handle)
        draft.chmod(mode)
        move_file(draft, path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


def create_draft(folder: Path, prefix: str = "") -> tuple[int, Path]:
    """Create a private file under a name that nothing has and that begins with `prefix`; return its handle and path.
    Raises OSError at once: where nobody may write, `tempfile` tries two thousand million names on Windows."""
    draft = _choose_name(folder, prefix)
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.open(draft, flags, PRIVATE), draft


def create_folder(parent: Path, prefix: str) -> Path:
    """Create a private folder under a name that nothing has and that begins with `prefix`; return it. Raises OSError at
    once."""
    folder = _choose_name(parent, prefix)
    folder.mkdir(mode=0o700)
    return folder


@contextmanager
def temporary_folder(parent: Path) -> Iterator[Path]:
    """Create a private folder for the `with` block, and delete it with what it holds then. Raises OSError."""
    folder = create_folder(parent, "corbillon-")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _choose_name(folder: Path, prefix: str) -> Path:
    return folder / f"{prefix}{secrets.token_hex(8)}"


def create_file(path: Path, content: bytes) -> None:
    """Create a private file with this content, whole or not at all. Raises FileExistsError if it is there already,
    OSError."""
    handle, draft = create_draft(path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            bring_to_disk(handle)
        _claim_name(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)


def _claim_name(draft: Path, path: Path) -> None:
    """Rename the file `draft` to `path`, which must not exist. Raises FileExistsError, OSError."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:  # a disk that knows no second names, as a USB stick's
        if path.exists():
            raise FileExistsError(path) from None
        replace_file(draft, path)


def move_file(path: Path, target: Path) -> Path:
    """Give the file another name in its folder or in another one of the same disk, in place of what has that name.
    Return the new path. Raises OSError."""
    moved = replace_file(path, target)
    sync_folder(target.parent)
    return moved


def sync_file(path: Path) -> None:
    """Bring the file's content to the disk. Never call it on a database that this process has open: closing a file
    gives up the locks that the process holds on it."""
    with path.open("rb+") as stream:
        bring_to_disk(stream.fileno())


def sync_folder(folder: Path) -> None:
    """Bring the folder's names to the disk, where the system can do that (Windows does it by itself)."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            bring_to_disk(handle)
        finally:
            os.close(handle)
