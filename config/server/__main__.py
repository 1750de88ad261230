"""Serve the program: `python -m config.server`, as CORBILLON_BIND, CORBILLON_WORKERS and CORBILLON_THREADS say."""

import os
import socket
import sys
from time import monotonic
from typing import NoReturn

from config.server.backup_keeper import ROOT, BackupKeeper, restore_pending_backup
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
    if supervised:
        return serve(listeners, options, supervised=True)
    restore_pending_backup(options.var)
    keeper = BackupKeeper(options.var, monotonic())
    if options.backups:
        keeper.start()
    for_next = [listener.dup() for listener in listeners]  # whoever serves closes its own
    if options.workers > 1:
        code = supervise(listeners, options.workers)
    else:
        code = serve(listeners, options, supervised=False)
    if not keeper.is_restarting:
        for listener in (*listeners, *for_next):
            listener.close()  # the last backup takes a while: whoever asks now is told at once that nobody is there
    keeper.finish()
    if keeper.is_restarting:
        start_again(for_next)
    return code


def start_again(listeners: list[socket.socket]) -> NoReturn:
    """Become a new server on the same sockets: who asks meanwhile waits for its answer."""
    for listener in listeners:
        listener.set_inheritable(True)
    places = ",".join(f"fd://{listener.fileno()}" for listener in listeners)
    os.chdir(ROOT)
    os.execve(sys.executable, [sys.executable, "-m", "config.server"], os.environ | {"CORBILLON_BIND": places})


if __name__ == "__main__":
    sys.exit(main())
