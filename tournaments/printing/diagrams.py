"""The document «diagrams»: every coup written trick by trick, as a diagram of who played what, who took it, the
points."""

import re
from dataclasses import dataclass
from typing import Any

from tournaments.book.loading import load_sheets
from tournaments.book.replay import Replay, build_replays
from tournaments.models import Tournament
from tournaments.presentation.tables.row_table import PAPER
from tournaments.presentation.tables.tricks import TricksTable

FROM_WIDE, LONGEST_WORD = 4, 10  # players; letters of a word of a name in a column of half a page


@dataclass(frozen=True)
class Diagram:
    """One coup on paper."""

    replay: Replay

    @property
    def is_narrow(self) -> bool:
        """True where two such diagrams stand side by side: few players, whose names break between words."""
        names = self.replay.sheet.names
        words = [word for name in names for word in re.split(r"[\s-]+", name)]
        return len(names) < FROM_WIDE and max(map(len, words)) <= LONGEST_WORD

    @property
    def table(self) -> TricksTable:
        """The coup's tricks."""
        return TricksTable(self.replay.rows, self.replay.sheet.names, medium=PAPER)


def build_diagrams(tournament: Tournament) -> dict[str, Any]:
    """Return the document's context: the replays of the tournament, by round, table and coup."""
    return {"replays": [Diagram(replay) for sheet in load_sheets(tournament) for replay in build_replays(sheet)]}
