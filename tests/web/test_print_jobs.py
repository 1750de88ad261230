"""Documents that take long to print: started, watched, stopped, downloaded; several documents in one; whether a paper
is still true."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import override

from tests.web.organiser_builders import create_open_evening, enter_coup, get_first_table, sign_in_organiser
from tournaments.forms.games.score_sheet import ScoreSheet
from tournaments.models import Tournament
from tournaments.printing import print_jobs
from tournaments.printing.papers import PrintOptions
from tournaments.reading.paper_digest import compute_digest
from tournaments.upkeep import job_folders

pytestmark = pytest.mark.django_db
Untyped = Any


@pytest.fixture
def started_processes(monkeypatch: pytest.MonkeyPatch, settings: Untyped, tmp_path: Path) -> list[list[str]]:
    """The arguments of the print processes that would have been started; none is."""
    settings.VAR_DIR = tmp_path
    told: list[list[str]] = []
    monkeypatch.setattr(job_folders, "start_process", lambda job, given, after: told.append(given))
    return told


def start_pack(client: Untyped, tournament: Tournament, query: str = "") -> tuple[str, print_jobs.PrintJob]:
    """Start printing the pack. Return the address of its progress page and its job."""
    address = client.get(f"/desk/event/{tournament.pk}/print/pack.pdf{query}").url
    job = print_jobs.find_job(tournament, address.rpartition("/")[2])
    assert job is not None
    return address, job


def read_page(client: Untyped, address: str) -> str:
    return client.get(address).content.decode()


def test_the_pack_is_started_watched_and_downloaded(started_processes):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    address, job = start_pack(client, tournament)
    assert started_processes[0][:3] == ["print", str(tournament.pk), "pack"] and str(job.file) in started_processes[0]
    assert "On commence" in read_page(client, address) and client.get(f"{address}/document.pdf").status_code == 404
    (job.folder / "progress").write_text("3 12")
    assert "Morceaux faits\u202f: 3 sur 12" in read_page(client, address) and 'value="3"' in read_page(client, address)
    job.file.write_bytes(b"%PDF-1.7")
    assert "C’est prêt." in read_page(client, address) and "hx-get" not in read_page(client, address)
    answer = client.get(f"{address}/document.pdf")
    assert answer.content == b"%PDF-1.7" and f"corbillon-{tournament.code}-pack.pdf" in answer["Content-Disposition"]


def test_a_third_document_waits_in_the_queue_until_one_is_stopped_or_ready(started_processes):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    (first, job), (_second, other) = start_pack(client, tournament), start_pack(client, tournament)
    (third, waiting), (fourth, last) = start_pack(client, tournament), start_pack(client, tournament, "?look=a5")
    assert start_pack(client, tournament) == (third, waiting), "asked for again while it waits, it is the same"
    assert len(started_processes) == 2 and waiting.is_queued and not waiting.failed
    assert "attend son tour" in read_page(client, third) and "un autre passe avant lui" in read_page(client, fourth)
    assert read_page(client, f"/desk/event/{tournament.pk}/print").count("attend son tour") == 2
    assert client.post(f"{first}/stop").status_code == 302 and job.stopped
    assert "a été arrêté" in read_page(client, first)
    assert len(started_processes) == 3 and not waiting.is_queued and last.is_queued
    other.file.write_bytes(b"%PDF")
    assert "On commence" in read_page(client, fourth) and len(started_processes) == 4


def test_a_failed_job_says_why_and_is_missing_for_other_clubs(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    job = print_jobs.PrintJob("key", tmp_path / "paper" / "key", tournament.pk, "pack")
    job.folder.mkdir(parents=True)
    (job.folder / "asked").write_text(f'{{"event": {tournament.pk}, "names": "pack"}}')
    address = f"/desk/event/{tournament.pk}/print/job/key"
    assert not job.failed
    (job.folder / "failed").touch()
    assert "n’a pas pu être fait" in read_page(client, address)
    monkeypatch.setattr(ScoreSheet, "fits_a5", False)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    asked = [str(tournament.pk), "sheets", "--look", "a5", "-o", str(job.file), "--job", str(job.folder)]
    with pytest.raises(CommandError):
        call_command("print", *asked, language="fr")
    assert "Table 1\u202f: sur un A5, ses" in read_page(client, address)
    other, other_club = sign_in_organiser("karl", "Autre cercle")
    assert other.get(address).status_code == 404
    assert other.get(f"/desk/event/{create_open_evening(other_club).pk}/print/job/key").status_code == 404


def test_ticked_documents_become_one_document_in_the_chosen_looks(started_processes):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    together = f"/desk/event/{tournament.pk}/print/together"
    assert client.post(together, {"document": ["nothing", "sheets-filled"]}).url == f"/desk/event/{tournament.pk}/print"
    client.post(together, {"document": ["standings", "seating"], "look": ["a5", "nothing"]})
    assert (
        started_processes == [started_processes[0]]
        and started_processes[0][2] == "standings,seating"
        and started_processes[0][-2:] == ["--look", "a5"]
    )
    shown = read_page(client, f"/desk/event/{tournament.pk}/print?look=a5")
    assert "standings.pdf?&amp;look=a5" in shown and "toujours en A4" in shown


def test_the_chosen_look_is_kept_and_documents_in_the_making_are_found_again(started_processes):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    centre = f"/desk/event/{tournament.pk}/print"
    client.get(f"{centre}?kept=yes&look=a5")
    assert "sheets.pdf?&amp;look=a5" in read_page(client, centre)
    client.get(f"{centre}?kept=yes")
    assert "look=a5" not in read_page(client, centre)
    address, job = start_pack(client, tournament)
    os.utime(job.folder / "asked", (0, 0))
    assert address in read_page(client, centre) and "01:00, se prépare" in " ".join(read_page(client, centre).split())
    job.file.write_bytes(b"%PDF")
    assert f"{address}/document.pdf" in read_page(client, centre)


def test_the_check_page_says_whether_a_paper_is_still_true():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    printed = compute_digest(tournament)
    check = f"/desk/event/{tournament.pk}/print/check?digest="
    assert "dit ce que dit le livre" in read_page(client, check + printed)
    enter_coup(client, get_first_table(tournament))
    told = read_page(client, check + printed)
    assert "Depuis, une écriture a été faite" in told and "table 1, écriture n° 1" in told
    for typed in ("K7M4", ""):
        assert "Ce n’est pas une empreinte" in read_page(client, check + typed)


def test_documents_that_are_prepared_are_told_apart_by_what_was_asked(started_processes):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    for asked in ("", "?left=yes&look=a5&look=contrast"):
        assert client.get(f"/desk/event/{tournament.pk}/print/pack.pdf{asked}").status_code == 302
    with override("en"):
        print_jobs.start_job(tournament, "pack", PrintOptions(2))
    page = read_page(client, f"/desk/event/{tournament.pk}/print")
    assert "seulement ce qui reste à jouer, A5, sans gris" in page and "ronde 2 seule, English" in page
    assert print_jobs.list_jobs(tournament)[0].asked == ("en", PrintOptions(2))
    plain = print_jobs.list_jobs(tournament)[-1]
    assert plain.asked == ("fr", PrintOptions())
