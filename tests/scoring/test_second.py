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
SLOW = {"briscan": 10, "brisque": 10}  # a whole hand is played out for each of their announcements
WHOLE_HAND = {"BRC-08", "BRC-09", "BRC-10", "BRC-12", "USE-05"}
"""What these forbid follows from all that a hand has shown. A few totals that `parties` makes up could come from no hand
at all (who takes every trick never draws the turn-up): `scoring` sees it, `plain` does not look."""
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
    made_up = 0
    for _ in range(PARTIES // SLOW.get(game, 1)):
        partie = parties.random_partie(rng, game)
        answer = ours(partie)
        if isinstance(answer, set) and {rule for _, rule in answer} <= WHOLE_HAND:
            made_up += 1
            continue
        assert answer == wordless(plain.score(partie)), partie
    assert made_up <= PARTIES // 250


@pytest.mark.parametrize("game", GAMES)
def test_same_problems_in_mutated_parties(game: str) -> None:
    rng = random.Random(f"mutated {game}")
    for _ in range(PARTIES // 5 // SLOW.get(game, 1)):
        partie = mutated(rng, parties.random_partie(rng, game))
        assert certain(ours(partie)) == certain(wordless(plain.score(partie))), partie


def certain(answer: Any) -> Any:
    """The problems that need no look at a whole hand; an answer, for these documents, is no problem at all."""
    problems = answer if isinstance(answer, set) else set()
    return {(path, rule) for path, rule in problems if rule not in WHOLE_HAND}
