"""The second, plain implementation and `scoring` give the same answers and find the same problems.

A run takes 20,000 coups of each game and 20,000 mutated documents of all games together; `make bench` takes more
(benchmarks/second_implementation.py).
"""

import pytest

import scoring
from tests.scoring.comparison import compare

COUPS, MUTATED = 20_000, 20_000
GAMES = [game.key for game in scoring.list_games()]
CHUNKS = range(8)  # chunks of each game, so that several processes share the work evenly


@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize("game", GAMES)
def test_both_implementations_give_the_same_answers(game: str, chunk: int) -> None:
    coups, documents = COUPS // len(CHUNKS), MUTATED // len(CHUNKS) // len(GAMES)
    done = sum(compare(f"corbillon {game} {chunk}", game, coups, documents))
    assert done >= coups
