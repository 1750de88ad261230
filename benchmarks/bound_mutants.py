"""How many of the bounds of what a stranger may send the tests hold: each is made a thousand times as wide wherever it
is used, by itself, in a copy of the program, and the tests of its file run there. (What it is, in figures, is held by
the table of bounds in docs/security.md.)

    python benchmarks/bound_mutants.py [WORD…]      # only the bounds whose line contains one of these words

A bound is a constant of a file of BOUNDED that is named by one of WORDS; one of LEAST becomes nothing. What keeps
nobody out is listed in NO_BOUNDS, with why. Prints the bounds that no test notices; exits 1 if there is one.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
WIDER = 1000
LEAST = {"LEAST", "SHORTEST"}
RECORDS = ("ANYBODY", "PAPER", "KNOWN")  # of several numbers
WORDS = {
    *LEAST,
    "MAX",
    "MOST",
    "LONGEST",
    "SECONDS",
    "LIFETIME",
    "TRIES",
    "WAIT",
    "PAUSE",
    "FACTOR",
    "CHANCES",
    "ROW",
} | {
    *("CROWDED", "ROOMY", "ANYBODY", "PAPER"),
}
SECONDS = 400
HOUSE, WEB = "tests/house", "tests/web"
SERVER = (f"{HOUSE}/test_request_parsing.py", f"{HOUSE}/test_server.py", f"{HOUSE}/test_unread_answers.py")
LISTS = (f"{WEB}/test_hostile_player_lists.py", f"{WEB}/test_player_lists.py")
BOUNDED: dict[str, tuple[str, ...]] = {
    "config/body_limit.py": (f"{HOUSE}/test_body_limit.py",),
    "config/devices.py": (f"{HOUSE}/test_accounts.py",),
    "config/newest_version.py": (f"{HOUSE}/test_newest_version.py",),
    "config/server/channel.py": SERVER,
    "config/server/lanes.py": (f"{HOUSE}/test_lanes.py",),
    "config/server/limits.py": SERVER,
    "config/server/questions.py": (f"{HOUSE}/test_lanes.py",),
    "config/server/worker.py": SERVER,
    "tournaments/actions/people/answers.py": (f"{WEB}/test_api_writing.py", f"{WEB}/test_api_refusals.py"),
    "tournaments/actions/people/invitations.py": (f"{WEB}/test_members.py", f"{WEB}/test_jumping_clock.py"),
    "tournaments/actions/people/signing_up.py": (f"{WEB}/test_signing_up.py",),
    "tournaments/actions/people/tokens.py": (f"{WEB}/test_members.py",),
    "tournaments/actions/people/tries.py": (f"{HOUSE}/test_accounts.py", f"{HOUSE}/test_confirming.py"),
    "tournaments/actions/webhooks/receivers.py": ("tests/webhooks/test_pages.py",),
    "tournaments/api/cursors.py": (f"{WEB}/test_api_reading.py", f"{WEB}/test_api_refusals.py"),
    "tournaments/api/once.py": (f"{WEB}/test_api_writing.py", f"{WEB}/test_api_refusals.py"),
    "tournaments/api/webhooks/sending.py": ("tests/webhooks/test_sending.py",),
    "tournaments/exchange/backup_archive.py": ("tests/book/test_malformed_backups.py",),
    "tournaments/exchange/trf/trf_reader.py": ("tests/book/test_trf.py", "tests/book/test_foreign_reports.py"),
    "tournaments/forms/fields.py": (f"{WEB}/test_numbers.py", f"{WEB}/test_lists_of_people.py"),
    "tournaments/forms/lists/cards.py": LISTS,
    "tournaments/forms/lists/number_formats.py": LISTS,
    "tournaments/forms/lists/sheets.py": LISTS,
    "tournaments/forms/lists/xlsx.py": LISTS,
    "tournaments/forms/lists/zipped_xml.py": LISTS,
    "tournaments/forms/paper_sheet.py": (f"{WEB}/test_paper_sheets.py",),
    "tournaments/forms/phone/tricks.py": (f"{WEB}/test_phone_tricks.py", f"{WEB}/test_organiser_tricks.py"),
    "tournaments/views/numbers.py": (f"{WEB}/test_numbers.py",),
    "tournaments/views/polled_parts.py": (f"{WEB}/test_polled.py",),
    "tournaments/views/public/signing_up.py": (f"{WEB}/test_signing_up.py",),
}
NO_BOUNDS = {
    "config/server/worker.py CHECK_SECONDS": "How often the loop looks who is late; the tests look themselves.",
    "config/server/worker.py GRACE_SECONDS": "Of whoever stops the server.",
    "config/server/worker.py SWITCH_SECONDS": "Between threads, of Python.",
    "tournaments/forms/paper_sheet.py MOST_OF_TWO_FIGURES": "How wide a cell is drawn.",
    "tournaments/forms/lists/number_formats.py MOST_EXACT": "From here on a number is shown with its power of ten.",
}


class BoundMutant(NamedTuple):
    """A bound, and the source of each file where it is used, without it. `name`: "file NAME"."""

    path: str
    name: str
    sources: dict[str, str]


def list_mutants() -> Iterator[BoundMutant]:
    """Yield each bound with the sources that lack it."""
    rooms = ("config", "tournaments", "scoring")
    files = [path.relative_to(ROOT).as_posix() for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in files}
    for path in BOUNDED:
        for node in ast.parse(texts[path]).body:
            for name in list_names(node):
                users = [path, *(each for each in files if name in texts[each] and imports(texts[each], path, name))]
                sources = {each: widen_uses(texts[each], name) for each in users}
                changed = {each: source for each, source in sources.items() if source != texts[each]}
                yield BoundMutant(path, f"{path} {name}", changed)


def list_names(node: ast.stmt) -> list[str]:
    """Return the names of the bounds that a statement declares."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return []
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
    has_number = re.search("[1-9]", ast.unparse(node.value)) and not isinstance(
        node.value, ast.Constant | ast.JoinedStr
    )
    is_number = isinstance(node.value, ast.Constant) and type(node.value.value) in (int, float)
    return [name for name in names if (has_number or is_number) and not WORDS.isdisjoint(name.split("_"))]


