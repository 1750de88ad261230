"""The second, plain implementation and this one give the same answers, and find the same problems.

`plain` was written from the rule book alone. Messages are not compared: only `scoring` has any. Nor are the texts
of lines. Which of several problems is told first is nobody's business: they are compared as sets.
"""

import os
import random
from typing import Any

import pytest

import scoring
from tests.scoring import plain
from tests.scoring.mutations import mutated
from tests.scoring.plain import parties

PARTIES = int(os.environ.get("CORBILLON_PARTIES", "5000"))
GAMES = [game.key for game in scoring.games()]


def ours(document: dict[str, Any]) -> Any:
    """What `scoring` says, without its words."""
    return wordless(scoring.score(document))


def wordless(answer: dict[str, Any]) -> Any:
    """An answer without the words that only `scoring` has; problems as a set."""
    if "errors" in answer:
        return {(problem["path"], problem["rule"]) for problem in answer["errors"]}
    bare = [{**event, "lines": [{**line, "text": None} for line in event["lines"]]} for event in answer["events"]]
    return {**answer, "events": bare}


@pytest.mark.parametrize("game", GAMES)
def test_same_answer_to_random_parties(game: str) -> None:
    rng = random.Random(f"corbillon {game}")
    for _ in range(PARTIES):
        partie = parties.random_partie(rng, game)
        assert ours(partie) == wordless(plain.score(partie)), partie


@pytest.mark.parametrize("game", GAMES)
def test_same_problems_in_mutated_parties(game: str) -> None:
    rng = random.Random(f"mutated {game}")
    for _ in range(PARTIES // 5):
        partie = mutated(rng, parties.random_partie(rng, game))
        assert ours(partie) == wordless(plain.score(partie)), partie
