"""How a message leaves: signed as Standard Webhooks says, over https, to the internet alone."""

import base64
import http.client
import socket
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread
from typing import Any

import pytest

from tests.webhooks.listener import Listener, listening
from tournaments.actions.webhooks.addresses import CannotSend, check_address
from tournaments.actions.webhooks.deliveries import SendResult
from tournaments.api.webhooks import sending
from tournaments.api.webhooks.sending import build_headers, find_target, send_message, sign_message


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as found:
        yield found


def resolve_to(monkeypatch: pytest.MonkeyPatch, *ips: str) -> list[str]:
    """Let every name have these IP addresses. Return a list that gets each name that is asked for."""
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, **_named: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in ips]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


def test_the_signature_is_that_of_the_specification_s_own_example():
    """The example of the reference libraries: secret, id, time and body give this signature."""
    key = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    found = sign_message(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert found == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert build_headers([key], "msg_1", 1614265330, b"{}")["webhook-timestamp"] == "1614265330"


@pytest.mark.parametrize(
    ("address", "trouble"),
    [
        ("http://club.example/", "address"),
        ("ftp://club.example/", "address"),
        ("https:///in", "address"),
        ("https://moi:secret@club.example/", "address"),
        ("https://club.example:99999/", "address"),
        ("https://clüb.example/", "address"),
        ("file:///etc/passwd", "address"),
        ("https://127.0.0.1/", "private"),
        ("https://[::1]/", "private"),
        ("https://192.168.1.9/", "private"),
    ],
)
def test_an_address_that_is_not_https_and_public_is_refused(address: str, trouble: str):
    with pytest.raises(CannotSend) as refused:
        check_address(address)
    assert refused.value.trouble == trouble


def test_a_name_of_which_one_address_is_private_is_not_connected_to(monkeypatch: pytest.MonkeyPatch):
    resolve_to(monkeypatch, "93.184.216.34", "10.0.0.7")
    monkeypatch.setattr(socket, "create_connection", pytest.fail)
    assert send_message("https://club.example/", {}, b"{}") == SendResult(trouble="private")


def test_the_connection_goes_to_the_address_that_was_judged(monkeypatch: pytest.MonkeyPatch):
    asked = resolve_to(monkeypatch, "93.184.216.34")
    connected: list[Any] = []

    def refuse(place: Any, seconds: float) -> None:
        connected.append((place, seconds))
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", refuse)
    assert send_message("https://club.example:8443/in?x=1", {}, b"{}").trouble == "refused"
    assert (asked, connected) == (["club.example"], [(("93.184.216.34", 8443), sending.CONNECT_SECONDS)])


def test_of_an_answer_no_more_is_read_than_says_what_came_of_it(listener: Listener, monkeypatch: pytest.MonkeyPatch):
    read: list[int] = []
    monkeypatch.setattr(http.client.HTTPResponse, "read", lambda _self, most: read.append(most))
    assert send_message(listener.address, {}, b"{}", [listener.host]).is_delivered
    assert read == [sending.MOST_READ]


def test_a_host_that_the_owner_exempts_may_be_near_and_without_https():
    target = find_target("http://127.0.0.1:8080/in?club=1", ["127.0.0.1:8080"])
    assert (target.ip, target.path, target.is_secure) == ("127.0.0.1", "/in?club=1", False)
    with pytest.raises(CannotSend):
        find_target("http://127.0.0.1:8081/", ["127.0.0.1:8080"])


def test_a_message_arrives_whole_and_a_redirect_is_not_followed(listener: Listener):
    sent = send_message(listener.address, {"webhook-id": "msg_1"}, '{"é":1}'.encode(), [listener.host])
    [(headers, body)] = listener.messages
    assert sent.is_delivered
    assert body == '{"é":1}'.encode()
    assert (headers["webhook-id"], headers["host"], headers["path"]) == ("msg_1", listener.host, "/in?club=1")
    listener.answer = (302, {"Location": listener.address})
    sent = send_message(listener.address, {}, b"{}", [listener.host])
    assert sent.answer == 302
    assert not sent.is_delivered
    assert len(listener.messages) == 2


def test_no_network_is_nothing_against_the_receiver(monkeypatch: pytest.MonkeyPatch):
    def fail(*_asked: Any, **_named: Any) -> None:
        raise socket.gaierror(socket.EAI_AGAIN, "try again")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    assert send_message("https://club.example/", {}, b"{}") == SendResult(trouble="offline", is_offline=True)


def test_a_receiver_that_never_answers_is_left(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sending, "ALL_SECONDS", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        host = f"127.0.0.1:{silent.getsockname()[1]}"
        assert send_message(f"http://{host}/", {}, b"{}", [host]) == SendResult(trouble="slow")


def test_a_receiver_that_answers_a_letter_at_a_time_is_left_as_well(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sending, "ALL_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as slow:

        def drip() -> None:
            connection, _address = slow.accept()
            with connection, suppress(OSError):
                connection.settimeout(0.02)
                for letter in "HTTP/1.1 200" + " " * 60:
                    connection.send(letter.encode())
                    with suppress(TimeoutError):
                        if connection.recv(65536) == b"":
                            return

        thread = Thread(target=drip)
        thread.start()
        host = f"127.0.0.1:{slow.getsockname()[1]}"
        assert send_message(f"http://{host}/", {}, b"{}", [host]) == SendResult(trouble="slow")
        thread.join()


def test_what_is_not_http_is_no_answer():
    with socket.create_server(("127.0.0.1", 0)) as other:

        def greet() -> None:
            connection, _address = other.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(b"220 mail ready\r\n")

        thread = Thread(target=greet)
        thread.start()
        host = f"127.0.0.1:{other.getsockname()[1]}"
        assert send_message(f"http://{host}/", {}, b"{}", [host]) == SendResult(trouble="broken")
        thread.join()
