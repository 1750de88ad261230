"""The program's own Python: `.venv` beside the Makefile, filled with exactly what a lock in requirements/ names.

What is done is stamped with the lock's content, so the second time nothing is asked of the network.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tasks.words import Stop, say

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
HOLDS_TOO = {"dev": ("run",), "bench": ("run",)}  # what a lock holds besides its own
PIP_OPTIONS = ["--disable-pip-version-check", "--no-input", "--quiet"]


def var_folder() -> Path:
    """Where everything that an installation keeps lies: CORBILLON_VAR, else `var` beside the Makefile."""
    return Path(os.environ.get("CORBILLON_VAR") or ROOT / "var")


def python() -> str:
    """The interpreter in `.venv`."""
    return str(VENV / "bin" / "python")


def run(*arguments: str, **options) -> int:
    """Run the program's Python in the house's folder; returns its exit code."""
    return subprocess.run([python(), *arguments], cwd=ROOT, check=False, **options).returncode


def manage(*words: str) -> None:
    """`manage.py WORDS`; Stop where it fails, after what it said itself."""
    if run("manage.py", *words):
        raise Stop(
            f"manage.py {words[0]} n’a pas abouti (voir ci-dessus).",
            f"manage.py {words[0]} failed (see above).",
        )


def ensure(*locks: str) -> None:
    """`.venv` stands and holds the locks named (`run`, `dev`, `bench`)."""
    _ensure_venv()
    for lock in locks:
        if not _holds(lock):
            _install(lock)
            for held in (lock, *HOLDS_TOO.get(lock, ())):
                _stamp(held).write_text(_fingerprint(held))


def _holds(lock: str) -> bool:
    return _stamp(lock).exists() and _stamp(lock).read_text() == _fingerprint(lock)


def _stamp(lock: str) -> Path:
    return VENV / f"corbillon-{lock}.stamp"


def _fingerprint(lock: str) -> str:
    return hashlib.sha256(_file(lock).read_bytes()).hexdigest()


def _file(lock: str) -> Path:
    return ROOT / "requirements" / f"{lock}.txt"


def _ensure_venv() -> None:
    if _version_of_venv() == sys.version_info[:2]:
        return
    if not os.access(ROOT, os.W_OK):
        raise Stop(
            f"Le dossier {ROOT} est en lecture seule : rien ne peut y être installé ni enregistré.",
            f"The folder {ROOT} is read-only: nothing can be installed or kept in it.",
        )
    say(
        "Premier lancement : installation dans .venv, quelques minutes…",
        "First start: installing into .venv…",
    )
    shutil.rmtree(VENV, ignore_errors=True)
    # Without pip: a bare Debian has no python3-venv to copy it from, and the system's own pip can fill any Python.
    made = subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(VENV)], check=False)
    if made.returncode:
        raise Stop(f"{sys.executable} n’a pas pu créer {VENV}.", f"{sys.executable} could not make {VENV}.")


def _version_of_venv() -> tuple[int, ...] | None:
    """Major and minor of the Python in `.venv`; None where there is none that starts."""
    code = "import sys; print(*sys.version_info[:2])"
    try:
        answer = subprocess.run([python(), "-c", code], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    return tuple(int(part) for part in answer.split())


def _install(lock: str) -> None:
    command = [*pip(), "install", *PIP_OPTIONS, "--require-hashes", "--requirement", str(_file(lock))]
    if subprocess.run(command, cwd=ROOT, env=_pip_environment(), check=False).returncode:
        raise Stop(
            f"L’installation de requirements/{lock}.txt n’a pas abouti (voir ci-dessus). Le réseau est-il là ?",
            f"requirements/{lock}.txt could not be installed (see above). Is the network there?",
        )


def pip() -> list[str]:
    """The command that fills `.venv`: the system's pip (22.3 or newer), else the one Python carries with it."""
    for candidate in (
        [sys.executable, "-m", "pip"],
        [shutil.which("pip3") or ""],
        [shutil.which("pip") or ""],
    ):
        if candidate[0] and _answers([*candidate, "--python", python(), "--version"]):
            return [*candidate, "--python", python()]
    if _answers([python(), "-m", "ensurepip"]):
        return [python(), "-m", "pip"]
    raise Stop(
        "Il manque pip (22.3 ou plus récent). Sur Debian ou Ubuntu : apt install python3-pip",
        "pip (22.3 or newer) is missing. On Debian or Ubuntu: apt install python3-pip",
    )


def _answers(command: list[str]) -> bool:
    return not subprocess.run(command, capture_output=True, env=_pip_environment(), check=False).returncode


def _pip_environment() -> dict[str, str]:
    """The caller's own settings for pip (mirrors, certificates) stay; those that install elsewhere do not."""
    return {k: v for k, v in os.environ.items() if k not in ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PYTHONPATH")}
