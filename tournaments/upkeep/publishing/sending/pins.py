"""Holding git, and the ssh that it starts, to addresses that were judged: both would look the name of the server up
again, and by then it may lead to another server."""

import subprocess
from contextlib import suppress
from ipaddress import ip_address

from .reach import find_addresses, open_connection
from .store import NO_PROGRAM, OFFLINE, TIMEOUT_SECONDS, CannotPublish

PORT = 22
PROXIES = ("proxycommand", "proxyjump")


def pin_https(host: str, port: int) -> tuple[str, ...]:
    """Return git's options that bind an https server's name to the addresses just looked up. Raises CannotPublish."""
    ips = find_addresses(host, port)
    with suppress(ValueError):
        ip_address(host)
        return ()  # which nobody looks up
    listed = ",".join(f"[{ip}]" if ":" in ip else ip for ip in ips)
    return "-c", f"http.curloptResolve={host}:{port}:{listed}"


def pin_ssh(host: str, port: int | None) -> tuple[str, ...]:
    """Return ssh's options that hold it to one address of a server, the first that answers, and to the name under which
    the server's key is known. Empty if ssh's own configuration names a proxy for the server, which then looks it up.
    Raises CannotPublish."""
    configured = read_ssh_configuration(host, port)
    name, real_port = configured.get("hostname", host), int(configured.get("port", port or PORT))
    if any(configured.get(each, "none") != "none" for each in PROXIES):
        return ()
    try:
        with open_connection(name, real_port) as link:
            ip = link.getpeername()[0]
    except OSError as error:
        raise CannotPublish(OFFLINE, name) from error
    known_as = configured.get("hostkeyalias") or (name if real_port == PORT else f"[{name}]:{real_port}")
    return "-o", f"HostName={ip}", "-o", f"HostKeyAlias={known_as}"


def read_ssh_configuration(host: str, port: int | None) -> dict[str, str]:
    """Return the options that ssh's own configuration sets for a server, by their names in small letters. Raises
    CannotPublish."""
    command = ["ssh", "-G", *(["-p", str(port)] if port else []), host]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotPublish(NO_PROGRAM, "ssh") from error
    lines = (line.partition(" ") for line in done.stdout.splitlines())
    return {name: value for name, _space, value in lines}
