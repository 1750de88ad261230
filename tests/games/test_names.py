"""No other file knows a game by name: the program is looked through for the games' keys."""

import re
from pathlib import Path

import pytest

import scoring
from tests.tidy.sources import ROOT, files

KEYS = [game.key for game in scoring.list_games()]
WORDS = {"marque"}
"""Keys that are words of the language too: they are a name where they stand by themselves in quotes or in a path."""
NAME = re.compile(
    "|".join(rf"(?<=[\"'/.]){key}(?=[\"'/.])|games import .*\b{key}\b" if key in WORDS else key for key in KEYS),
    re.IGNORECASE,
)
STATISTICS = re.compile("|".join(statistic.key for statistic in scoring.list_statistics()))
"""The columns that a game's own figures have in the book: its declarations name them."""
PROGRAM = ("scoring", "tournaments", "config", "corbillon", "static", "templates", "tasks", "packaging")
WITHOUT_WORDS = {".npz", ".png", ".woff2", ".po", ".mo"}
"""Pictures, fonts, and catalogues: of the words of the files that are looked through."""
OWN_PLACES = re.compile(
    rf"(scoring|tournaments/forms)/games/({'|'.join(KEYS)})/|(templates|static)/.*_({'|'.join(KEYS)})\.\w+$"
)
REGISTRATIONS = ("scoring/games/__init__.py", "tournaments/forms/games/__init__.py", "static/js/coup.js")
ALLOWED = {
    "scoring/quotations.json": "the words of the sources, which name the games, by game and fact",
    "tournaments/api/fields.json": "what each field of the interface is; those of a coup say of which game they are",
    "tournaments/exchange/schemas/": "formats that others rely on; tests/book/test_schemas.py holds them to the games",
    "tournaments/migrations/": "what installations have gone through: never written again",
    "tournaments/models/guards/postgresql_chain.sql": "stored in installations; what a book of today must hold",
    "tournaments/models/guards/sqlite_chain.sql": "the same, in SQLite",
    "tournaments/presentation/text/family.py": "how the games come from each other, a page written once for them all",
    "templates/learning/family.html": "that page",
    "templates/learning/lessons.html": "the link to that page, by its title",
    "tasks/screenshots.py": "which pages stand in the documents",
    "packaging/build_deb.py": "what the package's description says, where no program of ours runs",
}


def find_named(path: Path) -> list[str]:
    """Return the lines of a file that name a game."""
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    return [f"{path}:{n}: {line.strip()}" for n, line in enumerate(lines, 1) if NAME.search(STATISTICS.sub("", line))]


def is_allowed(path: Path) -> bool:
    """True for a game's own file, one that registers it, and one that has a reason."""
    name = path.as_posix()
    return name in REGISTRATIONS or bool(OWN_PLACES.match(name)) or name.startswith(tuple(ALLOWED))


def list_program() -> list[Path]:
    """Return the files of the program that hold words of their own."""
    return [path for path in files() if path.parts[0] in PROGRAM and path.suffix not in WITHOUT_WORDS]


def test_no_other_file_knows_a_game_by_name() -> None:
    named = [line for path in list_program() if not is_allowed(path) for line in find_named(path)]
    assert named == [], "let the game declare it in its rooms; a key that is a word of the language stands in `WORDS`"


@pytest.mark.parametrize("place", [*REGISTRATIONS, *ALLOWED])
def test_what_may_name_a_game_does(place: str) -> None:
    assert any(find_named(path) for path in list_program() if path.as_posix().startswith(place))
