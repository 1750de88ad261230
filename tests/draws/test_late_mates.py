"""Mates in brackets, groups and round robins: as late as can be, seeds near their places."""

from itertools import combinations, permutations

import pytest

from tournaments.draws.late_mates import (
    SeedPlan,
    count_turns,
    part_finalists,
    plan_groups,
    plan_knockout,
    plan_round_robin,
    put_mates_late,
)


def list_mates(*teams: tuple[int, ...], until: int = 99) -> dict[tuple[int, int], int]:
    """Return the pairs of these teams, who should not meet in so many first turns."""
    return dict.fromkeys((pair for team in teams for pair in combinations(sorted(team), 2)), until)


def list_met(plan: SeedPlan, mates: dict[tuple[int, int], int], taken: list[int]) -> list[int]:
    """Return how many mates first meet in each turn."""
    met = count_turns(plan, taken, mates)
    return [met[turn] for turn in range(1, max(plan.turns.values()) + 1)]


def test_two_mates_come_into_different_halves_and_the_best_seeds_stay() -> None:
    plan = plan_knockout(8)
    mates = list_mates((0, 7))  # the first and the last seed, who would meet at once
    taken = put_mates_late(plan, mates)
    assert list_met(plan, mates, taken) == [0, 0, 1]
    assert taken[:4] == [0, 1, 2, 3]
    assert sum(seed != place for place, seed in enumerate(taken)) == 2


def test_four_mates_come_into_different_quarters() -> None:
    plan = plan_knockout(16)
    mates = list_mates((2, 4, 8, 12), (3, 5, 9, 13))
    taken = put_mates_late(plan, mates)
    assert list_met(plan, mates, taken) == [0, 0, 4, 8]  # two in each half of the bracket, at the least


def test_nobody_loses_a_bye_to_part_mates() -> None:
    plan = plan_knockout(11)  # five byes: seeds 1 to 5
    taken = put_mates_late(plan, list_mates((0, 4), (3, 10)))
    assert sorted(taken[:5]) == [0, 1, 2, 3, 4]


def test_clubs_are_apart_in_the_first_stages_alone() -> None:
    plan = plan_knockout(8)
    assert put_mates_late(plan, list_mates((0, 3), until=1)) == [*range(8)]
    assert put_mates_late(plan, list_mates((0, 7), until=1)) != [*range(8)]


@pytest.mark.parametrize("teams", [((0, 1), (2, 3), (4, 5)), ((0, 1, 2), (3, 4, 5)), ((0, 3), (1, 2))])
def test_no_order_of_a_small_round_robin_is_better(teams: tuple[tuple[int, ...], ...]) -> None:
    plan, mates = plan_round_robin(6), list_mates(*teams)
    best = min(list_met(plan, mates, [*order]) for order in permutations(range(6)))
    assert list_met(plan, mates, put_mates_late(plan, mates)) == best


def test_pairs_of_a_round_robin_meet_in_its_last_round() -> None:
    plan, mates = plan_round_robin(12), list_mates(*((n, n + 1) for n in range(0, 12, 2)))
    assert list_met(plan, mates, put_mates_late(plan, mates)) == [0] * 10 + [6]


def test_mates_are_dealt_into_different_groups() -> None:
    plan, mates = plan_groups(12, 4), list_mates((0, 7, 8), (1, 6, 9), (2, 5, 10), (3, 4, 11))
    assert put_mates_late(plan, {}) == [*range(12)]
    assert sum(list_met(plan, mates, put_mates_late(plan, mates))) == 0


def test_mates_of_two_groups_do_not_meet_in_the_first_stage_of_the_finals() -> None:
    four = dict(enumerate("abcd", 1))
    assert part_finalists((1, 2, 3, 4), four, {(1, 4)}) == (1, 2, 4, 3)
    assert part_finalists((1, 2, 3, 4), four, {(1, 2)}) == (1, 2, 3, 4), "they meet in the last stage at the earliest"


def test_to_part_two_mates_no_more_of_one_group_are_brought_together() -> None:
    two = {1: "a", 2: "b", 3: "b", 4: "a"}
    assert part_finalists((1, 2, 4, 3), two, {(1, 3)}) == (1, 2, 4, 3)


def test_finalists_without_a_mate_stay_where_the_groups_put_them() -> None:
    assert part_finalists((1, 2, 4, 3), dict.fromkeys(range(1, 5), "a"), set()) == (1, 2, 4, 3)
