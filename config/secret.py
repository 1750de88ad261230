"""The installation's own secret keys: each created once in the var folder, readable only by the file's owner.

Knows files only: no Django, no settings.
"""

import secrets
from contextlib import suppress
from pathlib import Path

from config.durable import create_file

LENGTH_BYTES = 48


def read_or_create_key(file: Path) -> str:
    """Return the key in `file`, which the first call creates.

    A file that is empty or cannot be read is left as it is: a key in its place would revoke every printed code. Then,
    and if nothing can be written, return a new key, which lasts as long as this process (`is_stored` is false).
    """
    with suppress(OSError):
        if not file.exists():
            _create_key(file)
    return read_key(file) or secrets.token_urlsafe(LENGTH_BYTES)


def read_key(file: Path) -> str:
    """Return the key in `file`; "" if it is empty or cannot be read."""
    try:
        return file.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def is_stored(file: Path, key: str) -> bool:
    """True if `file` holds this very key, so that the next start will know it too."""
    return secrets.compare_digest(read_key(file).encode(), key.encode())


def _create_key(file: Path) -> None:
    """Create the file with a new key, unless another process that starts with this one was faster. Raises OSError."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # the database will lie there too
    with suppress(FileExistsError):
        create_file(file, f"{secrets.token_urlsafe(LENGTH_BYTES)}\n".encode())
