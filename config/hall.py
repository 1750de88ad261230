"""The addresses at which phones in the hall can reach the laptop, and the one stored by `make run` for the QR codes.

Standard library only (what starts the server uses it before anything is installed); knows no page and no table.
"""

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from ipaddress import ip_address
from pathlib import Path
from socket import AF_INET, AF_INET6, socket
from urllib.parse import urlsplit

from config.durable import write_file
from config.system_calls import find_default_interface, find_interfaces

FILE_NAME = "hall.json"
NON_HALL_PREFIXES = ("lo", "docker", "br-", "veth", "virbr", "tun", "tap", "wg", "cni", "podman", "lxc")
WIRELESS_PREFIXES = ("wl",)
VPN_PREFIXES = ("tun", "tap", "wg", "ppp", "tailscale", "nordlynx", "proton")


@dataclass(frozen=True)
class Hall:
    """The server's address in the hall. `address`: the laptop's IPv4 address or a host name; `port`: 1 to 65535."""

    address: str
    port: int

    @property
    def url(self) -> str:
        """The base URL without a trailing slash: `http://192.168.1.20:8000`."""
        return f"http://{self.address}" if self.port == 80 else f"http://{self.address}:{self.port}"


LOOPBACK_HALL = Hall("127.0.0.1", 8000)
LISTENING_PORT = "CORBILLON_LISTENING_PORT"
"""The variable in which the server tells its processes on which port it listens."""


def read_hall(var: Path) -> Hall | None:
    """Return the hall address stored in the folder `var`; None if there is none, or none that can be read."""
    try:
        return parse_hall((var / FILE_NAME).read_bytes())
    except OSError:
        return None


def parse_hall(content: bytes) -> Hall | None:
    """Return the hall address that a file holds; None if it holds none."""
    try:
        fields = json.loads(content)
        hall = Hall(str(fields["address"]), int(fields["port"]))
        return hall if hall.address and 0 < hall.port < 65_536 else None
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        return None


def save_hall(var: Path, hall: Hall) -> None:
    """Store the hall address in the folder `var`, atomically: a reader sees the old file or the new, never a part."""
    write_file(var / FILE_NAME, f"{json.dumps(asdict(hall))}\n".encode())


def get_fixed_url() -> str:
    """Return the server's own address where it is fixed (CORBILLON_URL), without a trailing slash; else ""."""
    return os.environ.get("CORBILLON_URL", "").rstrip("/")


def get_base_url(var: Path) -> str:
    """Return the base URL for phones, without a trailing slash: the fixed one, the stored address, or loopback with the
    port on which the server listens."""
    return get_fixed_url() or (read_hall(var) or find_loopback_hall()).url


def find_loopback_hall() -> Hall:
    """Return this machine's own address, with the port on which the server listens if a server runs."""
    port = os.environ.get(LISTENING_PORT, "")
    return Hall(LOOPBACK_HALL.address, int(port)) if port.isdecimal() else LOOPBACK_HALL


def note_listening_port(listeners: Iterable[socket]) -> None:
    """Note on which port these sockets listen, for this process and those it starts; the first one counts."""
    ports = [each.getsockname()[1] for each in listeners if each.family in (AF_INET, AF_INET6)]
    if ports:
        os.environ[LISTENING_PORT] = str(ports[0])


def is_loopback_address(url: str) -> bool:
    """True if this address means the laptop itself (loopback), so that no phone can follow it."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def list_addresses() -> list[str]:
    """Return the IPv4 addresses that phones could reach, the likeliest first: default route, then Wi-Fi, then cable."""
    interfaces, way_out = find_interfaces(), find_default_interface()
    hall = [name for name in interfaces if not name.startswith(NON_HALL_PREFIXES)]
    hall.sort(key=lambda name: (name != way_out, not name.startswith(WIRELESS_PREFIXES), name))
    return [interfaces[name] for name in hall]


def vpns() -> list[str]:
    """Return the names of this machine's network interfaces that look like a VPN and have an address."""
    return [name for name in find_interfaces() if name.startswith(VPN_PREFIXES)]
