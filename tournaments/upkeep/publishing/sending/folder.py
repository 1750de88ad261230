"""A site in a folder: of this computer, of a stick, or of what a web server shows."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from config.durable import SHARED, sync_everything, write_one_of_many
from tournaments.upkeep.publishing.manifest import MANIFEST_FILE

from .store import FAILED, FULL, GONE, CannotPublish


class FolderStore:
    """The folder `root`, which must be there: that of a stick that was pulled out is not made anew on the disk."""

    def __init__(self, root: Path) -> None:
        self._root = root
        if not root.is_dir():
            raise CannotPublish(GONE, root)

    def read(self, file: str) -> bytes | None:
        """Return what the file holds; None where there is none."""
        with naming_troubles():
            place = self._root / file
            return place.read_bytes() if place.is_file() else None

    def write(self, file: str, content: bytes) -> None:
        """Write the file, whole or not at all."""
        with naming_troubles():
            place = self._root / file
            place.parent.mkdir(parents=True, exist_ok=True)
            if file == MANIFEST_FILE:
                sync_everything()  # a stick may be pulled out as soon as it is said to hold all
            write_one_of_many(place, content, SHARED)
            if file == MANIFEST_FILE:
                sync_everything()

    def delete(self, file: str) -> None:
        """Delete the file, and the folders that are then empty."""
        with naming_troubles():
            place = self._root / file
            place.unlink(missing_ok=True)
            with suppress(OSError):
                while (place := place.parent) != self._root:
                    place.rmdir()

    def list_files(self) -> Iterator[str]:
        """Yield the path of every file that lies there, without those whose writing was cut."""
        with naming_troubles():
            for place in self._root.rglob("*"):
                is_file = not place.is_dir() or place.is_symlink()
                if is_file and not (place.name.startswith(".") and place.name.endswith(".draft")):
                    yield place.relative_to(self._root).as_posix()

    def close(self) -> None:
        """Do nothing: nothing is open."""


@contextmanager
def naming_troubles() -> Iterator[None]:
    """Raise CannotPublish for what the system refuses."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        raise CannotPublish(FULL if full else FAILED, error.strerror or error) from error
