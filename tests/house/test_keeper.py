"""What runs beside the server, and when: the keeper and its table of kinds, at times that the test tells it; on
PostgreSQL too."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from config.background.jobs import Job, JobState, open_jobs, request_job, serve_waiting
from config.background.keeper import (
    LEAST_REST,
    OLD_PENDING_FILE,
    Keeper,
    find_keeper_start,
    restore_between_runs,
    wake_keeper,
)
from config.background.kinds import (
    BACKUP,
    CLUB,
    DRAW,
    KINDS,
    MAIL,
    PREVIEW,
    PRINT,
    RESTORE,
    SELF_CHECK,
    SITES,
    WEBHOOKS,
    JobKind,
)
from tests.fixtures.processes import RunningProcess, StartedProcesses

pytestmark = [pytest.mark.book, pytest.mark.usefixtures("shared_database")]


@pytest.fixture
def started() -> StartedProcesses:
    return StartedProcesses()


def start_keeper(var: Path, started: StartedProcesses, *kinds: JobKind) -> Keeper:
    """Return a keeper of these kinds that began at 0 seconds; a server that it stops forgets its processes."""
    return Keeper(var, 0, kinds, start=started.start, stop_server=started.clear)


def add_site(var: Path) -> None:
    """Give a club a place for its site."""
    (var / "publishing" / "targets" / "one").mkdir(parents=True)


def list_times(kind: JobKind) -> tuple[float, float, float]:
    """Return when a kind starts by itself."""
    assert kind.first
    assert kind.every
    return kind.first, kind.every, kind.again or 0


def test_each_kind_has_a_name_of_its_own_that_a_key_can_begin_with() -> None:
    names = [kind.name for kind in KINDS]
    assert len(set(names)) == len(names)
    assert all(name.isalpha() for name in names)
    assert [kind for kind in KINDS if kind.is_on_demand] == [PRINT, DRAW, MAIL, SELF_CHECK, CLUB, PREVIEW]


def test_a_backup_starts_every_quarter_of_an_hour_and_never_two_at_once(
    tmp_path: Path, started: StartedProcesses
) -> None:
    keeper, (first, every, _again) = start_keeper(tmp_path, started, BACKUP), list_times(BACKUP)
    assert every == 900
    keeper.look(first - 1)
    assert not started
    keeper.look(first)
    keeper.look(first + every)
    assert len(started) == 1, "the first one still runs"
    started.end()
    keeper.look(first + every)
    assert len(started) == 2


def test_a_backup_that_is_asked_for_starts_at_once(tmp_path: Path, started: StartedProcesses) -> None:
    request_job(tmp_path, BACKUP)
    start_keeper(tmp_path, started, BACKUP).look(1)
    assert len(started) == 1
    assert not started[0].job.is_calm


def test_what_was_asked_for_twice_is_done_once_and_what_is_asked_for_meanwhile_once_more(
    tmp_path: Path, started: StartedProcesses
) -> None:
    keeper = start_keeper(tmp_path, started, BACKUP)
    for _twice in range(2):
        request_job(tmp_path, BACKUP)
    assert len(open_jobs(tmp_path).list_jobs(BACKUP)) == 1
    keeper.look(1)
    request_job(tmp_path, BACKUP)
    keeper.look(20)
    assert len(started) == 1
    started.end()
    keeper.look(40)
    started.end()
    keeper.look(60)
    assert len(started) == 2


def test_work_by_hand_serves_what_waits(tmp_path: Path, started: StartedProcesses) -> None:
    request_job(tmp_path, BACKUP)
    assert serve_waiting(tmp_path, BACKUP)
    assert serve_waiting(tmp_path, BACKUP) is None
    start_keeper(tmp_path, started, BACKUP).look(1)
    assert not started


def test_the_last_backup_is_made_when_the_server_stops(tmp_path: Path, started: StartedProcesses) -> None:
    keeper = start_keeper(tmp_path, started, WEBHOOKS, SITES, BACKUP)
    add_site(tmp_path)
    keeper.take_over()
    keeper.look(60)
    assert [each.job.kind for each in started] == [WEBHOOKS, SITES, BACKUP]
    keeper.finish()
    assert [each.job.kind for each in started[3:]] == [BACKUP]
    assert started[3].code == 0
    assert [each.is_terminated for each in started] == [True, False, False, False]
    assert find_keeper_start(tmp_path, BACKUP) is None


def test_a_restore_that_waits_stops_the_server_once(tmp_path: Path, started: StartedProcesses) -> None:
    stopped: list[float] = []
    now = 0.0
    keeper = Keeper(tmp_path, 0, [RESTORE], start=started.start, stop_server=lambda: stopped.append(now))
    for now in (60, 61, 62):
        keeper.look(now)
        open_jobs(tmp_path).ask(RESTORE, ["digest"])
    assert keeper.is_restarting
    assert stopped == [61]
    assert not started
    assert open_jobs(tmp_path).has_waiting(RESTORE)


@pytest.mark.parametrize("is_old", [False, True])
def test_a_restore_is_begun_before_the_server_serves_and_one_whose_process_dies_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_old: bool
) -> None:
    jobs = open_jobs(tmp_path)
    if is_old:
        (tmp_path / OLD_PENDING_FILE).write_text(
            json.dumps({"name": "corbillon.zip", "digest": "digest"}), encoding="utf-8"
        )
    else:
        jobs.ask(RESTORE, ["digest"])
    monkeypatch.setattr("config.commands.ROOT", tmp_path)  # where there is no manage.py
    restore_between_runs(tmp_path)
    (job,) = jobs.list_jobs(RESTORE)
    assert job.state == "failed"
    assert job.arguments == ["digest"]
    assert not (tmp_path / OLD_PENDING_FILE).exists()
    restore_between_runs(tmp_path)
    assert jobs.list_jobs(RESTORE) == [job]


def test_a_restore_during_which_the_power_was_cut_is_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = open_jobs(tmp_path)
    jobs.ask(RESTORE, ["digest"])
    assert jobs.take(RESTORE)
    monkeypatch.setattr("config.commands.ROOT", tmp_path)
    restore_between_runs(tmp_path)
    assert jobs.list_jobs(RESTORE)[0].state == "failed"


def test_webhooks_are_sent_from_a_minute_after_the_start_on(tmp_path: Path, started: StartedProcesses) -> None:
    keeper = start_keeper(tmp_path, started, WEBHOOKS)
    keeper.look(59)
    assert not started
    keeper.look(60)
    keeper.look(6000)
    assert len(started) == 1


def test_a_process_that_finds_nobody_to_tell_is_started_again_when_somebody_asks(
    tmp_path: Path, started: StartedProcesses
) -> None:
    keeper = start_keeper(tmp_path, started, WEBHOOKS)
    keeper.look(60)
    started.end()
    keeper.look(6000)
    keeper.look(7000)
    assert len(started) == 1
    request_job(tmp_path, WEBHOOKS)
    keeper.look(7001)
    assert len(started) == 2
    started.end()
    keeper.look(7002)
    assert len(started) == 2, "one request starts one"


def test_a_process_that_fails_to_send_is_started_again_after_a_minute(
    tmp_path: Path, started: StartedProcesses
) -> None:
    keeper = start_keeper(tmp_path, started, WEBHOOKS)
    keeper.look(60)
    started.end(1)
    keeper.look(61)
    keeper.look(120)
    assert len(started) == 1
    keeper.look(121)
    assert len(started) == 2


def test_sites_are_sent_when_asked_for_and_again_while_something_waits(
    tmp_path: Path, started: StartedProcesses
) -> None:
    keeper, (_first, every, again) = start_keeper(tmp_path, started, SITES), list_times(SITES)
    now = 2 * every

    def look(now: float, code: int = 0) -> int:
        """End the process with this code. Return how many were started by then."""
        if started:
            started.end(code)
        keeper.look(now)
        return len(started)

    request_job(tmp_path, SITES)
    if connection.vendor == "sqlite":  # several servers have no one folder to look at
        assert look(now) == 0, "no club has a site"
    add_site(tmp_path)
    assert look(now) == 1
    assert look(now + 1) == 1
    request_job(tmp_path, SITES)
    assert look(now + SITES.rest - 1) == 1
    assert look(now + SITES.rest) == 2
    now += SITES.rest
    assert look(now + 1, code=1) == 2, "not all could be sent"
    assert look(now + again, code=1) == 2
    assert look(now + 1 + again) == 3
    now += 1 + again
    assert look(now + 2 * again) == 3
    assert look(now + every) == 4


def test_what_the_tables_write_goes_out_within_a_minute_unless_the_last_time_took_long(
    tmp_path: Path, started: StartedProcesses
) -> None:
    keeper = start_keeper(tmp_path, started, SITES)
    add_site(tmp_path)

    def play_and_look(now: float) -> int:
        """Write something at the time `now`, and return how many commands were started by then."""
        request_job(tmp_path, SITES, is_calm=True)
        keeper.look(now)
        return len(started)

    assert play_and_look(0) == 1
    started.end()
    rest = SITES.calm_rest
    assert rest == 60
    assert play_and_look(2) == 1
    assert play_and_look(rest - 1) == 1
    assert play_and_look(rest) == 2
    assert play_and_look(rest + 20) == 2
    started.end()
    assert play_and_look(rest + 30) == 2
    assert play_and_look(rest + 30 * LEAST_REST - 1) == 2
    now = rest + 30 * LEAST_REST
    assert play_and_look(now) == 3
    assert all(each.job.is_calm for each in started)
    started.end()
    assert play_and_look(now + 1) == 3
    request_job(tmp_path, SITES)
    assert play_and_look(now + SITES.rest) == 4
    assert not started[-1].job.is_calm
    assert not open_jobs(tmp_path).has_waiting(SITES), "who publishes takes what was played along"


def test_a_job_that_is_stopped_while_it_waits_never_starts_and_one_that_runs_holds_nobody_up(
    tmp_path: Path, started: StartedProcesses
) -> None:
    keeper, jobs = start_keeper(tmp_path, started, PRINT), open_jobs(tmp_path)
    asked = [jobs.ask(PRINT, [str(n)], tournament_id=1) for n in range(4)]
    keeper.look(1)
    assert [each.job for each in started] == asked[:2]
    assert not jobs.take(SITES)
    jobs.stop(asked[2])
    jobs.stop(asked[0])
    keeper.look(2)
    assert [each.job for each in started[2:]] == [asked[3]]
    assert not jobs.has_waiting(PRINT)
    assert [(found := jobs.find(job.key)) and found.state for job in asked] == [
        *(JobState.STOPPED, JobState.RUNNING, JobState.STOPPED, JobState.RUNNING)
    ]


def test_what_a_process_leaves_undone_has_failed(tmp_path: Path, started: StartedProcesses) -> None:
    keeper, jobs = start_keeper(tmp_path, started, PRINT), open_jobs(tmp_path)
    died, told = (jobs.ask(PRINT, [name], tournament_id=1) for name in ("died", "told"))
    keeper.look(1)
    jobs.finish(told, "Table 1 : trop longue")
    jobs.finish(told, "")
    for each in started:
        each.code = 1
    keeper.look(2)
    found = [jobs.find(job.key) for job in (died, told)]
    assert [job and (job.state, job.failure) for job in found] == [("failed", ""), ("failed", "Table 1 : trop longue")]


def test_a_job_whose_process_cannot_be_started_has_failed_and_the_other_kinds_go_on(
    tmp_path: Path, started: StartedProcesses
) -> None:
    def start(var: Path, job: Job) -> RunningProcess:
        if job.kind is PRINT:
            raise OSError
        return started.start(var, job)

    jobs = open_jobs(tmp_path)
    asked = [jobs.ask(kind, ["1"], tournament_id=1) for kind in (PRINT, DRAW)]
    Keeper(tmp_path, 0, [PRINT, DRAW], start=start).look(1)
    assert [(found := jobs.find(job.key)) and found.state for job in asked] == [JobState.FAILED, JobState.RUNNING]


def test_what_an_ended_server_left_is_over_for_the_next_one_and_what_waits_is_done(
    tmp_path: Path, started: StartedProcesses
) -> None:
    jobs = open_jobs(tmp_path)
    left, waiting = (jobs.ask(PRINT, [name], tournament_id=1) for name in ("left", "waiting"))
    jobs.take(PRINT)
    keeper = start_keeper(tmp_path, started, PRINT)
    keeper.take_over()
    keeper.look(1)
    keeper.finish()
    is_begun_again = connection.vendor == "postgresql"  # by another server
    assert [each.job for each in started] == [left, waiting] if is_begun_again else [waiting]
    assert is_begun_again or ((found := jobs.find(left.key)) and found.state == "failed")


def test_one_keeper_of_an_installation_at_a_time(tmp_path: Path, started: StartedProcesses) -> None:
    other = open_jobs(tmp_path)
    assert other.lead([SITES])
    keeper = start_keeper(tmp_path, started, BACKUP)
    request_job(tmp_path, BACKUP)
    keeper.start()
    keeper.finish()
    other.leave()
    assert not started
    assert find_keeper_start(tmp_path, BACKUP) is None
    keeper.take_over()
    assert find_keeper_start(tmp_path, BACKUP)
    assert find_keeper_start(tmp_path, SITES) is None
    keeper.finish()
    assert len(started) == 1
    assert find_keeper_start(tmp_path, BACKUP) is None


def test_where_no_server_keeps_jobs_whoever_is_asked_starts_what_somebody_waits_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Keeper] = []
    monkeypatch.setattr(Keeper, "start", lambda keeper: made.append(keeper))
    wake_keeper(tmp_path)
    assert len(made) == 1
    server = start_keeper(tmp_path, StartedProcesses(), *KINDS)
    server.take_over()
    wake_keeper(tmp_path)
    assert len(made) == 1
    server.finish()


def test_whoever_asks_while_such_a_keeper_ends_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Job] = []

    def ask_meanwhile(jobs: Any, _kind: JobKind) -> bool:
        monkeypatch.undo()
        asked.append(jobs.ask(PRINT, ["1"], tournament_id=1))
        return False

    monkeypatch.setattr(type(open_jobs(tmp_path)), "has_waiting", ask_meanwhile)
    keeper = Keeper(tmp_path, 0, [PRINT], until_idle=True, start=lambda _var, job: RunningProcess(job, 0))
    keeper.start()
    keeper._thread.join()
    assert (found := open_jobs(tmp_path).find(asked[0].key))
    assert found.state == "done"


def test_such_a_keeper_ends_once_nothing_is_asked_for(tmp_path: Path) -> None:
    jobs = open_jobs(tmp_path)
    job = jobs.ask(PRINT, ["1"], tournament_id=1)
    keeper = Keeper(tmp_path, 0, [PRINT], until_idle=True, start=lambda _var, job: RunningProcess(job, 0))
    keeper.start()
    keeper._thread.join()
    assert (found := jobs.find(job.key))
    assert found.state == "done"
    assert find_keeper_start(tmp_path, PRINT) is None
