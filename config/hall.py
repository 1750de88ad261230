"""The addresses at which the hall's phones can find the laptop, and the one that `make run` keeps and every QR carries.

Standard library only (what starts the server uses it before anything is installed); knows no page and no table.
"""

import fcntl
import json
import os
import socket
import struct
from dataclasses import asdict, dataclass
from pathlib import Path

KEPT_AS = "hall.json"
SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface
NOT_A_HALL = ("lo", "docker", "br-", "veth", "virbr", "tun", "tap", "wg", "cni", "podman", "lxc")
WIRELESS = ("wl",)
VPN = ("tun", "tap", "wg", "ppp", "tailscale", "nordlynx", "proton")


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


def addresses() -> list[str]:
    """IPv4 addresses that phones could reach, the likeliest first: the way out, then Wi-Fi, then cables."""
    found = {name: address for _, name in socket.if_nameindex() if (address := _address_of(name))}
    way_out = _interface_of_default_route()
    hall = [name for name in found if not name.startswith(NOT_A_HALL)]
    hall.sort(key=lambda name: (name != way_out, not name.startswith(WIRELESS), name))
    return [found[name] for name in hall]


def vpns() -> list[str]:
    """The names of this machine's interfaces that look like a VPN's, and are up."""
    return [name for _, name in socket.if_nameindex() if name.startswith(VPN) and _address_of(name)]


def _address_of(interface: str) -> str | None:
    request = struct.pack("256s", interface.encode()[:15])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            return socket.inet_ntoa(fcntl.ioctl(probe, SIOCGIFADDR, request)[20:24])
        except OSError:
            return None


def _interface_of_default_route() -> str | None:
    try:
        rows = [line.split() for line in Path("/proc/net/route").read_text().splitlines()[1:]]
    except OSError:
        return None
    return next((row[0] for row in rows if row[1] == "00000000"), None)
