"""A coup recorded in tricks can be rewritten in totals, as players would have counted it, and scores the same."""

import pytest

import scoring
from tests.scoring.random_parties import TABLES, keep_tricks_form, open_table, random_coup


@pytest.mark.parametrize(("game", "size"), TABLES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_coup_rewritten_in_totals_scores_the_same(game: str, size: int, seed: int) -> None:
    state = open_table(game, size)
    step = scoring.play_event(state, keep_tricks_form(state, random_coup(state, seed)))
    assert step.outcome is not None
    written = scoring.get_game(game).to_totals_form(step)
    assert "tricks" not in written
    again = scoring.play_event(state, written)
    assert again.problems == ()
    assert again.outcome is not None
    assert (again.outcome.net, again.outcome.points) == (step.outcome.net, step.outcome.points)
    assert again.outcome.transfers == step.outcome.transfers
    assert [line[:3] for line in again.outcome.lines] == [line[:3] for line in step.outcome.lines]
    assert scoring.get_game(game).to_totals_form(again) == again.event


def test_CHI_05_totals_of_all_eight_tricks_hold_the_cappotto() -> None:
    """Anne calls the ace of her trump, which Basile plays under her three; she trumps the other seven tricks."""
    low = ["2♠", *(rank + suit for suit in "♥♦♣" for rank in ("A", "3", "R", "D", "V", "7", "6", "5", "4", "2"))]
    trumps = ["3♠", "R♠", "D♠", "V♠", "7♠", "6♠", "5♠", "4♠"]
    tricks = [[trumps[0], "A♠", *(low.pop() for _ in range(3))]]
    tricks.append([*(low.pop() for _ in range(4)), trumps[1]])  # Basile leads, Anne comes last
    tricks += [[trump, *(low.pop() for _ in range(4))] for trump in trumps[2:]]
    state = open_table("chiamata", 5)
    event = {"type": "coup", "dealer": "Édith", "caller": "Anne", "bid": 61, "called": "A♠", "tricks": tricks}
    step = scoring.play_event(state, event)
    assert step.problems == ()
    assert scoring.get_game("chiamata").to_totals_form(step) == {
        "type": "coup", "dealer": "Édith", "caller": "Anne", "bid": 61, "called": "A♠"
    } | {"partner": "Basile", "points": 120, "cappotto": True}  # fmt: skip


def test_a_wrong_coup_is_not_rewritten_in_totals() -> None:
    state = open_table("briscola", 2)
    step = scoring.play_event(state, {"type": "coup", "retourne": "2♠", "tricks": [["A♠", "A♠"]]})
    assert step.problems
    assert scoring.get_game("briscola").to_totals_form(step) == step.event
