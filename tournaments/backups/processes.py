"""Commands of `manage.py` that pages start, and do not wait for."""

import subprocess
import sys

from django.conf import settings


def start_in_background(*words: str) -> None:
    """Start a command of `manage.py` in a process of its own. What comes of it, it writes to a file that pages read."""
    subprocess.Popen(
        [sys.executable, str(settings.BASE_DIR / "manage.py"), *words],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
