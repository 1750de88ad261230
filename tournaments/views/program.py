"""Which program this is: a short fingerprint of its files, so that an open page can tell that the server has changed.

Every answer to a table bears it in the header `X-Corbillon`; an answer without that header comes from something else (a
captive portal, another machine at the same address), and a page believes nothing that it says.
"""

import hashlib
from functools import cache

from django.conf import settings

HEADER = "X-Corbillon"
ROOMS = ("scoring", "tournaments", "templates", "static", "locale")
KINDS = {".py", ".html", ".js", ".css", ".mo"}


@cache
def program() -> str:
    """Sixteen hexadecimal digits; another one as soon as any file that a page depends on is another."""
    found = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((settings.BASE_DIR / room).rglob("*")):
            if path.suffix in KINDS:
                found.update(f"{path.relative_to(settings.BASE_DIR)}\0".encode())
                found.update(path.read_bytes())
    return found.hexdigest()[:16]
