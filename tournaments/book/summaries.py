"""From a table's sheet to its TableSummary: coups, totals, ranks, whether it is over. Built from the sheet, never from
the database."""

from collections.abc import Iterable, Sequence

from tournaments.book.sheet import Sheet, find_last_played
from tournaments.models import Record, TableSummary


def summarise_sheet(sheet: Sheet) -> TableSummary | None:
    """Return the summary of the sheet, not saved; None for a table without records or one that cannot play."""
    return build_summary(sheet, sheet.records) if sheet.records else None


def build_summary(sheet: Sheet, records: Sequence[Record]) -> TableSummary | None:
    """Return the summary of the sheet after these records of its table, all from the first one; not saved. None
    if the sheet has no state."""
    state = sheet.state
    if state is None:
        return None
    ranks = {row.player: row.rank for row in state.ranking}
    purses = state.purses
    return TableSummary(
        table_id=sheet.table.pk,
        events=len(sheet.steps),
        coups=state.coups_played,
        complete=state.complete,
        last_number=records[-1].number,
        last_played=find_last_played(records),
        first_at=records[0].at,
        last_at=records[-1].at,
        totals=[*state.seat_totals],
        ranks=[ranks[name] for name in sheet.names],
        purses=[[purses[name].fiches, purses[name].jetons] for name in sheet.names if name in purses],
        left=sorted(list_leaving_positions(sheet)),
    )


def list_leaving_positions(sheet: Sheet) -> Iterable[int]:
    """Return the positions of the players who left this table before the end, and of their partners (GEN-01)."""
    left = set(sheet.state.left if sheet.state else ())
    sides = (sheet.setting and sheet.setting.sides) or ()
    gone = left | {partner for side in sides if left & set(side) for partner in side}
    return [sheet.positions[name] for name in gone]
