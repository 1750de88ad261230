"""Who wins which prize (lot), worked by hand."""

from tournaments.standings.prizes import LotAward, PrizeChoice, PrizeLot, award_lots
from tournaments.standings.ranking import rank_tallies
from tournaments.standings.tournament_results import Tally

TOTALS = {1: 50, 2: 30, 3: 30, 4: 10, 5: -20, 6: -100}
ROWS = rank_tallies([Tally(entry, f"J{entry}", total, coups=1) for entry, total in TOTALS.items()])
MONEY = [PrizeLot(1, "rank", 1, cents=5000), PrizeLot(2, "rank", 2, cents=3000), PrizeLot(3, "rank", 3, cents=1501)]


def award_prizes(*lots: PrizeLot, groups=None, new=(), choice=PrizeChoice.PLACE) -> list[LotAward]:
    """Award these prizes among the players of ROWS."""
    return award_lots(ROWS, lots, groups or {}, new, choice=choice)


def test_tied_players_share_the_money_of_their_places():
    assert award_prizes(*MONEY) == [LotAward((1,), (1,), 5000), LotAward((2, 3), (2, 3), 2250, remainder=1)]


def test_tied_players_draw_lots_for_prizes_that_cannot_be_shared():
    ham, bottle = PrizeLot(7, "rank", 2), PrizeLot(8, "rank", 3, cents=1000, shared=False)
    assert award_prizes(ham, bottle) == [LotAward((7, 8), (2, 3), 0, settled=False)]
    assert award_prizes(PrizeLot(9, "rank", 1)) == [LotAward((9,), (1,), 0)]


def test_a_group_prize_ranks_its_members_and_goes_to_who_has_none_yet():
    groups = {1: "jeunes", 4: "Jeunes", 5: "jeunes"}
    cup = PrizeLot(4, "group", 1, group="jeunes")
    assert award_prizes(MONEY[0], cup, groups=groups)[1] == LotAward((4,), (4,), 0)
    assert award_prizes(MONEY[0], cup, groups=groups, choice=PrizeChoice.SEVERAL)[1] == LotAward((4,), (1,), 0)


def test_the_newcomers_prize_goes_to_the_best_newcomer_if_there_is_one():
    best = PrizeLot(5, "new", 1)
    assert award_prizes(best, new={6, 5}) == [LotAward((5,), (5,), 0)]
    assert award_prizes(best) == []


def test_who_waits_for_a_rank_wins_no_prize_and_nobody_does_before_the_first_coup():
    first, second = rank_tallies([Tally(1, "Anne", -5, coups=1), Tally(2, "Basile", -10)])
    assert award_lots([first._replace(waiting=True), second], [MONEY[0]], {}, (), choice=PrizeChoice.PLACE) == []
    rows = [first, second._replace(waiting=True)]
    assert award_lots(rows, MONEY[:2], {}, (), choice=PrizeChoice.PLACE) == [LotAward((1,), (1,), 5000)]


def test_the_highest_prize_may_count_before_that_of_the_place():
    groups = {1: "jeunes", 4: "jeunes"}
    youth = PrizeLot(4, "group", 1, group="jeunes", cents=9000)
    by_place = award_prizes(*MONEY[:1], youth, groups=groups)
    assert by_place == [LotAward((1,), (1,), 5000), LotAward((4,), (4,), 9000)]
    highest = award_prizes(*MONEY[:1], youth, groups=groups, choice=PrizeChoice.HIGHEST)
    assert highest[1] == LotAward((4,), (1,), 9000), "the first in the ranking takes what is higher"
    assert highest[0] == LotAward((1,), (2, 3), 2500), "and leaves the place's to the next, who are two"


def test_of_equal_prizes_the_place_s_counts_and_a_thing_is_worth_no_money():
    groups = {1: "jeunes", 4: "jeunes"}
    equal = PrizeLot(4, "group", 1, group="jeunes", cents=5000)
    found = award_prizes(MONEY[0], equal, groups=groups, choice=PrizeChoice.HIGHEST)
    assert found == [LotAward((1,), (1,), 5000), LotAward((4,), (4,), 5000)]
    ham = PrizeLot(7, "rank", 1)
    found = award_prizes(ham, equal, groups=groups, choice=PrizeChoice.HIGHEST)
    assert found == [LotAward((7,), (2, 3), 0, settled=False), LotAward((4,), (1,), 5000)]


def test_who_has_a_higher_prize_keeps_a_place_that_wins_nothing():
    groups = {1: "jeunes"}
    third = PrizeLot(3, "rank", 4, cents=1000)
    youth = PrizeLot(4, "group", 1, group="jeunes", cents=9000)
    found = award_prizes(third, youth, groups=groups, choice=PrizeChoice.HIGHEST)
    assert found == [LotAward((3,), (4,), 1000), LotAward((4,), (1,), 9000)]


def test_each_has_one_prize_from_the_highest_down():
    groups, new = {1: "a", 2: "a", 4: "a"}, {2, 4}
    lots = [
        PrizeLot(1, "rank", 1, cents=100),
        PrizeLot(2, "group", 1, group="a", cents=200),
        PrizeLot(3, "new", 1, cents=150),
    ]
    found = award_prizes(*lots, groups=groups, new=new, choice=PrizeChoice.HIGHEST)
    winners = [entry for award in found for entry in award.winners]
    assert len(winners) == len(set(winners))
    assert {award.lots[0]: award.winners for award in found} == {1: (3,), 2: (1,), 3: (2,)}
