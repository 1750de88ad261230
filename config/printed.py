"""Which address the papers of each evening carry: a QR printed before the address changed leads nowhere.

Standard library only; knows no page and no table.
"""

import json
from contextlib import suppress
from pathlib import Path

KEPT_AS = "printed.json"
MOST = 100  # evenings; the oldest are forgotten


def printed(var: Path) -> dict[str, str]:
    """By the evening's code, the address on its last prints."""
    try:
        kept = json.loads((var / KEPT_AS).read_text(encoding="utf-8"))
        return {str(code): str(url) for code, url in kept.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def note_printed(var: Path, code: str, url: str) -> None:
    """The evening's papers carry this address from now on. Where nothing can be kept, nobody is warned later."""
    kept = printed(var)
    if kept.get(code) == url:
        return
    kept.pop(code, None)
    kept[code] = url
    draft = var / f"{KEPT_AS}.new"
    with suppress(OSError):
        draft.write_text(json.dumps(dict(list(kept.items())[-MOST:])) + "\n", encoding="utf-8")
        draft.replace(var / KEPT_AS)
