"""Seasons: which evenings count, how much each is worth, who is ranked. Worked by hand."""

from fractions import Fraction

import pytest

from tournaments.standings.seasons import (
    Evening,
    EveningOutcome,
    SeasonRow,
    SeasonRule,
    build_club_rows,
    build_season_rows,
    check_season_rule,
    compute_worth,
    list_running_scores,
)

NAMES = {1: "Anne", 2: "Basile", 3: "Chloé"}


def build_evening(event: int, *ranks: tuple[int, int, int], game: str = "brusquembille") -> Evening:
    """Build an evening from (player, rank, total) of each player."""
    sharing = {rank: sum(other == rank for _, other, _ in ranks) for _, rank, _ in ranks}
    return Evening(
        event, game, tuple(EveningOutcome(p, rank, sharing[rank], len(ranks), total) for p, rank, total in ranks)
    )


EVENINGS = (
    build_evening(1, (1, 1, 30), (2, 2, -10), (3, 3, -20)),
    build_evening(2, (1, 3, -40), (2, 1, 25), (3, 2, 15)),
    build_evening(3, (1, 1, 7), (2, 1, 7), game="briscola"),
)


def describe_season(rule: SeasonRule) -> list[tuple[int | None, str, float]]:
    """Return (rank, name, score) of each row of the season."""
    return [(row.rank, row.name, float(row.score)) for row in build_season_rows(EVENINGS, rule, NAMES)]


def test_points_by_place_are_shared_by_players_with_equal_rank():
    rule = SeasonRule(places=(10, 6, 3))
    assert describe_season(rule) == [(1, "Basile", 24.0), (2, "Anne", 21.0), (3, "Chloé", 9.0)]


def test_only_the_best_evenings_count_and_the_row_marks_them():
    rows = build_season_rows(EVENINGS, SeasonRule(places=(10, 6, 3), best=2), NAMES)
    assert [(row.name, row.score) for row in rows] == [("Anne", 18), ("Basile", 18), ("Chloé", 9)]
    assert [part.is_counted for part in rows[0].parts] == [True, False, True]
    assert [row.rank for row in rows] == [1, 1, 3]
    assert rows[0].tied
    assert not rows[2].tied


def test_gains_are_summed_with_a_conversion_factor_for_each_game():
    rule = SeasonRule(way="total", factors={"briscola": 50})
    assert describe_season(rule) == [(1, "Basile", 18.5), (2, "Chloé", -5.0), (3, "Anne", -6.5)]


def test_the_percentage_of_others_beaten_does_not_depend_on_the_field_size():
    assert [compute_worth(outing, "", SeasonRule(way="beaten")) for outing in EVENINGS[0].outcomes] == [100, 50, 0]
    assert [compute_worth(outing, "", SeasonRule(way="beaten")) for outing in EVENINGS[2].outcomes] == [50, 50]
    assert compute_worth(EveningOutcome(1, 1, 1, 1, 0), "", SeasonRule(way="beaten")) == 50
    assert compute_worth(EveningOutcome(1, 2, 2, 4, 0), "", SeasonRule(way="beaten")) == Fraction(50)


def test_too_few_evenings_give_no_rank_and_each_presence_gives_points():
    assert describe_season(SeasonRule(places=(10, 6, 3), least=3, presence=1)) == [
        (1, "Basile", 27.0),
        (2, "Anne", 24.0),
        (None, "Chloé", 11.0),
    ]


def test_scores_after_each_evening_follow_the_rule_and_end_at_the_score():
    rows = build_season_rows(EVENINGS, SeasonRule(places=(10, 6, 3)), NAMES)
    assert list_running_scores(rows, [1, 2, 3], SeasonRule(places=(10, 6, 3)))[3] == [3, 9, 9]
    rule = SeasonRule(places=(10, 6, 3), best=1, presence=1)
    rows = build_season_rows(EVENINGS, rule, NAMES)
    scores = list_running_scores(rows, [1, 2, 3], rule)
    assert scores[3] == [4, 8, 8]
    assert all(scores[row.player][-1] == row.score for row in rows)


def test_a_season_rule_survives_saving_and_reading():
    rule = SeasonRule("total", (5, 1), {"briscola": 30}, 4, 2, 3)
    assert SeasonRule.from_json(rule.as_json) == rule
    assert SeasonRule.from_json({}) == SeasonRule()


@pytest.mark.parametrize(
    ("rule", "wrong"),
    [
        (SeasonRule(), []),
        (SeasonRule(way="x"), ["way"]),
        (SeasonRule(places=(1, 2)), ["places"]),
        (SeasonRule(places=()), ["places"]),
        (SeasonRule(factors={"a": -1}), ["factors"]),
        (SeasonRule(best=0, least=0, presence=10**6), ["best", "least", "presence"]),
    ],
)
def test_an_impossible_season_rule_is_refused_with_its_fields(rule, wrong):
    assert [what for what, _ in check_season_rule(rule)] == wrong


def test_a_club_has_the_points_of_its_four_best_ranked_players():
    points = [(1, 9), (1, 8), (2, 8), (1, 7), (1, 6), (1, 5), (2, 4)]  # club and score of each player, best first
    rows = [SeasonRow(n, False, n, f"J{n}", score, 0, ()) for n, (_club, score) in enumerate(points, 1)]
    rows.append(SeasonRow(None, False, 8, "J8", 50, 0, ()))
    club_of = {n: club for n, (club, _score) in enumerate(points, 1)} | {8: 2}
    found = build_club_rows(rows, club_of, {1: "Nord", 2: "Sud", 3: "Est"})
    assert [(row.rank, row.name, row.score, [each.player for each in row.players]) for row in found] == [
        (1, "Nord", 30, [1, 2, 4, 5]),
        (2, "Sud", 12, [3, 7]),
        (None, "Est", 0, []),
    ], "the fifth of the first, and who is not ranked yet, count nothing"


def test_clubs_of_equal_points_are_ranked_by_evenings_won_and_else_share_the_rank():
    rows = [SeasonRow(1, True, n, f"J{n}", 9, won, ()) for n, won in ((1, 1), (2, 2), (3, 1))]
    found = build_club_rows(rows, {1: 1, 2: 2, 3: 3}, {1: "Nord", 2: "Sud", 3: "Est"})
    assert [(row.rank, row.tied, row.name) for row in found] == [(1, False, "Sud"), (2, True, "Est"), (2, True, "Nord")]
