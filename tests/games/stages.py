"""What is still missing of games that were merged by their rules and cases first: a list that every run prints.

A game of `UNFINISHED` may wait for its lesson, and for its words in the two other languages; every other game is whole.
"""

import ast
from collections.abc import Iterable

import scoring
from tasks.catalogues import list_catalogues, list_problems
from tests.tidy.sources import ROOT
from tournaments.forms.games import PARTS_BY_GAME

UNFINISHED = frozenset({"marque"})
"""`marque`: a lesson walks through the tricks of a coup by its sources' words, and a club's own game has neither cards
nor sources; what a deal is worth its rule sheet and the table's page tell from what the club declared."""
ROOMS = ("scoring/games", "tournaments/forms/games")


def list_room_texts(keys: Iterable[str]) -> set[str]:
    """Return the texts that stand in the rooms of these games."""
    files = [path for key in keys for room in ROOMS for path in (ROOT / room / key).glob("*.py")]
    nodes = (node for path in files for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def may_wait(problem: str, keys: Iterable[str] = UNFINISHED) -> bool:
    """True if a text without translation, as `list_problems` names it, stands in the rooms of these games."""
    texts = list_room_texts(keys)
    return problem in texts or any(repr(text) in problem for text in texts if len(text) > 1)


def list_missing(keys: Iterable[str] = UNFINISHED) -> list[str]:
    """List what these games still lack, a line each."""
    missing = [f"{key}: its lesson" for key in sorted(keys) if PARTS_BY_GAME[key].lesson is None]
    for path in list_catalogues(ROOT):
        for key in sorted(keys):
            n = sum(may_wait(problem, [key]) for problem in list_problems(path))
            missing += [f"{key}: {n} texts in {path.relative_to(ROOT)}"] if n else []
    return missing


def list_games_with_lesson() -> list[str]:
    """List the games that must have their lesson by now."""
    return [game.key for game in scoring.list_games() if game.key not in UNFINISHED or PARTS_BY_GAME[game.key].lesson]
