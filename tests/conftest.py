"""Configure the whole test run: settings of its own, long tests first, and the fixtures of tests/fixtures/."""

import gc
import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone, translation

from config import pango
from config.storage.diagnosis import diagnose_error
from tests.fixtures.amounts import IS_LONG, choose_amount
from tests.fixtures.patience import TEST_SECONDS
from tests.tidy.sources import DENO_PROGRAM

pytest_plugins = [
    "tests.fixtures.databases",
    "tests.fixtures.laptop",
    "tests.fixtures.live_server",
    "tests.fixtures.served_program",
    "tests.fixtures.var_folder",
]


POSIX_FIXTURES = {"new_laptop", "server"}
NO_PANGO, NO_DENO = "this computer has no Pango", "this computer has no deno"
FONTS = "CORBILLON_TEST_FONTS"  # names the folder where all processes of a run keep the fonts that one has unpacked
hypothesis.settings.register_profile(
    "corbillon",
    deadline=None,
    max_examples=choose_amount(30, 100),
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)  # a busy machine is slow
hypothesis.settings.load_profile("corbillon")
os.environ.setdefault("PYTEST_TIMEOUT", str(TEST_SECONDS))  # read by pytest-timeout before `pytest_configure`


def pytest_configure(config: pytest.Config) -> None:
    """Set up a temporary var folder, a cheap password hash and static files served from their source folder."""
    settings.VAR_DIR = Path(tempfile.mkdtemp(prefix="corbillon-tests-"))
    settings.PRINTED_KEY_FILE = None
    settings.PRINTED_KEY = settings.SECRET_KEY = "known to every process of one test run"
    os.environ["CORBILLON_TIME_ZONE"] = settings.TIME_ZONE = "Europe/Paris"  # whatever this computer's is
    timezone.get_default_timezone.cache_clear()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    for name, cache in settings.CACHES.items():
        if settings.DATABASES["default"]["ENGINE"] == "config.sqlite":
            cache["LOCATION"] = str(settings.VAR_DIR / "cache" / name)
    settings.STATIC_ROOT = settings.VAR_DIR / "static"
    settings.STATIC_ROOT.mkdir()
    fonts = settings.VAR_DIR / "fonts"
    if first := os.environ.get(FONTS):
        fonts.symlink_to(first)
    else:
        fonts.mkdir()
        os.environ[FONTS] = str(fonts)
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True
    # Playwright keeps an event loop in the test's own thread, where Django would refuse to read the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    gc.disable()  # while the modules are loaded: what they create lives to the end


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None]:
    """Skip a test that sets paper on a computer without Pango, as Windows is: where every test must run, a skipped one
    fails the run."""
    try:
        return (yield)
    except (OSError, CommandError) as error:
        trouble = diagnose_error(error)
        if trouble and trouble.key == "pango":
            pytest.skip(NO_PANGO)
        raise


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    """Leave no language behind (a request activates its own for the whole thread, and the test client ends none), nor
    what a page of the test kept for the installation, as the hall's address or its Wi-Fi."""
    yield
    translation.deactivate()
    for kept in settings.VAR_DIR.glob("*.json"):
        kept.unlink(missing_ok=True)


@pytest.fixture(autouse=True)
def names_are_not_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no page that somebody types an address on ask the internet for it."""
    monkeypatch.setattr("tournaments.actions.webhooks.addresses.resolve_host", lambda _host, _port: [])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the long form alone tries. Mark the tests of whole processes, which are ended by signals. Run
    first the tests that start whole laptops, the longest of all, so that none is left for the end; then those in a
    browser. Both leave a core idle half of the time, which the other tests then use."""
    if not IS_LONG:
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("long")])
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    for item in items:
        if POSIX_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("posix")
        if item.get_closest_marker("pango") and not pango.is_installed():
            item.add_marker(pytest.mark.skip(NO_PANGO))
        if item.get_closest_marker("deno") and not DENO_PROGRAM.exists():
            item.add_marker(pytest.mark.skip(NO_DENO))
    items.sort(key=_find_turn)


def _find_turn(item: pytest.Item) -> int:
    if "new_laptop" in getattr(item, "fixturenames", ()):
        return 0
    return 1 if "browser" in item.path.parts else 2


def pytest_collection_finish() -> None:
    """Switch the garbage collector on again, without the half million objects that live to the end."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what games that were merged in stages still lack."""
    from tests.games.stages import list_missing

    if missing := list_missing():
        terminalreporter.section("games that are not whole yet")
        for line in missing:
            terminalreporter.write_line(line)


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(settings.VAR_DIR)
