"""Count who met whom in a tournament: how often two players sat at a table against each other, or on one side. Pure:
knows no database, no game and no language."""

from collections import Counter
from dataclasses import dataclass

from .cross_table import CrossTable, CrossTableRow


@dataclass(frozen=True, slots=True)
class MeetingGrid:
    """Which players of a cross-table met. `lines`: its rows, in its order; `against`, `together`: by (row number, row
    number), in both orders, how often they sat as opponents, and as partners; pairs that never met are left out."""

    lines: tuple[CrossTableRow, ...]
    against: Counter[tuple[int, int]]
    together: Counter[tuple[int, int]]

    @property
    def most(self) -> int:
        """The greatest number of times that two players met as opponents; 0 where none did."""
        return max(self.against.values(), default=0)


def build_meeting_grid(table: CrossTable) -> MeetingGrid:
    """Return how often the players of a cross-table met, as opponents and as partners."""
    against, together = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for line in table.lines:
        for meeting in (meeting for cell in line.cells for meeting in cell.meetings):
            against.update((line.number, other) for other in meeting.opponents)
            together.update((line.number, other) for other in meeting.partners)
    return MeetingGrid(table.lines, against, together)
