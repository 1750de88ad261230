"""Run `make docs`: take the documents' pictures from the running program, and build the site in dist/docs."""

import os
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from corbillon.words import Stop, say
from tasks.environment import ROOT, ensure, python, run
from tasks.system import BROWSER, provide

SITE = ROOT / "dist" / "docs"
FIND_TABLE = (
    "from tournaments.book.table_keys import table_key; from tournaments.models import Table;"
    "print(table_key(Table.objects.get(n=2)))"
)


def docs() -> None:
    """Take the pictures where a browser is, and build the site. Raises Stop."""
    ensure("dev")
    if not provide(BROWSER):
        take_pictures(ROOT / "static" / "guide")
    if run("-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "docs", str(SITE)):
        raise Stop("Les documents n’ont pas pu être assemblés.", "The documents could not be put together.")
    say(f"{SITE / 'index.html'}")


def take_pictures(folder: Path) -> None:
    """Take the pictures from a demonstration that is made for it, and deleted."""
    with tempfile.TemporaryDirectory() as scratch:
        var = Path(scratch) / "var"
        ours = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        ours |= {"CORBILLON_VAR": str(var), "CORBILLON_BACKUPS": "0", "CORBILLON_WORKERS": "1"}
        _call(ours, "manage.py", "prepare", "--demo")
        _call(ours, "manage.py", "backup")  # else the page «état» warns that there is none
        password = (var / "organiser.txt").read_text(encoding="utf-8").split()[-1]
        table = _call(ours, "manage.py", "shell", "--verbosity", "0", "-c", FIND_TABLE).strip()
        with _serving(ours) as address:
            _call(ours, "-m", "tasks.screenshots", address, password, table, str(folder))


def _call(environment: dict[str, str], *words: str) -> str:
    """Run the interpreter of `.venv` with these words. Return what it printed. Raises Stop."""
    done = subprocess.run(
        [python(), *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    if done.returncode:
        raise Stop(f"{' '.join(words)} a échoué : {done.stderr}", f"{' '.join(words)} failed: {done.stderr}")
    return done.stdout


@contextmanager
def _serving(environment: dict[str, str]) -> Iterator[str]:
    """Serve the installation inside the `with` block; yield its address. Who asks before it is up waits for it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        bound = environment | {"CORBILLON_BIND": f"fd://{listener.fileno()}"}
        server = subprocess.Popen([python(), "-m", "config.server"], cwd=ROOT, env=bound, pass_fds=[listener.fileno()])
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.terminate()
            server.wait(60)
