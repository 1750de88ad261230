"""`make messages`: collects the words on screen into the catalogues, and compiles these.

French is the source, so its own catalogue is filled by itself (it is there for its plurals: « 0 jeton »); `scoring`
renders French without one. Translations are written by hand, into the .po files.
"""

import shutil
import subprocess
from pathlib import Path

from tasks.environment import ROOT, ensure, python
from tasks.system import GETTEXT, provide
from tasks.words import Stop, say

PLURALS = {
    "fr": "nplurals=2; plural=(n > 1);",
    "en": "nplurals=2; plural=(n != 1);",
    "it": "nplurals=2; plural=(n != 1);",
}
PAGES_SPEAK = ("fr", "en", "it")
NOT_OF_PAGES = (".venv", "var", "tests", "tasks", "benchmarks", "scoring")
# How `scoring` marks its sentences.
MARKS = ("--keyword", "--keyword=Text", "--keyword=gettext", "--keyword=plural:1,2")
HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"
"""


def messages() -> None:
    ensure("dev")
    if provide(GETTEXT):
        raise Stop("Rien n’a été recueilli.", "Nothing was collected.")
    collect(ROOT, python())
    for catalogue in catalogues(ROOT):
        _call("msgfmt", "--check-format", "--output-file", catalogue.with_suffix(".mo"), catalogue)
        say(f"{catalogue.relative_to(ROOT)}: {missing(catalogue) or 'tout est traduit / all is translated'}")


def collect(root: Path, interpreter: str) -> None:
    """Bring the .po files below `root` up to date with the words in its code and its templates."""
    _collect_pages(root, interpreter)
    _collect_scoring(root)
    for catalogue in catalogues(root):
        _settle_header(catalogue)


def catalogues(root: Path) -> list[Path]:
    return sorted([*(root / "locale").rglob("*.po"), *(root / "scoring" / "locale").rglob("*.po")])


def missing(catalogue: Path) -> str:
    """The entries without a translation, as gettext writes them; empty where there is none."""
    left = _call("msgattrib", "--untranslated", "--no-obsolete", "--no-wrap", catalogue)
    return left.partition("\n\n")[2].strip()


def _collect_pages(root: Path, interpreter: str) -> None:
    languages = [word for language in PAGES_SPEAK for word in ("--locale", language)]
    ignored = [word for folder in NOT_OF_PAGES for word in ("--ignore", folder)]
    options = ["--no-location", "--no-obsolete", "--no-wrap", "--verbosity", "0"]
    command = [interpreter, "manage.py", "makemessages", *languages, *ignored, *options]
    subprocess.run(command, cwd=root, check=True)
    french = root / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    _call("msgen", "--no-wrap", "--output-file", french, french)


def _collect_scoring(root: Path) -> None:
    template = root / "scoring" / "locale" / "scoring.pot"
    template.parent.mkdir(exist_ok=True)
    code = sorted((root / "scoring").rglob("*.py"))
    _call(
        "xgettext",
        *MARKS,
        "--language=Python",
        "--from-code=UTF-8",
        "--no-location",
        "--no-wrap",
        "-o",
        template,
        *code,
    )
    template.write_text(template.read_text().replace("charset=CHARSET", "charset=UTF-8"))
    for language in PLURALS.keys() - {"fr"}:
        catalogue = template.parent / language / "LC_MESSAGES" / "scoring.po"
        if catalogue.exists():
            _call(
                "msgmerge",
                "--quiet",
                "--no-fuzzy-matching",
                "--update",
                "--backup=none",
                "--no-wrap",
                catalogue,
                template,
            )
            _call("msgattrib", "--no-obsolete", "--no-wrap", "-o", catalogue, catalogue)
        else:
            catalogue.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(template, catalogue)
    template.unlink()


def _settle_header(catalogue: Path) -> None:
    """The same header each time: no dates, so that only words make a difference."""
    language = catalogue.parts[-3]
    _, _, entries = catalogue.read_text(encoding="utf-8").partition("\n\n")
    header = HEADER.format(language=language, plurals=PLURALS[language])
    catalogue.write_text(f"{header}\n{entries}", encoding="utf-8")


def _call(tool: str, *arguments: str | Path) -> str:
    """What one of GNU gettext's tools prints; Stop with its complaint where it fails."""
    done = subprocess.run([tool, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Stop(f"{tool} n’a pas abouti : {done.stderr}", f"{tool} failed: {done.stderr}")
    return done.stdout
