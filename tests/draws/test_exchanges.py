"""The price of an exchange, against evaluating the round before and after it; who has other companions."""

from random import Random

from tournaments.draws.evaluation import evaluate_rounds
from tournaments.draws.exchanges import find_meetings, find_regrouped, price_exchanges
from tournaments.draws.meetings import count_meetings
from tournaments.draws.model import DrawRequest, DrawRound
from tournaments.draws.swiss import compute_ranks


def deal_round(rng: Random, players: int = 11) -> DrawRound:
    """Return a round at random: tables of four and of three, and who rests."""
    order = rng.sample(range(1, players + 1), players)
    return DrawRound((tuple(order[:4]), tuple(order[4:7]), tuple(order[7:10])), tuple(order[10:]))


def exchange(one: DrawRound, first: int, second: int) -> DrawRound:
    """Return the round with these two players exchanged."""
    swap = {first: second, second: first}
    return DrawRound(
        tuple(tuple(swap.get(p, p) for p in table) for table in one.tables), tuple(swap.get(p, p) for p in one.resting)
    )


def test_a_price_is_what_the_evaluation_says_after_the_exchange():
    rng = Random(19)
    for _case in range(12):
        previous, one = (deal_round(rng), deal_round(rng)), deal_round(rng)
        scores = [rng.randint(0, 6) for _ in range(11)]
        request = DrawRequest(11, (3, 4), 1, previous=previous, forbidden=frozenset({(1, 2), (3, 4)}), scores=scores)
        before = evaluate_rounds(request, [one])
        player = rng.randint(1, 11)
        prices = price_exchanges(one, count_meetings(previous), request.forbidden, player, compute_ranks(scores))
        assert set(prices) == set(range(1, 12)) - {player}
        for other, price in prices.items():
            after = evaluate_rounds(request, [exchange(one, player, other)])
            assert price.repeats == after.proof.repeats - before.proof.repeats
            assert price.forbidden == after.proof.forbidden_met - before.proof.forbidden_met
            assert price.spread == after.spread - before.spread
    assert price_exchanges(deal_round(rng), count_meetings(previous), frozenset(), 12) == {}


def test_every_meeting_of_a_pair_is_dated_and_regrouped_players_are_found():
    first, second = DrawRound(((1, 2), (3, 4))), DrawRound(((2, 1), (3, 5)))
    assert find_meetings({2: second, 1: first}) == {(1, 2): [1, 2], (3, 4): [1], (3, 5): [2]}
    assert len(find_regrouped(first.tables, second.tables)) == 2
