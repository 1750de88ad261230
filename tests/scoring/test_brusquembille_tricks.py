"""Coups of Brusquembille in tricks, card by card: which ones are refused, and why (BRU-01, 03, 05, 22)."""

import copy
import random
from typing import Any

import pytest

import scoring
from scoring.cards import Pack, is_card
from scoring.games.brusquembille.config import PACK, grade_follow_else_trump
from tests.scoring import brusquembille_deals

NAMES = list(brusquembille_deals.NAMES)


def list_problems(coup: dict[str, Any], size: int, dealer: int = 0, **options: Any) -> list[tuple[str, str | None]]:
    """Return (path inside the coup, rule) of each problem of the coup."""
    document = {
        "format": "corbillon.partie/1",
        "game": "brusquembille",
        "options": options,
        "players": NAMES[:size],
        "events": [{**coup, "dealer": NAMES[dealer]}],
    }
    answer = scoring.score_partie(document)
    return [(each["path"].removeprefix("events[0]."), each["rule"]) for each in answer.get("errors", [])]


def random_coup(size: int, seed: int = 1) -> dict[str, Any]:
    """Return a good coup in tricks for so many players."""
    coup = brusquembille_deals.play_coup(random.Random(seed), size, 0)
    assert list_problems(coup, size, sevens="any") == []
    return coup


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_random_deal_has_no_problems(size: int) -> None:
    for seed in range(20):
        random_coup(size, seed)


@pytest.mark.parametrize("text", ["A♠", "as", "a ♠", " AP ", "A♠\ufe0f", "ap"])
def test_a_card_is_found_in_each_of_its_spellings(text: str) -> None:
    pack = Pack.build(("7", "A"), {"A": 11})
    assert pack.find_card(text) == (None if text == "as" else pack.find_card("A♠"))


@pytest.mark.parametrize("text", ["", "A", "♠", "1♠", "11P", "A♠♠", "Z♠", 3, None, ["A♠"]])
def test_a_text_that_is_no_card_is_recognised(text: object) -> None:
    assert not is_card(text)


def test_a_coup_may_be_written_with_letters_for_suits() -> None:
    coup = random_coup(3)
    letters = str.maketrans("♠♥♦♣", "pckt")
    spelt = copy.deepcopy(coup)
    spelt["tricks"] = [[card.translate(letters).lower() for card in trick] for trick in coup["tricks"]]
    spelt["retourne"] = coup["retourne"].translate(letters)
    assert list_problems(spelt, 3, sevens="any") == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda coup: coup.update(tricks=3), [("tricks", None)]),
        (lambda coup: coup["tricks"].pop(), [("tricks", "BRU-03")]),
        (lambda coup: coup["tricks"][2].pop(), [("tricks[2]", "BRU-03")]),
        (lambda coup: coup["tricks"].__setitem__(2, "A♠"), [("tricks[2]", None)]),
        (lambda coup: coup["tricks"][2].__setitem__(1, "as"), [("tricks[2][1]", None)]),
        (lambda coup: coup["tricks"][2].__setitem__(1, []), [("tricks[2][1]", None)]),
        (lambda coup: coup["tricks"][2].__setitem__(1, "6♠"), [("tricks[2][1]", "BRU-01")]),
        (lambda coup: coup.pop("retourne"), [("retourne", None)]),
        (lambda coup: coup.update(retourne="as"), [("retourne", None)]),
        (lambda coup: coup.update(retourne="2♠"), [("retourne", "BRU-01")]),
        (lambda coup: coup.update(points={}), [("points", None)]),
        (lambda coup: coup.update(short_pack=1), [("short_pack", None)]),
        (lambda coup: coup.update(claimed={"Anne": 121}), [("claimed.Anne", "PEN-11")]),
        (lambda coup: coup.update(retourne=3, claimed={"Anne": 121, "Zoé": 1}),
         [("retourne", None), ("claimed.Zoé", None)]),
    ],
)  # fmt: skip
def test_each_problem_of_a_coup_in_tricks_has_its_path_and_rule(
    change: Any, expected: list[tuple[str, str | None]]
) -> None:
    coup = random_coup(2)
    change(coup)
    assert list_problems(coup, 2) == expected


def test_bru_01_a_card_played_twice_is_refused() -> None:
    coup = random_coup(4)
    coup["tricks"][5][2] = coup["tricks"][0][0]
    assert list_problems(coup, 4) == [("tricks[5][2]", "BRU-01")]


def test_bru_01_the_first_illegal_card_ends_the_reading() -> None:
    coup = random_coup(4)
    coup["tricks"][5][2], coup["tricks"][6][0] = "6♠", coup["tricks"][0][0]
    assert list_problems(coup, 4) == [("tricks[5][2]", "BRU-01")]
    coup["tricks"][3][1] = coup["tricks"][0][0]
    assert list_problems(coup, 4) == [("tricks[3][1]", "BRU-01")]
    coup["tricks"][7] = ["6♥", "as", 3]  # texts that are no cards are reported first
    assert list_problems(coup, 4) == [("tricks[7]", "BRU-03"), ("tricks[7][1]", None), ("tricks[7][2]", None)]


