"""How much a server process takes in: connections, headers, bodies."""

from config.system_calls import raise_file_limit

MAX_CONNECTIONS = 2000
OTHER_FILES = 112  # open files that are no connections
MAX_HEADER_BYTES = 32_768
MAX_BODY_BYTES = 4_100_000  # a little more than the program takes: it refuses the difference itself


def allow_connections() -> int:
    """Let this process open as many files as the system allows, and return how many connections it may have."""
    return max(1, min(MAX_CONNECTIONS, raise_file_limit(MAX_CONNECTIONS + OTHER_FILES) - OTHER_FILES))
