"""One serving process: a loop that reads and writes all connections, and lanes of threads that answer."""

import gc
import os
import signal
import socket
import sys
from collections.abc import Callable
from importlib import import_module
from threading import Thread
from time import monotonic
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import BaseWSGIServer, TcpWSGIServer

from config.server.channel import PunctualChannel
from config.server.forwarding import believe_forwarded_scheme
from config.server.lanes import LaneDispatcher
from config.server.limits import MAX_BODY_BYTES, MAX_HEADER_BYTES, MAX_UNSENT_BYTES, allow_connections
from config.server.options import ServerOptions

APPLICATION, PAGES, DEVICES = "config.wsgi", "config.urls", "config.devices"  # loaded by a process that serves, alone
CHECK_SECONDS = 1  # between two looks for connections that are late
GRACE_SECONDS = 10  # for the answers that are under way when the server is stopped
CROWDED, ROOMY = 0.9, 0.8  # of all connections: from here on the slowest are cut; down to here
SWITCH_SECONDS = 0.0005  # a thread that renders a long page yields sooner to one that writes a coup
GARBAGE_THRESHOLD = 20_000  # objects, of which a long page makes thousands: their collection would be for nothing
NEVER = 2**31  # seconds, or bytes: waitress's own limits, which `PunctualChannel` replaces


def serve(listeners: list[socket.socket], options: ServerOptions, *, supervised: bool) -> int:
    """Serve until a signal says to stop, or with `supervised` the end of standard input. Return the exit code."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.disable()  # while all is loaded: looking for garbage meanwhile takes a seventh of the time, and finds none
    application = believe_forwarded_scheme(import_module(APPLICATION).application, options.trusted)
    import_module(PAGES)  # or the first who asks would wait for them, in every process
    gc.enable()
    gc.freeze()  # what was loaded lives to the end: the collector need not look at it again and again
    gc.set_threshold(GARBAGE_THRESHOLD)
    devices = import_module(DEVICES)
    lanes = LaneDispatcher(
        options.threads, devices.find_signed_in_device, devices.find_club_of_session, devices.find_key
    )
    loop = ServingLoop(listeners, application, lanes)
    signal.signal(signal.SIGTERM, lambda number, frame: loop.stop())
    if supervised:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the supervisor too, which says what to do
        Thread(target=_stop_after_supervisor, args=(loop,), daemon=True).start()
    else:
        signal.signal(signal.SIGINT, _stop_once(loop))
    loop.run()
    return 0


def _stop_once(loop: "ServingLoop") -> Callable[[int, Any], None]:
    """Return the handler of Ctrl-C: it lets the loop finish; a second Ctrl-C ends the process at once."""

    def handle(number: int, frame: Any) -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        loop.stop()

    return handle


def _stop_after_supervisor(loop: "ServingLoop") -> None:
    """Stop the loop once the supervisor, which holds the other end of standard input, has ended in any way."""
    os.read(sys.stdin.fileno(), 1)
    loop.stop()


class ServingLoop:
    """One event loop for the servers of all listening sockets, which share their lanes of threads."""

    def __init__(self, listeners: list[socket.socket], application: Any, dispatcher: LaneDispatcher) -> None:
        self._map: dict[int, Any] = {}
        self._stopping = False
        self._dispatcher = dispatcher
        self._most = allow_connections()
        adjustments = Adjustments(
            connection_limit=self._most,
            channel_timeout=NEVER,
            outbuf_high_watermark=NEVER,  # above it a thread would wait until the other side reads
            cleanup_interval=NEVER,
            max_request_header_size=MAX_HEADER_BYTES,
            max_request_body_size=MAX_BODY_BYTES,
            clear_untrusted_proxy_headers=False,  # none is believed but X-Forwarded-Proto, in `forwarding`
            log_socket_errors=False,
            ident="",
        )
        self._servers = [self._make_server(listener, application, adjustments) for listener in listeners]

    def _make_server(self, listener: socket.socket, application: Any, adjustments: Adjustments) -> BaseWSGIServer:
        """Return waitress's server of a listener, with our connections and lanes."""
        made = TcpWSGIServer if listener.family in (socket.AF_INET, socket.AF_INET6) else _get_unix_server()
        where = (listener.family, listener.type, listener.proto, listener.getsockname())
        server = made(
            application,
            map=self._map,
            _sock=listener,
            dispatcher=self._dispatcher,
            adj=adjustments,
            sockinfo=where,
            bind_socket=False,
        )
        server.channel_class = PunctualChannel
        return server

    def run(self) -> None:
        """Serve until `stop` is called, then finish what is under way."""
        next_check = monotonic() + CHECK_SECONDS
        while not self._stopping:
            self._poll(CHECK_SECONDS)
            if (now := monotonic()) >= next_check:
                self._cut_late(now)
                next_check = now + CHECK_SECONDS
        self._finish()

    def stop(self) -> None:
        """Let `run` end; any thread and any signal handler may call it."""
        if not self._stopping:
            self._servers[0].pull_trigger()  # first: a loop that has ended has closed what wakes it
            self._stopping = True

    def _poll(self, seconds: float) -> None:
        """Read and write on all connections that are ready; wait up to `seconds` for one."""
        wasyncore.loop(timeout=seconds, use_poll=True, map=self._map, count=1)

    def _list_channels(self) -> list[PunctualChannel]:
        """Return the open connections of all listening sockets."""
        return [channel for server in self._servers for channel in server.active_channels.values()]

    def _cut_late(self, now: float) -> None:
        """Cut the connections that are late. Where there are nearly as many as are allowed, also cut the slowest, to
        make room for new ones; where too many bytes wait to be sent in all, cut the slowest of those that they wait
        for, but never the last: the fastest gets its answer, however long that is."""
        channels = self._list_channels()
        late = [channel for channel in channels if channel.is_late(now)]
        others = [channel for channel in channels if not channel.is_late(now)]
        awaited = [channel for channel in others if not channel.requests]
        awaited.sort(key=lambda channel: channel.compute_speed(now))
        if len(others) > CROWDED * self._most:
            late += awaited[: len(others) - int(ROOMY * self._most)]
        held = [channel for channel in awaited if channel.held]
        excess = sum(channel.held for channel in held) - MAX_UNSENT_BYTES
        for channel in held[:-1]:
            if excess > 0:
                late.append(channel)
                excess -= channel.held
        for channel in late:
            channel.handle_close()

    def _finish(self) -> None:
        """Accept nothing more, end the answers that are under way, and close everything."""
        for server in self._servers:
            wasyncore.dispatcher.close(server)
        until = monotonic() + GRACE_SECONDS
        while any(channel.is_busy() for channel in self._list_channels()) and monotonic() < until:
            self._poll(0.1)
        self._dispatcher.shutdown(until)
        for channel in self._list_channels():
            channel.handle_close()
        for server in self._servers:
            server.trigger.close()


def _get_unix_server() -> type[BaseWSGIServer]:
    """Return waitress's server for Unix sockets, which it has only where the system has them."""
    server: type[BaseWSGIServer] = import_module("waitress.server").UnixWSGIServer
    return server
