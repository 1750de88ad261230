"""The server address on the last prints of each tournament: a QR code printed before the address changed is dead.

Standard library only; knows no page and no table.
"""

import json
from contextlib import suppress
from pathlib import Path

from config.durable import write_file

FILE_NAME = "printed.json"
MAX_TOURNAMENTS = 100  # tournaments; the oldest are dropped


def read_printed_addresses(var: Path) -> dict[str, str]:
    """Return the base URL on each tournament's last prints, by tournament code; {} if there is no readable file."""
    try:
        kept = json.loads((var / FILE_NAME).read_text(encoding="utf-8"))
        return {str(code): str(url) for code, url in kept.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def save_printed_address(var: Path, code: str, url: str) -> None:
    """Store that the prints of the tournament `code` now carry the base URL `url`.

    If nothing can be written, no error is raised; then nobody is warned later that the papers are out of date.
    """
    kept = read_printed_addresses(var)
    if kept.get(code) == url:
        return
    kept.pop(code, None)
    kept[code] = url
    with suppress(OSError):
        write_file(var / FILE_NAME, f"{json.dumps(dict(list(kept.items())[-MAX_TOURNAMENTS:]))}\n".encode())
