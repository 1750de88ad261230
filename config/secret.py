"""The installation's own secret key: made once, kept in the var folder, readable by its owner alone.

Knows files only: no Django, no settings.
"""

import os
import secrets
import tempfile
from pathlib import Path

LENGTH_BYTES = 48


def kept_key(file: Path) -> str:
    """The key in `file`, made at the first call. Where nothing can be
    written: one that lives as long as this process."""
    try:
        return file.read_text(encoding="ascii").strip()
    except OSError:
        pass
    try:
        return _make(file)
    except OSError:
        return secrets.token_urlsafe(LENGTH_BYTES)


def _make(file: Path) -> str:
    """Write a new key whole, then give it its name: of two processes that start together, one wins,
    both read the same."""
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
