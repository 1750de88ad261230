"""The page «Réseau»: green once a phone has come, the Wi-Fi typed once, and printed papers whose address has changed
since."""

from pathlib import Path
from typing import Any

import pytest

from config import hall, phone_arrivals
from config.wifi import read_wifi
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.printing.documents import PRINTABLES_BY_NAME
from tournaments.printing.tournament_papers import build_poster

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def var(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty var folder, with the address of this computer chosen."""
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(hall, "list_addresses", lambda: ["192.168.1.20"])
    hall.save_hall(tmp_path, hall.Hall("192.168.1.20", 8000))
    return tmp_path


def read_page(client: Any) -> str:
    return str(client.get("/desk/network").content.decode())


def test_a_phone_that_has_come_is_shown_to_the_organiser(client: Any) -> None:
    desk, _club = sign_in_organiser()
    assert "Aucun téléphone n’est encore venu" in read_page(desk)
    assert desk.get("/desk/network/lamp", {"state": "no"}).status_code == 204
    client.get("/", REMOTE_ADDR="192.168.1.77", headers={"host": "192.168.1.20:8000"})
    lamp = desk.get("/desk/network/lamp", {"state": "no"})
    assert lamp.context["came"]
    assert 'class="tag done"' in read_page(desk)
    assert "192.168.1.77" not in lamp.content.decode()


def test_the_wifi_is_stored_shown_as_a_qr_code_and_printed_where_wanted(var: Path) -> None:
    desk, club = sign_in_organiser()
    tournament = create_open_evening(club)
    assert desk.get("/desk/network/wifi.svg").status_code == 404
    assert desk.post("/desk/network/wifi", {"name": "Salle", "password": "court"}).status_code == 422
    assert desk.post("/desk/network/wifi", {"name": "é" * 20}).status_code == 422
    assert read_wifi(var) is None
    typed = {"name": "Salle des fêtes", "password": "quatre as;"}
    assert desk.post("/desk/network/wifi", typed).status_code == 302
    assert desk.get("/desk/network/wifi.svg")["Content-Type"] == "image/svg+xml"
    assert typed["name"] in read_page(desk)
    assert build_poster(tournament)["wifi"] is None
    desk.post("/desk/network/wifi", typed | {"on_poster": "on"})
    poster = PRINTABLES_BY_NAME["welcome"].build_paper(tournament).render_html()
    assert typed["name"] in poster
    assert "quatre as;" in poster
    desk.post("/desk/network/wifi", {"name": ""})
    assert read_wifi(var) is None
    assert build_poster(tournament)["wifi"] is None


def test_papers_printed_before_the_address_changed_are_reported(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.printing.papers.render_pdf", lambda html, looks: b"%PDF")
    desk, club = sign_in_organiser()
    tournament = create_open_evening(club)
    PRINTABLES_BY_NAME["sheets"].build_paper(tournament).render_pdf()
    assert not desk.get("/desk/network").context["elsewhere"]
    hall.save_hall(var, hall.Hall("192.168.1.99", 8000))
    told = desk.get("/desk/network").context
    assert told["elsewhere"] == [(tournament, "http://192.168.1.20:8000")]
    assert told["gone"] == "192.168.1.99"
    assert desk.get(f"/desk/event/{tournament.pk}").context["old_address"] == "http://192.168.1.20:8000"
    PRINTABLES_BY_NAME["seating"].build_paper(tournament).render_pdf()
    assert desk.get("/desk/network").context["elsewhere"]
    PRINTABLES_BY_NAME["welcome"].build_paper(tournament).render_pdf()
    assert not desk.get("/desk/network").context["elsewhere"]


def test_the_network_page_explains_each_common_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, _club = sign_in_organiser()
    told = read_page(desk)
    for words in ("autre réseau", "pare-feu", "port 8000", "VPN", "Cela marchait quand on a imprimé"):
        assert words in told, words
    assert "tun0" not in told
    monkeypatch.setattr(hall, "vpns", lambda: ["tun0"])
    assert "(tun0)" in read_page(desk)


def test_a_visit_leaves_no_file_but_the_mark_of_arrivals(var: Path, client: Any) -> None:
    before = {file.name for file in var.iterdir()}
    client.get("/", REMOTE_ADDR="192.168.1.77", headers={"host": "192.168.1.20:8000"})
    assert {file.name for file in var.iterdir()} - before == {phone_arrivals.MARK_FILE}
