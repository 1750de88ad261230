"""The podium of some standings: its three steps, on which ties stand together. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from .ranking import StandingsRow, list_ranked_rows

STEPS = 3  # the last rank on the podium


@dataclass(frozen=True)
class PodiumStep:
    """One step: its rank, and the rows of all who share it."""

    rank: int
    rows: Sequence[StandingsRow]


def build_podium(rows: Iterable[StandingsRow]) -> list[PodiumStep]:
    """Return the steps of the podium, the first one first; after a tie a rank is missing. Empty where nobody has played
    a coup."""
    placed = [row for row in list_ranked_rows(rows) if row.rank <= STEPS]
    return [PodiumStep(rank, tuple(group)) for rank, group in groupby(placed, lambda row: row.rank)]
