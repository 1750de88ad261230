"""The hall's printer: CUPS, pretended by two programs on PATH; nothing of it where there is none."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from config.background.jobs import JOB_VARIABLE, open_jobs
from config.background.keeper import Keeper
from config.background.kinds import PRINT
from config.printers import PrinterQueue, PrinterTrouble, list_printers, read_queue, send_to_printer
from tests.fixtures.processes import StartedProcesses
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.views import prints

pytestmark = [pytest.mark.django_db, pytest.mark.posix]
Untyped = Any

LPSTAT = """#!/bin/sh
case "$1" in
  -e) printf 'Bureau\\nSalle_A4\\n' ;;
  -d) echo 'system default destination: Salle_A4' ;;
  -a) cat "$CUPS/state" ;;
  -r) echo 'scheduler is running' ;;
  -o) cat "$CUPS/queue" ;;
esac
"""
TAKES = "Salle_A4 accepting requests since Sun 29 Nov 2026\n"
LP = """#!/bin/sh
printf '%s\\n' "$@" > "$CUPS/sent"
if [ -s "$CUPS/error" ]; then cat "$CUPS/error" >&2; exit 1; fi
echo 'request id is Salle_A4-12 (1 file(s))'
"""


@pytest.fixture
def cups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a pretended CUPS with two printers; what `lp` was given is written to `sent`."""
    folder = tmp_path / "cups"
    folder.mkdir()
    for name, program in (("lp", LP), ("lpstat", LPSTAT)):
        (folder / name).write_text(program)
        (folder / name).chmod(0o755)
    for name in ("queue", "error"):
        (folder / name).touch()
    (folder / "state").write_text(f"{TAKES}printer Salle_A4 is idle.  enabled since Sun 29 Nov 2026\n")
    monkeypatch.setenv("CUPS", str(folder))
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return folder


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, settings: Untyped, tmp_path: Path) -> StartedProcesses:
    """The print processes that would have been started; none is."""
    settings.VAR_DIR = tmp_path
    processes = StartedProcesses()
    keeper = Keeper(tmp_path, 0, [PRINT], start=processes.start)
    monkeypatch.setattr(prints, "wake_keeper", lambda _var: keeper.look(0))
    return processes


def test_without_cups_there_is_no_printer_and_nothing_shows(monkeypatch, tmp_path, started):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert list_printers() == []
    page = client.get(f"/desk/event/{tournament.pk}/print")
    assert page.context["printers"] == []
    assert "data-printer" not in page.content.decode()
    asked = client.post(f"/desk/event/{tournament.pk}/print/standings/printer")
    assert asked.url == f"/desk/event/{tournament.pk}/print"
    assert not started


def test_the_usual_printer_stands_first_and_its_queue_is_told(cups):
    assert list_printers() == ["Salle_A4", "Bureau"]
    assert read_queue("Salle_A4") == PrinterQueue(0)
    (cups / "queue").write_text("Salle_A4-11 anne 1024 Sun\nSalle_A4-12 anne 1024 Sun\n")
    (cups / "state").write_text(f"{TAKES}printer Salle_A4 disabled since Sun 29 Nov 2026 -\n\tOut of paper\n")
    assert read_queue("Salle_A4") == PrinterQueue(2, "Out of paper", is_stopped=True)


STATES = {
    "off": f"{TAKES}printer Salle_A4 now printing Salle_A4-11.  enabled since Sun 29 Nov 2026\n\tThe printer is off.\n",
    "retried": f"{TAKES}printer Salle_A4 is idle.  enabled since Sun 29 Nov 2026\n\tThe printer is off.\n",
}
"""What CUPS 2.4.2 was seen to say of a printer that is switched off, while it tries and between two tries."""


@pytest.mark.parametrize("how", STATES)
def test_what_a_printer_that_cups_did_not_stop_says_is_told_while_something_waits(cups, how):
    (cups / "state").write_text(STATES[how])
    assert read_queue("Salle_A4") == PrinterQueue(0)
    (cups / "queue").write_text("Salle_A4-11 anne 1024 Sun\n")
    assert read_queue("Salle_A4") == PrinterQueue(1, "The printer is off.")


def test_a_printer_that_takes_no_documents_is_told_before_one_is_sent(cups):
    state = (
        "Salle_A4 not accepting requests since Sun 29 Nov 2026 -\n\tBroken\nprinter Salle_A4 is idle.  enabled since\n"
    )
    (cups / "state").write_text(state)
    assert read_queue("Salle_A4") == PrinterQueue(0, "Broken", is_stopped=True)


def test_a_printer_that_has_gone_is_told(cups):
    (cups / "state").write_text("")
    assert read_queue("Salle_A4") == PrinterQueue(0, "no printer Salle_A4, scheduler is running", is_stopped=True)


def test_a_file_goes_to_a_printer_that_there_is_and_to_no_other(cups, tmp_path):
    send_to_printer(tmp_path / "a.pdf", "Bureau", "SOIR1 $(rm) ; 'x'")
    sent = (cups / "sent").read_text().splitlines()
    assert sent == ["-d", "Bureau", "-t", "SOIR1 $(rm) ; 'x'", "--", str(tmp_path / "a.pdf")]
    (cups / "sent").unlink()
    for unknown in ("-o", "Salle", "Bureau; rm", ""):
        with pytest.raises(PrinterTrouble):
            send_to_printer(tmp_path / "a.pdf", unknown, "x")
    assert not (cups / "sent").exists()


def test_one_press_makes_the_document_and_sends_it_in_one_job(cups, started, settings):
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    centre = f"/desk/event/{tournament.pk}/print"
    assert client.get(centre).context["printers"] == ["Salle_A4", "Bureau"]
    address = client.post(f"{centre}/standings/printer", {"look": "large"}).url
    (process,) = started
    assert process.job.arguments == [
        *(str(tournament.pk), "standings", "--language", "fr"),
        *("--look", "large", "--printer", "Salle_A4"),
    ]
    jobs = open_jobs(settings.VAR_DIR)
    jobs.get_result_path(process.job).write_bytes(b"%PDF-1.7")
    jobs.finish(process.job)
    (cups / "queue").write_text("Salle_A4-12 anne 1024 Sun\n")
    page = client.get(address)
    assert page.context["queue"] == PrinterQueue(1)
    assert 'data-printer="Salle_A4" data-waiting="1"' in page.content.decode()


def test_a_browser_keeps_the_printer_that_it_chose_among_those_that_there_are(cups, started):
    client, club = sign_in_organiser()
    centre = f"/desk/event/{create_open_evening(club).pk}/print"
    client.get(f"{centre}?kept=yes&printer=Bureau")
    assert client.get(centre).context["printers"] == ["Bureau", "Salle_A4"]
    client.get(f"{centre}?kept=yes&printer=--help")
    assert client.get(centre).context["printers"][0] == "Salle_A4"


def test_what_the_printer_refuses_is_told_in_its_own_words(cups, settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path
    client, club = sign_in_organiser()
    tournament = create_open_evening(club)
    monkeypatch.setattr(prints, "wake_keeper", lambda _var: None)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    job = prints.start_print_job(tournament, "standings", prints.PrintOptions(), "Salle_A4")
    assert open_jobs(tmp_path).take(PRINT)
    (cups / "error").write_text("lp: Error - scheduler not responding.")
    monkeypatch.setenv(JOB_VARIABLE, job.key)
    with pytest.raises(CommandError):
        call_command("print", str(tournament.pk), "standings", language="fr", printer="Salle_A4")
    page = client.get(f"/desk/event/{tournament.pk}/print/job/{job.key}").content.decode()
    assert "scheduler not responding" in page
