"""The hall's Wi-Fi as an organiser typed it: name, password if guests may know it, whether the poster shows both.

Stored beside the hall's address, in a file that only its owner can read; never in the database or its backups.

Standard library only; knows no page and no table.
"""

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from config.durable import write_file

FILE_NAME = "wifi.json"


@dataclass(frozen=True)
class Wifi:
    """The hall's wireless network.

    `name`: the network's name as phones list it; `password`: "" for an open network, or where guests are not given it;
    `on_poster`: the printed welcome poster shows both.
    """

    name: str
    password: str = ""
    on_poster: bool = False

    @property
    def qr_text(self) -> str:
        r"""The text of the QR code that a phone's camera reads to join the network.

        >>> Wifi('Salle "B"; rez', 'a:b\\c,d').qr_text
        'WIFI:T:WPA;S:Salle \\"B\\"\\; rez;P:a\\:b\\\\c\\,d;;'
        >>> Wifi("Libre").qr_text
        'WIFI:T:nopass;S:Libre;;'
        """
        if not self.password:
            return f"WIFI:T:nopass;S:{escape_qr_text(self.name)};;"
        return f"WIFI:T:WPA;S:{escape_qr_text(self.name)};P:{escape_qr_text(self.password)};;"


def escape_qr_text(text: str) -> str:
    """Return the text with a backslash before each character that has a meaning in a Wi-Fi code."""
    return re.sub(r'([\\;,":])', r"\\\1", text)


def read_wifi(var: Path) -> Wifi | None:
    """Return the Wi-Fi stored in the folder `var`; None if there is none, or none that can be read."""
    try:
        content = json.loads((var / FILE_NAME).read_text(encoding="utf-8"))
        return (
            Wifi(str(content["name"]), str(content["password"]), content["on_poster"] is True)
            if content["name"]
            else None
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def save_wifi(var: Path, wifi: Wifi) -> None:
    """Store the Wi-Fi in the folder `var`, atomically, in a file that only its owner can read."""
    write_file(var / FILE_NAME, f"{json.dumps(asdict(wifi), ensure_ascii=False)}\n".encode())
