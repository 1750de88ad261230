"""`make messages`: collects the words on screen into the catalogues, and compiles these.

French is the source, so its own catalogue is filled by itself (it is there for its plurals: « 0 jeton »).
"""

import shutil
import subprocess
from pathlib import Path

from setup.environment import ROOT, ensure, manage
from setup.system import GETTEXT, provide
from setup.words import Stop

LANGUAGES = ("fr", "en", "it")
NOT_OURS = (".venv", "var", "tests", "setup", "benchmarks", "scoring")


def messages() -> None:
    ensure("dev")
    if provide(GETTEXT):
        raise Stop("Rien n’a été recueilli.", "Nothing was collected.")
    languages = [word for language in LANGUAGES for word in ("--locale", language)]
    ignored = [word for folder in NOT_OURS for word in ("--ignore", folder)]
    manage("makemessages", *languages, *ignored, "--no-location", "--no-obsolete", "--no-wrap")
    french = ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    _gettext("msgen", "--no-wrap", "--output-file", french, french)
    for catalogue in sorted([*(ROOT / "locale").rglob("*.po"), *(ROOT / "scoring" / "locale").rglob("*.po")]):
        _gettext("msgfmt", "--check", "--output-file", catalogue.with_suffix(".mo"), catalogue)


def _gettext(tool: str, *arguments: str | Path) -> None:
    """One of GNU gettext's tools; Stop where it fails, after what it said."""
    program = shutil.which(tool)
    if not program or subprocess.run([program, *arguments], check=False).returncode:
        raise Stop(f"{tool} n’a pas abouti (voir ci-dessus).", f"{tool} failed (see above).")
