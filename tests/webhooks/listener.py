"""A program on loopback that listens for messages, as a club's website would; and a wire that leads to none."""

import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

from tournaments.actions.webhooks.deliveries import SendResult
from tournaments.api.webhooks.dispatching import Dispatcher


class Listener:
    """What was received: `messages`, as (headers, body); `answer`: what is answered, and the headers with it."""

    def __init__(self) -> None:
        self.messages: list[tuple[dict[str, str], bytes]] = []
        self.answer: tuple[int, dict[str, str]] = (204, {})
        self.port = 0

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        return f"http://{self.host}/in?club=1"

    def list_types(self) -> list[str]:
        """Return the types of the messages, in order."""
        return [json.loads(body)["type"] for _headers, body in self.messages]

    def get_data(self, kind: str) -> Any:
        """Return the data of the last message of this type."""
        return [told["data"] for _headers, body in self.messages if (told := json.loads(body))["type"] == kind][-1]


@contextmanager
def listening() -> Iterator[Listener]:
    """Context manager: a listener that listens."""
    listener = Listener()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            listener.messages.append((dict(self.headers.items()) | {"path": self.path}, body))
            status, headers = listener.answer
            self.send_response(status)
            for name, value in {"Content-Length": "0", **headers}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    listener.port = server.server_port
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield listener
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Wire:
    """Stands for the network: `sent` are (address, headers, message); `result` is what comes of each."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, Mapping[str, str], dict[str, Any]]] = []
        self.result = SendResult(answer=204)

    def send(self, address: str, headers: Mapping[str, str], body: bytes, _allowed: Collection[str]) -> SendResult:
        self.sent.append((address, headers, json.loads(body)))
        return self.result

    def list_types(self) -> list[str]:
        return [message["type"] for _address, _headers, message in self.sent]

    def get_data(self, kind: str) -> dict[str, Any]:
        """Return the data of the last message of this type."""
        return [message["data"] for _address, _headers, message in self.sent if message["type"] == kind][-1]


def work(wire: Wire, now: datetime) -> None:
    """Make and send all that is due at that time."""
    dispatcher = Dispatcher(send=wire.send)
    dispatcher.work(now)
    dispatcher.finish()
