"""README and docs keep up with the house: what they name is there, and what they tell to type can be typed."""

import re
import shlex
import subprocess
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command, get_commands, load_command_class

from tasks.targets import TARGETS
from tests.fixtures.patience import PROCESS_SECONDS
from tests.tidy.sources import ROOT, files
from tournaments.models import Tournament

DOCUMENTS = [path for path in files() if path.suffix == ".md"]
CODE = re.compile(r"```.*?\n(.*?)```|`([^`\n]+)`", re.DOTALL)
CONTENTS = re.compile(r"```\{toctree\}.*?```", re.DOTALL)  # of the site: sphinx looks whether they are there
ABRIDGED = {"recheck --head", "recheck --since", "simulate --draw"}  # options without their word
PLACEHOLDERS = {"FILE": "file", "FICHIER": "file", "NAME": "claire", "NOM": "claire"}


def _code(text: str) -> str:
    """What stands between backquotes, one piece a line."""
    return "\n".join(block or inline for block, inline in CODE.findall(CONTENTS.sub("", text)))


def _all_code() -> str:
    return "\n".join(_code((ROOT / path).read_text(encoding="utf-8")) for path in DOCUMENTS)


def _named(pattern: str) -> list[str]:
    return sorted(set(re.findall(pattern, _all_code(), re.MULTILINE)))


@pytest.mark.parametrize("target", _named(r"^make ([a-z][a-z-]*)"))
def test_make_knows_it(target: str) -> None:
    known = re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert known, f"a document says `make {target}`, which the Makefile has not"


@pytest.mark.parametrize("command", _named(r"manage\.py ([a-z]\w*)"))
def test_manage_knows_it(command: str) -> None:
    made = load_command_class(get_commands()[command], command)
    assert made.create_parser("manage.py", command).format_help()


def _list_command_lines() -> list[str]:
    """Return what stands after `manage.py` wherever a document tells to type more than a command's name."""
    lines = re.findall(r"manage\.py ([a-z]\w* [^\n|&;#…]+)", _all_code())
    return sorted({line.strip() for line in lines} - ABRIDGED)


@pytest.mark.parametrize("line", _list_command_lines())
def test_a_command_takes_the_words_that_a_document_types_after_it(line: str) -> None:
    command, *words = [PLACEHOLDERS.get(word, word) for word in shlex.split(line)]
    load_command_class(get_commands()[command], command).create_parser("manage.py", command).parse_args(words)


@pytest.mark.django_db
def test_the_first_hour_s_commands_run() -> None:
    text = (ROOT / "docs" / "developers.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\.venv/bin/python manage\.py (.+)$", text, re.MULTILINE)
    for command, *words in map(shlex.split, lines):
        call_command(command, *words, stdout=StringIO())
    assert [line.split()[0] for line in lines] == ["simulate", "recheck"]
    assert Tournament.objects.count() == 1


@pytest.mark.posix
def test_what_is_typed_into_a_shell_can_be_read_by_it() -> None:
    """Those of other programs (apt, systemctl, podman) are read, not run: nobody tries them here."""
    texts = [CONTENTS.sub("", (ROOT / path).read_text(encoding="utf-8")) for path in DOCUMENTS]
    blocks = [found for text in texts for found in re.findall(r"^```(\w*)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)]
    shell = [block for language, block in blocks if language in ("", "sh")]
    typed = "\n".join(block for block in shell if not re.match(r"[a-z_]+/|GRANT ", block))
    read = subprocess.run(["bash", "-n"], input=typed, capture_output=True, text=True, timeout=PROCESS_SECONDS)
    assert (read.returncode, read.stderr) == (0, "")
    assert "make run" in typed


@pytest.mark.parametrize("place", _named(r"(?<![\w./@-])((?:[a-z_.]+/)+[\w.-]*)(?=[\s,;:)]|$)"))
def test_the_place_is_there(place: str) -> None:
    made_there = place.removeprefix("./").startswith(("var/", ".venv/", "dist/"))
    there = made_there or (ROOT / place).exists() or place.endswith("NAME.py")
    assert there, f"a document names {place}, which is not there: correct its name, or write it without backquotes"


@pytest.mark.parametrize("variable", _named(r"\b(CORBILLON_[A-Z_]+|[A-Z]+_URL)\b"))
def test_the_variable_is_read(variable: str) -> None:
    folders = (Path("config"), Path("corbillon"), Path("tasks"), Path("tests/fixtures"))
    readers = [path for path in files() if path.suffix == ".py" and set(folders) & set(path.parents)]
    read = any(variable in (ROOT / path).read_text(encoding="utf-8") for path in readers)
    assert read, f"a document names {variable}, which nothing reads"


def test_every_variable_is_explained() -> None:
    code = [path for path in files() if path.suffix == ".py" and path.parts[0] in ("config", "tasks")]
    read = {
        name
        for path in code
        for name in re.findall(r'"(CORBILLON_[A-Z_]+|[A-Z]+_URL)"', (ROOT / path).read_text(encoding="utf-8"))
    }
    pages = "".join((ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("deploying.md", "developers.md"))
    explained = set(re.findall(r"[A-Z]+(?:_[A-Z]+)+", pages))
    assert read - explained == set(), "explain the variable in docs/deploying.md or docs/developers.md"


def test_the_makefile_and_its_words_agree() -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert targets - {"help"} == set(TARGETS), "what make can do stands in the Makefile and in tasks/targets.py"
