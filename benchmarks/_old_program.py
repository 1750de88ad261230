"""The program as it was before its newest migration, checked out from the project's history: one of several servers
that is not brought up to date yet."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from _installation import ROOT

if TYPE_CHECKING:
    from federation import Federation

READY_SECONDS = 180


def start_old_server(federation: Federation, n: int) -> Path | None:
    """Prepare the database by the older program, and start server `n` of it; it has answered once, and so goes on when
    the database is brought up to date. Return its folder; None where there is no history."""
    old = federation.folder / "old"
    newest = ask_git("log", "-1", "--format=%H", "--", "tournaments/migrations")
    if not newest:
        print("no older program: this is no clone of the project")
        return None
    ask_git("worktree", "add", "--detach", str(old), f"{newest}^")
    var = federation.folder / "prepared-old"
    var.mkdir(mode=0o700)
    environment = os.environ | {"CORBILLON_VAR": str(var), "DATABASE_URL": federation.url}
    subprocess.run(
        [sys.executable, "manage.py", "prepare"], cwd=old, env=environment, check=True, stdout=subprocess.DEVNULL
    )
    federation.start_ours(n, program=old, static=var / "static", own={"DATABASE_URL": federation.url})
    until, page = time.monotonic() + READY_SECONDS, f"http://127.0.0.1:{federation.ports[f'ours {n}']}/"
    while not can_read(page):
        if time.monotonic() > until:
            raise SystemExit("the older program does not answer")
        time.sleep(0.5)
    return old


def can_read(page: str) -> bool:
    """True if the page is shown."""
    with suppress(HTTPError, URLError, OSError):
        return urlopen(page, timeout=10).status == 200
    return False


def remove_old_program(old: Path | None) -> None:
    """Remove what was checked out."""
    if old:
        ask_git("worktree", "remove", "--force", str(old))


def ask_git(*words: str) -> str:
    """Return what git says of the project; "" where it cannot."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
