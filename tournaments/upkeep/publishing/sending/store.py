"""What every place for the files of a site can do, and why it may refuse."""

from typing import Protocol

OFFLINE, GONE, REFUSED, UNTRUSTED = "offline", "gone", "refused", "untrusted"
FULL, NO_PROGRAM, NO_SECRET, FAILED = "full", "no-program", "no-secret", "failed"
KEY_REFUSED, PRIVATE, NO_FORCE, STRANGE = "key-refused", "private", "no-force", "strange"
PART = ".corbillon-part"  # ends the name of a file that is not whole yet
TIMEOUT_SECONDS = 30


class CannotPublish(Exception):
    """Raised where a site cannot be sent to its target now. `trouble`: why, a key of `SENDING_TROUBLES`; `detail`: the
    words of the other side or of the system, without a password."""

    def __init__(self, trouble: str, detail: object = "") -> None:
        super().__init__(f"{trouble}: {detail}")
        self.trouble, self.detail = trouble, str(detail)[:300]


class SiteStore(Protocol):
    """A place to which a site is sent; files are named by their path in the site. Every method raises CannotPublish."""

    def read(self, file: str) -> bytes | None:
        """Return what the file holds; None where there is none."""

    def write(self, file: str, content: bytes) -> None:
        """Write the file, whole or not at all: who reads meanwhile gets the old one."""

    def delete(self, file: str) -> None:
        """Delete the file, if it is there."""

    def close(self) -> None:
        """End the connection."""
