"""A site on a web server that speaks WebDAV (RFC 4918), over TLS whose certificate is verified."""

import http.client
import socket
import ssl
from base64 import b64encode
from contextlib import suppress
from http import HTTPStatus
from posixpath import dirname
from urllib.parse import quote, urlsplit

from tournaments.models.publishing import LOOPBACK

from .reach import open_connection
from .store import FAILED, FULL, OFFLINE, PART, REFUSED, TIMEOUT_SECONDS, UNTRUSTED, CannotPublish

FULL_ANSWERS = (HTTPStatus.INSUFFICIENT_STORAGE, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
REFUSALS = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)


class JudgedConnection(http.client.HTTPSConnection):
    """An HTTP connection that is made only to addresses of the internet, even if the host's name changes its
    meaning."""

    def connect(self) -> None:
        link = open_connection(self.host, self.port)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock = ssl.create_default_context().wrap_socket(link, server_hostname=self.host)


class WebDavStore:
    """The collection at `address`, as "https://dav.example.org/club". A password crosses no network in clear: http is
    spoken with this computer alone."""

    def __init__(self, address: str, login: str, password: str) -> None:
        split = urlsplit(address)
        self._host, self._port, self._root = split.hostname or "", split.port, split.path.rstrip("/")
        self._is_plain = split.scheme == "http"
        if self._is_plain and self._host not in LOOPBACK:
            raise CannotPublish(UNTRUSTED, "http")
        self._headers = {"User-Agent": "Corbillon"}
        if login:
            self._headers["Authorization"] = f"Basic {b64encode(f'{login}:{password}'.encode()).decode()}"
        self._connection: http.client.HTTPConnection | None = None
        self._made = {""}

    def read(self, file: str) -> bytes | None:
        """Return what the file holds; None where there is none."""
        status, content = self._ask("GET", file)
        if status == HTTPStatus.OK:
            return content
        if status in (HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT):
            return None
        raise name_refusal("GET", status)

    def write(self, file: str, content: bytes) -> None:
        """Write the file under another name, then give it its own."""
        self._make_collections(dirname(file))
        part = file + PART
        self._expect("PUT", part, content=content)
        self._expect("MOVE", part, {"Destination": self._name(file, whole=True), "Overwrite": "T"})

    def delete(self, file: str) -> None:
        """Delete the file, if it is there."""
        self._expect("DELETE", file, also=(HTTPStatus.NOT_FOUND,))

    def close(self) -> None:
        """End the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _make_collections(self, folder: str) -> None:
        """Make this folder (a WebDAV collection) and those around it, where they are not known to be there."""
        if folder not in self._made:
            self._make_collections(dirname(folder))
            self._expect("MKCOL", folder + "/", also=(HTTPStatus.METHOD_NOT_ALLOWED,))  # 405: it is there
            self._made.add(folder)

    def _name(self, file: str, *, whole: bool = False) -> str:
        """Return the file's path on the server; `whole`: its whole address."""
        path = quote(f"{self._root}/{file}")
        if not whole:
            return path
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http{'' if self._is_plain else 's'}://{host}{f':{self._port}' if self._port else ''}{path}"

    def _expect(
        self,
        method: str,
        file: str,
        headers: dict[str, str] | None = None,
        *,
        content: bytes | None = None,
        also: tuple[int, ...] = (),
    ) -> None:
        """Send a request that must succeed or be answered with one of the statuses `also`; else raise CannotPublish."""
        status, _content = self._ask(method, file, headers, content)
        if not 200 <= status < 300 and status not in also:
            raise name_refusal(method, status)

    def _ask(
        self, method: str, file: str, headers: dict[str, str] | None = None, content: bytes | None = None
    ) -> tuple[int, bytes]:
        """Return the status and the content of an answer. A connection that the server has ended is opened again: all
        that is asked here may be asked twice."""
        is_used = self._connection is not None
        try:
            return self._ask_once(method, file, headers, content)
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError) as error:
            self.close()
            if not is_used:
                raise CannotPublish(OFFLINE, error) from error
        except ssl.SSLCertVerificationError as error:
            raise CannotPublish(UNTRUSTED, error.verify_message) from error
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise CannotPublish(OFFLINE, error) from error
        with suppress(CannotPublish):
            return self._ask(method, file, headers, content)
        raise CannotPublish(OFFLINE, self._host)

    def _ask_once(
        self, method: str, file: str, headers: dict[str, str] | None, content: bytes | None
    ) -> tuple[int, bytes]:
        """Send one request on the open connection, or on a new one; return the status and the content of the answer."""
        if self._connection is None:
            self._connection = (
                http.client.HTTPConnection(self._host, self._port, timeout=TIMEOUT_SECONDS)
                if self._is_plain
                else JudgedConnection(self._host, self._port, timeout=TIMEOUT_SECONDS)
            )
        self._connection.request(method, self._name(file), body=content, headers=self._headers | (headers or {}))
        answer = self._connection.getresponse()
        return answer.status, answer.read()


def name_refusal(method: str, status: int) -> CannotPublish:
    """Return the exception for an answer with this status, by which the server refuses the request."""
    trouble = REFUSED if status in REFUSALS else FULL if status in FULL_ANSWERS else FAILED
    return CannotPublish(trouble, f"{method} {status}")
