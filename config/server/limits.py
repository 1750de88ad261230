"""How much a server process takes in: connections, headers, bodies, and how much waits to be sent."""

from config.system_calls import raise_file_limit

MAX_CONNECTIONS = 2000
OTHER_FILES = 176  # open files that are no connections: the program's, and those of the long answers that wait
MAX_HEADER_BYTES = 65_536  # of which other programs of the same host may fill much with their cookies
MAX_HEADER_LINES = 100
MAX_FIELD_BYTES = 8192  # of the address and of each header but that of cookies
MAX_BODY_BYTES = 4_100_000  # a little more than the program takes: it refuses the difference itself
MAX_UNSENT_BYTES = 64_000_000  # of all answers that wait for their readers, of which each connection has one


def allow_connections() -> int:
    """Let this process open as many files as the system allows, and return how many connections it may have."""
    return max(1, min(MAX_CONNECTIONS, raise_file_limit(MAX_CONNECTIONS + OTHER_FILES) - OTHER_FILES))
