"""Jobs as their folders keep them, or on PostgreSQL a table: asked for, taken, followed by their own process, found,
deleted."""

import os
from pathlib import Path

import pytest
from django.db import connection

from config.background.jobs import JOB_VARIABLE, KEPT_SECONDS, Job, OwnJob, open_jobs
from config.background.kinds import BACKUP, PRINT, SELF_CHECK

pytestmark = [pytest.mark.book, pytest.mark.django_db]


def test_of_the_installation_s_own_jobs_the_last_one_asked_for_stands_for_all(tmp_path: Path) -> None:
    jobs = open_jobs(tmp_path)
    for language in ("fr", "it", "en"):
        jobs.ask(SELF_CHECK, ["--language", language])
    taken = jobs.take(SELF_CHECK)
    assert taken
    assert taken.arguments == ["--language", "en"]
    assert jobs.list_jobs(SELF_CHECK) == [taken]
    jobs.finish(taken)
    assert jobs.ask(SELF_CHECK) == jobs.take(SELF_CHECK)
    assert jobs.find(taken.key) is None


def test_a_process_follows_the_job_that_it_was_started_for_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("signal.signal", lambda *_: None)
    jobs = open_jobs(tmp_path)
    job = jobs.ask(PRINT, ["1"], tournament_id=1)
    jobs.take(PRINT)
    monkeypatch.setenv(JOB_VARIABLE, job.key)
    with OwnJob(tmp_path) as own:
        own.report(2, 5)
        assert OwnJob(tmp_path).job is None, "its children are asked for nothing"
        assert (found := jobs.find(job.key))
        assert found.steps == (2, 5)
        assert not own.is_stopped()
        jobs.stop(job)
        assert own.is_stopped()
    assert (found := jobs.find(job.key))
    assert found.state == "done"
    jobs.delete_old([1])
    assert own.is_stopped()
    assert jobs.find(job.key) is None


@pytest.mark.parametrize("key", ["", "print", "print-", "print-../print-x", "other-x", "../backups", "KEY/../KEY"])
def test_a_key_that_is_none_finds_nothing(tmp_path: Path, key: str) -> None:
    job = open_jobs(tmp_path).ask(PRINT, ["1"], tournament_id=1)
    assert open_jobs(tmp_path).find(key.replace("KEY", job.key)) is None


def make_old(var: Path, job: Job, seconds: float) -> None:
    """Make whatever was last written of a job that much older."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            older = "UPDATE tournaments_job SET changed_at = changed_at - make_interval(secs => %s) WHERE key = %s"
            cursor.execute(older, [seconds, job.key])
        return
    folder = var / "jobs" / job.key
    for path in (*folder.iterdir(), folder):
        at = path.stat().st_mtime - seconds
        os.utime(path, (at, at))


def test_a_process_that_is_silent_for_too_long_counts_as_dead_from_when_it_was_begun(tmp_path: Path) -> None:
    jobs = open_jobs(tmp_path)
    job = jobs.ask(PRINT, ["1"], tournament_id=1)
    assert PRINT.silent
    assert not BACKUP.silent
    make_old(tmp_path, job, 2 * PRINT.silent)
    assert (taken := jobs.take(PRINT)), "it has waited, and has just begun"
    assert taken.state == "running", "it has waited, and has just begun"
    make_old(tmp_path, job, 2 * PRINT.silent)
    assert (found := jobs.find(job.key))
    assert found.state == "failed"


def test_what_is_the_installation_s_own_stays(tmp_path: Path) -> None:
    jobs = open_jobs(tmp_path)
    own, old, young = jobs.ask(SELF_CHECK), jobs.ask(PRINT, ["1"], tournament_id=1), jobs.ask(PRINT, tournament_id=2)
    for job in (own, old):
        make_old(tmp_path, job, 2 * KEPT_SECONDS)
    jobs.delete_old()
    assert [jobs.find(job.key) for job in (own, old, young)] == [own, None, young]


def test_what_a_job_has_made_is_read_by_whoever_has_the_jobs(tmp_path: Path) -> None:
    jobs = open_jobs(tmp_path)
    job = jobs.ask(PRINT, ["1"], tournament_id=1)
    with pytest.raises(OSError):
        jobs.read_result(job)
    jobs.take(PRINT)
    jobs.get_result_path(job).write_bytes(b"%PDF")
    jobs.finish(job)
    other = tmp_path / "other" if connection.vendor == "postgresql" else tmp_path
    assert open_jobs(other).read_result(job) == b"%PDF"
