"""Why a player has his rank: what parts him from those just before and just behind him, from the rows shown.

Facts only; the sentence is made where it is shown. Pure: knows no database, no game and no language.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .ranking import Row
from .scores import Number


@dataclass(frozen=True, slots=True)
class Difference:
    """What parts `row` from `other`: `level`, the metrics that leave them level, the weightiest first; `metric`, the
    first that does not (None: nothing parts them), with what each has."""

    row: Row
    other: Row
    level: tuple[str, ...]
    metric: str | None

    @property
    def mine(self) -> Number:
        return self.row.figures[self.metric] if self.metric else 0

    @property
    def theirs(self) -> Number:
        return self.other.figures[self.metric] if self.metric else 0


@dataclass(frozen=True, slots=True)
class Reason:
    """`before`: what parts a player from the one placed just before him; `after`: from the one just behind; `equals`:
    who shares his rank."""

    row: Row
    before: Difference | None
    after: Difference | None
    equals: tuple[Row, ...]


def why(rows: Sequence[Row], entry: int, precedence: Sequence[str]) -> Reason:
    """`rows` as `ranking.ranked` gave them. KeyError where the entry is not among them."""
    mine = next((row for row in rows if row.tally.entry == entry), None)
    if mine is None:
        raise KeyError(entry)
    above = [row for row in rows if row.rank < mine.rank]
    below = [row for row in rows if row.rank > mine.rank]
    equals = tuple(row for row in rows if row.rank == mine.rank and row is not mine)
    return Reason(
        mine,
        difference(mine, above[-1], precedence) if above else None,
        difference(mine, below[0], precedence) if below else None,
        equals,
    )


def difference(row: Row, other: Row, precedence: Sequence[str]) -> Difference:
    level: list[str] = []
    for key in precedence:
        if row.figures[key] != other.figures[key]:
            return Difference(row, other, tuple(level), key)
        level.append(key)
    return Difference(row, other, tuple(level), None)
