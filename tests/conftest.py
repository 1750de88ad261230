"""What all tests share: settings of their own, and the fixtures of tests/fixtures/."""

import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from django.conf import settings

pytest_plugins = ["tests.fixtures.databases", "tests.fixtures.live"]


def pytest_configure(config: pytest.Config) -> None:
    """A house that the tests may dirty; a password hash that costs nothing; static files straight from their folder."""
    settings.VAR_DIR = Path(tempfile.mkdtemp(prefix="corbillon-tests-"))
    settings.SECRET_KEY = "known to every process of one test run"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    settings.STATIC_ROOT = settings.VAR_DIR / "static"
    settings.STATIC_ROOT.mkdir()
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True
    # Playwright keeps an event loop in the test's own thread, where Django would refuse to read the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    gc.disable()  # while everything is loaded: nothing of it ever becomes garbage


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long ones first: walks through pages, which leave a core idle half of the time, beside all the others."""
    items.sort(key=lambda item: "browser" not in item.path.parts)


def pytest_collection_finish() -> None:
    """Half a million objects stay to the end: they are not looked through again and again."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(settings.VAR_DIR)
