"""Each metric on results small enough to be computed by hand, and laws that hold for any results."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.standings.result_builders import build_results
from tournaments.standings.figures_at_once import FiguresAtOnce, SeatColumns
from tournaments.standings.metrics import AT_ONCE, METRICS, SCORES_AT_ONCE, MetricReader
from tournaments.standings.ranking import find_main_score, rank_tallies
from tournaments.standings.ranking_orders import (
    PRESETS,
    RankingOrder,
    check_ranking_order,
    find_preset,
    list_metric_choices,
)
from tournaments.standings.tournament_results import STATISTICS, Scales, Tally, TournamentResults


def compute_figures(key: str, there: TournamentResults, names: str = "ABCD", main: str = "total") -> list:
    """Return the figures of one metric for these players, as if all of them were tied."""
    tallies = [Tally(ord(name) - 64, name) for name in names]
    tied = {tally.entry for tally in tallies}
    return [MetricReader(there, main).get_figure(key, tally, tied) for tally in tallies]


TWO_ROUNDS = ("1: A+10 B-10", "1: C+4 D-4", "2: A+2 C-2", "2: B+0 D+0")
FOUR = ("1: A+30 B+10 C+10 D-50",)


def test_parties_won_divides_a_shared_first_place():
    assert compute_figures("parties_won", build_results(*TWO_ROUNDS)) == [2, Fraction(1, 2), 1, Fraction(1, 2)]


def test_victory_points_follow_the_scale_and_a_rest_counts():
    scales = Scales(win=4, draw=2, loss=1, rest=3)
    assert compute_figures("victory", build_results(*TWO_ROUNDS, scales=scales, rests={2: (3,)})) == [
        8,
        1 + 2 + 3,
        5,
        3,
    ]


def test_partners_win_together_and_count_as_one_side():
    there = build_results("1: AB+12 CD-12")
    assert compute_figures("parties_won", there) == [1, 1, 0, 0]
    assert compute_figures("victory", there) == [2, 2, 0, 0]
    assert compute_figures("beaten", there) == [1, 1, 0, 0]


def test_place_points_are_shared_between_equal_places():
    assert compute_figures("place_points", build_results(*FOUR)) == [5, Fraction(7, 2), Fraction(7, 2), 2]
    assert compute_figures("place_points", build_results(*FOUR, scales=Scales(places=(3, 1)))) == [
        3,
        Fraction(1, 2),
        Fraction(1, 2),
        0,
    ]


def test_share_is_the_part_of_all_that_lies_on_the_table():
    assert compute_figures("share", build_results(*FOUR)) == [
        Fraction(130, 400),
        Fraction(110, 400),
        Fraction(110, 400),
        Fraction(1, 8),
    ]


def test_beaten_is_the_part_of_the_others_beaten_at_a_table():
    assert compute_figures("beaten", build_results(*FOUR)) == [1, Fraction(1, 2), Fraction(1, 2), 0]


def test_buchholz_and_its_variants_without_the_extreme_opponents():
    there = build_results("1: A+1 B-1", "2: A+3 C-3", "3: A+5 D-5", "1: C+9 D-9")
    assert compute_figures("buchholz", there)[0] == -1 + 6 - 14
    assert compute_figures("buchholz_cut", there)[0] == -1 + 6
    assert compute_figures("buchholz_median", there)[0] == -1
    assert compute_figures("opponents_average", there)[0] == Fraction(-9, 3)
    assert compute_figures("buchholz", there, main="victory") == [2, 6, 6, 8]


def test_sonneborn_berger_counts_beaten_opponents_whole_and_level_ones_half():
    assert compute_figures("sonneborn_berger", build_results(*TWO_ROUNDS), main="victory") == [
        1 + 2,
        Fraction(1, 2),
        1,
        Fraction(1, 2),
    ]


def test_progressive_adds_the_score_after_each_round():
    assert compute_figures("progressive", build_results(*TWO_ROUNDS, rests={2: (3,)}), main="victory")[:2] == [
        2 + 4 + 4,
        0 + 1 + 2,
    ]


def test_direct_encounter_counts_only_where_all_tied_players_have_met():
    assert compute_figures("direct", build_results(*TWO_ROUNDS), "AB") == [1, 0]
    assert compute_figures("direct", build_results(*TWO_ROUNDS), "ABC") == [0, 0, 0]  # B and C have not met


def test_mini_table_sums_the_results_among_the_tied_players():
    assert compute_figures("mini_table", build_results(*TWO_ROUNDS), "ABC") == [20 + 4, -20, -4]


def test_mini_table_and_direct_encounter_of_three_who_beat_each_other():
    there = build_results("1: A+10 B-10", "2: B+3 C-3", "3: C+8 A-8", "4: A+50 D-50")
    assert compute_figures("mini_table", there, "ABC") == [20 - 16, 6 - 20, 16 - 6]
    assert compute_figures("direct", there, "ABC") == [1, 1, 1]


def test_place_points_of_three_equal_places_and_of_two_equal_sides():
    assert compute_figures("place_points", build_results("1: A+9 B+1 C+1 D+1 E-12"), "ABCDE") == [5, 3, 3, 3, 1]
    assert compute_figures("place_points", build_results("1: AB+0 CD+0")) == [Fraction(9, 2)] * 4


SWISS = """
                    A     B     C     D
