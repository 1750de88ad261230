"""A coup with its deal: who held what, what may be played and why not, what a trick moves."""

import pytest

import scoring

BRUSQUEMBILLE = scoring.build_initial_state(scoring.build_setting("brusquembille", ("Anne", "Basile", "Chloé")))
TRICKS = [
    *(["8♠", "8♦", "R♦"], ["9♠", "9♥", "10♥"], ["D♥", "7♠", "A♥"], ["9♦", "D♠", "V♦"], ["V♥", "V♠", "R♣"]),
    *(["8♥", "R♥", "9♣"], ["A♦", "D♦", "8♣"], ["R♠", "10♠", "A♠"], ["V♣", "7♣", "10♣"], ["A♣", "10♦", "D♣"]),
]
COUP = {"type": "coup", "retourne": "V♣", "tricks": TRICKS}
TALON = "D♠ V♦ A♦ R♣ 7♠ 9♦ 10♣ A♠ R♠ V♥ V♠ 10♦ 8♥ 8♣ 9♣ A♣ D♦ D♣ 7♣ 10♠ V♣"
DEAL = scoring.Deal(
    {"Anne": ("R♦", "A♥", "10♥"), "Basile": ("9♠", "8♠", "D♥"), "Chloé": ("9♥", "R♥", "8♦")}, TALON.split()
)


def find_turn(trick: int, player: str) -> scoring.DealtTurn:
    return next(
        turn for turn in scoring.list_turns(BRUSQUEMBILLE, COUP, DEAL) if (turn.trick, turn.player) == (trick, player)
    )


def test_bru_05_the_taker_draws_first_and_the_turn_up_is_drawn_last() -> None:
    anne, basile = find_turn(2, "Anne"), find_turn(8, "Basile")
    assert (anne.hand, anne.drawn, anne.talon, anne.turn_up) == (("A♥", "10♥", "A♦"), "A♦", 18, "V♣")
    assert (basile.drawn, basile.talon, basile.turn_up) == ("V♣", 0, "")


def test_a_deal_that_does_not_give_the_cards_played_is_refused() -> None:
    other = scoring.Deal({**DEAL.hands, "Anne": ("R♦", "A♥", "7♠")}, ["10♥" if c == "7♠" else c for c in DEAL.talon])
    with pytest.raises(ValueError, match="Anne has no 10♥"):
        scoring.list_turns(BRUSQUEMBILLE, COUP, other)


def test_bru_14_15_what_a_brusquembille_moves_as_its_trick_falls() -> None:
    turn = find_turn(3, "Anne")
    won, lost = (scoring.judge_card(BRUSQUEMBILLE, COUP, turn, card) for card in ("A♥", "A♦"))
    assert [(each.fault, each.ground, each.is_best) for each in (won, lost)] == [
        (None, "free", True),
        (None, "free", False),
    ]
    assert [text.localise("fr") for text in won.hand_overs] == ["Vous recevez 2 jetons de chacun."]
    assert [text.localise("fr") for text in lost.hand_overs] == ["Vous donnez 2 jetons à chacun."]
    assert (won.trick.taker, lost.trick.taker) == ("Anne", "Basile")


def test_bru_05_the_turn_up_is_not_played_before_it_is_drawn_and_an_unseen_card_is_judged_by_nobody() -> None:
    turn = find_turn(1, "Anne")
    assert scoring.judge_card(BRUSQUEMBILLE, COUP, turn, "V♣").rule == "BRU-05"
    assert scoring.judge_card(BRUSQUEMBILLE, COUP, turn, "8♠").rule == "BRU-01"  # lies in the trick already
    with pytest.raises(ValueError, match="A♠"):
        scoring.judge_card(BRUSQUEMBILLE, COUP, turn, "A♠")


def test_bru_22_where_it_is_agreed_a_card_that_is_not_due_is_refused() -> None:
    setting = scoring.build_setting("brusquembille", ("Anne", "Basile", "Chloé"), None, {"follow_after_talon": True})
    state, turn = scoring.build_initial_state(setting), find_turn(8, "Anne")
    judged = {card: scoring.judge_card(state, COUP, turn, card) for card in turn.hand}
    assert {card: each.rule for card, each in judged.items()} == {"10♣": "BRU-22", "A♣": "BRU-22", "10♠": ""}
    assert judged["10♠"].ground == "due"
    last = next(each for each in scoring.list_turns(state, COUP, DEAL) if each.trick == 10 and each.before)
    assert scoring.judge_card(state, COUP, last, last.card).ground == "all_alike"


def test_a_move_is_led_followed_trumped_or_discarded() -> None:
    tricks = (("8♠",), ("8♠", "9♠"), ("8♠", "7♣"), ("8♠", "A♥"))
    assert [scoring.name_move("♣", cards) for cards in tricks] == ["led", "followed", "trumped", "discarded"]
