"""`export --club`: everything of one club in one file, whose evenings and presets are imported elsewhere, and nothing
of another club."""

import json
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from jsonschema import Draft202012Validator

from config.background import job_table, jobs
from config.background.jobs import JOB_VARIABLE
from config.background.keeper import Keeper
from config.background.kinds import CLUB
from tests.book.document_builders import build_headless_document, drop_heads
from tests.book.evening_builders import build_coup, create_club, create_evening, get_table, record_events
from tests.fixtures.processes import StartedProcesses
from tests.web.organiser_builders import sign_in_organiser
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.presets import make_preset
from tournaments.exchange.schema_files import read_schema_files
from tournaments.exchange.tournament_import import read_tournament
from tournaments.views.organiser.club import club_page

pytestmark = [pytest.mark.book_at_length, pytest.mark.django_db]


def export_club(pk: int, file: Path) -> dict[str, str]:
    """Export the club. Return the files of the zip by their names."""
    call_command("export", club=pk, output=file, stdout=StringIO())
    with ZipFile(file) as archive:
        return {name: archive.read(name).decode(errors="replace") for name in archive.namelist()}


def test_a_club_leaves_with_everything_of_its_own_and_nothing_of_others(tmp_path: Path) -> None:
    mine, other = create_evening(3), create_evening(3)
    record_events(get_table(mine), build_coup())
    make_preset(mine.club, game="briscola", base="briscola", name="La nôtre", options={})
    found = export_club(mine.club_id, tmp_path / "club.zip")
    assert {name.partition("/")[0] for name in found} == {
        *("club.json", "players.csv", "players.json"),
        *("presets", "evenings", "logs"),
    }
    assert f"evenings/{other.pk}.json" not in found
    assert len(json.loads(found["players.json"])) == mine.club.players.count()
    club = json.loads(found["club.json"])
    assert club["club"]["name"] == mine.club.name
    Draft202012Validator(json.loads(read_schema_files()["corbillon.club-1.json"])).validate(club)


def test_an_evening_of_it_is_imported_elsewhere_as_it_was(tmp_path: Path) -> None:
    mine = create_evening(3)
    record_events(get_table(mine), build_coup())
    document = json.loads(export_club(mine.club_id, tmp_path / "club.zip")[f"evenings/{mine.pk}.json"])
    arrived = import_tournament(create_club("Ailleurs"), read_tournament(document))
    assert build_headless_document(arrived) | {"id": mine.pk} == drop_heads(document)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> StartedProcesses:
    """The processes that would have been started; none is. Whatever is asked for, the keeper looks."""
    settings.VAR_DIR = tmp_path
    processes = StartedProcesses()
    keeper = Keeper(tmp_path, 0, [CLUB], start=processes.start)
    monkeypatch.setattr(club_page, "wake_keeper", lambda _var: keeper.look(0))
    return processes


@pytest.mark.book
def test_the_owner_has_the_file_made_follows_it_and_downloads_it(
    started: StartedProcesses, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    client: Any
    client, club = sign_in_organiser()
    page, file = f"/desk/club/export?club={club.pk}", f"/desk/club/export/file?club={club.pk}"
    assert client.get(file).status_code == 404
    assert not started
    for _twice in range(2):
        assert client.post("/desk/club/export", {"club": club.pk}).url == page
    [process] = started
    assert "hx-get" in client.get(page, headers={"HX-Request": "true"}).content.decode()
    monkeypatch.setenv(JOB_VARIABLE, process.job.key)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr(jobs, "PIECE_BYTES", 100)
    call_command("export", *process.job.arguments, stdout=StringIO())
    assert file in client.get(page).content.decode()
    body = b"".join(client.get(file).streaming_content)
    with ZipFile(BytesIO(body)) as archive:
        assert json.loads(archive.read("club.json"))["club"]["name"] == club.name
    other, _theirs = sign_in_organiser("another")
    assert other.get(file).status_code == 404


@pytest.mark.book
def test_of_a_large_result_every_piece_is_read_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(jobs, "PIECE_BYTES", 3)
    monkeypatch.setattr(job_table, "PIECE_BYTES", 3)
    kept = jobs.open_jobs(tmp_path)
    kept.ask(CLUB, tournament_id=-1)
    job = kept.take(CLUB)
    assert job
    kept.get_result_path(job).write_bytes(b"12345678")
    kept.finish(job)
    assert list(kept.iterate_result(job)) == [b"123", b"456", b"78"]


@pytest.mark.parametrize("asked", [{}, {"club": 999_999, "output": Path("x")}, {"club": 1}])
def test_what_cannot_be_exported_is_told(asked: dict[str, object]) -> None:
    with pytest.raises(CommandError):
        call_command("export", **asked)
