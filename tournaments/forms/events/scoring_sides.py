"""Who marks points together at a table, as the forms of a coup name them."""

from dataclasses import dataclass

from tournaments.book.sheet import Sheet
from tournaments.presentation.text.metric_text import join_texts
from tournaments.presentation.text.sheet_text import shorten_names


@dataclass(frozen=True)
class ScoringSide:
    """Players who mark points together: one player, or the partners of a side. `position`: the seat number of the
    first; `short_names`: their names as they fit beside a figure."""

    position: int
    names: tuple[str, ...]
    short_names: tuple[str, ...]

    @property
    def short_name(self) -> str:
        """The short names of the side's players, joined in one text."""
        return join_texts(self.short_names)


def list_scoring_sides(sheet: Sheet) -> list[ScoringSide]:
    """List who scores together at this table, each player or each side, in seat order."""
    groups = sheet.setting.list_scoring_sides() if sheet.setting else [(name,) for name in sheet.names]
    short = shorten_names(sheet.names)
    return [ScoringSide(sheet.positions[group[0]], group, tuple(short[name] for name in group)) for group in groups]
