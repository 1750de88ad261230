"""Reaching the server of a site: at an address of the internet that was judged before it is connected to, unless the
installation's owner exempts the host (CORBILLON_WEBHOOK_HOSTS)."""

import socket

from django.conf import settings

from tournaments.actions.internet import is_public
from tournaments.actions.webhooks.addresses import CannotSend, is_allowed, resolve_host

from .store import OFFLINE, PRIVATE, TIMEOUT_SECONDS, CannotPublish


def find_addresses(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host. Raises CannotPublish if nobody knows its name now, for it might lead anywhere
    a moment later, or if one of them is not of the internet."""
    try:
        addresses = resolve_host(host, port)
    except CannotSend:
        raise CannotPublish(OFFLINE, host) from None
    if not is_allowed(host, port, settings.WEBHOOK_HOSTS) and not all(map(is_public, addresses)):
        raise CannotPublish(PRIVATE, host)
    return addresses


def open_connection(host: str, port: int) -> socket.socket:
    """Return a connection to the first address of the host that answers. Raises CannotPublish, OSError."""
    failure: Exception = CannotPublish(OFFLINE, host)
    for ip in find_addresses(host, port):
        try:
            return socket.create_connection((ip, port), TIMEOUT_SECONDS)
        except OSError as error:
            failure = error
    raise failure
