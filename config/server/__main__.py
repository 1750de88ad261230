"""Serve the program: `python -m config.server`, as CORBILLON_BIND, CORBILLON_WORKERS and CORBILLON_THREADS say."""

import sys

from config.server.binding import CannotListen, open_listeners
from config.server.options import ServerOptions
from config.server.supervisor import supervise
from config.server.worker import serve


def main() -> int:
    """Listen, then serve in this process, or in several that this one supervises. Return the exit code."""
    supervised = sys.argv[1:] == ["--supervised"]
    try:
        options = ServerOptions.read()
        listeners = open_listeners(options.bind)
    except (CannotListen, ValueError) as why:
        print(why, file=sys.stderr)
        return 1
    if options.workers > 1 and not supervised:
        return supervise(listeners, options.workers)
    return serve(listeners, options, supervised=supervised)


if __name__ == "__main__":
    sys.exit(main())
