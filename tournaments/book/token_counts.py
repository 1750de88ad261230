"""What the players of a table counted at the end, to be compared with its book: a difference that a debt explains is no
mistake."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import scoring
from tournaments.models import TokenCount


class SettledCounts(NamedTuple):
    """The counts of a table, in jetons by player. `counted`: what lay before each; `debts`: who owes what, and to whom;
    `settled`: the counts had the debts been paid, to be compared with the book."""

    counted: dict[str, int]
    debts: tuple[scoring.Debt, ...]
    settled: dict[str, int]


def count_in_jetons(count: TokenCount) -> int:
    """Return the value in jetons of counted fiches and jetons."""
    return scoring.FICHE * count.fiches + count.jetons


def settle_counts(counts: Iterable[TokenCount], names: Sequence[str], held: Mapping[str, int]) -> SettledCounts:
    """Return the counts in jetons by player, the debts, and the counts as if debts were paid. `held`: the jetons in the
    book by player; `names`: the players by position."""
    by_name = {names[count.position - 1]: count for count in counts if count.position <= len(names)}
    counted = {
        name: max(0, held[name]) if count.is_read_off else count_in_jetons(count) for name, count in by_name.items()
    }
    noted = {
        name: names[count.owed_to - 1] if count.owed_to else scoring.BANK
        for name, count in by_name.items()
        if count.owed_to is not None and count.owed_to <= len(names)
    }
    debts = scoring.find_debts(held, counted, noted)
    return SettledCounts(counted, debts, scoring.settle_debts(counted, debts))
