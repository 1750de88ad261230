"""What is kept beside the hall's address: whether another machine has come to it (the lamp of the page «Réseau»), the
Wi-Fi's name and password, and which address was printed for each evening."""

import os
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from config import hall, phone_arrivals
from config.printed_addresses import MAX_TOURNAMENTS, read_printed_addresses, save_printed_address
from config.wifi import FILE_NAME, Wifi, read_wifi, save_wifi

HALL = hall.Hall("192.168.1.20", 8000)
PHONE = "192.168.1.77"


@pytest.fixture
def var(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A var folder whose hall has the address 192.168.1.20, one of the laptop's two."""
    monkeypatch.setattr(hall, "list_addresses", lambda: ["192.168.1.20", "10.0.0.5"])
    hall.save_hall(tmp_path, HALL)
    return tmp_path


def now() -> datetime:
    """Return a time that is later than every file just written."""
    return datetime.now(UTC) + timedelta(seconds=1)


@pytest.mark.parametrize(
    ("remote", "host", "lit"),
    [
        (PHONE, "192.168.1.20:8000", True),
        (PHONE, "192.168.1.20", True),
        (PHONE, "10.0.0.5:8000", False),
        (PHONE, "", False),
        (PHONE, "[", False),
        ("127.0.0.1", "192.168.1.20:8000", False),
        ("192.168.1.20", "192.168.1.20:8000", False),
        ("10.0.0.5", "192.168.1.20:8000", False),
        ("", "192.168.1.20:8000", False),
    ],
)
def test_only_another_machine_at_the_halls_address_lights_the_lamp(
    var: Path, remote: str, host: str, lit: bool
) -> None:
    phone_arrivals.note_request(var, remote, host)
    assert bool(phone_arrivals.find_last_arrival(var, now())) is lit


def test_many_requests_write_once_and_nothing_about_the_phones_is_kept(var: Path) -> None:
    phone_arrivals.note_request(var, PHONE, "192.168.1.20:8000")
    os.utime(var / phone_arrivals.MARK_FILE, (1, 1))
    for _ in range(50):
        phone_arrivals.note_request(var, "192.168.1.78", "192.168.1.20:8000")
    assert (var / phone_arrivals.MARK_FILE).stat().st_mtime == 1
    assert (var / phone_arrivals.MARK_FILE).read_bytes() == b""


def test_the_lamp_goes_out_after_half_a_day_and_when_the_address_changes(var: Path) -> None:
    phone_arrivals.note_request(var, PHONE, "192.168.1.20:8000")
    assert phone_arrivals.find_last_arrival(var, now())
    assert not phone_arrivals.find_last_arrival(var, now() + timedelta(hours=13))
    os.utime(var / hall.FILE_NAME, (now().timestamp(), now().timestamp()))
    assert phone_arrivals.find_last_arrival(var, now()) is None


@pytest.mark.posix
def test_the_wifi_is_read_back_from_a_private_file_and_a_broken_file_counts_as_none(var: Path) -> None:
    save_wifi(var, Wifi("Salle des fêtes", "brusquembille", True))
    assert read_wifi(var) == Wifi("Salle des fêtes", "brusquembille", True)
    assert stat.S_IMODE((var / FILE_NAME).stat().st_mode) == 0o600
    for broken in ("", "{", "[]", '{"name": ""}', '{"name": "a"}'):
        (var / FILE_NAME).write_text(broken, encoding="utf-8")
        assert read_wifi(var) is None


def test_special_characters_are_escaped_in_the_wifi_code() -> None:
    assert Wifi('a"b;c', "p:q\\r,s").qr_text == 'WIFI:T:WPA;S:a\\"b\\;c;P:p\\:q\\\\r\\,s;;'
    assert Wifi("Libre").qr_text == "WIFI:T:nopass;S:Libre;;"


def test_the_last_printed_address_of_each_evening_is_kept_and_the_oldest_forgotten(var: Path) -> None:
    for n in range(MAX_TOURNAMENTS + 1):
        save_printed_address(var, f"E{n}", "http://a")
    save_printed_address(var, "E1", "http://b")
    kept = read_printed_addresses(var)
    assert len(kept) == MAX_TOURNAMENTS
    assert "E0" not in kept
    assert kept["E1"] == "http://b"
    (var / "printed.json").write_text("[]", encoding="utf-8")
    assert read_printed_addresses(var) == {}
