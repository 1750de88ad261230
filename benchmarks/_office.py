"""LibreOffice without a window: opens files and saves them again."""

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

PROGRAMS = ("soffice", "libreoffice")
SECONDS = 300
SAVED_CSV = "csv:Text - txt - csv (StarCalc):{separator},34,76,1"
"""Text in UTF-8, with this separator (its code), as in the file that was opened."""


def find_office() -> str | None:
    """Return where LibreOffice is, None where it is not installed."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


def save_again(files: Sequence[Path], ending: str) -> dict[Path, Path]:
    """Open these files, of one form and of different names, and save each in the form of this ending. Return the new
    file of each. Raises SystemExit where LibreOffice makes none."""
    program = find_office()
    assert program is not None, "ask `find_office` first"
    out = Path(tempfile.mkdtemp(dir=files[0].parent))
    command = [program, f"-env:UserInstallation={(out / 'profile').as_uri()}", "--headless"]
    if files[0].suffix == ".csv":
        command += ["--infilter=Text - txt - csv (StarCalc):59,34,76,1"]
    kept_as = SAVED_CSV.format(separator=ord(";")) if ending == "csv" else ending
    command += ["--convert-to", kept_as, "--outdir", str(out), *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    made = {file: out / f"{file.stem}.{ending}" for file in files}
    if missing := [file.name for file in made.values() if not file.exists()]:
        raise SystemExit(f"LibreOffice did not save {missing[:3]}: {done.stderr.strip()[:300]}")
    return made
