"""A site on a server that is reached by SFTP. The server proves who it is by a key whose fingerprint the club wrote
down; the library that speaks with it is an extra part (`publish`)."""

import hashlib
import io
import socket
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from posixpath import dirname
from typing import Any
from urllib.parse import unquote, urlsplit

from .reach import open_connection
from .sftp_keys import is_private_key
from .store import (
    FAILED,
    FULL,
    KEY_REFUSED,
    NO_PROGRAM,
    OFFLINE,
    PART,
    REFUSED,
    TIMEOUT_SECONDS,
    UNTRUSTED,
    CannotPublish,
)

PORT = 22


class SftpStore:
    """The folder at `address`, as "sftp://example.org/www/club". `secret`: a password, or a private key;
    `host_key`: the fingerprint that the server must have, as "SHA256:…"."""

    def __init__(self, address: str, login: str, secret: str, host_key: str) -> None:
        try:
            self._library: Any = import_module("paramiko")
        except ImportError as error:
            raise CannotPublish(NO_PROGRAM, "paramiko") from error
        split = urlsplit(address)
        self._root = unquote(split.path).rstrip("/")
        self._made = {dirname(self._root)}
        with self._naming_troubles():
            where = (split.hostname or "", split.port or PORT)
            self._transport = self._library.Transport(open_connection(*where))
            try:
                self._open(login, secret, host_key)
            except BaseException:
                self._transport.close()
                raise

    def _open(self, login: str, secret: str, host_key: str) -> None:
        """Greet the server, refuse one with another key before anything is said to it, and log in."""
        self._transport.start_client(timeout=TIMEOUT_SECONDS)
        fingerprint = format_fingerprint(self._transport.get_remote_server_key().asbytes())
        if fingerprint != host_key.strip().rstrip("="):
            raise CannotPublish(UNTRUSTED, fingerprint)
        self._log_in(login, secret)
        self._files = self._library.SFTPClient.from_transport(self._transport)
        self._files.get_channel().settimeout(TIMEOUT_SECONDS)

    def _log_in(self, login: str, secret: str) -> None:
        """Log in with a key or a password. Raises CannotPublish for a key that the server does not know."""
        if not is_private_key(secret):
            self._transport.auth_password(login, secret)
            return
        key = self._library.Ed25519Key.from_private_key(io.StringIO(secret))
        try:
            self._transport.auth_publickey(login, key)
        except self._library.AuthenticationException as error:
            raise CannotPublish(KEY_REFUSED, error) from error

    def read(self, file: str) -> bytes | None:
        """Return what the file holds; None where there is none."""
        with self._naming_troubles(), suppress(FileNotFoundError), self._files.open(self._name(file), "rb") as stream:
            return bytes(stream.read())
        return None

    def write(self, file: str, content: bytes) -> None:
        """Write the file under another name, then give it its own."""
        with self._naming_troubles():
            place = self._name(file)
            self._make_folders(dirname(place))
            with self._files.open(place + PART, "wb") as stream:
                stream.set_pipelined(True)
                stream.write(content)
            self._files.posix_rename(place + PART, place)

    def delete(self, file: str) -> None:
        """Delete the file, if it is there."""
        with self._naming_troubles(), suppress(FileNotFoundError):
            self._files.remove(self._name(file))

    def close(self) -> None:
        """End the connection."""
        self._transport.close()

    def _name(self, file: str) -> str:
        """Return the file's path on the server."""
        return f"{self._root}/{file}"

    def _make_folders(self, folder: str) -> None:
        """Make a folder and those around it, where they are not known to be there."""
        if folder in self._made or folder in ("", "/"):
            return
        self._make_folders(dirname(folder))
        try:
            self._files.stat(folder)
        except FileNotFoundError:
            self._files.mkdir(folder)
        self._made.add(folder)

    @contextmanager
    def _naming_troubles(self) -> Iterator[None]:
        """Raise CannotPublish for what the server refuses and for a network that fails."""
        try:
            yield
        except self._library.AuthenticationException as error:
            raise CannotPublish(REFUSED, error) from error
        except (PermissionError, FileNotFoundError) as error:
            raise CannotPublish(FAILED, error) from error
        except (self._library.SSHException, EOFError, ConnectionError, TimeoutError, socket.gaierror) as error:
            raise CannotPublish(OFFLINE, error) from error
        except OSError as error:  # what SFTP calls a failure is most often a full disk
            raise CannotPublish(OFFLINE if error.errno else FULL, error) from error


def format_fingerprint(key: bytes) -> str:
    """Return a host key's fingerprint as ssh shows it: "SHA256:" and the digest."""
    return "SHA256:" + b64encode(hashlib.sha256(key).digest()).decode().rstrip("=")
