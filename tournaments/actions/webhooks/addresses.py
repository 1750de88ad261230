"""Where messages may go: https, and the internet alone, unless the installation's owner exempts a host.

A club's organiser names the address, and the server that sends may stand in a network full of things that trust it.
Knows no table, no club and no setting.
"""

import socket
from collections.abc import Collection
from contextlib import suppress
from threading import Thread
from urllib.parse import SplitResult, urlsplit

from tournaments.actions.internet import is_public

PORTS = {"http": 80, "https": 443}
NO_ADDRESS, PRIVATE, UNKNOWN, OFFLINE = "address", "private", "unknown", "offline"
LOOKUP_SECONDS = 2  # how long somebody who types an address waits for what its name leads to


class CannotSend(Exception):
    """Raised for an address to which no message can be sent. `trouble`: why; `is_offline`: this computer has no
    network."""

    def __init__(self, trouble: str, *, is_offline: bool = False) -> None:
        self.trouble, self.is_offline = trouble, is_offline
        super().__init__(trouble)


def check_address(address: str, allowed: Collection[str] = ()) -> SplitResult:
    """Return the parts of an address if messages may go to it, judged by its text alone. `allowed`: hosts that are
    exempt. Raises CannotSend."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise CannotSend(NO_ADDRESS) from None
    if parts.scheme not in PORTS or not parts.hostname or parts.username or parts.password or not address.isascii():
        raise CannotSend(NO_ADDRESS)
    if is_allowed(parts.hostname, port or PORTS[parts.scheme], allowed):
        return parts
    if parts.scheme != "https":
        raise CannotSend(NO_ADDRESS)
    with suppress(ValueError):
        if not is_public(parts.hostname):
            raise CannotSend(PRIVATE)
    return parts


def refuse_private_host(host: str, port: int, allowed: Collection[str] = ()) -> None:
    """Look up a host. Raises CannotSend (PRIVATE) if it is known by now to lead into a private network; a name that
    nobody knows yet, or a computer without a network, is no fault."""
    if is_allowed(host, port, allowed):
        return
    with suppress(ValueError):
        if not is_public(host):
            raise CannotSend(PRIVATE)
    if host.rstrip(".") == "localhost" or host.rstrip(".").endswith(".localhost"):
        raise CannotSend(PRIVATE)
    refused: list[str] = []

    def look_up() -> None:
        with suppress(CannotSend):
            refused.extend(resolve_host(host, port))

    lookup = Thread(target=look_up, daemon=True)
    lookup.start()
    lookup.join(LOOKUP_SECONDS)
    if not all(map(is_public, refused)):
        raise CannotSend(PRIVATE)


def resolve_host(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host, at least one. Raises CannotSend."""
    try:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except socket.gaierror as why:
        is_offline = why.errno == socket.EAI_AGAIN
        raise CannotSend(OFFLINE if is_offline else UNKNOWN, is_offline=is_offline) from None
    except UnicodeError:
        raise CannotSend(NO_ADDRESS) from None
    return [str(each[4][0]) for each in infos]


def is_allowed(host: str, port: int, allowed: Collection[str]) -> bool:
    """True if this host is exempt from what is forbidden; `allowed`: the hosts that the installation's owner
    exempts."""
    return host in allowed or f"{host}:{port}" in allowed
