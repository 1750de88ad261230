"""Designs, fields and starters: each round seats everybody once, no pair meets twice. Divisions into tables."""

from itertools import combinations
from random import Random

import pytest

from benchmarks._exact_search import ExactSearch, search_rotational
from benchmarks._known_rounds import PAGE, write_mixed_row, write_page
from benchmarks._line_search import Turn, search_copies
from benchmarks._schedule_checker import check_rounds, count_meetings, measure
from tournaments.draws import algebra, berger, starters
from tournaments.draws.algebra import build_ring, factorise
from tournaments.draws.design_library import build_repeat_free_rounds, build_stored_rounds
from tournaments.draws.designs import ROTATIONAL, STARTERS, TRANSVERSALS
from tournaments.draws.divisions import Division, divide, list_divisions, propose_divisions


def check_design(rounds, points, size):
    """Assert that each round seats points 0 to `points` - 1 at tables of `size`, and that no pair meets twice."""
    met = set()
    for one in rounds:
        assert sorted(p for table in one for p in table) == list(range(points))
        assert {len(table) for table in one} == {size}
        for pair in (frozenset(pair) for table in one for pair in combinations(table, 2)):
            assert pair not in met
            met.add(pair)


def check_independently(rounds, size, tables):
    """Assert the same of tables of `size` by the checker that shares no code with draws."""
    numbered = [[[p + 1 for p in table] for table in one] for one in rounds]
    assert check_rounds(numbered, [[]] * len(rounds), size * tables) == []
    assert measure(count_meetings(numbered, size * tables)) == (0, 0)
    assert {len(table) for one in rounds for table in one} == {size}


@pytest.mark.parametrize("key", STARTERS)
def test_stored_designs_repeat_no_pair(key):
    size, tables = key
    check_independently(build_stored_rounds(STARTERS[key]), size, tables)


@pytest.mark.parametrize("key", ROTATIONAL)
def test_stored_rotational_designs_seat_every_pair_once(key):
    size, tables = key
    found = algebra.build_rotational_rounds(ROTATIONAL[key])
    check_independently(found, size, tables)
    assert len(found) == (size * tables - 1) // (size - 1)


@pytest.mark.parametrize("tables", TRANSVERSALS)
def test_stored_rounds_across_columns_repeat_no_pair(tables):
    stored = TRANSVERSALS[tables]
    for size in range(2, stored.columns + 1):
        found = algebra.build_transversal_rounds(tables, size, stored.group, stored.base, stored.lines)
        assert len(found) == tables
        check_independently(found, size, tables)


@pytest.mark.parametrize(
    ("build", "order", "size", "tables"),
    [
        (algebra.build_doubled_rounds, 7, 3, 5),
        (algebra.build_doubled_rounds, 25, 3, 17),
        (algebra.build_tripled_rounds, 9, 4, 7),
        (algebra.build_tripled_rounds, 29, 4, 22),
        (algebra.build_unital_rounds, 3, 4, 7),
        (algebra.build_unital_rounds, 4, 5, 13),
    ],
)
def test_series_of_theorems_seat_every_pair_once(build, order, size, tables):
    found = build(order)
    check_independently(found, size, tables)
    assert len(found) * (size - 1) == size * tables - 1


@pytest.mark.parametrize("build", [algebra.build_doubled_rounds, algebra.build_tripled_rounds])
@pytest.mark.parametrize("order", [0, 1, 6, 11, 15, 85, 91])
def test_a_theorem_gives_nothing_for_other_orders(build, order):
    assert build(order) == []
    assert algebra.build_unital_rounds(order) == []


@pytest.mark.parametrize("order", [2, 3, 4, 8, 9, 12, 15, 16, 27])
def test_differences_of_distinct_ring_elements_are_invertible(order):
    r = build_ring(order)
    assert len(r.distinct) == min(p**e for p, e in factorise(order))
    for a, b in combinations(r.distinct, 2):
        minus_b = r.add[b].index(0)
        assert sorted(r.multiply[r.add[a][minus_b]]) == list(range(order))
    assert all(r.multiply[r.one][x] == x for x in range(order))


