"""Do these games show skill? How well each model predicted tables that it had not seen, against a coin. Pure.

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
    """Whether a model predicted results better than a coin, worse, or nobody can say yet."""

    BETTER = "better"
    UNKNOWN = "unknown"
    WORSE = "worse"


@dataclass(frozen=True, slots=True)
class ModelLoss:
    """How badly a model predicted `tables` tables: its average loss (ln 2 for a coin, less is better). `error`: the
    standard error of that average; 0 for fewer than two tables."""

    loss: float
    error: float
    tables: int

    @property
    def verdict(self) -> SkillVerdict:
        """Whether the model predicted better than a coin, worse, or nobody can say yet."""
        gain = COIN - self.loss
        if self.tables < ENOUGH_TABLES or abs(gain) <= SURE_ERRORS * self.error:
            return SkillVerdict.UNKNOWN
        return SkillVerdict.BETTER if gain > 0 else SkillVerdict.WORSE

    @property
    def as_json(self) -> dict[str, Any]:
        """The fields, by name, as a JSON object."""
        return asdict(self)


def measure_loss(tables: Sequence[RatedTable], chances: Chances) -> ModelLoss:
    """Return how badly these chances predicted the results of the tables."""
    losses = [_compute_table_loss(table, chances[table.table]) for table in tables]
    if not losses:
        return ModelLoss(COIN, 0.0, 0)
    error = stdev(losses) / sqrt(len(losses)) if len(losses) > 1 else 0.0
    return ModelLoss(fmean(losses), error, len(losses))


def _compute_table_loss(table: RatedTable, chances: Sequence[float]) -> float:
    """Return minus the logarithm of the chance given to what happened, averaged over the pairs of sides of a table; a
    level pair counts half either way."""
    return fmean(
        -(pair.score * log(chance) + (2 - pair.score) * log(1 - chance)) / 2
        for pair, chance in zip(list_side_pairs(table), chances, strict=True)
    )


def list_habit_chances(tables: Iterable[RatedTable]) -> Chances:
    """Return the chances at each table by the model «who won more often»: a player's figure is the share of the pairs
    that he has won on earlier days, as if he had begun with one won and one lost."""
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
