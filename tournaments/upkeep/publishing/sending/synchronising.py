"""Sending a site to a place that keeps files: only what differs, in an order in which no reader meets a gap, and from
where it was cut the last time.

The place itself carries the list of what it was sent (`corbillon-site.json`), which is written last; what has been sent
since stands in a journal here. So a stick knows what it holds wherever it is plugged in.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tournaments.upkeep.publishing.addresses import order_for_sending
from tournaments.upkeep.publishing.manifest import MANIFEST_FILE, is_inside, read_sent_files, write_sent_files

from .store import SiteStore

GONE = "-"  # in the journal, in place of a digest


class SendingJournal:
    """The files sent to a target, or deleted there, since the target's own list (`base`) was written: a line for
    each."""

    def __init__(self, file: Path, base: bytes | None) -> None:
        self._file = file
        self._head = hashlib.sha256(base or b"").hexdigest()
        self.digests: dict[str, str] = {}
        with suppress(OSError, ValueError):
            head, *lines = file.read_text(encoding="utf-8").splitlines()
            if head == self._head:
                for line in lines:
                    digest, _space, name = line.partition(" ")
                    if is_inside(name):
                        self.digests[name] = digest

    def note(self, name: str, digest: str) -> None:
        """Write a line: this file was sent with this digest, or, with GONE, deleted. Raises OSError."""
        if not self.digests:
            self._file.write_text(f"{self._head}\n", encoding="utf-8")
        self.digests[name] = digest
        with self._file.open("a", encoding="utf-8") as stream:
            stream.write(f"{digest} {name}\n")

    def forget(self) -> None:
        """Delete the journal, once the target's own list is up to date. Raises OSError."""
        self._file.unlink(missing_ok=True)
        self.digests = {}


def read_held_files(base: bytes | None, journal: SendingJournal) -> dict[str, str]:
    """Return, by path, the digest of each file that the target holds, as far as it was sent from here. `base`: the
    target's own list of files."""
    return {name: digest for name, digest in (read_sent_files(base) | journal.digests).items() if digest != GONE}


def send_files(
    files: dict[str, str],
    read: Callable[[str], bytes],
    store: SiteStore,
    journal_file: Path,
    note_left: Callable[[int], None] = lambda _left: None,
    *,
    is_compared: bool = False,
) -> int:
    """Send the files of a site that the place has not, then delete there what the site no longer has. `files`: the
    digest of each, `read` its content, `note_left` is told how many are still to be sent; `is_compared`: what lies
    there is read, and mended where somebody changed it. Return how many were sent or deleted. Raises CannotPublish,
    OSError; what was sent until then is not sent again."""
    base = store.read(MANIFEST_FILE)
    journal = SendingJournal(journal_file, base)
    held = read_held_files(base, journal)

    def differs(name: str) -> bool:
        return held.get(name) != files[name] or (is_compared and store.read(name) != read(name))

    changed = order_for_sending(filter(differs, files))
    gone = sorted(set(held) - set(files))
    for sent, name in enumerate(changed):
        note_left(len(changed) - sent)
        store.write(name, read(name))
        journal.note(name, files[name])
    for name in gone:
        store.delete(name)
        journal.note(name, GONE)
    if base is None or read_sent_files(base) != files:
        store.write(MANIFEST_FILE, write_sent_files(files))
    journal.forget()
    note_left(0)
    return len(changed) + len(gone)