@pytest.mark.parametrize(("tables", "size", "rounds"), [(7, 5, 7), (8, 6, 8), (9, 9, 9), (15, 3, 15), (10, 3, 0)])
def test_rounds_from_fields_repeat_no_pair(tables, size, rounds):
    found = algebra.build_field_rounds(tables, size, 99)
    assert len(found) == rounds
    check_design(found, tables * size, size)


@pytest.mark.parametrize("tables", range(2, 40))
def test_every_design_of_the_library_repeats_no_pair(tables):
    for size in (2, 3, 4, 5, 6, 7):
        found = build_repeat_free_rounds(size, tables, 40)
        check_design(found, tables * size, size)
        assert len(found) >= (2 if tables >= 2 * size else 1)


@pytest.mark.parametrize("tables", [7, 13, 25])
def test_power_rounds_seat_every_pair_once(tables):
    found = algebra.build_power_rounds(tables, 999)
    assert len(found) == (3 * tables - 1) // 2
    check_design(found, 3 * tables, 3)


@pytest.mark.parametrize("players", [2, 3, 8, 9])
def test_circle_rounds_pair_everybody_once(players):
    rounds = berger.build_circle_rounds(players, players - 1 + players % 2)
    met = [frozenset(couple) for couples, _ in rounds for couple in couples]
    assert len(met) == len(set(met)) == players * (players - 1) // 2
    if players % 2:
        assert sorted(p for _, out in rounds for p in out) == list(range(players))


def test_a_starter_is_found_where_no_design_is_stored():
    for trial in starters.list_trials(26, (3,) * 8, 9):
        found = starters.find_rounds(trial, (3,) * 8, 9, 200_000, Random(1))
        if found:
            break
    rounds, resting = found
    assert len({p for out in resting for p in out}) == 18
    met = [frozenset(pair) for one in rounds for table in one for pair in combinations(table, 2)]
    assert len(met) == len(set(met)) == 9 * 24


@pytest.mark.parametrize(
    ("players", "sizes", "tables", "resting"),
    [
        (11, (3,), (3, 3, 3), 2),
        (23, (3, 4), (4, 4, 4, 4, 4, 3), 0),
        (5, (3, 4), (4,), 1),
        (8, (2, 4, 6), (4, 4), 0),
        (1, (2, 3), (), 1),
        (7, (5,), (5,), 2),
        (9, (2, 3, 4, 5), (5, 4), 0),
        (6, (4, 5), (5,), 1),
    ],
)
def test_divide_uses_allowed_sizes_and_leaves_few_resting(players, sizes, tables, resting):
    assert divide(players, sizes) == Division(tables, resting)


@pytest.mark.parametrize(
    ("players", "sizes", "offered"),
    [
        (14, (2, 3, 4, 5), ["2222222", "554", "4433", "33332", "4442", "5333", "5522"]),
        (13, (2, 3, 4, 5), ["544", "4333", "33322", "553", "52222"]),
        (11, (3,), []),
        (1, (3,), []),
        (12, (3, 4), ["444", "3333"]),
    ],
)
def test_every_choice_of_sizes_that_seats_all_is_offered_the_most_equal_tables_first(players, sizes, offered):
    seating_all = [one for one in propose_divisions(players, sizes) if not one.resting]
    assert ["".join(map(str, one.sizes)) for one in seating_all] == offered


@pytest.mark.parametrize(
    ("players", "sizes", "listed"),
    [
        (9, (2, 3, 4, 5), ["333", "54", "3222", "432", "522"]),
        (13, (4, 5), ["544"]),
        (11, (3,), ["333"]),
        (41, (3, 4), []),
        (1, (2, 3), []),
    ],
)
def test_every_division_that_seats_all_who_can_sit_is_listed_the_most_equal_tables_first(players, sizes, listed):
    assert ["".join(map(str, one.sizes)) for one in list_divisions(players, sizes)] == listed


