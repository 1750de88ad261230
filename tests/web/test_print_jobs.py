"""Documents that take long to print: started, watched, stopped, downloaded; several documents in one; whether a paper
is still true."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone
from django.utils.translation import override

from config import pango
from config.background.jobs import JOB_VARIABLE, Job, open_jobs
from config.background.keeper import Keeper
from config.background.kinds import PRINT
from tests.fixtures.processes import StartedProcesses
from tests.web.organiser_builders import create_open_evening, enter_coup, get_first_table, sign_in_organiser
from tournaments.forms.games.score_sheet import ScoreSheet
from tournaments.models import Tournament
from tournaments.printing.papers import PrintOptions
from tournaments.printing.scoresheets import Leaf
from tournaments.reading.paper_digest import compute_digest
from tournaments.views import prints

pytestmark = [pytest.mark.book_at_length, pytest.mark.django_db]
Untyped = Any


@pytest.fixture
def started_processes(monkeypatch: pytest.MonkeyPatch, settings: Untyped, tmp_path: Path) -> StartedProcesses:
    """The print processes that would have been started; none is. Whatever is done to a job, the keeper looks."""
    settings.VAR_DIR = tmp_path
    started = StartedProcesses()
    keeper = Keeper(tmp_path, 0, [PRINT], start=started.start)
    monkeypatch.setattr(prints, "wake_keeper", lambda _var: keeper.look(0))
    monkeypatch.setattr(pango, "is_installed", lambda: True)  # also where it is not: nothing is set here
    return started


def start_pack(client: Untyped, tournament: Tournament, query: str = "") -> tuple[str, Job]:
    """Start printing the pack. Return the address of its progress page and its job."""
    address = client.get(f"/desk/event/{tournament.pk}/print/pack.pdf{query}").url
    job = open_jobs(settings.VAR_DIR).find(address.rpartition("/")[2])
    assert job is not None
    return address, job


def read_job(job: Job) -> Job:
    """Return the job as it stands now."""
    found = open_jobs(settings.VAR_DIR).find(job.key)
    assert found is not None
    return found


def finish_job(job: Job, content: bytes = b"%PDF") -> None:
    """Make a document as the job's process would."""
    jobs = open_jobs(settings.VAR_DIR)
    jobs.get_result_path(job).write_bytes(content)
    jobs.finish(job)


def read_page(client: Untyped, address: str) -> str:
    return client.get(address).content.decode()


@pytest.mark.book
def test_the_pack_is_started_watched_and_downloaded(started_processes):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    address, job = start_pack(client, tournament)
    assert started_processes[0].job.arguments == [str(tournament.pk), "pack", "--language", "fr"]
    assert "On commence" in read_page(client, address)
    assert client.get(f"{address}/document.pdf").status_code == 404
    open_jobs(settings.VAR_DIR).report(job, 3, 12)
    assert 'max="12" value="3"' in read_page(client, address)
    open_jobs(settings.VAR_DIR).get_result_path(job).write_bytes(b"%PDF-1.")
    assert client.get(f"{address}/document.pdf").status_code == 404, "it is not whole"
    finish_job(job, b"%PDF-1.7")
    assert "C’est prêt." in read_page(client, address)
    assert "hx-get" not in read_page(client, address)
    answer = client.get(f"{address}/document.pdf")
    assert answer.content == b"%PDF-1.7"
    assert f"corbillon-{tournament.code}-pack.pdf" in answer["Content-Disposition"]


@pytest.mark.book
def test_a_third_document_waits_in_the_queue_until_one_is_stopped_or_ready(started_processes):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    (first, job), (_second, other) = start_pack(client, tournament), start_pack(client, tournament)
    (third, waiting), (fourth, last) = start_pack(client, tournament), start_pack(client, tournament, "?look=a5")
    assert start_pack(client, tournament) == (third, waiting), "asked for again while it waits, it is the same"
    assert len(started_processes) == 2
    assert waiting.state == "waiting"
    assert [client.get(each).context["ahead"] for each in (third, fourth)] == [0, 1]
    jobs = client.get(f"/desk/event/{tournament.pk}/print").context["jobs"]
    assert [it["job"].state for it in jobs].count("waiting") == 2
    assert client.post(f"{first}/stop").status_code == 302
    assert read_job(job).state == "stopped"
    assert "a été arrêté" in read_page(client, first)
    assert len(started_processes) == 3
    assert read_job(waiting).state == "running"
    assert read_job(last).state == "waiting"
    finish_job(other)
    started_processes[1].code = 0
    assert "On commence" in read_page(client, fourth)
    assert len(started_processes) == 4


