"""Skill and Elo: laws that hold for any tables, and a club whose skills are known."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.standings.result_builders import invent_tables
from tournaments.standings.elo import START_TENTHS, compute_elo, compute_expected, compute_gain
from tournaments.standings.log_loss import COIN, ModelLoss, SkillVerdict, list_habit_chances, measure_loss
from tournaments.standings.rated_tables import RatedTable, leave_players_out
from tournaments.standings.skill import compute_skills

PLAYERS = range(1, 9)


@st.composite
def table_lists(draw: st.DrawFn) -> list[RatedTable]:
    """Tables of two to five sides of one to three players, with ties, on a few days."""
    found = []
    for n in range(draw(st.integers(1, 8))):
        free = list(draw(st.permutations(PLAYERS)))
        sides = []
        for size in draw(st.lists(st.integers(1, 3), min_size=2, max_size=5)):
            if len(free) >= size:
                sides.append(tuple(free.pop() for _ in range(size)))
        ranks = draw(st.lists(st.integers(1, 4), min_size=len(sides), max_size=len(sides)))
        places = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
        found.append(RatedTable(n, 1, draw(st.integers(0, 3)), tuple(sides), places))
    return found


def shuffle(table: RatedTable) -> RatedTable:
    """The same table told the other way round."""
    return replace(table, sides=tuple(side[::-1] for side in table.sides[::-1]), places=table.places[::-1])


@given(table_lists())
def test_what_a_table_moves_sums_to_zero(tables: list[RatedTable]) -> None:
    elo = compute_elo(tables)
    sums = Counter[int]()
    for gain in elo.gains:
        sums[gain.table.table] += gain.tenths
    assert not any(sums.values())


@given(table_lists())
def test_every_rating_is_the_start_and_the_gains_listed(tables: list[RatedTable]) -> None:
    elo = compute_elo(tables)
    for player, tenths in elo.tenths.items():
        assert tenths == START_TENTHS + sum(gain.tenths for gain in elo.gains if gain.player == player)


@given(table_lists())
def test_both_opponents_tell_the_same_story(tables: list[RatedTable]) -> None:
    lines = {(gain.table.table, gain.player, gain.opponent): gain for gain in compute_elo(tables).gains}
    for (table, player, opponent), gain in lines.items():
        other = lines[table, opponent, player]
        assert (gain.expected + other.expected, gain.score + other.score) == (100, 2)


@given(table_lists(), st.randoms(use_true_random=False))
def test_neither_the_order_of_names_nor_of_tables_bears_on_elo(tables: list[RatedTable], chance: Random) -> None:
    mixed = [shuffle(table) for table in tables]
    chance.shuffle(mixed)
    assert compute_elo(mixed).tenths == compute_elo(tables).tenths


@settings(max_examples=20, deadline=None)
@given(table_lists())
def test_the_order_of_names_does_not_bear_on_skill(tables: list[RatedTable]) -> None:
    one, other = compute_skills(tables).curves, compute_skills([shuffle(table) for table in tables]).curves
    for player, curve in one.items():
        assert [point.mean for point in other[player]] == pytest.approx([point.mean for point in curve], abs=1e-9)


@settings(max_examples=20, deadline=None)
@given(table_lists())
def test_everybody_has_a_point_for_each_day_and_every_pair_a_chance(tables: list[RatedTable]) -> None:
    skills = compute_skills(tables)
    for table in tables:
        for player in table.players:
            assert table.day in [point.day for point in skills.curves[player]]
        assert all(0 < chance < 1 for chance in skills.chances[table.table])


@given(table_lists())
def test_equals_who_end_level_move_nothing(tables: list[RatedTable]) -> None:
    level = [replace(table, places=(1,) * len(table.places)) for table in tables]
    assert set(compute_elo(level).tenths.values()) == {START_TENTHS}


@given(table_lists())
def test_partners_take_nothing_from_each_other_and_win_the_same(tables: list[RatedTable]) -> None:
    table = tables[0]
    elo = compute_elo([table])
    for side in table.sides:
        assert len({elo.tenths[player] for player in side}) == 1
        assert not [gain for gain in elo.gains if gain.player in side and gain.opponent in side]


@given(table_lists(), st.sets(st.sampled_from(list(PLAYERS))))
def test_nothing_is_reckoned_of_who_is_left_out(tables: list[RatedTable], out: set[int]) -> None:
    left = leave_players_out(tables, out)
    assert not {player for table in left for player in table.players} & out
    assert all(len(table.sides) > 1 and len(table.sides) == len(table.places) for table in left)


@pytest.mark.parametrize(
    ("expected", "score", "opponents", "tenths"),
    [
        (50, 2, 1, 160),  # 32 points × ½
        (50, 2, 3, 53),  # a third of it
        (64, 2, 1, 115),  # 32 × 0.36 = 11.52
        (64, 0, 1, -205),  # 32 × 0.64 = 20.48
        (64, 1, 1, -45),  # 32 × (0.50 − 0.64) = −4.48
    ],
)
def test_a_gain_is_what_a_hand_finds(expected: int, score: int, opponents: int, tenths: int) -> None:
    assert compute_gain(expected, score, opponents) == tenths


@pytest.mark.parametrize(("ahead", "expected"), [(0, 50), (1000, 64), (2000, 76), (4000, 91), (90_000, 99)])
def test_what_is_expected_is_that_of_chess_tables(ahead: int, expected: int) -> None:
    assert compute_expected(15_000 + ahead, 15_000) == expected


def test_skill_that_is_there_is_found_and_luck_is_not_called_skill() -> None:
    _skills, tables = invent_tables(60, spread=0.7)
    for chances in (compute_skills(tables).chances, compute_elo(tables).chances, list_habit_chances(tables)):
        assert measure_loss(tables, chances).verdict is SkillVerdict.BETTER
    _skills, tables = invent_tables(60, spread=0.0)
    for chances in (compute_skills(tables).chances, compute_elo(tables).chances, list_habit_chances(tables)):
        assert measure_loss(tables, chances).verdict is not SkillVerdict.BETTER


def test_bands_hold_most_of_the_true_skills() -> None:
    skills, tables = invent_tables(60, spread=0.5)
    curves = compute_skills(tables).curves
    assert sum(curve[-1].low <= skills[player] <= curve[-1].high for player, curve in curves.items()) >= 9


def test_no_day_is_told_by_what_came_after_it() -> None:
    _skills, tables = invent_tables(12, spread=0.7)
    for model in (
        lambda some: compute_skills(some).chances,
        lambda some: compute_elo(some).chances,
        list_habit_chances,
    ):
        all_of_them, some = model(tables), model(tables[:18])
        assert {pk: all_of_them[pk] for pk in some} == some


@pytest.mark.parametrize(
    ("loss", "error", "tables", "verdict"),
    [
        (0.60, 0.01, 39, SkillVerdict.UNKNOWN),
        (0.60, 0.01, 40, SkillVerdict.BETTER),
        (0.68, 0.01, 400, SkillVerdict.UNKNOWN),
        (0.75, 0.01, 400, SkillVerdict.WORSE),
        (COIN, 0.0, 400, SkillVerdict.UNKNOWN),
    ],
)
def test_a_few_tables_or_a_wide_spread_decide_nothing(
    loss: float, error: float, tables: int, verdict: SkillVerdict
) -> None:
    assert ModelLoss(loss, error, tables).verdict is verdict
