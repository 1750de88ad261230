"""The checks that write: in a scratch installation, a folder of the var folder with a database, a key and processes of
its own, which is deleted at the end."""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from config import pango
from config.commands import PREPARE
from config.durable import create_folder
from config.storage import troubles
from scoring import FIRST_GAME
from tournaments.exchange.backup import write_archive

from .verdicts import Verdict, build_trouble_verdict

PREFIX = "selfcheck-"
SECONDS = 600  # for one command, on the slowest laptop
PLAYERS = "4"
DOCUMENT = "standings"


class ScratchInstallation:
    """An installation in a temporary folder, for the `with` block. `tournament`: the id of the tournament simulated
    there; `prefix`: what the folder's name begins with. Each kind of check has a prefix of its own, and only one
    installation of a prefix exists at a time."""

    def __init__(self, prefix: str = PREFIX) -> None:
        self._prefix = prefix

    def __enter__(self) -> "ScratchInstallation":
        for left in settings.VAR_DIR.glob(f"{self._prefix}*"):  # by a check that was cut short
            with suppress(OSError):
                shutil.rmtree(left)
        self.folder = create_folder(settings.VAR_DIR, self._prefix)
        self.tournament = ""
        return self

    def __exit__(self, *exception: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def var(self) -> Path:
        """The var folder of the scratch installation."""
        return self.folder / "var"

    @property
    def database(self) -> Path:
        """The database file of the scratch installation."""
        return self.var / "corbillon.sqlite3"

    def restore(self, file: Path) -> str:
        """Restore a backup there, which scores every record again. Return "", or why that did not succeed."""
        self.var.mkdir(mode=0o700)
        try:
            succeeded, output = self.run_command("restore", str(file))
        except subprocess.TimeoutExpired as error:
            return str(error)
        return "" if succeeded else output or "?"

    def run_command(self, *words: str) -> tuple[bool, str]:
        """Run a command of `manage.py` there; return whether it succeeded, and the end of what it said."""
        done = subprocess.run(
            [sys.executable, str(settings.BASE_DIR / "manage.py"), *words],
            cwd=settings.BASE_DIR,
            env=os.environ | {"CORBILLON_VAR": str(self.var), "DATABASE_URL": f"sqlite:///{self.database}"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
        lines = (done.stdout if done.returncode == 0 else done.stderr).strip().splitlines()
        return done.returncode == 0, "\n".join(lines[-3:])


def check_backup(scratch: ScratchInstallation) -> Verdict:
    """Make a backup, restore it in the scratch installation, and score every record again there."""
    file = scratch.folder / "backup.zip"
    write_archive(file)
    why = scratch.restore(file)
    if not why:
        succeeded, output = scratch.run_command("recheck")
        why = "" if succeeded else output
    if why:
        return Verdict(False, _("La copie ne se relit pas : %(why)s") % {"why": why}, PREPARE)
    size = filesizeformat(file.stat().st_size)
    return Verdict(True, _("Une copie (%(size)s) a été faite, relue et recomptée en entier.") % {"size": size})


def check_book(scratch: ScratchInstallation) -> Verdict:
    """Check the records: play a whole tournament in the scratch installation, and score all of it again."""
    succeeded, output = scratch.run_command("simulate", "--game", FIRST_GAME.key, "--players", PLAYERS)
    if succeeded:
        scratch.tournament = output.splitlines()[-1]
        succeeded, output = scratch.run_command("recheck", scratch.tournament)
    if not succeeded:
        return Verdict(False, _("Le livre n’a pas pu être écrit et recompté : %(why)s") % {"why": output}, PREPARE)
    return Verdict(True, _("Une partie a été écrite dans un livre d’essai, et recomptée."))


def check_print(scratch: ScratchInstallation) -> Verdict:
    """Check printing: make a real document of the tournament played in the scratch installation."""
    if not pango.is_installed():
        return build_trouble_verdict(troubles.build_pango_trouble())
    if (fonts := settings.VAR_DIR / "fonts").is_dir():  # as this installation unpacked them, which takes seconds
        shutil.copytree(fonts, scratch.var / "fonts", dirs_exist_ok=True)
    file = scratch.folder / "paper.pdf"
    succeeded, output = scratch.run_command("print", scratch.tournament, DOCUMENT, "-o", str(file))
    if not (succeeded and file.exists() and file.read_bytes().startswith(b"%PDF-")):
        return Verdict(False, _("Aucun PDF n’a pu être fait : %(why)s") % {"why": output}, PREPARE)
    return Verdict(True, _("Un vrai PDF (%(size)s) a été fait.") % {"size": filesizeformat(file.stat().st_size)})
