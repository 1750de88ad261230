"""A club's own game as it was declared: the options as one typed object, with its marks."""

from typing import NamedTuple

from scoring.games.marque.rules import FARTHEST


class DeclaredMark(NamedTuple):
    """One mark that a club declared (MAR-02), as its options have it."""

    key: str
    name: str
    points: int
    who: str

    @property
    def by_one(self) -> bool:
        """True where at most one player, or side, has it in a coup."""
        return self.who == "one"


class MarqueConfig(NamedTuple):
    """The options of one table, by their keys; None where nothing was declared. `marks`: by key, in their order."""

    play: str
    sum: int | None
    least: int
    most: int | None
    multiple_of: int
    marks: dict[str, DeclaredMark]
    deals: int | None
    target: int | None

    def bound_points(self, parties: int) -> tuple[int, int]:
        """Return the least and the most that one of so many players, or sides, may have counted in a coup."""
        highest = FARTHEST if self.most is None else self.most
        return self.least, highest if self.sum is None else min(highest, self.sum - (parties - 1) * self.least)
