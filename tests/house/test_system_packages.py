"""Which packages of the system a test run installs."""

import subprocess

import pytest

from tasks import system
from tasks.system import BROWSER, LIGHT_BROWSER

OTHER = BROWSER.packages[1:]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What apt is asked to install; on this machine it may, and nothing that it installs is ever there."""
    asked: list[tuple[str, ...]] = []

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        if "install" in command:
            asked.append(tuple(command[command.index("--no-install-recommends") + 1 :]))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(system, "_rights", list)
    monkeypatch.setattr(system, "is_administrator", lambda: True)
    monkeypatch.setattr(system.subprocess, "run", run)
    monkeypatch.setattr(system.shutil, "which", lambda program: None)
    return asked


def need_browser(monkeypatch: pytest.MonkeyPatch, met: bool, known: bool) -> system.Need:
    monkeypatch.setattr(system, "_is_known", lambda package: known)
    return system.Need(lambda: met, BROWSER.packages, "", "", BROWSER.lighter)


def test_the_lighter_browser_is_installed_where_apt_knows_it(
    asked: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    need = need_browser(monkeypatch, met=False, known=True)
    assert system.provide(need) == (need,)
    assert asked == [(LIGHT_BROWSER, *OTHER)]


def test_any_browser_is_installed_elsewhere(asked: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    need = need_browser(monkeypatch, met=False, known=False)
    assert system.provide(need) == (need,)
    assert asked == [BROWSER.packages]


@pytest.mark.parametrize("known", [True, False])
def test_beside_a_heavier_browser_the_lighter_one_is_installed_if_apt_knows_it(
    asked: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    assert system.provide(need_browser(monkeypatch, met=True, known=known)) == ()
    assert asked == ([(LIGHT_BROWSER, *OTHER)] if known else [])


def test_nobody_is_asked_for_a_password_to_have_a_lighter_browser(
    asked: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "is_administrator", lambda: False)
    assert system.provide(need_browser(monkeypatch, met=True, known=True)) == () == tuple(asked)
