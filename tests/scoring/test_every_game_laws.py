"""Laws that hold for every partie of every game, whatever is played."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

import scoring
from tests.fixtures.amounts import choose_amount
from tests.scoring.random_parties import read_random_partie

SEEDS = st.integers(0, 10**9)
GAMES = st.sampled_from([game.key for game in scoring.list_games()])


@settings(max_examples=choose_amount(40, 120))
@given(SEEDS, GAMES)
def test_playing_events_one_by_one_gives_the_states_of_the_fold(seed: int, game: str) -> None:
    partie = read_random_partie(seed, game)
    state = scoring.build_initial_state(partie.setting)
    for step in partie.steps:
        state = scoring.play_event(state, step.event).state
        assert state == step.state


@settings(max_examples=choose_amount(40, 120))
@given(SEEDS, GAMES)
def test_a_partie_survives_writing_and_reading(seed: int, game: str) -> None:
    partie = read_random_partie(seed, game)
    again = scoring.read_partie(json.dumps(partie.to_document()))
    assert isinstance(again, scoring.Partie)
    assert again.to_document() == partie.to_document()
    assert scoring.score_partie(again) == scoring.score_partie(partie)


@settings(max_examples=choose_amount(66, 200))
@given(SEEDS, GAMES)
def test_the_coups_left_bring_no_more_and_no_less_than_the_game_says(seed: int, game: str) -> None:
    """Penalties and departures are no coups: only the events after the last of them are looked at."""
    partie = read_random_partie(seed, game)
    states = [scoring.build_initial_state(partie.setting), *(step.state for step in partie.steps)]
    fined = [n for n, step in enumerate(partie.steps, 1) if step.event["type"] in ("penalty", "leave")]
    final = states[-1].seat_totals
    for state in states[max(fined, default=0) :]:
        planned = state.coups_planned
        coups_left = None if planned is None else planned - state.coups_played
        bounds = scoring.get_game(game).bound_gains(partie.setting, state.seat_totals, coups_left)
        brought = [then - now for then, now in zip(final, state.seat_totals, strict=True)]
        for (low, high), gain in zip((*bounds.seats, bounds.total), (*brought, sum(brought)), strict=True):
            assert low is None or low <= gain
            assert high is None or gain <= high


def test_the_bounds_are_those_of_the_rules() -> None:
    names = ("a", "b", "c", "d", "e", "f")

    def bound(game: str, size: int, coups_left: int | None, **options: object) -> scoring.RemainingGains:
        setting = scoring.build_setting(game, names[:size], options=options)
        return scoring.get_game(game).bound_gains(setting, (0,) * size, coups_left)

    assert bound("brusquembille", 3, 1).seats[0] == (-20 - 22, 40 + 24)
    assert bound("brusquembille", 2, 2).seats[0] == (-40, 40)
    assert bound("brusquembille", 2, 0) == (((0, 0),) * 2, (0, 0))
    assert bound("brusquembille", 5, 1, short_pack_pot="stays").total == (-104, 0)
    assert bound("chiamata", 5, 2, solo=8, cappotto=True, multiplier=True).seats[0] == (-160, 160)
    assert bound("briscola", 3, 4, match="fixed", match_n=6) == (((0, 4),) * 3, (0, 8))
    assert str(bound("briscola", 6, 4, match="fixed").total.high) == "12"
    belote = bound("marque", 4, 2, play="sides", sum=162, marks=[{"key": "x", "name": "X", "points": 20, "who": "one"}])
    assert (belote.seats[0], belote.total) == ((0, 364), (0, 808))
    assert [bound("marque", 4, 3, most=most).seats[0] for most in (50, None)] == [(0, 150), (0, None)]
    assert bound("marque", 4, 1, sum=0, least=-100).seats[0] == (-100, 300)
    assert bound("marque", 4, None, sum=0, least=-100).total == (0, 0)
    assert bound("marque", 4, None, least=-100).seats[0] == (None, None)
