"""The details shown behind a player's figures (each round, each opponent) add up to the figures that rank him."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.standings.test_metrics import played
from tournaments.standings.evidence import At, brought, faced, made_of_opponents, made_of_tables, reckoned, unsaid
from tournaments.standings.metrics import Reader
from tournaments.standings.opponents import OF_OPPONENTS, Terms
from tournaments.standings.ranking import Row, ranked
from tournaments.standings.scores import SCORES
from tournaments.standings.tournament_results import Played, Result, Scales, Tally
from tournaments.text.metric_text import reckoning, shown

TOTALS = (5, 5, -2, -8)
SCALES = Scales(rest=1, flat=3, exempt="flat")
TABLE = (Result(1, 7, 1, -1, 40, 1), Result(1, 7, 2, -2, -20, 2), Result(1, 7, 3, -3, -20, 2))
PLAYED = Played(TABLE, {1: (2,)}, SCALES, {1: (3,)})


def test_each_round_is_listed_with_its_kind_and_its_figures():
    rows = brought(PLAYED, 1, ("victory", "total"))
    assert [(row.round, row.at and row.at.table, row.kind, dict(row.figures)) for row in rows] == [
        (1, 7, "table", {"victory": 2, "total": 40}),
        (2, None, "rest", {"victory": 1, "total": 3}),
        (3, None, "won", {"victory": 2, "total": 40}),
    ]
    second = brought(PLAYED, 2, ("victory",))
    assert [row.kind for row in second] == ["table", "away", "away"]
    assert second[0].at == At(7, 2, 3, True, -20, -20, 0)


def test_each_opponent_is_listed_with_his_score_and_the_outcome():
    met = [(row.entry, row.score, row.mine, row.theirs, row.won) for row in faced(PLAYED, 2, "victory")]
    assert met == [(1, 5, -20, 40, 0), (3, 0, -20, -20, Fraction(1, 2))]


def test_only_scores_made_of_tables_or_of_opponents_are_detailed():
    assert made_of_tables(("left", "total", "victory", "share", "lots")) == ["victory", "share"]
    assert [made_of_opponents(order) for order in (("left", "total"), ("total", "direct"))] == [False, True]


def test_the_terms_of_a_tie_break_compare_the_same_tied_players_as_the_ranking():
    there = replace(played("1: A+5 B+5 C-10", "2: A+3 D-3", "3: B+1 D-1"), granted={3: (2,)}, rests={3: (3,)})
    precedence = ("victory", "direct", "mini_table", *OF_OPPONENTS)
    rows = ranked([Tally(entry, "ABCD"[entry - 1]) for entry in (1, 2, 3, 4)], precedence, there)
    told = {row.tally.entry: [found[:3] for found in reckoned(Reader(there, "victory"), rows, row)] for row in rows}
    assert all(terms is None or terms.figure == figure for each in told.values() for _key, figure, terms in each)
    assert [terms for key, _figure, terms in told[1] if key == "mini_table"] == [Terms((0,))]  # C ranks behind them
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
    there = played(*lines)
    for entry in range(1, 9):
        reader = Reader(there, "victory")
        rows = brought(there, entry, (key,))
        assert sum(row.figures[key] for row in rows) == reader.figure(key, Tally(entry, "x"), ())
        scores = [row.score for row in faced(there, entry, "victory")]
        assert sum(scores) == reader.figure("buchholz", Tally(entry, "x"), ())


@pytest.mark.parametrize(
    ("key", "figures", "silent"),
    [
        ("direct", [(3, 0), (2, 1), (2, 0), (1, 0), (1, 0)], {1, 4, 5}),
        ("mini_table", [(3, 0), (2, 4), (2, -4), (1, 0), (1, 0)], {1}),
        ("buchholz", [(3, 0), (2, 0)], set()),
    ],
)
def test_a_tie_break_among_tied_players_has_no_figure_for_who_is_alone_or_has_not_met_all(key, figures, silent):
    rows = [Row(n, False, Tally(n, "x"), {"total": first, key: last}) for n, (first, last) in enumerate(figures, 1)]
    assert unsaid(rows, key) == silent


@pytest.mark.parametrize(("figure", "said"), [(Fraction(5, 3), "1,67"), (Fraction(-5, 3), "−1,67"), (Fraction(4), "4")])
def test_a_fraction_is_rounded_not_truncated(figure, said):
    assert shown("opponents_average", figure) == said
    assert reckoning(Terms((figure, figure, -figure)), "x").startswith(f"{said} {'−' if figure < 0 else '+'} ")
