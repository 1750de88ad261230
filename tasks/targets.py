"""The task behind each target of the Makefile."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from tasks import checks, words
from tasks.environment import ROOT, ensure, manage, run, var_folder
from tasks.lock import lock
from tasks.messages import messages
from tasks.serve import serve, wanted_port
from tasks.system import PRINTING, provide


def setup() -> None:
    """Prepare everything that `make run` needs, without starting."""
    ensure("run")
    provide(PRINTING)
    _make_var(var_folder())
    manage("prepare", *([] if os.environ.get("CORBILLON_DEMO") == "0" else ["--demo"]))


def start() -> None:
    port = wanted_port()
    setup()
    serve(port)


def bench() -> None:
    ensure("dev", "bench")  # some of them run the tests
    for file in sorted((ROOT / "benchmarks").glob("[!_]*.py")):
        if run(str(file)):
            raise words.Stop(f"{file.name} n’a pas abouti.", f"{file.name} failed.")


def profile() -> None:
    """Print where the time of one page goes; CORBILLON_PAGE names it."""
    ensure("bench")
    page = os.environ.get("CORBILLON_PAGE") or "draw"
    if run(str(ROOT / "benchmarks" / "_profile.py"), page):
        raise words.Stop(f"La page {page} n’a pas pu être mesurée.", f"The page {page} could not be measured.")


def _make_var(var: Path) -> None:
    """Create the data folder, readable by its owner alone: it holds names, the secret key and a password."""
    with contextlib.suppress(OSError):  # said below, as for a folder that is there
        var.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not os.access(var, os.W_OK):
        raise words.Stop(
            f"Rien ne peut être enregistré dans {var} : le dossier est en lecture seule.",
            f"Nothing can be kept in {var}: the folder is read-only.",
        )


TARGETS: dict[str, Callable[..., None]] = {
    "setup": setup,
    "run": start,
    "test": checks.test,
    "check": checks.check,
    "test-book": checks.book,
    "bench": bench,
    "profile": profile,
    "lock": lock,
    "messages": messages,
}
