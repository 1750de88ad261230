"""A coup written trick by trick can be written out in totals, as somebody would have counted it: it scores the same."""

import pytest

import scoring
from tests.scoring.test_following import TABLES, a_coup, as_written, opened


@pytest.mark.parametrize(("game", "size"), TABLES)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_two_forms_of_one_coup(game: str, size: int, seed: int) -> None:
    state = opened(game, size)
    step = scoring.play(state, as_written(state, a_coup(state, seed)))
    assert step.outcome is not None
    written = scoring.game(game).in_totals(step)
    assert "tricks" not in written
    again = scoring.play(state, written)
    assert again.problems == () and again.outcome is not None
    assert (again.outcome.net, again.outcome.points) == (step.outcome.net, step.outcome.points)
    assert again.outcome.transfers == step.outcome.transfers
    assert [line[:3] for line in again.outcome.lines] == [line[:3] for line in step.outcome.lines]
    assert scoring.game(game).in_totals(again) == again.event


def test_CHI_05_all_eight_tricks_are_said() -> None:
    """Anne calls the ace of her trump, which Basile throws under her three; she trumps the other seven tricks."""
    low = ["2♠", *(rank + suit for suit in "♥♦♣" for rank in ("A", "3", "R", "D", "V", "7", "6", "5", "4", "2"))]
    trumps = ["3♠", "R♠", "D♠", "V♠", "7♠", "6♠", "5♠", "4♠"]
    tricks = [[trumps[0], "A♠", *(low.pop() for _ in range(3))]]
    tricks.append([*(low.pop() for _ in range(4)), trumps[1]])  # Basile leads, Anne comes last
    tricks += [[trump, *(low.pop() for _ in range(4))] for trump in trumps[2:]]
    state = opened("chiamata", 5)
    event = {"type": "coup", "dealer": "Édith", "caller": "Anne", "bid": 61, "called": "A♠", "tricks": tricks}
    step = scoring.play(state, event)
    assert step.problems == ()
    assert scoring.game("chiamata").in_totals(step) == {
        "type": "coup", "dealer": "Édith", "caller": "Anne", "bid": 61, "called": "A♠"
    } | {"partner": "Basile", "points": 120, "cappotto": True}  # fmt: skip


def test_what_is_refused_stays_as_it_was_written() -> None:
    state = opened("briscola", 2)
    step = scoring.play(state, {"type": "coup", "retourne": "2♠", "tricks": [["A♠", "A♠"]]})
    assert step.problems and scoring.game("briscola").in_totals(step) == step.event
