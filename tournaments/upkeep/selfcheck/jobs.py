"""The self-check as a page follows it: done by a process of its own, which keeps in one file how far it is."""

import json
import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

from config.commands import start_command
from config.durable import write_file

from .verdicts import Verdict

STATE_FILE = "selfcheck.json"
SILENT_SECONDS = 700  # a process silent for longer counts as dead


@dataclass(frozen=True)
class SelfCheck:
    """A self-check that runs or is done: `done`, title and verdict of each check; `current`, the title of the one that
    runs, "" when all are done."""

    done: list[tuple[str, Verdict]]
    current: str
    at: float

    @property
    def is_running(self) -> bool:
        """True while more is to come."""
        return bool(self.current) and time.time() - self.at < SILENT_SECONDS

    @property
    def is_ready(self) -> bool:
        """True if all is done and green."""
        return not self.current and all(verdict.is_sound for _title, verdict in self.done)

    @property
    def red(self) -> int:
        """How many checks are red."""
        return sum(not verdict.is_sound for _title, verdict in self.done)


def start_self_check() -> None:
    """Start the self-check in the active language, unless one runs."""
    running = read_self_check()
    if running and running.is_running:
        return
    save_progress([], "…")
    language = (get_language() or settings.LANGUAGE_CODE).partition("-")[0]
    start_command("selfcheck", "--follow", "--language", language)


def save_progress(done: list[tuple[str, Verdict]], current: str) -> None:
    """Keep how far the self-check is. Raises OSError."""
    state: dict[str, Any] = {"done": [[title, verdict.as_json] for title, verdict in done], "current": current}
    write_file(settings.VAR_DIR / STATE_FILE, json.dumps(state).encode())


def read_self_check() -> SelfCheck | None:
    """Return the latest self-check; None if there is none that can be read."""
    file = settings.VAR_DIR / STATE_FILE
    try:
        state = json.loads(file.read_text(encoding="utf-8"))
        done = [(title, Verdict(**verdict)) for title, verdict in state["done"]]
        return SelfCheck(done, state["current"], file.stat().st_mtime)
    except (OSError, ValueError, KeyError, TypeError):
        return None
