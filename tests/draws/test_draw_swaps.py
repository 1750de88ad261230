"""Swaps of players: the cost that the search updates step by step is the cost computed from scratch."""

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tournaments.draws.small_tables import share_small_tables
from tournaments.draws.swaps import SwapSearch, build_met_rows


def create_search(players, sizes, rounds, seed, locked=()):
    """Return a search over random tables, the earlier meetings by pair, and the tables."""
    rng = Random(seed)
    before = {(0, 1): 2, (1, players - 1): 1}
    tables = []
    for _ in range(rounds):
        line = iter(rng.sample(range(players), players))
        tables.append([[next(line) for _ in range(size)] for size in sizes])
    return SwapSearch(tables, build_met_rows(players, before.items()), rng, locked), Counter(before), tables


def compute_cost(state, before):
    """Compute the pair cost of the search's rounds from scratch, less that of the earlier meetings."""
    met = before + Counter(tuple(sorted(p)) for one in state.list_rounds() for t in one for p in combinations(t, 2))
    return sum(n * (n - 1) // 2 for n in met.values()) - sum(n * (n - 1) // 2 for n in before.values())


@given(st.integers(0, 999), st.sampled_from([(3, 3, 3), (4, 3, 2), (2, 2, 2, 2), (5, 5)]), st.integers(1, 5))
def test_the_updated_cost_is_the_cost_computed_from_scratch(seed, sizes, rounds):
    state, before, tables = create_search(sum(sizes), sizes, rounds, seed)
    assert state.cost == compute_cost(state, before)
    state.search(600, 0.8, 0.1)
    assert state.cost == compute_cost(state, before)
    assert [[len(t) for t in one] for one in state.list_rounds()] == [[len(t) for t in one] for one in tables]


def test_locked_tables_keep_their_players():
    state, _, tables = create_search(12, (3, 3, 3, 3), 3, 1, locked={(0, 0), (2, 3)})
    state.search(5000, 0.8, 0.1)
    assert state.list_rounds()[0][0] == tables[0][0]
    assert state.list_rounds()[2][3] == tables[2][3]
    assert state.list_rounds() != tables


def test_small_tables_are_shared_without_raising_the_cost():
    state, before, _ = create_search(22, (4, 4, 4, 4, 3, 3), 4, 3)
    state.search(20_000, 0.5, 0.1)
    reached = state.cost
    share_small_tables(state, Counter())
    small = Counter(p for one in state.list_rounds() for table in one if len(table) == 3 for p in table)
    assert state.cost == compute_cost(state, before) <= reached
    assert max(small.values()) <= 2