def test_the_size_of_every_table_is_taken_where_so_many_are_there():
    assert divide(14, (5, 4, 3, 2)) == Division((5, 4, 3, 2), 0)
    assert divide(14, (2, 3, 4, 5)) == Division((5, 5, 4), 0)
    assert divide(13, (5, 4, 3, 2)) == Division((5, 4, 4), 0)
    assert divide(10, (5, 4, 3, 2), held=(4,)) == Division((5, 3, 2), 0)


def test_tables_of_one_size_are_offered_too_though_somebody_rests():
    assert propose_divisions(11, (3,)) == (Division((3, 3, 3), 2),)
    assert propose_divisions(10, (3, 4)) == (Division((4, 3, 3), 0), Division((3, 3, 3), 1), Division((4, 4), 2))
    assert propose_divisions(1, (3,)) == ()


@pytest.mark.parametrize("players", range(1, 60))
def test_what_is_offered_seats_everybody_at_tables_of_allowed_sizes(players: int):
    offered = propose_divisions(players, (2, 3, 4, 5))
    for one in offered:
        assert sum(one.sizes) + one.resting == players
        assert set(one.sizes) <= {2, 3, 4, 5}
    assert len(set(offered)) == len(offered)
    assert divide(players, (2, 3, 4, 5)) in offered or players < 2


def test_the_page_of_known_rounds_says_what_is_drawn():
    assert PAGE.read_text(encoding="utf-8") == "\n".join(write_page())


@pytest.mark.parametrize(("players", "sizes"), [(10, (3, 4)), (18, (4, 5)), (14, (4,))])
def test_its_lines_of_mixed_tables_are_what_is_drawn(players, sizes):
    assert write_mixed_row(players, sizes) in PAGE.read_text(encoding="utf-8").splitlines()


def test_a_base_round_is_searched_by_exact_cover():
    frame = starters.CyclicFrame(14, 2, 2)
    kinds, used = frame.list_kinds()
    base = ExactSearch(kinds, used, [(p,) for p in range(30)], 3, Random(1)).search(7, 60)
    check_design(starters.develop_rounds(frame, base, 14), 30, 3)


def test_blocks_of_a_rotational_design_are_searched():
    blocks = search_rotational(3, 11, 60, Random(1))
    found = algebra.build_rotational_rounds(blocks)
    assert len(found) == 16
    check_independently(found, 3, 11)


@pytest.mark.parametrize(
    ("frame", "symmetry", "lines"),
    [
        ((13, 3), Turn(3, 3), []),
        ((11, 5), Turn(5, 3), []),
        ((15, 3), Turn(3, 1), [[0, 15, 30]]),
        ((7, 3), Turn(3, 2, 0), []),
    ],
)
def test_a_base_round_is_searched_under_a_symmetry_beside_lines(frame, symmetry, lines):
    frame, size = starters.CyclicFrame(*frame), frame[1]
    base = search_copies(frame, size, symmetry, lines, 60, Random(1))
    further = [[[frame.shift(p, r) for p in line] for r in range(frame.modulus)] for line in lines]
    check_design([*starters.develop_rounds(frame, base, frame.modulus), *further], frame.points, size)


@pytest.mark.parametrize(("outer", "weight"), [((3, 5, 99), 7), ((4, 4, 99), 4), ((3, 5, 99), 2)])
def test_points_are_multiplied_by_a_field(outer, weight):
    found, size = build_repeat_free_rounds(*outer), outer[0]
    inner = build_repeat_free_rounds(size, weight, 99)
    rounds = algebra.multiply_rounds(found, inner, weight)
    assert len(rounds) == ((len(found) - 1) * weight + len(inner) if weight >= size else 0)
    check_design(rounds, size * outer[1] * weight, size)
