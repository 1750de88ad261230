"""The draw of a tombola: each ticket as likely as any other, each wins once, and anybody gets the same."""

import re
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.draws.tombola import choose_below, compute_seed_digest, draw_tickets

SEEDS = st.text("0123456789abcdef", min_size=64, max_size=64)
GUIDES = ("docs/fr/organisers.md", "docs/en/organisers.md", "docs/it/organisers.md")


@given(SEEDS, st.integers(1, 300), st.data())
def test_each_ticket_has_one_prize_at_most(seed: str, tickets: int, data: st.DataObject) -> None:
    prizes = data.draw(st.integers(0, tickets))
    drawn = draw_tickets(seed, tickets, prizes, several=False)
    assert len(drawn) == len(set(drawn)) == prizes
    assert all(0 <= ticket < tickets for ticket in drawn)


@given(SEEDS, st.integers(1, 50), st.integers(0, 99))
def test_a_ticket_that_may_win_several_stays_in_the_draw(seed: str, tickets: int, prizes: int) -> None:
    drawn = draw_tickets(seed, tickets, prizes, several=True)
    assert len(drawn) == prizes
    assert all(0 <= ticket < tickets for ticket in drawn)


@given(SEEDS, st.integers(2, 60), st.booleans())
def test_one_prize_more_changes_none_of_those_before(seed: str, tickets: int, several: bool) -> None:
    every = draw_tickets(seed, tickets, tickets, several=several)
    assert draw_tickets(seed, tickets, tickets // 2, several=several) == every[: tickets // 2]


@pytest.mark.parametrize("count", [1, 2, 3, 7, 2**255 + 1])
def test_every_choice_has_equally_many_numbers_and_the_rest_is_passed_over(count: int) -> None:
    whole = 2**256 - 2**256 % count
    assert choose_below(iter([whole - 1]), count) == count - 1
    passed = [whole] if whole < 2**256 else []
    assert choose_below(iter([*passed, 0]), count) == 0
    assert choose_below(iter([*passed, count - 1]), count) == count - 1


def test_every_order_of_three_tickets_comes_about_equally_often() -> None:
    found = Counter(tuple(draw_tickets(f"{n:064x}", 3, 3, several=False)) for n in range(6_000))
    assert set(found) == set(permutations(range(3)))
    assert max(abs(each - 1_000) for each in found.values()) < 130, "more than four standard deviations"


def test_the_draw_of_one_seed_is_what_it_always_was() -> None:
    """A tombola is drawn again from its seed whenever it is shown: this never changes."""
    assert draw_tickets("0" * 64, 100, 5, several=False) == [58, 41, 36, 75, 68]
    assert compute_seed_digest("0" * 64)[:16] == "60e05bd1b195af2f"


@pytest.mark.parametrize("guide", GUIDES)
def test_the_lines_of_the_guide_draw_the_same(guide: str) -> None:
    [lines] = re.findall(r"```python\n(# tombola.*?)```", Path(guide).read_text("utf-8"), re.DOTALL)
    told: list[Any] = []
    space: dict[str, Any] = {"print": lambda *words: told.append(words)}
    seed = re.search(r'seed = "(\w+)"', lines)
    exec(lines, space)
    assert seed
    assert told[0] == (compute_seed_digest(seed[1]),)
    drawn = draw_tickets(seed[1], space["last"] - space["first"] + 1, space["prizes"], several=False)
    assert [ticket for _prize, ticket in told[1:]] == [space["first"] + each for each in drawn]
