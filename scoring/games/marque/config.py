"""A club's own game as it was declared: the options as one typed object, with its marks."""

from typing import NamedTuple

from scoring.games.marque.rules import FARTHEST


class DeclaredMark(NamedTuple):
    """A mark (prime) that a club declared for its game (MAR-02): points beside those counted. `who`: "one" if one
    player, or side, alone may have it in a coup, "each" if several may."""

    key: str
    name: str
    points: int
    who: str

    @property
    def by_one(self) -> bool:
        """True where only one player, or side, may have this mark in a coup."""
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
        """Return the least and the most points of one of `parties` players, or sides, in a coup, without marks."""
        highest = FARTHEST if self.most is None else self.most
        return self.least, highest if self.sum is None else min(highest, self.sum - (parties - 1) * self.least)
