"""Serve the program: `python -m config.server`, as CORBILLON_BIND, CORBILLON_WORKERS and CORBILLON_THREADS say."""

import os
import socket
import sys
from importlib import import_module
from threading import Thread
from time import monotonic
from typing import NoReturn

from config.background.keeper import Keeper, restore_between_runs
from config.background.kinds import BACKUP, KINDS, RESTORE, has_server_database
from config.commands import ROOT
from config.hall import note_listening_port
from config.parent import end_with_parent
from config.server.binding import CannotListen, open_listeners
from config.server.options import ServerOptions
from config.server.supervisor import supervise
from config.server.worker import serve
from config.system_calls import CAN_FORK, become, has_screen, speak_utf8

STORAGE = "config.storage.state"  # a laptop's first process does without


def main() -> int:
    """Listen, then serve in this process, or in several that this one supervises. Return the exit code."""
    speak_utf8()
    end_with_parent()
    supervised = sys.argv[1:] == ["--supervised"]
    try:
        options = ServerOptions.read()
        listeners = open_listeners(options.bind)
    except (CannotListen, ValueError) as why:
        print(why, file=sys.stderr)
        return 1
    note_listening_port(listeners)
    if supervised:
        return serve(listeners, options, supervised=True)
    if has_server_database() and (refusal := import_module(STORAGE).explain_other_keys()):
        print(refusal, file=sys.stderr)
        return 1
    if os.environ.pop("CORBILLON_OPEN", ""):
        open_browser(listeners[0])
    restore_between_runs(options.var)
    kinds = [kind for kind in KINDS if options.backups or kind not in (BACKUP, RESTORE)]
    keeper = Keeper(options.var, monotonic(), kinds)
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


def open_browser(listener: socket.socket) -> None:
    """Open the program's page in this computer's browser, where somebody sits at a screen. It may ask at once: the
    socket listens."""
    import webbrowser

    if has_screen():
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/desk/"
        Thread(target=webbrowser.open, args=(url,), daemon=True).start()  # some browsers end when they are closed


def start_again(listeners: list[socket.socket]) -> NoReturn:
    """Replace this process by a new server on the same sockets: whoever asks meanwhile waits for its answer. Where a
    system cannot replace a process, the new server opens sockets of its own."""
    os.chdir(ROOT)
    command = [sys.executable, "-m", "config.server"]
    if not CAN_FORK:
        for listener in listeners:
            listener.close()
        become(command, dict(os.environ))
    for listener in listeners:
        listener.set_inheritable(True)
    places = ",".join(f"fd://{listener.fileno()}" for listener in listeners)
    become(command, {**os.environ, "CORBILLON_BIND": places})


if __name__ == "__main__":
    sys.exit(main())
