"""The rule book's cases of Brusquembille, and its worked examples."""

import pytest

from scoring.games.brusquembille.config import PACK, build_trick_config
from scoring.games.brusquembille.coup import count_brusquembilles
from scoring.games.brusquembille.score import build_payments
from scoring.tricks import Play
from tests.scoring.casebook import Case, check_case, read_cases

CASES = read_cases("brusquembille")


@pytest.mark.parametrize("case", CASES, ids=[case.title for case in CASES])
def test_the_case_scores_as_it_says(case: Case) -> None:
    check_case(case)


@pytest.mark.parametrize(("size", "net"), [(3, [4, -2, -2]), (4, [6, -2, -2, -2]), (5, [8, -2, -2, -2, -2])])
def test_bru_14_each_other_player_pays_2_jetons_for_an_ace_won(size: int, net: list[int]) -> None:
    """Worked example 2."""
    assert _compute_net(build_payments([2, *[0] * (size - 1)], [0] * size), size) == net


def test_bru_14_15_an_ace_lost_to_a_ten_of_trump_is_paid() -> None:
    """Worked example 3: A leads a plain ace, B wins with the ten of trump, C plays a seven."""
    cards = tuple(PACK.find_card(text) for text in ("A♠", "10♥", "7♣"))
    counts = count_brusquembilles(Play((cards,), (0,), (1,), bytes(cards)), 3)
    won = [2 * each.aces_won + each.tens_won for each in counts]
    lost = [2 * each.aces_lost + each.tens_lost for each in counts]
    assert _compute_net(build_payments(won, lost), 3) == [-5, 4, 1]


def _compute_net(moves: list[tuple[int, int, int, str]], size: int) -> list[int]:
    """Return by seat what the moves (payer, payee, jetons, rule) bring."""
    return [sum(n * ((payee == s) - (payer == s)) for payer, payee, n, _ in moves) for s in range(size)]


@pytest.mark.parametrize(("size", "talon", "tricks"), [(2, 26, 16), (3, 21, 10), (4, 20, 8), (5, 15, 6)])
def test_bru_03_talon_and_tricks_by_number_of_players(size: int, talon: int, tricks: int) -> None:
    law = build_trick_config(size, False, False)
    assert (law.draws * size, law.tricks) == (talon, tricks)


def test_bru_09_the_pack_holds_120_points() -> None:
    assert sum(PACK.points[card] for card in PACK.iter_cards()) == 120
