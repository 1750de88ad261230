"""Commands of `manage.py`: how a person types them in this installation, and how one is started in a process of its own
that nothing waits for.

Standard library only; knows no page and no table.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from config.parent import PARENT_VARIABLE
from config.system_calls import get_detached_options

ROOT = Path(__file__).resolve().parent.parent
IS_CHECKOUT = (ROOT / "Makefile").is_file()  # else it was installed, and the command `corbillon` does everything
START = "make run" if IS_CHECKOUT else "corbillon"
PREPARE = "make setup" if IS_CHECKOUT else "corbillon prepare"
ADD_DRIVER = PREPARE if IS_CHECKOUT else 'pipx inject corbillon "psycopg[binary]"'

Process = subprocess.Popen[bytes]


def _find_manage_command() -> str:
    """Return what a person types before the name of a command, in the program's folder: `.venv/bin/python manage.py` in
    a checkout, `corbillon` in an installed copy."""
    if not IS_CHECKOUT:
        return "corbillon"
    python = Path(sys.executable)
    return f"{python.relative_to(ROOT) if python.is_relative_to(ROOT) else python} manage.py"


MANAGE = _find_manage_command()


def start_command(*words: str, output: IO[bytes] | None = None, variables: Mapping[str, str] | None = None) -> Process:
    """Start `manage.py` with these words in a process that Ctrl-C does not reach, and return it.

    `output`: the file for what it says, else that is lost; `variables`: more for its environment.
    """
    ours = {"DJANGO_SETTINGS_MODULE": "config.settings", PARENT_VARIABLE: str(os.getpid())}
    return subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), *words],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=output or subprocess.DEVNULL,
        stderr=output or subprocess.DEVNULL,
        env={**os.environ, **ours, **(variables or {})},
        **get_detached_options(),
    )
