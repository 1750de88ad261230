"""Which trouble of the storage an exception tells of, if any."""

import errno
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import Error as DatabaseError

from config import pango

from . import troubles
from .database_words import find_named_trouble
from .state import find_database_trouble
from .troubles import StorageFault, Trouble

SCHEMA_WORDS = ("unable to open", "no such", "has no column", "does not exist", "not null constraint")
BY_NUMBER = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), troubles.FULL),
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), troubles.READ_ONLY),
    errno.EIO: troubles.DISK,
}
NO_DRIVER = "Error loading psycopg"
NO_STATIC_FILE = "Missing staticfiles manifest entry"


def diagnose_error(error: BaseException | None) -> Trouble | None:
    """Return the trouble of the storage behind this exception or one that caused it; None if there is none, so that the
    program is wrong."""
    for each in _iterate_causes(error):
        if found := _diagnose(each):
            return found
    return None


def _diagnose(error: BaseException) -> Trouble | None:
    """Return the trouble of the storage behind this exception alone, whatever caused it; None if there is none."""
    match error:
        case StorageFault():
            return error.trouble
        case DatabaseError():
            return _diagnose_database_error(error)
        case OSError():
            return _diagnose_system_error(error)
        case ValueError() if NO_STATIC_FILE in str(error):
            return troubles.STATIC
        case ImproperlyConfigured() if NO_DRIVER in str(error):
            return troubles.DRIVER
    return None


def explain_error(error: BaseException) -> str | None:
    """Return, in words for a terminal, the trouble of the storage behind this exception, with the file or folder
    concerned; None if the program is wrong."""
    trouble = diagnose_error(error)
    if trouble is None:
        return None
    place = error.place if isinstance(error, StorageFault) else getattr(error, "filename", None)
    return trouble.write_out(place or settings.VAR_DIR)


def _iterate_causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield the exception, what caused it, and so on."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _diagnose_database_error(error: DatabaseError) -> Trouble | None:
    """Return the trouble of the storage behind a database's error, or None. Where its message may have several causes
    (no such table: another version, or no database), the database is examined first; if that is sound, the message
    decides alone."""
    if any(part in str(error).lower() for part in SCHEMA_WORDS) and (trouble := find_database_trouble()):
        return trouble
    return find_named_trouble(error)


def _diagnose_system_error(error: OSError) -> Trouble | None:
    """Return the trouble that the error number tells of, or None. A lacking permission counts as one only for a file of
    the installation, since connections and other programs' files have such errors too."""
    if pango.is_missing_library(error):
        return troubles.build_pango_trouble()
    if error.errno == errno.ENOENT and _is_inside(error.filename, settings.STATIC_ROOT):
        return troubles.STATIC
    found = BY_NUMBER.get(error.errno or 0)
    if found is troubles.READ_ONLY and not _is_inside(error.filename, settings.VAR_DIR):
        return None
    return found


def _is_inside(name: object, folder: Path) -> bool:
    """True if the file of this name lies in the folder."""
    return isinstance(name, str | Path) and Path(name).is_relative_to(folder)
