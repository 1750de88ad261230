"""What a table's page shows of corrections: whether this phone may make one, and who may agree to it."""

from tournaments.book.sheet import Sheet
from tournaments.presentation.text.sheet_text import shorten_names


class CorrectionFacts:
    """The part of a phone's page on who may take part in correcting the sheet."""

    sheet: Sheet
    seat: int | None

    fieldless_kinds = frozenset({"end", "leave"})  # who ended it is undone, not corrected

    @property
    def sitting_players(self) -> list[tuple[int, str]]:
        """The position and short name of each player who has not left the table."""
        left, short = self.sheet.state.left if self.sheet.state else (), shorten_names(self.sheet.names)
        return [(place, short[name]) for name, place in self.sheet.positions.items() if name not in left]

    @property
    def possible_agreers(self) -> list[tuple[int, str]]:
        """The position and short name of those who may agree to a correction that this phone makes."""
        return [each for each in self.sitting_players if each[0] != self.seat]
