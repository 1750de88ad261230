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
        content = json.loads((var / FILE_NAME).read_text(encoding="utf-8"))
        return {str(code): str(url) for code, url in content.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def save_printed_address(var: Path, code: str, url: str) -> None:
    """Store that the prints of the tournament `code` now carry the base URL `url`.

    If nothing can be written, no error is raised; then nobody is warned later that the papers are out of date.
    """
    addresses = read_printed_addresses(var)
    if addresses.get(code) == url:
        return
    addresses.pop(code, None)
    addresses[code] = url
    with suppress(OSError):
        write_file(var / FILE_NAME, f"{json.dumps(dict(list(addresses.items())[-MAX_TOURNAMENTS:]))}\n".encode())
