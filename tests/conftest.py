"""What all tests share: settings of their own, and the fixtures of tests/fixtures/."""

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


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(settings.VAR_DIR)
