"""README and docs keep up with the house: what they name is there, and what they tell to type can be typed."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from tasks.targets import TARGETS
from tests.tidy.sources import ROOT, files

DOCUMENTS = [path for path in files() if path.suffix == ".md"]
CODE = re.compile(r"```.*?\n(.*?)```|`([^`\n]+)`", re.DOTALL)


def _code(text: str) -> str:
    """What stands between backquotes, one piece a line."""
    return "\n".join(block or inline for block, inline in CODE.findall(text))


def _all_code() -> str:
    return "\n".join(_code((ROOT / path).read_text(encoding="utf-8")) for path in DOCUMENTS)


def _named(pattern: str) -> list[str]:
    return sorted(set(re.findall(pattern, _all_code(), re.MULTILINE)))


@pytest.mark.parametrize("target", _named(r"^make ([a-z][a-z-]*)"))
def test_make_knows_it(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("command", _named(r"manage\.py ([a-z]\w*)"))
def test_manage_knows_it(command: str) -> None:
    made = load_command_class(get_commands()[command], command)
    assert made.create_parser("manage.py", command).format_help()


@pytest.mark.parametrize("place", _named(r"(?<![\w./@-])((?:[a-z_.]+/)+[\w.-]*)(?=[\s,;:)]|$)"))
def test_the_place_is_there(place: str) -> None:
    made_there = place.removeprefix("./").startswith(("var/", ".venv/", "dist/"))
    assert made_there or (ROOT / place).exists() or place.endswith("NAME.py")


@pytest.mark.parametrize("variable", _named(r"\b(CORBILLON_[A-Z_]+|[A-Z]+_URL)\b"))
def test_the_variable_is_read(variable: str) -> None:
    folders = (Path("config"), Path("corbillon"), Path("tasks"), Path("tests/fixtures"))
    readers = [path for path in files() if path.suffix == ".py" and set(folders) & set(path.parents)]
    assert any(variable in (ROOT / path).read_text() for path in readers)


def test_every_variable_is_explained() -> None:
    code = [path for path in files() if path.suffix == ".py" and path.parts[0] in ("config", "tasks")]
    read = {
        name for path in code for name in re.findall(r'"(CORBILLON_[A-Z_]+|[A-Z]+_URL)"', (ROOT / path).read_text())
    }
    assert read - set(re.findall(r"[A-Z]+(?:_[A-Z]+)+", (ROOT / "docs" / "deploying.md").read_text())) == set()


def test_the_makefile_and_its_words_agree() -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert targets - {"help"} == set(TARGETS)
