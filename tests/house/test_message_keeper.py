"""Webhooks by themselves: when the server starts the process that sends them, and when it lets it be."""

from pathlib import Path

import pytest

from config.server.message_keeper import AGAIN_SECONDS, FIRST_SECONDS, MessageKeeper
from config.webhook_files import ask_for_sending


class RunningProcess:
    """A process that ends when told to. `code`: as `Popen.returncode`."""

    def __init__(self) -> None:
        self.code: int | None = None

    def poll(self) -> int | None:
        return self.code


@pytest.fixture
def started() -> list[RunningProcess]:
    return []


@pytest.fixture
def keeper(tmp_path: Path, started: list[RunningProcess]) -> MessageKeeper:
    """A keeper that began at 0 seconds. `started`: its processes."""
    return MessageKeeper(tmp_path, 0, lambda: started.append(RunningProcess()) or started[-1])


def test_it_is_started_once_a_minute_after_the_server(keeper: MessageKeeper, started: list[RunningProcess]) -> None:
    keeper.look(FIRST_SECONDS - 1)
    assert not started
    keeper.look(FIRST_SECONDS)
    keeper.look(FIRST_SECONDS * 100)
    assert len(started) == 1


def test_one_that_finds_nobody_to_tell_is_started_again_when_somebody_asks(
    keeper: MessageKeeper, started: list[RunningProcess], tmp_path: Path
) -> None:
    keeper.look(FIRST_SECONDS)
    started[0].code = 0
    keeper.look(FIRST_SECONDS * 100)
    assert len(started) == 1
    ask_for_sending(tmp_path)
    keeper.look(FIRST_SECONDS * 100 + 1)
    assert len(started) == 2
    started[1].code = 0
    keeper.look(FIRST_SECONDS * 100 + 2)
    assert len(started) == 2, "one request starts one"


def test_one_that_fails_is_started_again_after_a_minute(keeper: MessageKeeper, started: list[RunningProcess]) -> None:
    keeper.look(FIRST_SECONDS)
    started[0].code = 1
    keeper.look(FIRST_SECONDS + 1)
    keeper.look(FIRST_SECONDS + AGAIN_SECONDS)
    assert len(started) == 1
    keeper.look(FIRST_SECONDS + 1 + AGAIN_SECONDS)
    assert len(started) == 2
