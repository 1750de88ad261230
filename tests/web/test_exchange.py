"""Files of a tournament for other programs on the organiser's pages, and a tournament taken over from a report."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.book.evening_builders import build_coup, get_table, record_events
from tests.web.organiser_builders import create_draft_evening, create_open_evening, sign_in_organiser
from tournaments.exchange.trf import TrfPlayer, TrfReport, write_trf
from tournaments.models import Tournament
from tournaments.models.clubs import FIRST_CLUB

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
    assert {"journal", "beancount", "ics", "bgsplay", "xlsx"} <= found[evening.pk] and "trf" not in found[evening.pk]
    assert "trf" in found[draft.pk] and "ics" not in found[draft.pk]
    assert client.get(f"/desk/event/{evening.pk}/jetons.exe").status_code == 404
    assert client.get(f"/desk/event/{evening.pk}/report.trf").status_code == 404


def test_the_plays_for_bg_stats_hold_each_table_that_is_over():
    client, club = sign_in_organiser(club_name=FIRST_CLUB)
    evening = create_open_evening(club, tours=1)
    record_events(get_table(evening), build_coup(), {"type": "end"})
    record_events(get_table(evening, 2), build_coup())
    address = f"/desk/event/{evening.pk}/plays.bgsplay"
    document = json.loads(client.get(address).content)
    [play] = document["plays"]
    names = {player["id"]: player["name"] for player in document["players"]}
    scores = {
        names[each["playerRefId"]]: (each["score"], each["rank"], each["winner"]) for each in play["playerScores"]
    }
    assert list(scores.values()) == [("42", 1, True), ("-15", 2, False), ("-27", 3, False)]
    assert len(names) == 3 and play["gameRefId"] == document["games"][0]["id"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert json.loads(client.get(address).content) == document
    english = json.loads(client.get(address, headers={"accept-language": "en"}).content)
    assert [place["name"] for place in (*document["locations"], *english["locations"])] == [FIRST_CLUB, "Our club"]


def test_a_report_of_another_program_makes_a_tournament_once():
    client, club = sign_in_organiser()
    players = tuple(TrfPlayer(n, f"Joueur {n}", n) for n in (1, 2, 3))
    content = write_trf(TrfReport("Open", None, 5, "Individual: Round-Robin", players)).encode()
    sent = {"club": club.pk, "game": "brisque", "file": SimpleUploadedFile("open.trf", content)}
    answer = client.post("/desk/event/import-report", sent)
    tournament = Tournament.objects.get()
    assert answer.status_code == 302 and answer["Location"] == f"/desk/event/{tournament.pk}/rounds"
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
    assert page.status_code == 422 and "ligne 1, colonne 5" in page.content.decode()
    assert page.context["form"]["game"].value() == "briscan" and not Tournament.objects.exists()
