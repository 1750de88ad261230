"""Choose the address of this machine that phones use, and check that a port is free."""

import socket
from collections.abc import Callable

from config.commands import IS_CHECKOUT
from config.system_calls import claim_address
from corbillon.words import Stop, say


def choose_address(found: list[str], kept: str | None, ask: Callable[[str], str] | None) -> str | None:
    """Return the address for phones among `found`: `kept`, that of last time, if it is still there, the only one, the
    answer of `ask`, else the likeliest; None if there is none. `ask`: asks a person, None where nobody can answer."""
    if kept in found:
        return kept
    if len(found) < 2 or ask is None:
        return found[0] if found else None
    for number, address in enumerate(found, 1):
        say(f"  {number}. {address}")
    while True:
        answer = ask(f"Quelle adresse les téléphones utilisent-ils ? / Which one do phones use? [1-{len(found)}, 1] ")
        if not answer.strip():
            return found[0]
        if answer.strip() in map(str, range(1, len(found) + 1)):
            return found[int(answer) - 1]


def parse_port(text: str) -> int:
    """Return a port from the text typed; raise Stop if it is none."""
    if text.isdigit() and 0 < int(text) < 65536:
        return int(text)
    raise Stop(f"« {text} » n’est pas un port : il faut un nombre de 1 à 65535.", f"{text!r} is no port: 1 to 65535.")


def check_free(port: int) -> None:
    """Raise Stop if this machine cannot listen on `port`."""
    other = port + 10 if port < 65000 else 8000
    with socket.socket() as probe:
        claim_address(probe)
        try:
            probe.bind(("0.0.0.0", port))
        except PermissionError:
            raise Stop(
                f"Le port {port} est réservé à l’administrateur. Essayez : {name_port(8000)}",
                f"Port {port} is for the administrator only. Try: {name_port(8000)}",
            ) from None
        except OSError:
            raise Stop(
                f"Le port {port} est déjà pris, peut-être par Corbillon lui-même. Essayez : {name_port(other)}",
                f"Port {port} is taken, perhaps by Corbillon itself. Try: {name_port(other)}",
            ) from None


def name_port(port: int) -> str:
    """Return what a person types to start at this port: `make run PORT=8010` in a checkout."""
    return f"make run PORT={port}" if IS_CHECKOUT else f"corbillon --port {port}"