def imports(text: str, path: str, name: str) -> bool:
    """True if a file takes this name from the file `path`."""
    module = path.removesuffix(".py").rpartition("/")[2]
    found = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom))
    return any(
        (node.module or "").rpartition(".")[2] == module and name in {each.name for each in node.names}
        for node in found
    )


def widen_uses(text: str, name: str) -> str:
    """Return the source in which the bound is next to none wherever it is used."""
    lines = text.encode().splitlines(keepends=True)
    uses = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name) and node.id == name]
    for node in sorted(uses, key=lambda each: (each.lineno, each.col_offset), reverse=True):
        if isinstance(node.ctx, ast.Load):
            line = lines[node.lineno - 1]
            lines[node.lineno - 1] = line[: node.col_offset] + widen(name).encode() + line[node.end_col_offset :]
    return b"".join(lines).decode()


def widen(name: str) -> str:
    """Return what stands in the place of a bound."""
    if name in RECORDS:
        return f"type({name})(*(each * {WIDER} for each in {name}))"
    return f"({name} * {0 if not LEAST.isdisjoint(name.split('_')) else WIDER})"


def copy_program(folder: Path) -> None:
    """Copy what git knows of the program, as it stands, with the environment that runs it."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def run_tests(folder: Path, path: str) -> int:
    """Run the tests of a file in the copy. Return pytest's exit code, or -1 where they took too long."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--timeout", "120", *BOUNDED[path]]
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, timeout=SECONDS, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        return -1


def try_bounds(folder: Path, mutants: list[BoundMutant]) -> list[str]:
    """Try each bound in the copy. Return the names of those that no test notices."""
    unnoticed = []
    for path in dict.fromkeys(mutant.path for mutant in mutants):
        if run_tests(folder, path):
            raise SystemExit(f"the tests of {path} fail without a mutant")
        for mutant in [each for each in mutants if each.path == path]:
            if why := NO_BOUNDS.get(mutant.name):
                print(f"bounds nobody: {mutant.name}\n    {why}", flush=True)
                continue
            for changed, source in mutant.sources.items():
                (folder / changed).write_text(source, encoding="utf-8")
            held = run_tests(folder, path)
            for changed in mutant.sources:
                shutil.copy2(ROOT / changed, folder / changed)
            print(f"{'held     ' if held else 'UNNOTICED'}  {mutant.name}", flush=True)
            unnoticed += [] if held else [mutant.name]
    return unnoticed


def main() -> int:
    """Try every bound, or those with the words. Return 1 if one is not noticed."""
    start, words = time.monotonic(), sys.argv[1:]
    mutants = [each for each in list_mutants() if not words or any(word in each.name for word in words)]
    with tempfile.TemporaryDirectory(prefix="corbillon-bounds-") as folder:
        copy_program(Path(folder))
        unnoticed = try_bounds(Path(folder), mutants)
    held = len(mutants) - len(unnoticed)
    print(f"{held} of {len(mutants)} bounds are held by the tests; {time.monotonic() - start:.0f} s")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
