"""Where messages may go: https, and the internet alone, unless the installation's owner exempts a host.

A club's organiser names the address, and the server that sends may stand in a network full of things that trust it.
Standard library only; resolves no name.
"""

import ipaddress
from collections.abc import Collection
from contextlib import suppress
from urllib.parse import SplitResult, urlsplit

PORTS = {"http": 80, "https": 443}
NO_ADDRESS, PRIVATE = "address", "private"
NAT64 = ipaddress.ip_network("64:ff9b::/96")


class CannotSend(Exception):
    """There is nowhere to send to; `trouble` says why."""

    def __init__(self, trouble: str, *, is_offline: bool = False) -> None:
        self.trouble, self.is_offline = trouble, is_offline
        super().__init__(trouble)


def check_address(address: str, allowed: Collection[str] = ()) -> SplitResult:
    """Return the parts of an address to which messages may go, as far as it says so itself. Raises CannotSend."""
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


def is_allowed(host: str, port: int, allowed: Collection[str]) -> bool:
    """True if the installation's owner exempts this host."""
    return host in allowed or f"{host}:{port}" in allowed


def is_public(ip: str) -> bool:
    """True if the IP address is one of the internet: no host of this computer, of its network or of nowhere. Raises
    ValueError if it is none."""
    address = ipaddress.ip_address(ip.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        hidden = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if hidden is not None and not is_public(str(hidden)):
            return False
        if address in NAT64:
            return is_public(str(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)))
    return address.is_global and not address.is_multicast
