"""The second, plain implementation and `scoring` give the same answers and find the same problems.

A run takes 500 coups of each game and 500 mutated documents of all games together; `make bench` takes a million of
each (benchmarks/second_implementation.py).
"""

import pytest

import scoring
from tests.scoring.comparison import compare

COUPS, MUTATED = 500, 500
GAMES = [game.key for game in scoring.list_games()]


@pytest.mark.parametrize("game", GAMES)
def test_both_implementations_give_the_same_answers(game: str) -> None:
    assert sum(compare(f"corbillon {game}", game, COUPS, MUTATED // len(GAMES))) >= COUPS
