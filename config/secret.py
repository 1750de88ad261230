"""The installation's own secret key: created once in the var folder, readable only by the file's owner.

Knows files only: no Django, no settings.
"""

import os
import secrets
import tempfile
from pathlib import Path

LENGTH_BYTES = 48


def read_or_create_key(file: Path) -> str:
    """Return the key in `file`, which the first call creates.

    If nothing can be written, return a new key, which lasts as long as this process.
    """
    try:
        return file.read_text(encoding="ascii").strip()
    except OSError:
        pass
    try:
        return _create_key(file)
    except OSError:
        return secrets.token_urlsafe(LENGTH_BYTES)


def _create_key(file: Path) -> str:
    """Write a new key to a temporary file, link it to `file`, and return the key that `file` now holds.

    If two processes start together, one of them creates the file and both return its key.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # the database will lie there too
    handle, draft = tempfile.mkstemp(dir=file.parent)  # mode 0600
    try:
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            stream.write(secrets.token_urlsafe(LENGTH_BYTES) + "\n")
        Path(file).hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        Path(draft).unlink()
    return file.read_text(encoding="ascii").strip()
