"""What the environment says of the server."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from config.system_calls import CAN_FORK, count_usable_cores

ROOT = Path(__file__).resolve().parent.parent.parent
DEFAULT_BIND = "127.0.0.1:8000"
DEFAULT_THREADS = 5  # Python runs one at a time: each thread that renders a page slows one that writes a coup
MAX_DEFAULT_WORKERS = 4


@dataclass(frozen=True)
class ServerOptions:
    """What the environment says of the server. `bind`: the places where it listens, with commas between; `workers`: how
    many processes serve; `threads`: how many threads each has; `trusted`: the addresses of web servers in front whose
    `X-Forwarded-Proto` is believed ("*": any); `var`: the var folder; `backups`: backups are made regularly without
    being asked for."""

    bind: str
    workers: int
    threads: int
    trusted: frozenset[str]
    var: Path = ROOT / "var"
    backups: bool = True

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> "ServerOptions":
        """Read the options from the environment. Raises ValueError, with a sentence, where a number is none."""
        return cls(
            environment.get("CORBILLON_BIND") or DEFAULT_BIND,
            min(_read_count(environment, "CORBILLON_WORKERS", count_cores()), find_most_workers()),
            _read_count(environment, "CORBILLON_THREADS", DEFAULT_THREADS),
            frozenset(environment.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1").replace(" ", "").split(",")),
            Path(environment.get("CORBILLON_VAR") or ROOT / "var"),
            environment.get("CORBILLON_BACKUPS") != "0",
        )


def count_cores() -> int:
    """Return how many processes serve unless an option says otherwise: one for each core that this process may use, up
    to MAX_DEFAULT_WORKERS."""
    return min(count_usable_cores(), MAX_DEFAULT_WORKERS)


def find_most_workers() -> int:
    """Return how many processes may listen on the same sockets on this system: one where a child process inherits no
    sockets."""
    return 64 if CAN_FORK else 1


def _read_count(environment: Mapping[str, str], name: str, default: int) -> int:
    """Return the variable `name` of the environment as a number of 1 or more, `default` where it is not set. Raises
    ValueError, with a sentence."""
    text = environment.get(name) or str(default)
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise ValueError(f"{name} : « {text} » n’est pas un nombre. / {name}: {text!r} is no number.")
