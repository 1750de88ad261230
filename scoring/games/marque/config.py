"""A club's own game as it was declared: the options as one typed object, with its marks."""

from typing import NamedTuple

from scoring.games.marque.rules import FARTHEST
from scoring.model import Setting


class DeclaredMark(NamedTuple):
    """One mark that a club declared (MAR-02). `by_one`: whether at most one player, or side, has it in a coup."""

    key: str
    name: str
    points: int
    by_one: bool


class MarqueConfig(NamedTuple):
    """The options of one table in the form that scoring uses; None where nothing was declared. `marks`: by key, in the
    order in which they were declared."""

    total: int | None
    least: int
    most: int | None
    multiple: int
    marks: dict[str, DeclaredMark]
    deals: int | None
    target: int | None

    def bound_points(self, parties: int) -> tuple[int, int]:
        """Return the least and the most that one of so many players, or sides, may have counted in a coup."""
        highest = FARTHEST if self.most is None else self.most
        return self.least, highest if self.total is None else min(highest, self.total - (parties - 1) * self.least)


def build_config(setting: Setting) -> MarqueConfig:
    """Build the config of a table from its options."""
    options = setting.options
    marks = [DeclaredMark(each["key"], each["name"], each["points"], each["who"] == "one") for each in options["marks"]]
    return MarqueConfig(
        options["sum"],
        options["least"],
        options["most"],
        options["multiple_of"],
        {mark.key: mark for mark in marks},
        options["deals"],
        options["target"],
    )