victory             4     3     1     5
buchholz            9     5    12     5
buchholz_cut        8     4     9     4
buchholz_median     3     0     4     0
opponents_average   3   5/2     4   5/2
sonneborn_berger    4     1   5/2   9/2
progressive        10     4     3     9
"""


@pytest.mark.parametrize("line", SWISS.splitlines()[2:], ids=lambda line: line.split()[0])
def test_metrics_of_three_rounds_with_a_rest_and_a_forfeit(line):
    """In round 2 B rests (1 point), and D wins 2 points because his opponent does not come. Neither has an opponent
    there, and their points count for whoever has met them."""
    there = build_results("1: A+1 B-1", "1: C+0 D+0", "2: A+2 C-2", "3: D+3 A-3", "3: B+1 C-1", rests={2: (2,)})
    key, *wanted = line.split()
    found = compute_figures(key, replace(there, granted={4: (2,)}), main="victory")
    assert found == [Fraction(each) for each in wanted]


def test_lots_depend_on_the_seed_alone():
    first, again = (compute_figures("lots", build_results(scales=Scales(seed=1))) for _ in range(2))
    assert first == again != compute_figures("lots", build_results(scales=Scales(seed=2)))
    assert len(set(first)) == 4


def test_tied_players_share_a_rank_until_a_metric_separates_them():
    there = build_results(*TWO_ROUNDS)
    tallies = [Tally(n, name, 5) for n, name in enumerate("ABCD", 1)]
    assert [row.rank for row in rank_tallies(tallies, ("total",), there)] == [1, 1, 1, 1]
    rows = rank_tallies(tallies, ("total", "parties_won", "lots"), there)
    assert [row.tally.player for row in rows[:2]] == ["A", "C"]
    assert [row.rank for row in rows] == [1, 2, 3, 4]


tables_of_four = st.lists(st.permutations("ABCDEFGH"), min_size=1, max_size=4)


@given(tables_of_four, st.sampled_from(sorted(METRICS)), st.lists(st.integers(-9, 9), min_size=8, max_size=8))
def test_any_metric_ranks_everybody_whatever_the_order_of_tallies(rounds, key, totals):
    lines = [
        f"{n}: " + " ".join(f"{name}{total:+d}" for name, total in zip(seats[half : half + 4], totals, strict=False))
        for n, seats in enumerate(rounds, 1)
        for half in (0, 4)
    ]
    tallies = [Tally(n, name, totals[n - 1]) for n, name in enumerate("ABCDEFGH", 1)]
    precedence, there = ("total", key) if key != "total" else ("total",), build_results(*lines)
    rows = rank_tallies(tallies, precedence, there)
    assert sorted(row.tally.entry for row in rows) == list(range(1, 9))
    assert rank_tallies(tallies[::-1], precedence, there) == rows
    assert all(row.rank == 1 + sum(other.rank < row.rank for other in rows) for row in rows)


ways_to_sit = st.sampled_from(["{} {} {} {}", "{}{} {}{}", "{}{} {}{} {}{}", "{} {} {}", "{} {}"])


@given(
    st.lists(st.tuples(st.permutations("ABCDEF"), ways_to_sit, st.permutations([-9, -3, 2, 2])), max_size=5),
    st.sampled_from(SCORES_AT_ONCE),
    st.dictionaries(st.integers(1, 6), st.just((7, 8)), max_size=2),
    st.dictionaries(st.integers(1, 6), st.just((9,)), max_size=2),
)
@settings(deadline=None, max_examples=40)
def test_figures_computed_at_once_are_those_computed_one_by_one(tables, main, rests, granted):
    lines = [
        f"{n}: " + " ".join(f"{side}{won:+d}" for side, won in zip(way.format(*names).split(), totals, strict=False))
        for n, (names, way, totals) in enumerate(tables, 1)
    ]
    there = replace(build_results(*lines, scales=Scales(win=5, draw=3, loss=-1), rests=rests), granted=granted)
    there = replace(there, totals={n: 3 * n + sum(r.total for r in there.get_entry_results(n)) for n in range(1, 7)})
    columns = np.array([(r.table - 1, r.entry, r.side, r.total) for r in there.results], dtype=np.int64).reshape(-1, 4)
    at_once = FiguresAtOnce(SeatColumns(*columns.T), there, list(there.totals), list(there.totals.values()), main)
    everybody = [Tally(n, "", total) for n, total in there.totals.items()]
    for key in AT_ONCE - {"total"}:
        reader = MetricReader(there, main)
        for group in (everybody, *combinations(everybody, 2), *combinations(everybody, 3), everybody[:1]):
            tied = {tally.entry for tally in group}
            one_by_one = [reader.get_figure(key, tally, tied) for tally in group]
            places = at_once.find_places([tally.entry for tally in group])
            together, unit = at_once.list_numerators(key, places, [0] * len(group))
            assert one_by_one == [Fraction(each, unit) for each in together], key
            if key != "direct":
                break


@given(st.lists(st.integers(-20, 20), min_size=2, max_size=6))
def test_place_points_wins_and_shares_of_a_table_have_fixed_sums(totals):
    line = "1: " + " ".join(f"{name}{total:+d}" for name, total in zip("ABCDEF", totals, strict=False))
    names = "ABCDEF"[: len(totals)]
    there = build_results(line)
    assert sum(compute_figures("place_points", there, names)) == sum((5, 4, 3, 2, 1)[: len(totals)])
    assert sum(compute_figures("parties_won", there, names)) == 1
    assert sum(compute_figures("share", there, names)) == 1
    assert sum(compute_figures("beaten", there, names)) == Fraction(len(totals), 2)


@pytest.mark.parametrize("key", PRESETS)
def test_each_preset_is_valid_and_survives_saving_and_reading(key):
    assert check_ranking_order(PRESETS[key], STATISTICS) == []
    assert RankingOrder.from_json(PRESETS[key].as_json) == PRESETS[key]
    assert find_preset(RankingOrder.from_json(PRESETS[key].as_json)) == key


def test_opponents_are_measured_by_the_first_score_of_the_order():
    assert find_main_score(PRESETS["swiss"].precedence) == "victory"
    assert find_main_score(PRESETS["evening"].precedence) == "total"


@pytest.mark.parametrize(
    ("chosen", "wrong"),
    [
        ((), [("", "empty")]),
        (("total", "total"), [("total", "twice")]),
        (("buchholz", "total"), [("buchholz", "score")]),
        (("direct",), [("direct", "tied")]),
        (("total", "lots", "share"), [("share", "after")]),
        (("total", "elo"), [("elo", "unknown")]),
        (("total", "brusquembilles_won"), [("brusquembilles_won", "unknown")]),
        (tuple(list_metric_choices(())[:9]), [("", "long")]),
    ],
)
def test_an_order_that_cannot_rank_a_tournament_is_refused_with_its_reason(chosen, wrong):
    assert check_ranking_order(RankingOrder(("left", *chosen)), ()) == wrong


def test_an_order_must_begin_with_who_left():
    assert check_ranking_order(RankingOrder(("total",)), STATISTICS) == [("left", "first")]


@pytest.mark.parametrize("scales", [Scales(win=99_999), Scales(places=(1, 2)), Scales(places=())])
def test_scales_out_of_bounds_are_refused(scales):
    assert [wrong for _, wrong in check_ranking_order(RankingOrder(scales=scales), STATISTICS)] == ["bounds"]