@pytest.mark.book
def test_a_failed_job_says_why_and_is_missing_for_other_clubs(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    monkeypatch.setattr(prints, "wake_keeper", lambda _var: None)
    jobs, job = open_jobs(tmp_path), prints.start_print_job(tournament, "pack", PrintOptions())
    address = f"/desk/event/{tournament.pk}/print/job/{job.key}"
    assert "On commence" in read_page(client, address), "nobody is before it: it starts at once"
    assert jobs.take(PRINT)
    assert read_job(job).state == "running"
    jobs.finish(job, "")
    assert client.get(address).context["job"].state == "failed"
    monkeypatch.setattr(ScoreSheet, "fits_a5", False)
    monkeypatch.setattr(Leaf, "is_shared", False)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setenv(JOB_VARIABLE, job.key)
    asked = [str(tournament.pk), "sheets", "--look", "a5"]
    with pytest.raises(CommandError):
        call_command("print", *asked, language="fr")
    assert re.search(r"\bTable 1\b.*\bA5\b", read_page(client, address))
    other, other_club = sign_in_organiser("karl", "Autre cercle")
    assert other.get(address).status_code == 404
    assert other.get(f"/desk/event/{create_open_evening(other_club).pk}/print/job/{job.key}").status_code == 404


def test_ticked_documents_become_one_document_in_the_chosen_looks(started_processes):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    together = f"/desk/event/{tournament.pk}/print/together"
    assert client.post(together, {"document": ["nothing", "sheets-filled"]}).url == f"/desk/event/{tournament.pk}/print"
    client.post(together, {"document": ["standings", "seating"], "look": ["a5", "nothing"]})
    (process,) = started_processes
    assert process.job.arguments[1] == "standings,seating"
    assert process.job.arguments[-2:] == ["--look", "a5"]
    shown = client.get(f"/desk/event/{tournament.pk}/print?look=a5")
    assert "standings.pdf?&amp;look=a5" in shown.content.decode()
    assert shown.context["a4_alone"]


def test_the_chosen_look_is_kept_and_documents_in_the_making_are_found_again(started_processes):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    centre = f"/desk/event/{tournament.pk}/print"
    client.get(f"{centre}?kept=yes&look=a5")
    assert "sheets.pdf?&amp;look=a5" in read_page(client, centre)
    client.get(f"{centre}?kept=yes")
    assert "look=a5" not in read_page(client, centre)
    address, job = start_pack(client, tournament)
    asked = f"{timezone.localtime(job.asked_at):%H:%M}, se prépare"
    assert address in read_page(client, centre)
    assert asked in " ".join(read_page(client, centre).split())
    finish_job(job)
    assert f"{address}/document.pdf" in read_page(client, centre)


def test_the_check_page_says_whether_a_paper_is_still_true():
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    printed = compute_digest(tournament)
    check = f"/desk/event/{tournament.pk}/print/check?digest="
    assert client.get(check + printed).context["found"].is_true
    enter_coup(client, get_first_table(tournament))
    found = client.get(check + printed).context["found"]
    assert not found.is_true
    assert [(each.table.n, each.number) for each in found.since] == [(1, 1)]
    for typed in ("K7M4", ""):
        assert client.get(check + typed).context["wrong"]


def test_documents_that_are_prepared_are_told_apart_by_what_was_asked(started_processes):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    for asked in ("", "?left=yes&look=a5&look=contrast"):
        assert client.get(f"/desk/event/{tournament.pk}/print/pack.pdf{asked}").status_code == 302
    with override("en"):
        prints.start_print_job(tournament, "pack", PrintOptions(2))
    page = client.get(f"/desk/event/{tournament.pk}/print")
    first, second, third = (it["asked"] for it in page.context["jobs"])
    assert (first.count(","), second.count(","), third) == (1, 2, "")
    assert "English" in first
    assert ", A5, " in second
    arguments = [job.arguments[2:] for job in open_jobs(settings.VAR_DIR).list_jobs(PRINT)]
    looks = ["--look", "a5", "--look", "contrast"]
    assert arguments == [
        ["--language", "en", "--round", "2"],
        ["--language", "fr", "--left", *looks],
        ["--language", "fr"],
    ]
