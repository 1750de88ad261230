"""Draws that take a while: a process of their own makes them, which is watched and stopped, and locks nothing."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from config.background.jobs import JOB_VARIABLE, open_jobs
from config.background.keeper import Keeper
from config.background.kinds import DRAW
from tests.fixtures.processes import RunningProcess, StartedProcesses
from tests.web.api_programs import Program
from tests.web.organiser_builders import DAY, sign_in_organiser
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.rounds import drawing
from tournaments.actions.rounds.drawing import draw_rounds
from tournaments.actions.rounds.participation import plan_rounds
from tournaments.models import Club, Tournament
from tournaments.reading.phases import Phase
from tournaments.views.organiser.rounds import draw_jobs

pytestmark = [pytest.mark.book_at_length, pytest.mark.django_db]
Untyped = Any


@pytest.fixture
def started_draws(monkeypatch: pytest.MonkeyPatch, settings: Untyped, tmp_path: Path) -> StartedProcesses:
    """The processes that would have been started; none is. Every draw counts as long."""
    settings.VAR_DIR = tmp_path
    started = StartedProcesses()
    keeper = Keeper(tmp_path, 0, [DRAW], start=started.start)
    monkeypatch.setattr(draw_jobs, "wake_keeper", lambda _var: keeper.look(0))
    monkeypatch.setattr(draw_jobs, "SEATS_AT_ONCE", 1)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    return started


def create_swiss(club: Club, players: int = 12) -> Tournament:
    """Create a Swiss of so many players."""
    names = [f"Joueur {n:02}" for n in range(1, players + 1)]
    tournament = create_tournament(club, name="Suisse", date=DAY, players=names)
    return plan_rounds(tournament, format="swiss", rounds=3, phase=Phase("swiss", 0))


def run_job(process: RunningProcess) -> None:
    """Run the command of a job in this process, where the server would start another."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(JOB_VARIABLE, process.job.key)
        call_command(*DRAW.command, *process.job.arguments)


def test_a_long_draw_is_started_watched_and_shown(started_draws: StartedProcesses, monkeypatch: Untyped) -> None:
    monkeypatch.setattr("os.nice", lambda by: None, raising=False)
    client, club = sign_in_organiser()
    tournament = create_swiss(club)
    address = client.post(f"/desk/event/{tournament.pk}/rounds/draw").url
    jobs = open_jobs(settings.VAR_DIR)
    job = jobs.find(address.rpartition("/")[2])
    assert job is not None
    assert job.details == {"round": 1}
    assert not tournament.drafts.exists()
    assert "On commence" in client.get(address).content.decode()
    jobs.report(job, 1, 3)
    assert 'max="3" value="1"' in client.get(address).content.decode()
    run_job(started_draws[0])
    assert tournament.drafts.count() == 3
    assert (made := jobs.find(job.key))
    assert made.steps == (3, 3)
    assert client.get(address).url == f"/desk/event/{tournament.pk}/rounds"
    assert client.get(address, headers={"HX-Request": "true"})["HX-Redirect"] == f"/desk/event/{tournament.pk}/rounds"


@pytest.mark.book
def test_a_stopped_draw_leaves_nothing(started_draws: StartedProcesses, monkeypatch: Untyped) -> None:
    monkeypatch.setattr("os.nice", lambda by: None, raising=False)
    client, club = sign_in_organiser()
    tournament = create_swiss(club)
    address = client.post(f"/desk/event/{tournament.pk}/rounds/draw").url
    assert client.post(f"{address}/stop").status_code == 302
    assert "a été arrêté" in client.get(address).content.decode()
    with pytest.raises(CommandError):
        run_job(started_draws[0])
    assert not tournament.drafts.exists()


def test_a_refused_draw_says_why(started_draws: StartedProcesses, monkeypatch: Untyped) -> None:
    monkeypatch.setattr("os.nice", lambda by: None, raising=False)
    client, club = sign_in_organiser()
    tournament = create_swiss(club)
    address = client.post(f"/desk/event/{tournament.pk}/rounds/draw").url
    tournament.entries.update(presence="absent")
    with pytest.raises(CommandError):
        run_job(started_draws[0])
    assert client.get(address).context["job"].failure


def test_a_draw_of_another_club_is_missing(started_draws: StartedProcesses) -> None:
    client, club = sign_in_organiser()
    address = client.post(f"/desk/event/{create_swiss(club).pk}/rounds/draw").url
    other, _club = sign_in_organiser("karl", "Autre cercle")
    assert other.get(address).status_code == 404
    assert other.post(f"{address}/stop").status_code == 404


@pytest.mark.book
def test_a_third_draw_has_to_wait(started_draws: StartedProcesses) -> None:
    client, club = sign_in_organiser()
    address = f"/desk/event/{create_swiss(club).pk}/rounds/draw"
    for _ in range(3):
        answer = client.post(address, follow=True)
    assert len(started_draws) == 2
    assert [each.level_tag for each in answer.context["messages"]] == ["error"]


@pytest.mark.book
@pytest.mark.django_db(transaction=False)
def test_no_transaction_is_open_while_a_draw_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    _client, club = sign_in_organiser()
    tournament = create_swiss(club)
    outside, found = len(connection.savepoint_ids), []
    search = drawing.phases.draw_swiss_row

    def watched(*asked: Any) -> Any:
        found.append(len(connection.savepoint_ids) - outside)
        return search(*asked)

    monkeypatch.setattr(drawing.phases, "draw_swiss_row", watched)
    draw_rounds(tournament, sizes=(2,), seed=1)
    assert found == [0, 0, 0]


def test_another_program_starts_a_long_draw_and_reads_how_far_it_is(
    started_draws: StartedProcesses, monkeypatch: Untyped
) -> None:
    monkeypatch.setattr("os.nice", lambda by: None, raising=False)
    _client, club = sign_in_organiser()
    program, tournament = Program(club), create_swiss(club)
    sent = f"/tournaments/{tournament.code}/draft", {"seed": 7}
    answers = [program.post(*sent, **{"Idempotency-Key": "draw-1"}) for _time in range(2)]
    assert {(each.status_code, each["Location"]) for each in answers} == {(202, address := answers[0]["Location"])}
    running = {"state": "running", "done": 0, "steps": 0, "refusal": ""}
    assert program.client.get(address).json() == answers[0].json() == running
    assert len(started_draws) == 1
    run_job(started_draws[0])
    assert program.client.get(address).json()["state"] == "ready"
    assert program.get(sent[0]).json()["seed"] == 7
    other = program.post(sent[0])["Location"]
    assert program.post(sent[0]).status_code == 202
    assert program.post(sent[0]).json()["type"] == "urn:corbillon:not-now"  # two run
    assert program.client.post(f"{other}/stop").json()["state"] == "stopped"
