"""How much a server process takes in: connections, headers, bodies."""

import sys
from contextlib import suppress

MAX_CONNECTIONS = 2000
FEWEST_FILES = 512  # that any system lets a process watch: select() on Windows
OTHER_FILES = 112  # open files that are no connections
MAX_HEADER_BYTES = 32_768
MAX_BODY_BYTES = 4_100_000  # a little more than the program takes: it refuses the difference itself


def allow_connections() -> int:
    """Let this process open as many files as the system allows, and return how many connections it may have."""
    return max(1, min(MAX_CONNECTIONS, _raise_file_limit() - OTHER_FILES))


def _raise_file_limit() -> int:
    """Raise this process's limit of open files as far as it needs; return how many it may have."""
    if sys.platform == "win32":
        return FEWEST_FILES
    import resource  # noqa: PLC0415 - of Unix alone

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_CONNECTIONS + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(
                resource.RLIMIT_NOFILE, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard)
            )
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else soft
