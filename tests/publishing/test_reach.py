"""Where a site may go: to the internet alone, at the address that was judged, unless the owner exempts the host."""

import datetime
import socket
import ssl
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.publishing.loopback_servers import LOGIN, PASSWORD, serving_dav
from tournaments.upkeep.publishing.sending import store
from tournaments.upkeep.publishing.sending.git import GitSender
from tournaments.upkeep.publishing.sending.sftp import SftpStore
from tournaments.upkeep.publishing.sending.store import CannotPublish
from tournaments.upkeep.publishing.sending.webdav import WebDavStore

FOREIGN, NEAR = "93.184.216.34", "192.168.1.9"


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """The IP addresses that names have; a connection to any is refused."""
    found: dict[str, list[str]] = {}

    def getaddrinfo(host: str, port: int, *_args: Any, **_named: Any) -> list[Any]:
        if host not in found:
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in found[host]]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return found


def send_by_git(address: str, folder: Path) -> None:
    """Send nothing by git."""
    GitSender(address, "", "", folder / "own").send(folder, {}, "")


WAYS: dict[str, Callable[[str, Path], object]] = {
    "https": lambda address, _folder: WebDavStore(address, LOGIN, PASSWORD).read("index.html"),
    "sftp": lambda address, _folder: SftpStore(address, LOGIN, PASSWORD, "SHA256:x"),
    "git+https": lambda address, folder: send_by_git(address.removeprefix("git+"), folder),
    "git+ssh": lambda address, folder: send_by_git(address.removeprefix("git+"), folder),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("ips", [[NEAR], [FOREIGN, "10.0.0.7"], ["64:ff9b:1::1"], ["192.0.0.192"]])
def test_nothing_is_connected_to_where_an_address_is_not_of_the_internet(
    way: str, ips: list[str], names: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    names["club.example"] = ips
    monkeypatch.setattr(socket, "create_connection", pytest.fail)
    monkeypatch.setattr(subprocess, "run", pytest.fail)
    with pytest.raises(CannotPublish) as refused:
        WAYS[way](f"{way}://club.example/site", tmp_path)
    assert (refused.value.trouble, refused.value.detail) == (store.PRIVATE, "club.example")


@pytest.mark.parametrize("way", ["https", "sftp"])
def test_the_connection_goes_to_the_addresses_that_were_judged_one_after_the_other(
    way: str, names: dict[str, list[str]], settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    settings.WEBHOOK_HOSTS = ["nas.example:2222"]
    names |= {"club.example": [FOREIGN, "1.1.1.1"], "nas.example": [NEAR]}
    connected: list[Any] = []

    def refuse(place: Any, _seconds: float) -> None:
        connected.append(place)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", refuse)
    for host in ("club.example:2222", "nas.example:2222", "unknown.example"):
        with pytest.raises(CannotPublish) as offline:
            WAYS[way](f"{way}://{host}/site", tmp_path)
        assert offline.value.trouble == store.OFFLINE
    assert connected == [(FOREIGN, 2222), ("1.1.1.1", 2222), (NEAR, 2222)]


def test_git_is_held_to_the_addresses_that_were_judged_and_follows_no_server_elsewhere(
    names: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    names["club.example"] = [FOREIGN, "2606:4700::1111"]
    asked: list[list[str]] = []

    def note(command: list[str], **_named: Any) -> Any:
        asked.append(command)
        return SimpleNamespace(returncode=0, stdout="", stderr="")

    monkeypatch.setattr(subprocess, "run", note)
    send_by_git("https://club.example/site.git", tmp_path)
    [listing] = [command for command in asked if "ls-remote" in command]
    assert f"http.curloptResolve=club.example:443:{FOREIGN},[2606:4700::1111]" in listing
    assert "http.followRedirects=false" in listing
    send_by_git("ssh://git@alias-of-this-computer/site.git", tmp_path)
    assert "ssh://git@alias-of-this-computer/site.git" in asked[-1] + asked[-2], "what ssh alone knows is ssh's to find"


def test_a_site_goes_over_tls_to_a_host_that_the_owner_exempts(
    names: dict[str, list[str]], settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    certificate = write_certificate(tmp_path, "nas.example")
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    names |= {"nas.example": ["127.0.0.1"], "127.0.0.1": ["127.0.0.1"]}
    root = tmp_path / "dav"
    root.mkdir()
    with serving_dav(root) as server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        address = f"https://nas.example:{server.server_port}/dav/club"
        with pytest.raises(CannotPublish) as refused:
            WebDavStore(address, LOGIN, PASSWORD).write("index.html", b"a")
        assert refused.value.trouble == store.PRIVATE
        settings.WEBHOOK_HOSTS = ["nas.example"]
        place = WebDavStore(address, LOGIN, PASSWORD)
        place.write("index.html", b"a")
        assert place.read("index.html") == b"a"
        place.close()


def write_certificate(folder: Path, host: str) -> Path:
    """Write a key and a certificate for this host, which trusts itself, into one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(key, SHA256())
    )
    file = folder / "certificate.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + made.public_bytes(Encoding.PEM))
    return file
