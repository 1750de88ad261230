"""The address at which the hall's phones find the laptop: kept by `make run`, carried by every QR.

Standard library only (what starts the server uses it before anything is installed); knows no page and no table.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

KEPT_AS = "hall.json"


@dataclass(frozen=True)
class Hall:
    """`address`: an IPv4 address of the laptop, or a name for it; `port`: 1 to 65535."""

    address: str
    port: int

    @property
    def url(self) -> str:
        """Without a slash at its end: `http://192.168.1.20:8000`."""
        return f"http://{self.address}" if self.port == 80 else f"http://{self.address}:{self.port}"


LAPTOP_ALONE = Hall("127.0.0.1", 8000)


def kept_hall(var: Path) -> Hall | None:
    """What was last kept in the folder `var`; None when nothing was, or nothing that can be read."""
    try:
        kept = json.loads((var / KEPT_AS).read_text(encoding="utf-8"))
        return Hall(str(kept["address"]), int(kept["port"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep_hall(var: Path, hall: Hall) -> None:
    """Replace what is kept, whole: a reader sees the old or the new, never a half."""
    draft = var / f"{KEPT_AS}.new"
    draft.write_text(json.dumps(asdict(hall)) + "\n", encoding="utf-8")
    draft.replace(var / KEPT_AS)


def base_url(var: Path) -> str:
    """Where phones must go: CORBILLON_URL where a server has a name of its own, else the kept address."""
    return os.environ.get("CORBILLON_URL", "").rstrip("/") or (kept_hall(var) or LAPTOP_ALONE).url
