"""A table that pays as it is told ends with the jetons of the decompte, whether it pays during the tricks or at the
end; and what is told never changes the decompte."""

import hashlib
import random
from functools import cache

import pytest

import scoring
from scoring import ledger
from tests.fixtures.amounts import choose_amount
from tests.scoring.nasty_parties import build_nasty_partie
from tests.scoring.random_parties import read_random_partie
from tests.scoring.token_table import TokenTable

PARTIES = range(choose_amount(50, 150))
DECOMPTES = {
    0: "2f0e8423a9b41309f19f2afa98f28ab10110f745adbdc49ba3add2f12573b0a9",
    100: "e3ae2dc8268eacd7e4b18559e983911ebe072c4296492b84f95c06646bca6026",
    200: "2047a93d48a90cc3742c6d8d0c8476ab667b16a9001a54b7c8a42bd045c8c90f",
}
"""By first seed, the SHA-256 of the decomptes of a hundred nasty parties, as they were before a coup was told by what
each owes each. Computed anew only where a rule changes what a coup moves."""


@cache
def read_nasty_partie(seed: int) -> scoring.Partie:
    partie = scoring.read_partie(build_nasty_partie(seed))
    assert isinstance(partie, scoring.Partie)
    return partie


def list_sentences(texts: object) -> list[str]:
    return [str(text).replace("\u202f", " ") for text in texts]  # type: ignore[attr-defined]


@pytest.mark.parametrize("settles_at_the_end", [False, True])
def test_a_table_that_pays_what_is_told_holds_what_the_decompte_says(settles_at_the_end: bool) -> None:
    for seed in PARTIES:
        partie = read_nasty_partie(seed)
        setting, before = partie.setting, scoring.build_initial_state(partie.setting)
        cave = list_sentences(scoring.get_game(setting.game).narrate_opening(setting))[1]
        table = TokenTable(setting.players, cave, settles_at_the_end=settles_at_the_end)
        for step in partie.steps:
            for sentence in list_sentences(scoring.narrate_event(before, step)):
                table.follow(sentence)
            before = step.state
            purses = step.state.purses
            assert {
                name: max(purse.total, 0) - scoring.FICHE * purse.fiches for name, purse in purses.items()
            } == table.jetons
            assert {name: purse.fiches for name, purse in purses.items()} == table.fiches
            assert {name: max(-purse.total, 0) for name, purse in purses.items()} == table.debts
            assert step.outcome is not None
            assert step.outcome.pot == table.pot


def test_what_the_phone_says_after_a_coup_moves_as_much_as_the_whole_narration() -> None:
    for seed in PARTIES:
        partie = read_nasty_partie(seed)
        game, before = scoring.get_game("brusquembille"), scoring.build_initial_state(partie.setting)
        for step in partie.steps:
            if step.outcome and step.outcome.type == "coup":
                sentences = list_sentences(scoring.narrate_event(before, step))
                short = list_sentences(game.narrate_hand_overs(before, step))
                assert short == [each for each in sentences if each in short]
                said_only_in_full = ("Coup", "Brusquembilles : ", "Points : ", "En main : ")
                assert all(each.startswith(said_only_in_full) for each in sentences if each not in short)
            before = step.state


@pytest.mark.parametrize("first", [*DECOMPTES][: choose_amount(1, len(DECOMPTES))])
def test_the_decomptes_of_nasty_parties_are_what_they_were(first: int) -> None:
    digest = hashlib.sha256()
    for seed in range(first, first + 100):
        digest.update(scoring.write_answer(build_nasty_partie(seed))[0].encode() + b"\n")
    assert digest.hexdigest() == DECOMPTES[first]


@pytest.mark.parametrize("game", [game.key for game in scoring.list_games()])
def test_narrating_a_partie_does_not_change_its_decompte(game: str) -> None:
    for seed in range(40):
        partie = read_random_partie(seed, game)
        for language in scoring.LANGUAGES:
            before = scoring.write_answer(partie, language)
            scoring.narrate_partie(partie, language)
            assert scoring.write_answer(partie, language) == before


def build_random_payments(rng: random.Random) -> tuple[int, list[tuple[int, int, int, str]]]:
    """Return the number of players, and random payments between them with a stake of the first player among them."""
    size = rng.randrange(2, 6)
    pairs = [rng.sample(range(size), 2) for _ in range(rng.randrange(8))]
    return size, [(0, size, 20, "BRU-08"), *((payer, payee, rng.randrange(1, 5), "BRU-14") for payer, payee in pairs)]


def count_fewest_hand_overs(balance: tuple[int, ...]) -> int:
    """Return by brute force the least number of hand-overs that brings every balance to zero."""
    first = next((seat for seat, due in enumerate(balance) if due), None)
    if first is None:
        return 0
    counts = []
    for other in range(first + 1, len(balance)):
        if balance[other] * balance[first] < 0:
            rest = list(balance)
            rest[other] += rest[first]
            rest[first] = 0
            counts.append(1 + count_fewest_hand_overs(tuple(rest)))
    return min(counts)


def test_the_settlement_pays_each_his_due_by_the_fewest_hand_overs() -> None:
    rng = random.Random(14)
    for _ in range(400):
        size, moves = build_random_payments(rng)
        due = tuple(ledger.compute_net(moves[1:], size)[:size])
        handed = ledger.settle_shortest(moves, size)
        assert ledger.compute_net([(*each, "") for each in handed], size)[:size] == list(due)
        assert len(handed) == count_fewest_hand_overs(due)
        assert all(due[payer] < 0 < due[payee] and amount > 0 for payer, payee, amount in handed)
        assert handed == sorted(handed) == ledger.settle_shortest(moves[::-1], size)


def test_each_two_players_owe_the_difference_of_their_payments() -> None:
    moves = [(0, 1, 3, "BRU-14"), (1, 0, 5, "BRU-14"), (2, 0, 5, "BRU-14"), (0, 2, 5, "BRU-15"), (2, 3, 9, "BRU-08")]
    assert ledger.net_pairwise(moves, 3) == [(1, 0, 2)]


def test_two_pairs_of_equal_balances_settle_by_two_hand_overs() -> None:
    moves = [(0, 2, 1, ""), (0, 3, 2, ""), (1, 2, 2, ""), (2, 3, 0, "")]  # −3, −2, +3, +2
    assert ledger.settle_shortest(moves, 4) == [(0, 2, 3), (1, 3, 2)]
