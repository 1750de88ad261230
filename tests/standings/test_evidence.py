"""The details shown behind a player's figures (each round, each opponent) add up to the figures that rank him."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from django.utils.translation import override

from scoring import TotalUnit
from tests.standings.result_builders import build_results
from tournaments.presentation.text.metric_text import format_figure, format_reckoning
from tournaments.presentation.text.rank_text import describe_place
from tournaments.presentation.text.unit_text import format_total
from tournaments.standings.evidence import (
    TableOutcome,
    depends_on_opponents,
    find_undecided_entries,
    iter_figures,
    list_faced_opponents,
    list_round_figures,
    list_table_scores,
)
from tournaments.standings.metrics import MetricReader
from tournaments.standings.opponents import OF_OPPONENTS, FigureTerms
from tournaments.standings.ranking import StandingsRow, rank_tallies
from tournaments.standings.scores import SCORES
from tournaments.standings.tournament_results import Scales, TableResult, Tally, TournamentResults

TOTALS = (5, 5, -2, -8)
SCALES = Scales(rest=1, flat=3, exempt="flat")
TABLE = (TableResult(1, 7, 1, -1, 40, 1), TableResult(1, 7, 2, -2, -20, 2), TableResult(1, 7, 3, -3, -20, 2))
PLAYED = TournamentResults(TABLE, {1: (2,)}, SCALES, {1: (3,)})


def test_each_round_is_listed_with_its_kind_and_its_figures():
    rows = list_round_figures(PLAYED, 1, ("victory", "total"))
    assert [(row.round, row.outcome and row.outcome.table, row.kind, dict(row.figures)) for row in rows] == [
        (1, 7, "table", {"victory": 2, "total": 40}),
        (2, None, "rest", {"victory": 1, "total": 3}),
        (3, None, "won", {"victory": 2, "total": 40}),
    ]
    second = list_round_figures(PLAYED, 2, ("victory",))
    assert [row.kind for row in second] == ["table", "away", "away"]
    assert second[0].outcome == TableOutcome(7, 2, 3, True, -20, -20, 0)


def test_each_opponent_is_listed_with_his_score_and_the_outcome():
    met = [(row.entry, row.score, row.mine, row.theirs, row.won) for row in list_faced_opponents(PLAYED, 2, "victory")]
    assert met == [(1, 5, -20, 40, 0), (3, 0, -20, -20, Fraction(1, 2))]


def test_only_scores_made_of_tables_or_of_opponents_are_detailed():
    assert list_table_scores(("left", "total", "victory", "share", "lots")) == ["victory", "share"]
    assert [depends_on_opponents(order) for order in (("left", "total"), ("total", "direct"))] == [False, True]


def test_the_terms_of_a_tie_break_compare_the_same_tied_players_as_the_ranking():
    there = replace(build_results("1: A+5 B+5 C-10", "2: A+3 D-3", "3: B+1 D-1"), granted={3: (2,)}, rests={3: (3,)})
    precedence = ("victory", "direct", "mini_table", *OF_OPPONENTS)
    rows = rank_tallies([Tally(entry, "ABCD"[entry - 1]) for entry in (1, 2, 3, 4)], precedence, there)
    told = {
        row.tally.entry: [found[:3] for found in iter_figures(MetricReader(there, "victory"), rows, row)]
        for row in rows
    }
    assert all(terms is None or terms.figure == figure for each in told.values() for _key, figure, terms in each)
    assert [terms for key, _figure, terms in told[1] if key == "mini_table"] == [
        FigureTerms((0,))
    ]  # C ranks behind them
    assert [terms for key, _figure, terms in told[4] if key in ("direct", "mini_table")] == [None, None]


@pytest.mark.parametrize("key", sorted(set(SCORES) - {"total"}))
def test_the_rounds_and_the_opponents_of_a_player_sum_to_his_figures(key):
    chance = Random(key)
    lines = []
    for n in range(1, 5):
        seats = chance.sample("ABCDEFGH", 8)
        lines += [
            f"{n}: " + " ".join(f"{name}{total:+d}" for name, total in zip(four, TOTALS, strict=True))
            for four in (seats[:4], seats[4:])
        ]
    there = build_results(*lines)
    for entry in range(1, 9):
        reader = MetricReader(there, "victory")
        rows = list_round_figures(there, entry, (key,))
        assert sum(row.figures[key] for row in rows) == reader.get_figure(key, Tally(entry, "x"), ())
        scores = [row.score for row in list_faced_opponents(there, entry, "victory")]
        assert sum(scores) == reader.get_figure("buchholz", Tally(entry, "x"), ())


@pytest.mark.parametrize(
    ("key", "figures", "silent"),
    [
        ("direct", [(3, 0), (2, 1), (2, 0), (1, 0), (1, 0)], {1, 4, 5}),
        ("mini_table", [(3, 0), (2, 4), (2, -4), (1, 0), (1, 0)], {1}),
        ("buchholz", [(3, 0), (2, 0)], set()),
    ],
)
def test_a_tie_break_among_tied_players_has_no_figure_for_who_is_alone_or_has_not_met_all(key, figures, silent):
    rows = [
        StandingsRow(n, False, Tally(n, "x"), {"total": first, key: last}) for n, (first, last) in enumerate(figures, 1)
    ]
    assert find_undecided_entries(rows, key) == silent


@pytest.mark.parametrize(("figure", "said"), [(Fraction(5, 3), "1,67"), (Fraction(-5, 3), "−1,67"), (Fraction(4), "4")])
def test_a_fraction_is_rounded_not_truncated(figure, said):
    assert format_figure("opponents_average", figure, TotalUnit.JETONS) == said
    assert format_reckoning(FigureTerms((figure, figure, -figure)), "x").startswith(
        f"{said} {'−' if figure < 0 else '+'} "
    )


@pytest.mark.parametrize(
    ("unit", "shown"), [(TotalUnit.JETONS, "+1 462"), (TotalUnit.POINTS, "1 462"), (TotalUnit.COUPS_WON, "1 462")]
)
def test_only_a_gain_in_jetons_bears_a_plus(unit: TotalUnit, shown: str):
    wanted = shown.replace(" ", "\u202f")
    with override("fr"):
        assert (format_total(1462, unit), format_figure("total", 1462, unit)) == (wanted, wanted)
        assert format_total(-4, unit) == "−4"


def test_a_place_at_a_table_of_two_sides_is_won_or_lost():
    with override("fr"):
        ended = [
            describe_place(TableOutcome(1, place, sides, shared, 0, 0, 0))
            for place, sides, shared in ((1, 2, False), (2, 2, False), (1, 2, True), (2, 4, False), (1, 3, True))
        ]
    assert ended == ["gagnée", "perdue", "à égalité", "place 2 sur 4", "place 1 sur 3, ex æquo"]
