"""The program's virtual environment: `.venv` beside the Makefile, with exactly the packages of a lock in requirements/.

A stamp file holds the digest of the lock that was installed, so that a second run needs no network.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from corbillon.start import refuse_folder
from corbillon.words import Stop, say
from tasks.installing import run_pip
from tasks.pruning import prune_packages

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHONS = (VENV / "bin" / "python", VENV / "Scripts" / "python.exe")  # where a system's Python puts itself
PRUNED = ("run", "postgres")  # the locks of those who only run it
HOLDS_TOO = {"dev": ("run", "postgres")}  # what a lock holds besides its own
NOTICES = {  # what is said before a lock that not everybody needs
    "postgres": (
        "DATABASE_URL nomme PostgreSQL : son pilote va dans .venv…",
        "DATABASE_URL names PostgreSQL: its driver goes into .venv…",
    )
}
PIP_OPTIONS = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off", "--no-compile"]


def python() -> str:
    """Return the path of the interpreter in `.venv`."""
    return str(next((path for path in PYTHONS if path.exists()), PYTHONS[0]))


def run(*arguments: str, **options) -> int:
    """Run the interpreter of `.venv` in the project's folder; return its exit code."""
    return subprocess.run([python(), *arguments], cwd=ROOT, check=False, **options).returncode


def ensure(*locks: str) -> None:
    """Create `.venv` if needed and install what these files of requirements/ pin (`run`, `postgres`, `dev`, `bench`),
    unless it has it."""
    _ensure_venv()
    for lock in locks:
        if not _holds(lock):
            if lock in NOTICES:
                say(*NOTICES[lock])
            _install(lock)
            if lock in PRUNED:
                _prune()
            for held in (lock, *HOLDS_TOO.get(lock, ())):
                _stamp(held).write_text(_fingerprint(held))


def _prune() -> None:
    for packages in VENV.rglob("site-packages"):
        prune_packages(packages)


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
        raise refuse_folder(ROOT)
    say(
        "Premier lancement : les paquets vont dans .venv, quelques minutes…",
        "First start: the packages go into .venv, a few minutes…",
    )
    shutil.rmtree(VENV, ignore_errors=True)
    # Without pip: a bare Debian has no python3-venv to copy it from, and the system's own pip can fill any Python.
    made = subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(VENV)], check=False)
    if made.returncode:
        raise Stop(f"{sys.executable} n’a pas pu créer {VENV}.", f"{sys.executable} could not make {VENV}.")


def _version_of_venv() -> tuple[int, ...] | None:
    """Return (major, minor) of the Python in `.venv`; None if there is none that starts."""
    code = "import sys; print(*sys.version_info[:2])"
    try:
        answer = subprocess.run([python(), "-c", code], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    return tuple(int(part) for part in answer.split())


def _install(lock: str) -> None:
    # Without dependencies, for a lock names them all: where one of them asks for another with an extra, pip before 23.3
    # (Debian 12's) looks at the newest version of that one, finds no hash for it and installs nothing.
    command = [*pip(), "install", *PIP_OPTIONS, "--no-deps", "--require-hashes", "--requirement", str(_file(lock))]
    if not run_pip(command, _file(lock), ROOT, _pip_environment()):
        raise Stop(
            f"L’installation de requirements/{lock}.txt n’a pas abouti (voir ci-dessus). Le réseau est-il là ?",
            f"requirements/{lock}.txt could not be installed (see above). Is the network there?",
        )


def pip() -> list[str]:
    """Return the pip command that installs into `.venv`: the system's pip (22.3 or newer), else Python's own."""
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
    """Return pip's environment: the caller's settings (mirrors, certificates) without those that install elsewhere, and
    the version of what builds a package that comes as source."""
    ours = {k: v for k, v in os.environ.items() if k not in ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PYTHONPATH")}
    builders = str(ROOT / "requirements" / "build.txt")
    return ours | {"PIP_CONSTRAINT": builders, "PIP_BUILD_CONSTRAINT": builders}  # older and newer pips'
