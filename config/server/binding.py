"""Open the sockets on which the server listens."""

import os
import socket
from errno import EADDRINUSE

from config.system_calls import claim_address

BACKLOG = 1024  # connections that wait to be accepted; the system may allow fewer


class CannotListen(Exception):
    """The server cannot listen where it is asked to; the message is for a person."""


def open_listeners(bind: str) -> list[socket.socket]:
    """Return a listening socket for each place named in `bind`, by commas: `address:port`, `[address]:port`,
    `unix:path`, or `fd://number` for a socket that this process has inherited. Raises CannotListen."""
    return [_open_listener(place.strip()) for place in bind.split(",")]


def _open_listener(place: str) -> socket.socket:
    """Open the listening socket of this place, an address with a port, «unix:PATH» or «fd://N». Raises CannotListen."""
    try:
        if place.startswith("fd://"):
            listener = socket.socket(fileno=int(place.removeprefix("fd://")))
        elif place.startswith("unix:"):
            listener = _open_unix_listener(place.removeprefix("unix:"))
        else:
            listener = _open_tcp_listener(place)
        listener.listen(BACKLOG)
    except OSError as error:
        raise CannotListen(_explain_error(place, error)) from error
    except ValueError as error:
        raise CannotListen(
            f"CORBILLON_BIND : « {place} » n’est pas une adresse avec un port. / {place!r} is no address with a port."
        ) from error
    listener.setblocking(False)
    return listener


def _open_tcp_listener(place: str) -> socket.socket:
    """Return a socket bound to `address:port`; an empty address means every one."""
    address, _, port = place.rpartition(":")
    address = address.strip("[]")
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    claim_address(listener)
    listener.bind((address, int(port)))
    return listener


def _open_unix_listener(path: str) -> socket.socket:
    """Return a socket bound to this path, in place of one that an earlier server has left there."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        if probe.connect_ex(path) == 0:
            raise OSError(EADDRINUSE, os.strerror(EADDRINUSE))
    if os.path.exists(path):  # noqa: PTH110 - as the socket's own name
        os.unlink(path)  # noqa: PTH108
    listener.bind(path)
    return listener


def _explain_error(place: str, error: OSError) -> str:
    """Return the sentence, in French and English, that says why the server cannot listen at `place`
    («0.0.0.0:8000»)."""
    if error.errno == EADDRINUSE:
        return (
            f"{place} est déjà pris, peut-être par Corbillon lui-même. / {place} is taken, perhaps by Corbillon itself."
        )
    return f"Impossible d’écouter sur {place} : {error.strerror}. / Cannot listen on {place}: {error.strerror}."
