"""The phone's own scorers, for as long as nothing answers it, say what `scoring` says: of whatever was dealt, under any
options, one coup after the other. `make bench` takes 10,000 coups a game (benchmarks/phone_scorers.py)."""

import pytest

import scoring
from tests.games.foreseen_coups import find_differences
from tournaments.forms.games import PARTS_BY_GAME

COUPS = 200


@pytest.mark.deno
@pytest.mark.parametrize("game", [game.key for game in scoring.list_games() if PARTS_BY_GAME[game.key].scorer])
def test_a_phone_foresees_what_scoring_says(game: str) -> None:
    assert find_differences(f"phone {game}", game, COUPS)[:1] == []
