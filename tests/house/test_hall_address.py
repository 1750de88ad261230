"""The address at which phones find the laptop: how it is saved, chosen among several, and the port."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.hall import Hall, get_base_url, list_addresses, note_listening_port, read_hall, save_hall
from corbillon import network, start
from corbillon.words import Stop


def test_the_saved_address_is_read_back(tmp_path: Path) -> None:
    save_hall(tmp_path, Hall("192.168.1.20", 8010))
    assert read_hall(tmp_path) == Hall("192.168.1.20", 8010)
    assert get_base_url(tmp_path) == "http://192.168.1.20:8010"
    assert [file.name for file in tmp_path.iterdir()] == ["hall.json"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"address": "a", "port": "x"}', '{"address": "a", "port": null}']
)
def test_a_broken_address_file_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "hall.json").write_text(text, encoding="utf-8")
    assert read_hall(tmp_path) is None
    assert get_base_url(tmp_path) == "http://127.0.0.1:8000"


def test_corbillon_url_replaces_the_saved_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_hall(tmp_path, Hall("192.168.1.20", 8010))
    monkeypatch.setenv("CORBILLON_URL", "https://cartes.example/")
    assert get_base_url(tmp_path) == "https://cartes.example"


def test_without_a_saved_address_the_port_is_the_one_the_server_listens_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CORBILLON_LISTENING_PORT", "")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        note_listening_port([listener])
        assert get_base_url(tmp_path) == f"http://127.0.0.1:{listener.getsockname()[1]}"


def test_the_url_leaves_port_80_out() -> None:
    assert Hall("192.168.1.20", 80).url == "http://192.168.1.20"


TWO = ["192.168.1.20", "10.0.0.5"]


@pytest.mark.parametrize(
    ("found", "kept", "answers", "chosen"),
    [
        ([], None, [], None),
        (["10.0.0.5"], None, [], "10.0.0.5"),
        (TWO, "10.0.0.5", [], "10.0.0.5"),  # saved and still there: nobody is asked
        (TWO, "10.9.9.9", ["2"], "10.0.0.5"),  # saved but gone: the organiser is asked
        (TWO, None, [""], "192.168.1.20"),
        (TWO, None, ["3", "deux", "0", "2"], "10.0.0.5"),
    ],
)
def test_one_address_is_taken_and_among_several_the_organiser_chooses(
    found: list[str], kept: str | None, answers: list[str], chosen: str | None
) -> None:
    waiting: Iterator[str] = iter(answers)
    assert network.choose_address(found, kept, lambda question: next(waiting)) == chosen
    assert not list(waiting)


@pytest.mark.parametrize(
    ("kept", "found", "then"),
    [
        (None, [], "http://127.0.0.1:8010"),  # the port at which the server listens
        (Hall("127.0.0.1", 8000), [], "http://127.0.0.1:8010"),
        (Hall("127.0.0.1", 8000), ["10.0.0.5"], "http://10.0.0.5:8010"),
        (Hall("10.0.0.5", 8000), ["10.0.0.5"], "http://10.0.0.5:8010"),
        (Hall("10.0.0.5", 8000), [], "http://10.0.0.5:8000"),  # its address is kept: the Wi-Fi will be back
    ],
)
def test_a_start_at_another_port_saves_it_unless_the_address_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: Hall | None, found: list[str], then: str
) -> None:
    if kept:
        save_hall(tmp_path, kept)
    monkeypatch.delenv("CORBILLON_ADDRESS", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(start, "get_var_folder", lambda: tmp_path)
    monkeypatch.setattr(start, "list_addresses", lambda: found)
    monkeypatch.setattr(start, "become", lambda *_: None)
    start.serve(8010)
    assert get_base_url(tmp_path) == then


def test_without_a_terminal_the_likeliest_address_is_taken() -> None:
    assert network.choose_address(TWO, None, None) == "192.168.1.20"


def test_the_addresses_of_this_machine_leave_loopback_out() -> None:
    assert "127.0.0.1" not in list_addresses()


@pytest.mark.parametrize("text", ["", "0", "65536", "huit", "-1", "8000 ", "9" * 400])
def test_a_text_that_is_no_port_is_refused(text: str) -> None:
    with pytest.raises(Stop, match="65535"):
        network.parse_port(text)


def test_a_port_in_use_is_refused_and_another_one_suggested() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(Stop, match=rf"port {port} est déjà pris.*PORT=\d+"):
            network.check_free(port)
    network.check_free(port)
