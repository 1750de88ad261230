"""Two states beside each other: what was counted and what is recorded; before a change and after it."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring import TotalUnit
from tournaments.presentation.tags.corbillon import format_holding
from tournaments.presentation.text.metric_text import NO_FIGURE
from tournaments.presentation.text.unit_text import TOTAL_HEADINGS, format_total
from tournaments.standings.ranking import StandingsRow

from .row_table import CellLayout, HoldingColumn, NameColumn, NumberColumn, RowTable


class CountRow(NamedTuple):
    """A player's count. `count`: the fiches and jetons counted, `total` their worth, both None before he has counted;
    `book`: what is recorded; `difference`: the counted total minus the recorded one, had the debts been paid; `owed`:
    what he owes, below zero what is owed to him. All in jetons."""

    name: str
    count: Any
    total: int | None
    book: int
    difference: int | None
    owed: int = 0


class CountsTable(RowTable):
    """Each player's count beside the records, on the phone. `has_differences_above`: the page says above who has how
    many too many or too few."""

    has_differences_above = False

    player = NameColumn(_("Joueur"), "name")
    total = HoldingColumn(_("Compté"))
    book = HoldingColumn(_("Feuille"))
    difference = NumberColumn(pgettext_lazy("jetons comptés", "Écart"))

    def render_difference(self, row: CountRow) -> Any:
        """Say how many jetons are too many or missing, or where the page has said it, that they are to be counted
        again; where none are, what is owed, else that the count is right."""
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
    """The same for the organiser, with the fiches and jetons counted."""

    style = "tight"
    fiches = NumberColumn(_("Fiches"), lambda row: row.count.fiches if row.count else "", style="n roomy")
    jetons = HoldingColumn(_("Jetons"), lambda row: row.count.jetons if row.count else None, style="n roomy")
    difference = NumberColumn(_("Différence"))

    def __init__(self, rows: Iterable[CountRow], **options: Any) -> None:
        super().__init__(rows, sequence=("player", "fiches", "jetons", "..."), **options)

    def render_total(self, row: CountRow) -> Any:
        """Return what the player counted in all, or «pas compté»."""
        return CellLayout(_("pas compté"), "n soft") if row.total is None else row.total


def format_change(before: Any, after: Any) -> SafeString:
    """Return the value before a change and, in bold, the one after it; one that stays, once."""
    if before == after:
        return format_html("{}", before)
    return format_html('{} <span class="arrow">→</span> <strong>{}</strong>', before, after)


class HoldingChangesTable(RowTable):
    """What a change of the records would move at a table. A row is a mapping: name, before, after, changed.

    `in_fiches`: the game has fiches; `unit`: what totals count.
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
        """Set a player for whom nothing moves in a soft colour."""
        return "" if row["changed"] else "soft"

    def render_purse(self, row: Mapping[str, Any]) -> SafeString | None:
        """Return the holdings; None where there are none."""
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
    """The players whose rank would change: the row of the standings before and after. `unit`: what totals count."""

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
        """Return the ranks, each with «ex æquo» where it is shared; a dash for none."""
        before, after = row
        first, second = (
            format_html(' <span class="small">{}</span>', _("ex æquo")) if each.tied else mark_safe("") for each in row
        )
        was, now = before.shown_rank or NO_FIGURE, after.shown_rank or NO_FIGURE
        return format_html("{}{}", format_change(format_html("{}{}", was, first), now), second)
