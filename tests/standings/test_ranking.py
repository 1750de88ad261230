"""Ranks from tallies: laws first, then cases from clubs."""

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from scoring import TotalUnit
from tests.standings.result_builders import build_results
from tournaments.presentation.text.rank_text import describe_rank, describe_tie_breaks
from tournaments.standings.evidence import iter_figures
from tournaments.standings.explain import explain_rank
from tournaments.standings.metrics import METRICS, MetricReader
from tournaments.standings.ranking import PRECEDENCE, get_name_key, rank_tallies
from tournaments.standings.tournament_results import Tally

gains = st.lists(st.integers(-5, 5), max_size=12)


def build_tallies(*totals: int, left: tuple[int, ...] = ()) -> list[Tally]:
    """Return players A, B, C… with these totals; `left`: the indexes (from 0) of those who left."""
    return [Tally(i, chr(65 + i), total, left=int(i in left)) for i, total in enumerate(totals)]


def describe_ranks(rows) -> str:
    """Describe the ranks as text, a tied one with `=`."""
    return " ".join(f"{row.rank}{'=' if row.tied else ''}{row.tally.player}" for row in rows)


@given(gains)
def test_a_rank_is_one_more_than_the_number_of_better_players(totals):
    for row in rank_tallies(build_tallies(*totals)):
        assert row.rank == 1 + sum(total > row.tally.total for total in totals)
        assert row.tied == (totals.count(row.tally.total) > 1)


@given(gains, st.randoms())
def test_the_order_in_which_tallies_come_changes_nothing(totals, random):
    there = build_tallies(*totals)
    mixed = random.sample(there, len(there))
    assert rank_tallies(mixed) == rank_tallies(there)


@given(gains)
def test_every_player_is_ranked_once(totals):
    assert sorted(row.tally.entry for row in rank_tallies(build_tallies(*totals))) == list(range(len(totals)))


def test_BRU_21_players_with_equal_gain_share_the_rank():
    assert describe_ranks(rank_tallies(build_tallies(54, 87, 54, -12))) == "1B 2=A 2=C 4D"


def test_GEN_01_PEN_12_who_left_is_last_whatever_his_total():
    assert describe_ranks(rank_tallies(build_tallies(90, 10, -100, left=(0,)))) == "1B 2C 3A"


def test_what_parts_those_of_one_score_is_named_and_nothing_where_they_share_the_rank():
    there = [Tally(1, "Anne", 54, coups_won=10), Tally(2, "Basile", 54, coups_won=12), Tally(3, "Carl", 20)]
    with override("fr"):
        assert describe_tie_breaks(rank_tallies(there), TotalUnit.JETONS) == ""
        parted = describe_tie_breaks(rank_tallies(there, ("total", "coups_won")), TotalUnit.JETONS)
    assert parted == "À égalité, ce qui départage\u202f: coups gagnés."


def test_a_further_metric_separates_a_tie():
    there = [Tally(1, "Anne", 54, coups_won=10), Tally(2, "Basile", 54, coups_won=12)]
    assert describe_ranks(rank_tallies(there)) == "1=Anne 1=Basile"
    assert describe_ranks(rank_tallies(there, ("total", "coups_won"))) == "1Basile 2Anne"


def test_fewer_lost_brusquembilles_rank_higher():
    there = [
        Tally(1, "Anne", statistics={"brusquembilles_lost": 3}),
        Tally(2, "Basile", statistics={"brusquembilles_lost": 1}),
    ]
    assert describe_ranks(rank_tallies(there, ("brusquembilles_lost",))) == "1Basile 2Anne"


def test_tied_players_are_sorted_by_name_without_accents():
    there = [Tally(i, name) for i, name in enumerate(["Zoé", "Élise", "emma", "Fanny"])]
    assert [row.tally.player for row in rank_tallies(there)] == ["Élise", "emma", "Fanny", "Zoé"]
    assert get_name_key("Œ") != get_name_key("É")


def test_the_default_precedence_names_existing_metrics():
    assert set(PRECEDENCE) <= set(METRICS)


LEVEL_AGAIN = (
    *(
        "1: A+1 F-1",
        "1: B+40 E-40",
        "1: C+1 D-1",
        "2: F-40 D+40",
        "2: E-1 C+1",
        "2: A+1 B-1",
        "3: B-1 F+1",
        "3: C-1 A+1",
    ),
    *("3: D+40 E-40", "4: F-1 E+1", "4: A-40 D+40", "4: B+40 C-40", "5: C+1 F-1", "5: D-1 B+1", "5: E+1 A-1"),
)
"""Four players with three victories each, two and two level again among the four: Ada beat Bea, and Ciro Dino."""


@pytest.mark.parametrize("key", ["direct", "mini_table"])
def test_those_still_level_are_compared_again_among_themselves(key: str) -> None:
    tables: tuple[str, ...] = LEVEL_AGAIN
    if key == "mini_table":  # the same, with gains by which two and two are level among the four
        tables = tuple(line.replace("40", "1") for line in LEVEL_AGAIN)
    people = [Tally(n, name) for n, name in enumerate(["Ada", "Bea", "Ciro", "Dino", "Eva", "Fosco"], 1)]
    rows = rank_tallies(people, ("victory", key, "lots"), build_results(*tables))
    assert [row.tally.player for row in rows[:4]] == ["Ada", "Bea", "Ciro", "Dino"]
    assert rows[0].figures[key] == rows[1].figures[key] != rows[2].figures[key] == rows[3].figures[key]
    reason = explain_rank(rows, 1, ("victory", key, "lots"))
    assert reason.after is not None
    assert (reason.after.metric, reason.after.n) == (key, 1)
    assert reason.after.mine > reason.after.theirs


def test_the_page_says_that_a_later_comparison_was_among_fewer() -> None:
    people = [Tally(n, name) for n, name in enumerate(["Ada", "Bea", "Ciro", "Dino", "Eva", "Fosco"], 1)]
    precedence = ("victory", "direct")
    rows = rank_tallies(people, precedence, build_results(*LEVEL_AGAIN))
    with override("fr"):
        (said,) = describe_rank(explain_rank(rows, 1, precedence), TotalUnit.POINTS)
    assert "rencontres directes entre ceux qui restent à égalité 1 contre 0" in said
    reader = MetricReader(build_results(*LEVEL_AGAIN), "victory")
    told = [
        (key, figure, terms and terms.figure, level)
        for key, figure, terms, level in iter_figures(reader, rows, rows[0])
    ]
    assert told == [("victory", 6, None, 6), ("direct", 2, 2, 4), ("direct", 1, 1, 2)]
