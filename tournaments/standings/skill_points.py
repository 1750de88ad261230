"""The skill of a player on one day, with how much of it is not known. A module of its own, so that pages need not load
what computes skills (`skill`)."""

from dataclasses import dataclass
from math import erf

BAND = 1.645  # deviations on either side of the mean: nine times out of ten the skill is between


@dataclass(frozen=True, slots=True)
class SkillPoint:
    """A player's skill on one day: its mean and its standard deviation, in units of how much luck one table brings; 0
    is the average player of the club."""

    day: int
    mean: float
    deviation: float

    @property
    def low(self) -> float:
        """The lower end of the band in which the skill probably lies."""
        return self.mean - BAND * self.deviation

    @property
    def high(self) -> float:
        """The upper end of the band in which the skill probably lies."""
        return self.mean + BAND * self.deviation


def compute_chance_against_average(skill: float) -> float:
    """Return how likely a player of this skill comes before an average player of the club, where neither has a
    partner."""
    return (1 + erf(skill / 2)) / 2
