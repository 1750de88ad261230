"""A coup followed card by card gives, after each card and at its end, what the whole coup gives."""

import random
from typing import Any

import pytest

import scoring
from tests.scoring.random_parties import NAMES, TABLES, keep_tricks_form, open_table, random_coup


def cut_coup(coup: dict[str, Any], cards: int) -> dict[str, Any]:
    """Return the coup with its first cards only."""
    size = len(coup["tricks"][0])
    flat = [card for trick in coup["tricks"] for card in trick][:cards]
    return {**coup, "tricks": [flat[first : first + size] for first in range(0, cards, size)]}


@pytest.mark.parametrize(("game", "size"), TABLES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_beginning_of_a_good_coup_is_good_and_its_end_agrees_with_the_coup(
    game: str, size: int, seed: int
) -> None:
    state = open_table(game, size)
    coup = keep_tricks_form(state, random_coup(state, seed))
    outcome = scoring.play_event(state, coup).outcome
    assert outcome is not None
    takers, leaders = outcome.extra["takers"], outcome.extra["leaders"]
    for cards in range(size * len(takers) + 1):
        followed = scoring.follow_coup(state, cut_coup(coup, cards))
        assert followed.problems == ()
        assert [trick.taker for trick in followed.tricks[: cards // size]] == list(takers[: cards // size])
        number, place = divmod(cards, size)
        if number < len(leaders):
            seat = (NAMES.index(leaders[number]) + place) % size
            assert followed.turn == NAMES[seat]
    assert followed.complete
    assert followed.turn is None
    assert followed.planned == len(takers)
    if outcome.points is not None:
        assert dict(followed.totals) == dict(outcome.points)
    marks = [(call.player, call.points, call.rule) for call in followed.announcements]
    assert marks == [line[:3] for line in outcome.lines[: len(marks)]]


@pytest.mark.parametrize(("game", "size"), [("brusquembille", 3), ("briscola", 4), ("briscan", 2), ("brisque", 2)])
def test_a_problem_is_reported_by_its_last_card_as_in_the_whole_coup(game: str, size: int) -> None:
    """Two cards are exchanged: what is wrong with the whole coup is reported with its last card at the latest, and once
    reported it stays."""
    state, told = (
        open_table(game, size, **({"follow_after_talon": True} if game in ("brusquembille", "briscola") else {})),
        0,
    )
    for seed in range(40):
        chance = random.Random(seed)
        coup = random_coup(state, seed) | ({"announcements": []} if game in ("briscan", "brisque") else {})
        flat = [card for trick in coup["tricks"] for card in trick]
        one, other = sorted(chance.sample(range(len(flat)), 2))
        flat[one], flat[other] = flat[other], flat[one]
        coup = cut_coup({**coup, "tricks": [flat[n : n + size] for n in range(0, len(flat), size)]}, len(flat))
        whole = scoring.play_event(state, coup).problems
        parts = [scoring.follow_coup(state, cut_coup(coup, cards)).problems for cards in range(len(flat) + 1)]
        assert parts[-1] == whole
        assert bool(whole) == any(parts)
        first = next((cards for cards, problems in enumerate(parts) if problems), None)
        assert first is None or all(parts[first:])  # once reported it stays
        told += bool(whole)
    assert told


def test_BRC_21_a_turn_up_played_before_it_is_drawn_is_reported() -> None:
    state = open_table("briscan", 2)
    followed = scoring.follow_coup(state, {"type": "coup", "retourne": "9♠", "tricks": [["A♠", "9♠"]]})
    assert [(problem.path, problem.rule) for problem in followed.problems] == [("tricks[0][1]", "BRC-21")]


def test_BRU_01_sevens_of_two_colours_are_reported_unless_the_option_allows_any() -> None:
    state = open_table("brusquembille", 3)
    event = {"type": "coup", "retourne": "9♠", "tricks": [["7♠", "A♠", "7♥"]]}
    [wrong] = scoring.follow_coup(state, event).problems
    assert (wrong.path, wrong.rule) == ("tricks[0][2]", "BRU-01")
    assert "ne font pas le paquet" in str(wrong.message)
    assert scoring.follow_coup(open_table("brusquembille", 3, sevens="any"), event).problems == ()


def test_BRU_01_a_card_played_twice_is_reported_with_the_number_of_its_trick() -> None:
    event = {"type": "coup", "retourne": "9♠", "tricks": [["8♠", "A♠", "V♥"], ["D♣", "A♠"]]}
    [wrong] = scoring.follow_coup(open_table("brusquembille", 3), event).problems
    assert (wrong.path, str(wrong.message)) == ("tricks[1][1]", "Levée 2\u202f: A♠ a déjà été jouée.")


def test_before_the_trump_is_known_cards_are_accepted_and_no_taker_is_named() -> None:
    followed = scoring.follow_coup(open_table("briscola", 2), {"type": "coup", "tricks": [["A♠", "2♥"], ["3♠"]]})
    assert (followed.trump, followed.turn, followed.problems) == (None, None, ())
    assert [(trick.taker, trick.players) for trick in followed.tricks] == [(None, ("Basile", "Anne")), (None, ())]
    assert (followed.keys, followed.announcements) == (("retourne", "tricks"), ())
    unread = scoring.follow_coup(open_table("briscola", 2), {"type": "coup", "retourne": "x"})
    assert unread.trump is None
    assert [problem.path for problem in unread.problems] == ["retourne"]
    assert scoring.follow_coup(open_table("briscan", 2), {"type": "coup", "tricks": [["A♠", "D♥"]]}).trump is None


def test_BRC_02_05_marks_are_listed_while_the_coup_goes_on() -> None:
    event = {
        "type": "coup",
        "retourne": "R♠",
        "tricks": [["R♥", "D♥"], ["7♦"]],
        "announcements": [{"player": "Anne", "kind": "mariage", "suit": "♦", "before_trick": 2}],
    }
    followed = scoring.follow_coup(open_table("briscan", 2), event)
    assert [(c.before_trick, c.player, c.points, c.rule, c.met) for c in followed.announcements] == [
        (0, "Anne", 10, "BRC-02", False),
        (1, "Basile", 20, "BRC-05", True),
        (2, "Anne", 20, "BRC-04", False),
    ]
    assert (followed.turn, followed.talon) == ("Anne", 20)


@pytest.mark.parametrize(("trick", "taker"), [(["R♥", "D♥"], "Basile"), (["D♥", "R♥"], "Anne")])
def test_BRC_05_a_mariage_meets_in_the_first_trick_whichever_card_leads_it(trick: list[str], taker: str) -> None:
    event = {"type": "coup", "retourne": "9♠", "tricks": [trick], "announcements": []}
    followed = scoring.follow_coup(open_table("briscan", 2), event)
    assert [(each.player, each.rule) for each in followed.announcements] == [(taker, "BRC-05")]


def test_USE_05_an_announced_card_that_was_already_played_is_reported() -> None:
    call = {"player": "Anne", "kind": "mariage", "suit": "♥", "before_trick": 2}
    event = {"type": "coup", "retourne": "9♠", "tricks": [["D♥", "7♦"]], "announcements": [call]}
    problems = scoring.follow_coup(open_table("briscan", 2), event).problems
    assert [(problem.path, problem.rule) for problem in problems] == [("announcements[0]", "USE-05")]


def test_every_announcement_that_is_offered_can_be_read() -> None:
    calls = scoring.get_game("briscan").list_announcement_kinds(open_table("briscan", 2).setting)
    assert len(calls) == 4 + 60 + 5 + 4
    for call in calls:
        event = {
            "type": "coup",
            "retourne": "9♠",
            "announcements": [{"player": "Anne", "before_trick": 1, **call.keys}],
        }
        unread = [p for p in scoring.follow_coup(open_table("briscan", 2), event).problems if p.rule is None]
        assert unread == []


def test_each_card_has_its_player() -> None:
    event = {"type": "coup", "retourne": "2♠", "tricks": [["A♥", "3♥"], ["4♦"]]}
    first, second = scoring.follow_coup(open_table("briscola", 2), event).tricks
    assert first.played == (("Basile", "A♥"), ("Anne", "3♥"))
    assert second.played == (("Basile", "4♦"),)


@pytest.mark.parametrize(
    ("tricks", "path"),
    [
        ({}, "tricks"),
        (["A♥"], "tricks"),
        ([["A♥", "12♠"], ["4♦"]], "tricks[0][1]"),
        ([["A♥", "3♥"], ["A♥"]], "tricks[1][0]"),
    ],
)
def test_tricks_must_be_lists_of_cards_each_played_once(tricks: Any, path: str) -> None:
    followed = scoring.follow_coup(open_table("briscola", 2), {"type": "coup", "retourne": "2♠", "tricks": tricks})
    assert [problem.path for problem in followed.problems] == [path]


def test_a_card_that_another_drew_is_told_with_who_played_it_and_who_alone_may() -> None:
    state = open_table("brusquembille", 4)
    coup = random_coup(state, 1)
    flat = [card for trick in coup["tricks"] for card in trick]
    good = flat.index(coup["retourne"])
    early = [coup["retourne"] if n == 1 else flat[1] if n == good else card for n, card in enumerate(flat)]
    wrong = scoring.follow_coup(state, {**coup, "tricks": [early[:2]]}).wrong_card
    assert wrong is not None
    assert (wrong.before, wrong.card, wrong.owner) == (1, coup["retourne"], None)
    followed = scoring.follow_coup(state, {**coup, "tricks": [early[n : n + 4] for n in range(0, 32, 4)]})
    assert followed.wrong_card is not None
    assert followed.complete
    assert followed.wrong_card.player == followed.tricks[0].players[1]
    assert followed.wrong_card.owner == "Denis" != followed.wrong_card.player
