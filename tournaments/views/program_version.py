"""A short fingerprint of the program's files, by which an open page notices that the server has changed.

Every answer to a table carries it in the header `X-Corbillon`. An answer without that header comes from something else
(a captive portal, another machine at the same address), and the page ignores it.
"""

import hashlib
from functools import cache

from django.conf import settings

HEADER = "X-Corbillon"
FOLDERS = ("scoring", "tournaments", "templates", "static", "locale")
SUFFIXES = {".py", ".html", ".js", ".css", ".mo"}


@cache
def compute_fingerprint() -> str:
    """Return the fingerprint: 16 hexadecimal digits, which differ as soon as any file that a page depends on
    differs."""
    found = hashlib.sha256()
    for room in FOLDERS:
        for path in sorted((settings.BASE_DIR / room).rglob("*")):
            if path.suffix in SUFFIXES:
                found.update(f"{path.relative_to(settings.BASE_DIR)}\0".encode())
                found.update(path.read_bytes())
    return found.hexdigest()[:16]
