"""The hall's Wi-Fi, as the organiser typed it once: its name, its password where guests may know it, and whether the
poster shows them. Kept beside the address, in a file that its owner alone reads; never in the database or its copies.

Standard library only; knows no page and no table.
"""

import json
import os
import re
from dataclasses import asdict, dataclass
from pathlib import Path

KEPT_AS = "wifi.json"


@dataclass(frozen=True)
class Wifi:
    """`name`: the network's, as phones list it; `password`: "" for an open network, or one that is not told;
    `on_poster`: the printed welcome shows both."""

    name: str
    password: str = ""
    on_poster: bool = False

    @property
    def code(self) -> str:
        r"""What a phone's camera reads to join.

        >>> Wifi('Salle "B"; rez', 'a:b\\c,d').code
        'WIFI:T:WPA;S:Salle \\"B\\"\\; rez;P:a\\:b\\\\c\\,d;;'
        >>> Wifi("Libre").code
        'WIFI:T:nopass;S:Libre;;'
        """
        if not self.password:
            return f"WIFI:T:nopass;S:{escaped(self.name)};;"
        return f"WIFI:T:WPA;S:{escaped(self.name)};P:{escaped(self.password)};;"


def escaped(text: str) -> str:
    """The signs that mean something in such a code, each behind a backslash."""
    return re.sub(r'([\\;,":])', r"\\\1", text)


def kept_wifi(var: Path) -> Wifi | None:
    """What was last kept in the folder `var`; None when nothing was, or nothing that can be read."""
    try:
        kept = json.loads((var / KEPT_AS).read_text(encoding="utf-8"))
        return Wifi(str(kept["name"]), str(kept["password"]), kept["on_poster"] is True) if kept["name"] else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep_wifi(var: Path, wifi: Wifi) -> None:
    """Replace what is kept, whole, readable by its owner alone."""
    draft = var / f"{KEPT_AS}.new"
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as stream:
        stream.write(json.dumps(asdict(wifi), ensure_ascii=False) + "\n")
    draft.replace(var / KEPT_AS)
