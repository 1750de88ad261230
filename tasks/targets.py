"""The task behind each target of the Makefile."""

import os
import re
from collections.abc import Callable

from config.system_calls import become
from corbillon import words
from corbillon.start import choose_port, prepare
from tasks import checks
from tasks.documents import docs
from tasks.environment import ROOT, ensure, python, run
from tasks.lock import lock
from tasks.system import PRINTING, provide

NEEDS_PLACE = re.compile(r"^    python benchmarks/\w+\.py [A-Z]", re.MULTILINE)
"""How a script of benchmarks/ says that it needs a folder or a file, which only a person can name."""


def setup() -> None:
    """Prepare everything that `make run` needs, without starting."""
    ensure(*_list_locks())
    provide(PRINTING)
    prepare(python())


def start() -> None:
    """Prepare, then become the program that serves."""
    choose_port()  # one that cannot be used is said before anything is installed
    ensure(*_list_locks())
    provide(PRINTING)
    become([python(), "-m", "corbillon", "--no-browser"], dict(os.environ))


def _list_locks() -> tuple[str, ...]:
    """Return which files of requirements/ to install: "run", and "postgres" too if that is the database."""
    postgres = os.environ.get("DATABASE_URL", "").startswith("postgres")
    return ("run", "postgres") if postgres else ("run",)


def bench() -> None:
    ensure("dev", "bench")  # some of them run the tests
    for file in sorted((ROOT / "benchmarks").glob("[!_]*.py")):
        is_asked = file.name != "attack.py" and not NEEDS_PLACE.search(file.read_text(encoding="utf-8"))
        if is_asked and run(str(file)):
            raise words.Stop(f"{file.name} n’a pas abouti.", f"{file.name} failed.")


def attack() -> None:
    """Try the attacks that the security document lists."""
    ensure("dev", "bench")
    if run(str(ROOT / "benchmarks" / "attack.py")):
        raise words.Stop("Une attaque n’a pas été repoussée.", "An attack did not fail.")


def build() -> None:
    """Make the files in built/ anew from the files that they are made of. Raises Stop."""
    ensure("dev")
    if run("-m", "tasks.built_files"):
        raise words.Stop("Rien n’a été fabriqué.", "Nothing was built.")


def messages() -> None:
    """Collect the texts on screen into the catalogues and compile them. French is the source; translations are written
    by hand, into the .po files."""
    ensure("dev")
    if run("-m", "tasks.catalogues", str(ROOT)):
        raise words.Stop("Rien n’a été recueilli.", "Nothing was collected.")


def profile() -> None:
    """Print where the time of one page goes; CORBILLON_PAGE names it."""
    ensure("bench")
    page = os.environ.get("CORBILLON_PAGE") or "draw"
    if run(str(ROOT / "benchmarks" / "_profile.py"), page):
        raise words.Stop(f"La page {page} n’a pas pu être mesurée.", f"The page {page} could not be measured.")


TARGETS: dict[str, Callable[..., None]] = {
    "setup": setup,
    "run": start,
    "test": checks.test,
    "check": checks.check,
    "test-book": checks.book,
    "attack": attack,
    "bench": bench,
    "profile": profile,
    "docs": docs,
    "lock": lock,
    "built": build,
    "messages": messages,
}
