"""Servers on this computer to which the tests send a site: a small WebDAV one and an SFTP one. Both keep their files in
a folder, write down what they are asked, and end the connection after so many requests if a test says so."""

import os
import socket
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import paramiko

LOGIN, PASSWORD = "club", "dix-coups & plus"


class DavServer(ThreadingHTTPServer):
    """`root`: its files; `asked`: method and path of each request; `cut_after`: it answers so many more requests."""

    daemon_threads = True

    def __init__(self, root: Path) -> None:
        super().__init__(("127.0.0.1", 0), DavHandler)
        self.root = root
        self.asked: list[str] = []
        self.cut_after = 10**9

    @property
    def address(self) -> str:
        """Where the collection is."""
        return f"http://127.0.0.1:{self.server_port}/dav/club"


class DavHandler(BaseHTTPRequestHandler):
    """The methods that a site needs, as RFC 4918 has them."""

    protocol_version = "HTTP/1.1"
    server: DavServer

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def _find_place(self, address: str) -> Path:
        return self.server.root / unquote(urlsplit(address).path).removeprefix("/dav/club").strip("/")

    def _answer(self, status: int, content: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def handle_one_request(self) -> None:
        if self.server.cut_after <= 0:
            self.close_connection = True
            return
        super().handle_one_request()

    def parse_request(self) -> bool:
        if not super().parse_request():
            return False
        self.server.cut_after -= 1
        self.server.asked.append(f"{self.command} {self.path}")
        self.content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        wanted = f"Basic {b64encode(f'{LOGIN}:{PASSWORD}'.encode()).decode()}"
        if self.headers.get("Authorization") != wanted:
            self._answer(401)
            return False
        return True

    def do_GET(self) -> None:
        place = self._find_place(self.path)
        self._answer(200, place.read_bytes()) if place.is_file() else self._answer(404)

    def do_PUT(self) -> None:
        place = self._find_place(self.path)
        if not place.parent.is_dir():
            return self._answer(409)
        place.write_bytes(self.content)
        return self._answer(201)

    def do_MKCOL(self) -> None:
        place = self._find_place(self.path)
        if place.is_dir():
            return self._answer(405)
        place.mkdir()
        return self._answer(201)

    def do_MOVE(self) -> None:
        self._find_place(self.path).replace(self._find_place(self.headers["Destination"]))
        self._answer(204)

    def do_DELETE(self) -> None:
        place = self._find_place(self.path)
        if not place.is_file():
            return self._answer(404)
        place.unlink()
        return self._answer(204)


@contextmanager
def serving_dav(root: Path) -> Iterator[DavServer]:
    """Serve a folder by WebDAV on a port of this computer."""
    server = DavServer(root)
    thread = threading.Thread(target=partial(server.serve_forever, 0.01), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


class SftpAccess(paramiko.ServerInterface):
    """Lets one account in: with its password, and with the key whose line of `authorized_keys` is `line`."""

    line = ""

    def get_allowed_auths(self, username: str) -> str:
        return "password,publickey"

    def check_auth_publickey(self, username: str, key: paramiko.PKey) -> int:
        is_known = username == LOGIN and self.line.startswith(f"{key.get_name()} {key.get_base64()} ")
        return paramiko.AUTH_SUCCESSFUL if is_known else paramiko.AUTH_FAILED

    def check_auth_password(self, username: str, password: str) -> int:
        is_known = (username, password) == (LOGIN, PASSWORD)
        return paramiko.AUTH_SUCCESSFUL if is_known else paramiko.AUTH_FAILED

    def check_channel_request(self, kind: str, chanid: int) -> int:
        return paramiko.OPEN_SUCCEEDED


class SftpFiles(paramiko.SFTPServerInterface):
    """The files of a folder."""

    def __init__(self, server: SftpAccess, *args: Any, root: Path, **named: Any) -> None:
        self._root = root

    def _find_place(self, path: str) -> Path:
        return self._root / path.strip("/")

    def open(self, path: str, flags: int, attr: Any) -> Any:
        place = self._find_place(path)
        try:
            handle = os.open(place, flags, 0o644)
        except OSError as error:
            return paramiko.SFTPServer.convert_errno(error.errno)
        found = paramiko.SFTPHandle(flags)
        found.readfile = found.writefile = os.fdopen(handle, "wb" if flags & os.O_WRONLY else "rb")
        return found

    def stat(self, path: str) -> Any:
        try:
            return paramiko.SFTPAttributes.from_stat(self._find_place(path).stat())
        except OSError as error:
            return paramiko.SFTPServer.convert_errno(error.errno)

    def mkdir(self, path: str, attr: Any) -> int:
        self._find_place(path).mkdir()
        return paramiko.SFTP_OK

    def posix_rename(self, oldpath: str, newpath: str) -> int:
        self._find_place(oldpath).replace(self._find_place(newpath))
        return paramiko.SFTP_OK

    def remove(self, path: str) -> int:
        try:
            self._find_place(path).unlink()
        except OSError as error:
            return paramiko.SFTPServer.convert_errno(error.errno)
        return paramiko.SFTP_OK


@contextmanager
def serving_sftp(root: Path, line: str = "") -> Iterator[tuple[str, bytes]]:
    """Serve a folder by SFTP on a port of this computer; yield its address and the server's public key. `line`: of
    `authorized_keys`."""
    access = SftpAccess()
    access.line = line
    key = paramiko.ECDSAKey.generate()
    listener = socket.create_server(("127.0.0.1", 0))
    transports: list[paramiko.Transport] = []

    def accept() -> None:
        with suppress(OSError):
            while True:
                transport = paramiko.Transport(listener.accept()[0])
                transports.append(transport)
                transport.add_server_key(key)
                transport.set_subsystem_handler("sftp", paramiko.SFTPServer, partial(SftpFiles, root=root))
                transport.start_server(threading.Event(), access)

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"sftp://127.0.0.1:{listener.getsockname()[1]}/www", key.asbytes()
    finally:
        listener.close()
        for transport in transports:
            transport.close()
