"""Do these games show skill? How well each model foretold tables that it had not seen, against a coin. Pure.

A model's loss at a pair of sides is minus the logarithm of the chance that it gave to what happened: ln 2 for a coin. A
table's is the average over its pairs. How sure one can be of the difference follows from how much it changes from one
table to the next.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from math import log, sqrt
from statistics import fmean, stdev
from typing import Any

from .rated_tables import Chances, RatedTable, iter_days, list_side_pairs

COIN = log(2)
ENOUGH_TABLES = 40  # fewer decide nothing
SURE_ERRORS = 2  # standard errors from the coin's loss, and it is no chance any more


class SkillVerdict(StrEnum):
    """How a model did beside a coin."""

    BETTER = "better"
    UNKNOWN = "unknown"
    WORSE = "worse"


@dataclass(frozen=True, slots=True)
class ModelLoss:
    """A model's average loss over so many tables. `error`: its standard error; 0 where there are fewer than two."""

    loss: float
    error: float
    tables: int

    @property
    def verdict(self) -> SkillVerdict:
        """Whether the model foretold better than a coin, worse, or nobody can say yet."""
        gain = COIN - self.loss
        if self.tables < ENOUGH_TABLES or abs(gain) <= SURE_ERRORS * self.error:
            return SkillVerdict.UNKNOWN
        return SkillVerdict.BETTER if gain > 0 else SkillVerdict.WORSE

    @property
    def as_json(self) -> dict[str, Any]:
        """The fields, by name, as a JSON object."""
        return asdict(self)


def measure_loss(tables: Sequence[RatedTable], chances: Chances) -> ModelLoss:
    """Return how well these chances foretold the tables."""
    losses = [_compute_table_loss(table, chances[table.table]) for table in tables]
    if not losses:
        return ModelLoss(COIN, 0.0, 0)
    error = stdev(losses) / sqrt(len(losses)) if len(losses) > 1 else 0.0
    return ModelLoss(fmean(losses), error, len(losses))


def _compute_table_loss(table: RatedTable, chances: Sequence[float]) -> float:
    """Return the average loss over the pairs of a table; a pair that ended level counts half either way."""
    return fmean(
        -(pair.score * log(chance) + (2 - pair.score) * log(1 - chance)) / 2
        for pair, chance in zip(list_side_pairs(table), chances, strict=True)
    )


def list_habit_chances(tables: Iterable[RatedTable]) -> Chances:
    """Return what «who won more often» expects of each table: each side by how many of its pairs its players came
    before so far, as if each had won one and lost one beforehand."""
    won: Counter[int] = Counter()  # in halves
    met: Counter[int] = Counter()
    chances: Chances = {}
    for _day, those in iter_days(tables):
        for table in those:
            parts = [fmean((won[one] + 2) / (2 * met[one] + 4) for one in side) for side in table.sides]
            chances[table.table] = [
                parts[pair.one] / (parts[pair.one] + parts[pair.other]) for pair in list_side_pairs(table)
            ]
        for table in those:
            for pair in list_side_pairs(table):
                for side, score in ((pair.one, pair.score), (pair.other, 2 - pair.score)):
                    won.update(dict.fromkeys(table.sides[side], score))
                    met.update(table.sides[side])
    return chances
