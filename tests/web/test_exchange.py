"""Files of a tournament for other programs on the organiser's pages, and a tournament taken over from a report."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.web.organiser_builders import create_draft_evening, create_open_evening, sign_in_organiser
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.trf import TrfPlayer, TrfReport, write_trf
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_the_page_offers_only_files_that_can_be_had():
    client, club = sign_in_organiser()
    evening = create_open_evening(club)
    draft = create_draft_evening(club, names=("Anne", "Basile"), sizes=())
    Tournament.objects.filter(pk=draft.pk).update(format="swiss", game="briscan", preset="briscan-1752", options={})
    found = {}
    for tournament in (evening, draft):
        page = client.get(f"/desk/event/{tournament.pk}/files")
        addresses = [address for file in page.context["files"] for address, _label in file.links]
        assert len(addresses) == len(set(addresses)) == page.content.decode().count(" download>") > 10
        assert [address for address in addresses if client.get(address).status_code != 200] == []
        found[tournament.pk] = {address.rpartition(".")[2] for address in addresses}
    usual, _summary, special = client.get(f"/desk/event/{evening.pk}/files").content.decode().partition("<summary>Pour")
    assert ".xlsx" in usual
    assert ".beancount" not in usual
    assert ".beancount" in special
    assert {"journal", "beancount", "ics", "xlsx"} <= found[evening.pk]
    assert "trf" not in found[evening.pk]
    assert "trf" in found[draft.pk]
    assert "ics" not in found[draft.pk]
    assert client.get(f"/desk/event/{evening.pk}/jetons.exe").status_code == 404
    assert client.get(f"/desk/event/{evening.pk}/report.trf").status_code == 404


def test_a_report_of_another_program_makes_a_tournament_once():
    client, club = sign_in_organiser()
    players = tuple(TrfPlayer(n, f"Joueur {n}", n) for n in (1, 2, 3))
    content = write_trf(TrfReport("Open", None, 5, "Individual: Round-Robin", players)).encode()
    sent = {"club": club.pk, "game": "brisque", "file": SimpleUploadedFile("open.trf", content)}
    answer = client.post("/desk/event/import-report", sent)
    tournament = Tournament.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == f"/desk/event/{tournament.pk}/rounds"
    assert (tournament.name, tournament.game, tournament.format, tournament.planned_rounds) == (
        "Open",
        "brisque",
        "all",
        5,
    )
    assert tournament.entries.count() == 3


def test_a_spoilt_report_is_refused_on_its_page_and_writes_nothing():
    client, club = sign_in_organiser()
    sent = {"club": club.pk, "game": "briscan", "file": SimpleUploadedFile("open.trf", b"001    x")}
    page = client.post("/desk/event/import-report", sent)
    assert page.status_code == 422
    assert "ligne 1, colonne 5" in page.content.decode()
    assert page.context["form"]["game"].value() == "briscan"
    assert not Tournament.objects.exists()


def test_what_is_not_understood_of_a_report_is_said_before_it_is_taken():
    client, club = sign_in_organiser()
    players = "".join(
        f"001 {n:4}      {name:66}0.0 {n:4}\n" for n, name in enumerate(("Dupont, Jean", "Roy, Odile"), 1)
    )
    content = f"012 Torneo\n042 samedi\n192 FIDE_ROUNDROBIN\n{players}".encode("cp1252")
    sent = {"club": club.pk, "game": "brisque", "file": SimpleUploadedFile("open.trf", content)}
    page = client.post("/desk/event/import-report", sent)
    assert "Ligne 2" in page.content.decode()
    assert "samedi" in page.content.decode()
    assert not Tournament.objects.exists()
    assert not club.players.exists()
    again = {"club": club.pk, "game": "brisque", "kept": page.context["kept"]}
    assert client.post("/desk/event/import-report", again | {"kept": "x"}).status_code == 422
    assert client.post("/desk/event/import-report", again).status_code == 302
    assert Tournament.objects.get().format == "all"
    assert club.players.count() == 2


def test_who_is_known_and_what_was_taken_before_is_looked_for_in_one_s_own_club():
    client, club = sign_in_organiser()
    _other, foreign = sign_in_organiser("paul", "Autre cercle")
    evening = create_open_evening(foreign)
    content = json.dumps(build_tournament_document(evening)).encode()
    sent = {"club": club.pk, "file": SimpleUploadedFile("evening.json", content)}
    page = client.post("/desk/event/import", sent, follow=True)
    assert page.context["known"] == []
    assert len(page.context["fresh"]) == 6
    assert not page.context["same"].exists()
    mine = create_open_evening(club)
    page = client.post("/desk/event/import", sent | {"file": SimpleUploadedFile("evening.json", content)}, follow=True)
    assert len(page.context["known"]) == 6
    assert list(page.context["same"]) == [mine]
