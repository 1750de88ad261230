"""Laws that hold for every partie of every game, whatever is played."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from tests.scoring.random_parties import read_random_partie

SEEDS = st.integers(0, 10**9)
GAMES = st.sampled_from([game.key for game in scoring.list_games()])


@settings(max_examples=120)
@given(SEEDS, GAMES)
def test_playing_events_one_by_one_gives_the_states_of_the_fold(seed: int, game: str) -> None:
    partie = read_random_partie(seed, game)
    state = scoring.build_initial_state(partie.setting)
    for step in partie.steps:
        state = scoring.play_event(state, step.event).state
        assert state == step.state


@settings(max_examples=120)
@given(SEEDS, GAMES)
def test_a_partie_survives_writing_and_reading(seed: int, game: str) -> None:
    partie = read_random_partie(seed, game)
    again = scoring.read_partie(json.dumps(partie.to_document()))
    assert isinstance(again, scoring.Partie)
    assert again.to_document() == partie.to_document()
    assert scoring.score_partie(again) == scoring.score_partie(partie)
