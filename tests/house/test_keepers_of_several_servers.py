"""Keepers of several servers of one PostgreSQL database: one works, and another one takes over."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

from config.background.job_table import KEEPER_SECONDS, MOST_TRIES, execute
from config.background.jobs import open_jobs
from config.background.keeper import Keeper
from config.background.kinds import PRINT, SITES, WEBHOOKS, JobKind
from tests.book.evening_builders import create_club, create_evening
from tests.fixtures.processes import StartedProcesses
from tournaments.actions.errors import Refused
from tournaments.actions.people.listed_players import ListedPlayer
from tournaments.actions.people.player_import import import_players

pytestmark = [
    pytest.mark.book,
    pytest.mark.usefixtures("own_database"),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="about several servers"),
]


@pytest.fixture
def started() -> StartedProcesses:
    return StartedProcesses()


def start_keeper(var: Path, started: StartedProcesses, kind: JobKind) -> Keeper:
    """Return a keeper of this kind that began at 0 seconds."""
    return Keeper(var, 0, [kind], start=started.start)


def let_time_pass(seconds: float) -> None:
    """Let the keeper that was heard of last be silent for so long, by the database's clock."""
    with connection.cursor() as cursor:
        older = "UPDATE tournaments_keeper SET heard_at = heard_at - make_interval(secs => %s)"
        cursor.execute(older, [seconds])


def test_a_club_takes_over_one_file_at_a_time_and_is_told_so() -> None:
    busy, free = create_club("Pressé"), create_club("Patient")
    with ThreadPoolExecutor(1) as other_server:
        lock = cache.lock(f"taken over:{busy.pk}", wait=False)  # type: ignore[attr-defined]
        assert other_server.submit(lock.__enter__).result()
        with pytest.raises(Refused):
            import_players(busy, [ListedPlayer("Anne")], {})
        assert import_players(free, [ListedPlayer("Anne")], {}).created == 1
        other_server.submit(lock.__exit__, None, None, None).result()
        other_server.submit(lambda: connection.close()).result()
    assert import_players(busy, [ListedPlayer("Anne")], {}).created == 1


def test_who_asks_is_told_although_another_server_serves_the_job_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def served(statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Execute the statement; a keeper of another server has the job done, and deletes it, in that moment."""
        rows = execute(statement, *values)
        execute("DELETE FROM tournaments_job")
        return rows

    monkeypatch.setattr("config.background.job_table.execute", served)
    assert open_jobs(tmp_path).ask(SITES).key.startswith("sites-")


def test_a_document_of_a_server_that_is_killed_is_made_by_the_next_one(tmp_path: Path) -> None:
    first, second = StartedProcesses(), StartedProcesses()
    keepers = [start_keeper(tmp_path / name, each, PRINT) for name, each in (("1", first), ("2", second))]
    job = open_jobs(tmp_path).ask(PRINT, ["1"], tournament_id=1)
    for now in (1, 2):
        for keeper in keepers:
            keeper.take_over()
            if keeper._leads:
                keeper.look(now)
    assert [each.job for each in first] == [job]
    assert not second
    let_time_pass(KEEPER_SECONDS + 1)
    keepers[1].take_over()
    keepers[1].look(3)
    assert [each.job for each in second] == [job]
    keepers[0]._jobs.leave()  # its turn to say again that it is there comes after it was frozen
    keepers[0].take_over()
    assert first[0].is_terminated
    assert not keepers[0]._leads
    assert (found := open_jobs(tmp_path).find(job.key))
    assert found.state == "running"


def test_a_job_whose_servers_are_killed_again_and_again_has_failed(tmp_path: Path) -> None:
    jobs = open_jobs(tmp_path)
    job = jobs.ask(PRINT, ["1"], tournament_id=1)
    for _time in range(MOST_TRIES):
        assert jobs.take(PRINT) == job
        jobs.give_up(job)
    assert jobs.take(PRINT) is None
    assert (found := jobs.find(job.key))
    assert found.state == "failed"


def test_a_keeper_that_was_none_for_a_while_begins_again_what_runs_by_itself(
    tmp_path: Path, started: StartedProcesses
) -> None:
    keeper, other = start_keeper(tmp_path, started, WEBHOOKS), open_jobs(tmp_path / "other")
    keeper.take_over()
    keeper.look(60)
    let_time_pass(KEEPER_SECONDS + 1)
    assert other.lead([WEBHOOKS])
    keeper._jobs.leave()
    keeper.take_over()
    other.leave()
    keeper.take_over()
    keeper.look(monotonic())
    assert [each.is_terminated for each in started] == [True, False]


def test_a_process_that_ends_while_the_database_is_away_is_noted_once_it_is_back(
    tmp_path: Path, started: StartedProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, jobs = start_keeper(tmp_path, started, PRINT), open_jobs(tmp_path)
    job = jobs.ask(PRINT, ["1"], tournament_id=1)
    keeper.look(1)
    started.end()

    def find_nothing(_jobs: Any, _key: str) -> None:
        raise OSError

    with monkeypatch.context() as away, pytest.raises(OSError):
        away.setattr(type(jobs), "find", find_nothing)
        keeper.look(2)
    keeper.look(3)
    assert (found := jobs.find(job.key))
    assert found.state == "done"


def test_a_club_that_asks_for_much_holds_up_no_other(tmp_path: Path) -> None:
    jobs = open_jobs(tmp_path)
    greedy, patient = (create_evening(3) for _club in range(2))
    for each, count in ((greedy, 5), (patient, 1)):
        for n in range(count):
            jobs.ask(PRINT, [str(n)], tournament_id=each.pk)
    taken = [jobs.take(PRINT) for _time in range(PRINT.most_at_once)]
    assert [job and job.tournament_id for job in taken] == [greedy.pk, patient.pk, greedy.pk, None]


def test_clubs_take_turns(tmp_path: Path) -> None:
    jobs = open_jobs(tmp_path)
    clubs = [create_evening(3).pk for _club in range(3)]
    for pk in clubs:
        for n in range(2):
            jobs.ask(PRINT, [str(n)], tournament_id=pk)
    served = []
    for _turn in range(6):
        job = jobs.take(PRINT)
        assert job
        served.append(job.tournament_id)
        jobs.finish(job)
    assert served == clubs * 2
