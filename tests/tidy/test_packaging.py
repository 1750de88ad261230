"""What builds the packages, as far as it can be tried here: shells read their scripts, what these copy is there."""

import re
import subprocess
import tomllib
from pathlib import Path
from runpy import run_path

import pytest

from tasks.environment import VENV
from tests.fixtures.patience import PROCESS_SECONDS
from tests.tidy.sources import ROOT, files

PARTS = [path for path in files() if path.parts[0] == "packaging"]
COPIED = re.compile(r"\$(?:root|PSScriptRoot)[\\/]([\w.\\/-]+\.\w+)")


@pytest.mark.posix
def test_the_shell_scripts_can_be_read() -> None:
    scripts = [path for path in PARTS if (ROOT / path).read_text(encoding="utf-8").startswith("#!/bin/sh")]
    assert len(scripts) > 4
    for path in scripts:
        read = subprocess.run(["sh", "-n", ROOT / path], capture_output=True, text=True, timeout=PROCESS_SECONDS)
        assert read.stderr == ""


def test_the_item_of_the_menu_bar_can_be_read() -> None:
    read = [str(VENV / "bin" / "deno"), "fmt", "--check", "--line-width", "120", "packaging/macos/tray.js"]
    done = subprocess.run(read, cwd=ROOT, capture_output=True, text=True, timeout=PROCESS_SECONDS)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", [path for path in PARTS if path.name.startswith("build.")], ids=str)
def test_what_a_build_copies_is_there(path: Path) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    copied = [name.replace("\\", "/") for name in COPIED.findall(text) if "dist" not in name]
    here = (ROOT, (ROOT / path).parent)
    gone = [name for name in copied if not any((folder / name).exists() for folder in here)]
    assert copied, "the recipe copies what is not there: correct its name"
    assert gone == [], "the recipe copies what is not there: correct its name"


def test_what_lies_beside_windows_command_is_there() -> None:
    beside = run_path(str(ROOT / "packaging" / "windows" / "assemble.py"))["BESIDE"]
    gone = [name for name in beside if not (ROOT / name).is_file()]
    assert gone == [], "the recipe copies what is not there: correct its name"


@pytest.mark.posix  # its `objdump` is a script of the shell
def test_windows_copy_has_pangos_libraries_what_they_load_their_licences_and_where_fonts_are(tmp_path: Path) -> None:
    built, laid = tmp_path / "built", tmp_path / "laid"
    (built / "bin" / "licences").mkdir(parents=True)
    (built / "etc" / "fonts").mkdir(parents=True)
    laid.mkdir()
    named = ["bin/libpango-1.0-0.dll", "bin/libffi-8.dll", "bin/other.dll", "bin/licences/pango.txt"]
    for name in (*named, "etc/fonts/fonts.conf"):
        (built / name).touch()
    (built / "bin" / "objdump").write_text("#!/bin/sh\necho '	DLL Name: libffi-8.dll'\n", encoding="ascii")
    (built / "bin" / "objdump").chmod(0o755)
    run_path(str(ROOT / "packaging" / "windows" / "assemble.py"))["copy_libraries"](built / "bin", laid)
    assert sorted(file.relative_to(laid).as_posix() for file in laid.rglob("*.*")) == [
        "etc/fonts/fonts.conf",
        "libffi-8.dll",
        "libpango-1.0-0.dll",
        "licences/pango.txt",
    ]


@pytest.mark.parametrize("recipe", ["build_deb.py", "container/Containerfile"])
def test_the_debian_package_and_the_container_hold_the_driver_of_postgresql(recipe: str) -> None:
    text = (ROOT / "packaging" / recipe).read_text(encoding="utf-8")
    assert "postgres.txt" in text
    assert not re.search(r"\brun\.txt", text)


def test_an_installed_program_holds_no_tests_and_no_tools() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = settings["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert not {"tests", "tasks", "benchmarks", "packaging"} & {each.split("/")[0] for each in wheel["only-include"]}
