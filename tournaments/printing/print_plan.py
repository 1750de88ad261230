"""What printing takes, told before it begins: how many tables are left, and how many pages, or sheets of paper, their
score sheets need."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Tournament

from .papers import PrintOptions
from .pieces import count_leaf_pages
from .remainder import Remainder
from .scoresheets import Leaf, build_left_sheets


@dataclass(frozen=True)
class PrintPlan:
    """What is left to print. `tables`: how many tables are left; `pages`: the pages of their score sheets; `papers`:
    the sheets of paper that these take, two-sided where that is asked for."""

    tables: int
    pages: int
    papers: int

    @property
    def is_two_sided(self) -> bool:
        """True where some sheet of paper is printed on both sides."""
        return self.papers < self.pages


def plan_left_sheets(tournament: Tournament, left: Remainder, options: PrintOptions) -> PrintPlan:
    """Count the pages of the score sheets of the tables that are left, and their sheets of paper."""
    leaves = build_left_sheets(tournament, left)["leaves"]
    pages = [count_pages_on(leaf, options) for leaf in leaves]
    papers = map(_count_backed, pages) if "duplex" in options.look else pages
    return PrintPlan(count_tables(leaves), sum(pages), sum(papers))


def count_pages_on(leaf: Leaf, options: PrintOptions) -> int:
    """Count the pages of a leaf. In large print each of its sheets takes one; on A5 the halves and thirds of an A4 do,
    and its quarters lie two by two."""
    if leaf.is_shared and "large" in options.look:
        return len(leaf.sheets)
    if leaf.is_shared and "a5" in options.look:
        return math.ceil(len(leaf.sheets) / (2 if leaf.sheets_a_page == 4 else 1))
    return math.ceil(count_leaf_pages(leaf))


def count_tables(leaves: Iterable[Leaf]) -> int:
    """Count the tables whose sheets are on these leaves."""
    return sum(len(leaf.sheets) for leaf in leaves)


def _count_backed(pages: int) -> int:
    """Return how many sheets of paper so many pages take, printed on both sides."""
    return -(-pages // 2)
