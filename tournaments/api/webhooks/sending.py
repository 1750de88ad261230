"""Signing one message and sending it over HTTP: to an address of the internet, over https, and nowhere else.

A club's organiser names the address, and the server that sends may stand in a network full of things that trust it. So
the name is resolved here, once; every address that it has must be public; and the connection goes to the very address
that was judged, so that a name that changes in between leads nowhere else. A redirect is not followed. `allowed`: the
hosts («name» or «name:port») that the installation's owner exempts from all this, as in a hall without internet.
Knows no table and no club.
"""

import base64
import errno
import hashlib
import hmac
import http.client
import socket
import ssl
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from threading import Event, Timer

from tournaments.actions.internet import is_public
from tournaments.actions.webhooks.addresses import (
    OFFLINE,
    PORTS,
    PRIVATE,
    CannotSend,
    check_address,
    is_allowed,
    resolve_host,
)
from tournaments.actions.webhooks.deliveries import SendResult


def sign_message(key: bytes, message: str, timestamp: int, body: bytes) -> str:
    """Return the signature «v1,…» of a message (its id) sent at this time, in seconds since 1970."""
    signed = f"{message}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def build_headers(keys: Sequence[bytes], message: str, timestamp: int, body: bytes) -> dict[str, str]:
    """Return the headers under which the body is sent, with one signature for each key; without keys, no signature.
    `message`, `timestamp`: as for `sign_message`."""
    headers = {"content-type": "application/json", "user-agent": "Corbillon"}
    signatures = [sign_message(key, message, timestamp, body) for key in keys]
    if not signatures:
        return headers
    return headers | {
        "webhook-id": message,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(signatures),
    }


CONNECT_SECONDS = 5
ALL_SECONDS = 15  # whatever the receiver does, from the first byte to the last
MOST_READ = 4096  # bytes of an answer: the status says all, the rest is left
NO_NETWORK = frozenset({errno.ENETUNREACH, errno.ENETDOWN, errno.EHOSTUNREACH})
REFUSED, SLOW, INSECURE, BROKEN = "refused", "slow", "insecure", "broken"


@dataclass(frozen=True)
class Target:
    """Where a message goes: the host's name and port, one of its IP addresses that was found to be allowed, and the
    rest of the URL."""

    host: str
    port: int
    authority: str
    ip: str
    path: str
    is_secure: bool


def send_message(address: str, headers: Mapping[str, str], body: bytes, allowed: Collection[str] = ()) -> SendResult:
    """Send the body by one POST and return what came of it. Raises nothing, whatever the other side does."""
    try:
        target = find_target(address, allowed)
        return SendResult(answer=post(target, headers, body))
    except CannotSend as why:
        return SendResult(trouble=why.trouble, is_offline=why.is_offline)
    except ssl.SSLError:
        return SendResult(trouble=INSECURE)
    except TimeoutError:
        return SendResult(trouble=SLOW)
    except ConnectionRefusedError:
        return SendResult(trouble=REFUSED)
    except OSError as why:
        return SendResult(trouble=OFFLINE, is_offline=True) if why.errno in NO_NETWORK else SendResult(trouble=BROKEN)
    except (http.client.HTTPException, ValueError):
        return SendResult(trouble=BROKEN)


def find_target(address: str, allowed: Collection[str] = ()) -> Target:
    """Resolve the address. Raises CannotSend unless all its IP addresses are public, or the host is in `allowed`."""
    parts = check_address(address, allowed)
    host, port = str(parts.hostname), parts.port or PORTS[parts.scheme]
    ips = resolve_host(host, port)
    if not is_allowed(host, port, allowed) and not all(map(is_public, ips)):
        raise CannotSend(PRIVATE)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(host, port, parts.netloc, ips[0], path, parts.scheme == "https")


def post(target: Target, headers: Mapping[str, str], body: bytes) -> int:
    """Send the body to the target and return the status of the answer. Raises OSError or HTTPException."""
    connection = socket.create_connection((target.ip, target.port), CONNECT_SECONDS)
    if target.is_secure:
        context = build_context()
        connection = context.wrap_socket(connection, server_hostname=target.host, do_handshake_on_connect=False)
    connection.settimeout(ALL_SECONDS)  # where cutting it wakes nobody
    is_cut = Event()
    timer = Timer(ALL_SECONDS, cut_connection, [connection, is_cut])
    timer.start()
    try:
        status = exchange(connection, target, headers, body)
    except (OSError, http.client.HTTPException):
        if not is_cut.is_set():
            raise
        raise TimeoutError from None
    finally:
        timer.cancel()
        connection.close()
    if is_cut.is_set():  # in the middle of what looked like an answer
        raise TimeoutError
    return status


def cut_connection(connection: socket.socket, is_cut: Event) -> None:
    """Close a connection that takes too long, whichever call waits at it; a TLS one without its closing message."""
    is_cut.set()
    with suppress(OSError):
        socket.socket.shutdown(connection, socket.SHUT_RDWR)


def exchange(connection: socket.socket, target: Target, headers: Mapping[str, str], body: bytes) -> int:
    """Send the request over this open connection, and return the status of the answer."""
    if isinstance(connection, ssl.SSLSocket):
        connection.do_handshake()
    link = http.client.HTTPConnection(target.host, target.port)
    link.sock = connection
    link.request("POST", target.path, body, {**headers, "host": target.authority, "connection": "close"})
    answer = link.getresponse()
    answer.read(MOST_READ)
    return answer.status


@cache
def build_context() -> ssl.SSLContext:
    """Return the TLS settings with the certificates that the system trusts; reading those takes a while."""
    return ssl.create_default_context()
