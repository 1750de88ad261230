"""Ranks from tallies: laws first, then cases from clubs."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.metrics import METRICS
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
