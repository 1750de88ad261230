"""Who did not come to a table, and who won it without playing."""

from dataclasses import dataclass

from tournaments.book.sheet import Sheet
from tournaments.models import UnplayedTable

from .phases import find_phase


@dataclass(frozen=True)
class ForfeitedTable:
    """A table lost by forfeit: the names of those who did not come, and of the side that won without playing (empty
    where no two sides met, or where neither came)."""

    absent: tuple[str, ...]
    winners: tuple[str, ...]


def read_forfeit(sheet: Sheet) -> ForfeitedTable | None:
    """Return who did not come to this table and who won it; None if it was not lost by forfeit."""
    if sheet.unplayed is None or sheet.unplayed.kind != UnplayedTable.UnplayedKind.FORFEIT:
        return None
    absent = tuple(name for name, position in sheet.positions.items() if position in sheet.unplayed.absent)
    came = [side for side in list_sides(sheet) if not set(side) & set(absent)]
    return ForfeitedTable(absent, came[0] if len(came) == 1 else ())


def list_sides(sheet: Sheet) -> list[tuple[str, ...]]:
    """Return the names of the two sides that meet at the table; empty where no two sides meet."""
    if sheet.tournament.has_team_matches:
        return [(name,) for name in sheet.names]
    phase = find_phase(sheet.tournament, sheet.table.round.n)
    names = {seat.entry_id: name for seat, name in zip(sheet.seats, sheet.names, strict=True)}
    sides = [tuple(names[e] for e in some if e in names) for some in (phase.sides if phase else ())]
    found = [side for side in sides if side]
    return found if len(found) == 2 and sum(map(len, found)) == len(names) else []