def _list_sevens(coup: dict[str, Any]) -> list[str]:
    """Return the sevens that are in the pack of this coup."""
    return sorted(card for trick in coup["tricks"] for card in trick if card[0] == "7")


def test_bru_01_the_two_missing_sevens_must_be_of_one_colour() -> None:
    coup = random_coup(3)
    one, _ = _list_sevens(coup)
    other = {"7♠": "7♥", "7♣": "7♥", "7♥": "7♠", "7♦": "7♠"}[one]
    text = str(coup).replace(one, other)
    mixed = eval(text)
    assert list_problems(mixed, 3, sevens="any") == []
    assert list_problems(mixed, 3, sevens="one_colour") == [("tricks", "BRU-01")]


def test_bru_01_with_three_sevens_the_pack_is_wrong() -> None:
    coup = random_coup(3)
    eight = next(card for card in ("8♠", "8♥", "8♦", "8♣") if card != coup["retourne"])
    third = next(card for card in ("7♠", "7♥", "7♦", "7♣") if card not in _list_sevens(coup))
    assert ("tricks", "BRU-01") in list_problems(eval(str(coup).replace(eight, third)), 3, sevens="any")


def test_bru_01_the_turn_up_must_be_one_of_the_cards_played() -> None:
    coup = random_coup(3)
    coup["retourne"] = next(card for card in ("7♠", "7♥", "7♦", "7♣") if card not in _list_sevens(coup))
    assert list_problems(coup, 3, sevens="any") == [("retourne", "BRU-01")]
    eight = next(card for card in ("8♠", "8♥", "8♦", "8♣") if card != coup["retourne"])
    short = eval(str(random_coup(3)).replace(eight, coup["retourne"]))
    assert list_problems({**short, "retourne": eight}, 3, sevens="any") == [("tricks", "BRU-01")]


def test_bru_05_the_turn_up_is_played_only_after_it_was_drawn() -> None:
    coup = random_coup(2)
    at = next(
        (n, p) for n, trick in enumerate(coup["tricks"]) for p, card in enumerate(trick) if card == coup["retourne"]
    )
    assert at[0] >= 13
    low = next(c for c in ("7", "8", "9") if c + coup["retourne"][-1] != coup["retourne"]) + coup["retourne"][-1]
    early = copy.deepcopy(coup)
    other = next(
        (n, p) for n, trick in enumerate(coup["tricks"]) for p, card in enumerate(trick) if n < 5 and card != low
    )
    early["tricks"][at[0]][at[1]] = early["tricks"][other[0]][other[1]]
    early["tricks"][other[0]][other[1]] = coup["retourne"]
    assert list_problems(early, 2) == [(f"tricks[{other[0]}][{other[1]}]", "BRU-05")]


def test_bru_22_with_the_option_suits_are_followed_only_after_the_talon() -> None:
    kinds = set()
    for seed in range(60):
        for path, rule in list_problems(random_coup(3, seed), 3, sevens="any", follow_after_talon=True):
            assert rule == "BRU-22"
            assert int(path.split("[")[1].rstrip("]")) >= 7
            kinds.add(path)
    assert len(kinds) > 3


@pytest.mark.parametrize(
    ("hand", "led", "may"),
    [
        ("A♠ 9♥ 7♦", "8♠", "A♠"),
        ("A♠ 9♥ 7♦", "8♣", "9♥"),
        ("A♠ 9♠ 7♦", "8♣", "A♠ 9♠ 7♦"),
    ],
)
def test_bru_22_a_hand_must_follow_else_trump_else_play_any_card(hand: str, led: str, may: str) -> None:
    due = {text: grade_follow_else_trump(PACK.texts[text], PACK.texts[led], 1) for text in hand.split()}
    assert [text for text in due if due[text] == max(due.values())] == may.split()


def test_pen_11_a_claim_may_stand_beside_tricks() -> None:
    coup = random_coup(2)
    points = scoring.play_events(scoring.build_setting("brusquembille", NAMES[:2]), [{**coup, "dealer": "Anne"}])[
        0
    ].outcome.points
    best = max(points, key=points.get)
    assert list_problems({**coup, "claimed": {best: points[best] - 1}}, 2) == []


def test_the_outcome_tells_who_led_and_who_took_each_trick() -> None:
    coup = random_coup(3)
    step = scoring.play_events(
        scoring.build_setting("brusquembille", NAMES[:3], options={"sevens": "any"}), [{**coup, "dealer": "Anne"}]
    )[0]
    extra = step.outcome.extra
    assert extra["leaders"] == ("Basile", *extra["takers"][:-1])
    assert len(extra["takers"]) == 10
    assert sum(sum(counts.values()) for counts in extra["brusquembilles"].values()) == 8
