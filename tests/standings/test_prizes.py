"""Who wins which prize (lot), worked by hand."""

from dataclasses import replace

from tournaments.standings.prizes import LotAward, PrizeLot, award_lots
from tournaments.standings.ranking import rank_tallies
from tournaments.standings.tournament_results import Tally

TOTALS = {1: 50, 2: 30, 3: 30, 4: 10, 5: -20, 6: -100}
ROWS = rank_tallies([Tally(entry, f"J{entry}", total, coups=1) for entry, total in TOTALS.items()])
MONEY = [PrizeLot(1, "rank", 1, cents=5000), PrizeLot(2, "rank", 2, cents=3000), PrizeLot(3, "rank", 3, cents=1501)]


def award_prizes(*lots: PrizeLot, groups=None, new=(), several=False) -> list[LotAward]:
    """Award these prizes among the players of ROWS."""
    return award_lots(ROWS, lots, groups or {}, new, allow_several=several)


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
    assert award_prizes(MONEY[0], cup, groups=groups, several=True)[1] == LotAward((4,), (1,), 0)


def test_the_newcomers_prize_goes_to_the_best_newcomer_if_there_is_one():
    best = PrizeLot(5, "new", 1)
    assert award_prizes(best, new={6, 5}) == [LotAward((5,), (5,), 0)]
    assert award_prizes(best) == []


def test_who_waits_for_a_rank_wins_no_prize_and_nobody_does_before_the_first_coup():
    first, second = rank_tallies([Tally(1, "Anne", -5, coups=1), Tally(2, "Basile", -10)])
    assert award_lots([replace(first, waiting=True), second], [MONEY[0]], {}, (), allow_several=False) == []
    rows = [first, replace(second, waiting=True)]
    assert award_lots(rows, MONEY[:2], {}, (), allow_several=False) == [LotAward((1,), (1,), 5000)]
