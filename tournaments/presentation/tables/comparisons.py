"""Two states beside each other: what was counted and what is recorded; before a change and after it."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring import TotalUnit
from tournaments.presentation.tags.corbillon import format_holding
from tournaments.presentation.text.metric_text import NO_FIGURE
from tournaments.presentation.text.unit_text import TOTAL_HEADINGS, format_total
from tournaments.standings.ranking import StandingsRow

from .row_table import CellLayout, HoldingColumn, NameColumn, NumberColumn, RowTable


class CountRow(NamedTuple):
    """One player's counted fiches and jetons against the book. `count`: what he counted, and `total`, its worth, both
    None before he counts; `expected`: what should lie before him: the recorded holding while no debt is paid;
    `difference`: counted minus expected; `owed`: what he owes, negative what he is owed. All in jetons."""

    name: str
    count: Any
    total: int | None
    expected: int
    difference: int | None
    owed: int = 0


class CountsTable(RowTable):
    """What each player counted beside what is recorded, on the phone. `has_differences_above`: the page already says
    above the table who has how many too many or too few."""

    has_differences_above = False

    player = NameColumn(_("Joueur"), "name")
    total = HoldingColumn(_("Compté"))
    expected = HoldingColumn(_("Attendu"))
    difference = NumberColumn(pgettext_lazy("jetons comptés", "Écart"))

    def render_difference(self, row: CountRow) -> Any:
        """Return how many jetons are too many or missing (or «à recompter» where the page says it above); if none are,
        what the player owes or is owed, else «juste»."""
        if row.difference is None:
            return ""
        if row.difference and self.has_differences_above:
            return format_html('<strong class="loss">{}</strong>', _("à recompter"))
        if row.difference:
            words = _("%(n)d de trop") if row.difference > 0 else _("%(n)d de moins")
            return format_html('<strong class="loss">{}</strong>', words % {"n": abs(row.difference)})
        if row.owed:
            return (_("doit %(n)d") if row.owed > 0 else _("reçoit %(n)d")) % {"n": abs(row.owed)}
        return _("juste")


class DeskCountsTable(CountsTable):
    """What each player counted beside what is recorded, for the organiser: with separate columns for fiches and
    jetons."""

    style = "tight"
    fiches = NumberColumn(_("Fiches"), lambda row: row.count.fiches if row.count else "", style="n roomy")
    jetons = HoldingColumn(_("Jetons"), lambda row: row.count.jetons if row.count else None, style="n roomy")
    difference = NumberColumn(_("Différence"))

    def __init__(self, rows: Iterable[CountRow], **options: Any) -> None:
        super().__init__(rows, sequence=("player", "fiches", "jetons", "..."), **options)

    def render_total(self, row: CountRow) -> Any:
        """Return the worth of what the player counted, or «pas compté»."""
        return CellLayout(_("pas compté"), "n soft") if row.total is None else row.total


def format_change(before: Any, after: Any) -> SafeString:
    """Return «before → after» as HTML, the second in bold; a value that stays the same only once."""
    if before == after:
        return format_html("{}", before)
    return format_html('{} <span class="arrow">→</span> <strong>{}</strong>', before, after)


class HoldingChangesTable(RowTable):
    """What a correction would change for each player of a table. A row is a mapping with the keys "name", "before",
    "after" (his state) and "changed".

    `in_fiches`: the game has fiches; `unit`: what totals are counted in.
    """

    style = "tight"
    player = NameColumn(_("Joueur"), lambda row: row["name"])
    purse = NumberColumn(_("Avoir"))
    total = NumberColumn(_("Gain"))
    rank = NumberColumn(_("Rang"))

    def __init__(self, rows: Iterable[Mapping[str, Any]], *, in_fiches: bool, unit: TotalUnit, **options: Any) -> None:
        super().__init__(rows, hidden=() if in_fiches else ("purse",), **options)
        self.unit, self.columns["total"].column.heading = unit, TOTAL_HEADINGS[unit]

    def get_row_style(self, row: Mapping[str, Any]) -> str:
        """Return the class "soft" for a player for whom nothing changes, else ""."""
        return "" if row["changed"] else "soft"

    def render_purse(self, row: Mapping[str, Any]) -> SafeString | None:
        """Return what the player holds in jetons before and after the change; None if he has no purse."""
        purses = [row["before"].purse, row["after"].purse]
        if not any(purses):
            return None
        return format_change(*("—" if purse is None else format_holding(purse.total) for purse in purses))

    def render_total(self, row: Mapping[str, Any]) -> SafeString:
        """Return the player's total before the change, and after it."""
        return format_change(*(format_total(row[each].total, self.unit) for each in ("before", "after")))

    def render_rank(self, row: Mapping[str, Any]) -> SafeString:
        """Return the player's rank before the change, and after it."""
        return format_change(row["before"].rank, row["after"].rank)


class RankChangesTable(RowTable):
    """The players whose rank a correction would change; a row is (his row of the standings before, the one after).
    `unit`: what totals are counted in."""

    style = "tight"
    player = NameColumn(_("Joueur"), lambda row: row[1].tally.player)
    total = NumberColumn(_("Total"))
    rank = NumberColumn(_("Rang"))

    def __init__(self, rows: Iterable[tuple[StandingsRow, StandingsRow]], *, unit: TotalUnit, **options: Any) -> None:
        super().__init__(rows, **options)
        self.unit, self.columns["total"].column.heading = unit, TOTAL_HEADINGS[unit]

    def render_total(self, row: tuple[StandingsRow, StandingsRow]) -> SafeString:
        """Return the player's total before the change, and after it."""
        return format_change(*(format_total(each.tally.counted_total, self.unit) for each in row))

    def render_rank(self, row: tuple[StandingsRow, StandingsRow]) -> SafeString:
        """Return the ranks before and after the change, each with «ex æquo» where it is shared; a dash for no rank."""
        shared = format_html(' <span class="small">{}</span>', _("ex æquo"))
        return format_change(
            *(format_html("{}{}", each.shown_rank or NO_FIGURE, shared if each.tied else "") for each in row)
        )
