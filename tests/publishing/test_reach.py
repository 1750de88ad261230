"""Where a site may go: to the internet alone, at the address that was judged, unless the owner exempts the host."""

import datetime
import shlex
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable
from contextlib import nullcontext
from itertools import pairwise
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
    if shutil.which("git") is None:
        pytest.skip("no git here")
    GitSender(address, "", "", folder / "own").send(folder, {}, "")


def show_configuration(command: list[str], **_named: Any) -> Any:
    """Say what ssh would do; fail for any other command."""
    assert command[:2] == ["ssh", "-G"]
    return SimpleNamespace(returncode=0, stdout="hostname club.example\nport 22\n", stderr="")


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
    monkeypatch.setattr(subprocess, "run", show_configuration)
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


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that are run, none of them in earnest: git says nothing, ssh that it would do what CONFIGURED says;
    with the command of git its ssh."""
    run: list[list[str]] = []

    def note(command: list[str], *, env: dict[str, str] | None = None, **_named: Any) -> Any:
        run.append(command + shlex.split((env or {}).get("GIT_SSH_COMMAND", "")))
        host, port = command[-1], command[3] if command[2:3] == ["-p"] else "22"
        shown = CONFIGURED.get(host, f"hostname {host}\nport {port}\n") if command[0] == "ssh" else ""
        return SimpleNamespace(returncode=0, stdout=shown, stderr="")

    monkeypatch.setattr(subprocess, "run", note)
    return run


CONFIGURED = {
    "elsewhere": "hostname Ssh.Club.example\nport 443\n",
    "aliased": "hostname club.example\nport 22\nhostkeyalias the-club\n",
    "behind-a-proxy": "hostname unknown.example\nport 22\nproxyjump gate.example\n",
}


@pytest.mark.parametrize("way", ["git+https", "git+ssh"])
def test_git_asks_no_server_whose_name_nobody_knows_while_it_is_judged(
    way: str, names: dict[str, list[str]], commands: list[list[str]], tmp_path: Path
):
    with pytest.raises(CannotPublish) as offline:
        WAYS[way](f"{way}://club.example/site", tmp_path)
    assert (offline.value.trouble, offline.value.detail) == (store.OFFLINE, "club.example")
    assert [command[0] for command in commands if "git" in command] == [], "the name may mean something a moment later"


def test_git_is_held_to_the_addresses_that_were_judged_and_follows_no_server_elsewhere(
    names: dict[str, list[str]], commands: list[list[str]], tmp_path: Path
):
    names |= {"club.example": [FOREIGN, "2606:4700::1111"], "2606:4700::1111": ["2606:4700::1111"]}
    send_by_git("https://club.example/site.git", tmp_path)
    [listing] = [command for command in commands if "ls-remote" in command]
    assert f"http.curloptResolve=club.example:443:{FOREIGN},[2606:4700::1111]" in listing
    assert "http.followRedirects=false" in listing
    send_by_git("https://[2606:4700::1111]/site.git", tmp_path)
    assert not any("curloptResolve" in word for word in commands[-1]), "an address needs no pin, and git takes none"


@pytest.mark.parametrize(
    ("place", "connected", "pinned"),
    [
        ("git@club.example", (FOREIGN, 22), ["HostName=1.1.1.1", "HostKeyAlias=club.example"]),
        ("git@club.example:2222", (FOREIGN, 2222), ["HostName=1.1.1.1", "HostKeyAlias=[club.example]:2222"]),
        ("elsewhere", ("9.9.9.9", 443), ["HostName=9.9.9.9", "HostKeyAlias=[Ssh.Club.example]:443"]),
        ("aliased", (FOREIGN, 22), ["HostName=1.1.1.1", "HostKeyAlias=the-club"]),
        ("behind-a-proxy", None, []),
    ],
)
def test_ssh_is_held_to_an_address_that_was_judged_under_the_name_of_its_key(
    place: str,
    connected: tuple[str, int] | None,
    pinned: list[str],
    names: dict[str, list[str]],
    commands: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    names |= {"club.example": [FOREIGN, "1.1.1.1"], "Ssh.Club.example": ["9.9.9.9"]}
    tried: list[tuple[str, int]] = []

    def answer_at_some(where: tuple[str, int], _seconds: float) -> Any:
        tried.append(where)
        if where[0] == FOREIGN:
            raise ConnectionRefusedError
        return nullcontext(SimpleNamespace(getpeername=lambda: where))

    monkeypatch.setattr(socket, "create_connection", answer_at_some)
    send_by_git(f"ssh://{place}/site.git", tmp_path)
    for asking in [command for command in commands if "git" in command and "init" not in command]:
        options = [word for option, word in pairwise(asking) if option == "-o"]
        assert options == ["BatchMode=yes", "StrictHostKeyChecking=yes", *pinned]
    assert tried[:1] == ([connected] if connected else [])


@pytest.mark.parametrize("failing", [ConnectionRefusedError, TimeoutError])
def test_a_server_of_ssh_that_answers_at_no_address_is_offline(
    failing: type[OSError],
    names: dict[str, list[str]],
    commands: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    names["club.example"] = [FOREIGN]

    def refuse(_place: object, _seconds: float) -> None:
        raise failing

    monkeypatch.setattr(socket, "create_connection", refuse)
    with pytest.raises(CannotPublish) as offline:
        send_by_git("ssh://git@club.example/site.git", tmp_path)
    assert (offline.value.trouble, offline.value.detail) == (store.OFFLINE, "club.example")


def test_ssh_itself_understands_the_pin():
    if shutil.which("ssh") is None:
        pytest.skip("no ssh here")
    said = subprocess.run(
        [
            "ssh",
            "-o",
            "HostName=192.0.2.7",
            "-o",
            "HostKeyAlias=[club.example]:2222",
            "-G",
            "-p",
            "2222",
            "club.example",
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    ).stdout.splitlines()
    assert {"hostname 192.0.2.7", "hostkeyalias [club.example]:2222", "port 2222"} <= set(said)


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
