"""Who wins which prize (lot), worked by hand."""

from tournaments.standings.prizes import Award, Lot, awards
from tournaments.standings.ranking import ranked
from tournaments.standings.tournament_results import Tally

TOTALS = {1: 50, 2: 30, 3: 30, 4: 10, 5: -20, 6: -100}
ROWS = ranked([Tally(entry, f"J{entry}", total, coups=1) for entry, total in TOTALS.items()])
MONEY = [Lot(1, "rank", 1, cents=5000), Lot(2, "rank", 2, cents=3000), Lot(3, "rank", 3, cents=1501)]


def given(*lots: Lot, groups=None, new=(), several=False) -> list[Award]:
    """Award these prizes among the players of ROWS."""
    return awards(ROWS, lots, groups or {}, new, several=several)


def test_tied_players_share_the_money_of_their_places():
    assert given(*MONEY) == [Award((1,), (1,), 5000), Award((2, 3), (2, 3), 2250, left=1)]


def test_tied_players_draw_lots_for_prizes_that_cannot_be_shared():
    ham, bottle = Lot(7, "rank", 2), Lot(8, "rank", 3, cents=1000, shared=False)
    assert given(ham, bottle) == [Award((7, 8), (2, 3), 0, settled=False)]
    assert given(Lot(9, "rank", 1)) == [Award((9,), (1,), 0)]


def test_a_group_prize_ranks_its_members_and_goes_to_who_has_none_yet():
    groups = {1: "jeunes", 4: "Jeunes", 5: "jeunes"}
    cup = Lot(4, "group", 1, group="jeunes")
    assert given(MONEY[0], cup, groups=groups)[1] == Award((4,), (4,), 0)
    assert given(MONEY[0], cup, groups=groups, several=True)[1] == Award((4,), (1,), 0)


def test_the_newcomers_prize_goes_to_the_best_newcomer_if_there_is_one():
    best = Lot(5, "new", 1)
    assert given(best, new={6, 5}) == [Award((5,), (5,), 0)]
    assert given(best) == []


def test_a_player_without_a_coup_wins_no_prize():
    rows = ranked([Tally(1, "Anne", 0), Tally(2, "Basile", -5, coups=1)])
    assert awards(rows, [MONEY[0]], {}, (), several=False) == [Award((1,), (2,), 5000)]
