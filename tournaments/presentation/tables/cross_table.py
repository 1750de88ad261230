"""The cross-table: whom each player met in each round, with what result; and the grid of who met whom."""

from collections.abc import Collection, Iterable
from typing import Any

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import TotalUnit
from tournaments.presentation.tags.corbillon import format_total_html
from tournaments.presentation.text.main_score import MainScore
from tournaments.presentation.text.metric_text import NO_FIGURE, UNPLAYED_REASON_TEXTS, format_figure
from tournaments.presentation.text.unit_text import TOTAL_HEADINGS, format_total
from tournaments.standings.cross_table import CrossTable, CrossTableCell, CrossTableMeeting, CrossTableRow
from tournaments.standings.meetings import MeetingGrid

from .row_table import FILE, PAGES, PAPER, CellLayout, NameColumn, NumberColumn, RowColumn, RowTable
from .standings import find_adjusted_metric, format_adjustment, get_adjustment, to_exact_number


def format_opponents(cell: CrossTableCell) -> int | str:
    """Return the number of the player's only opponent in a round, or the numbers of all his opponents as text: «2 ·
    5»."""
    numbers = " / ".join(" · ".join(map(str, meeting.opponents)) for meeting in cell.meetings)
    return int(numbers) if numbers.isdecimal() else numbers


def format_result(cell: CrossTableCell) -> int | str | None:
    """Return the player's result in this round: a number; a word for a round not played that counts nothing; None if he
    was not there."""
    if cell.meetings or cell.extra_total:
        return cell.total
    return str(UNPLAYED_REASON_TEXTS[cell.idle]) if cell.idle else None


class RoundColumn(RowColumn):
    """One round of the cross-table on pages: the numbers of the opponents, and the result. `heading`: the name of the
    round; `unit`: what totals are counted in."""

    def __init__(self, n: int, heading: str, unit: TotalUnit) -> None:
        self.round_index, self.unit = n - 1, unit
        super().__init__(heading, media=PAGES)

    def render_cell(self, table: RowTable, record: CrossTableRow) -> SafeString:
        """Return the player's opponents in the round with the result of each meeting, or why he did not play."""
        cell, on_paper = record.cells[self.round_index], table.medium == PAPER
        parts = [
            format_meeting(meeting, self.unit, on_paper=on_paper, in_play=meeting.result[1:3] in table.in_play)
            for meeting in cell.meetings
        ]
        if cell.idle or cell.extra_total:
            words = UNPLAYED_REASON_TEXTS[cell.idle] if cell.idle else _("en cours")
            parts.append(format_html('<span class="met">{}</span>', words))
        elif not cell.meetings:
            parts.append(mark_safe("–"))
        if cell.extra_total:
            parts.append(conditional_escape(format_result_html(cell.extra_total, self.unit, on_paper=on_paper)))
        return mark_safe("".join(parts))


def format_meeting(meeting: CrossTableMeeting, unit: TotalUnit, *, on_paper: bool, in_play: bool = False) -> SafeString:
    """Return the row numbers of a player's opponents at one table and his result; before them his partners, or those
    who shared his seat. `unit`: what totals are counted in; `in_play`: the table still plays, which paper marks."""
    met = " · ".join(map(str, meeting.opponents))
    if meeting.partners:
        who = {"who": " · ".join(map(str, meeting.partners))}
        met = f"{gettext('avec %(who)s') % who} {gettext('contre')} {met}"
    elif meeting.relays:
        who = {"who": " · ".join(map(str, meeting.relays))}
        shared = gettext("place partagée avec %(who)s,") % who
        met = f"{shared} {gettext('contre')} {met}"
    result = format_result_html(meeting.result.total, unit, on_paper=on_paper)
    if not on_paper:
        return format_html('<span class="met">{}</span>{} ', met, result)
    signed = unit is TotalUnit.JETONS and len(meeting.opponents) == 1 and met.isdecimal()
    between = mark_safe("<wbr>" if signed else "<br>")  # «21 +2»; without a sign they would read as one number
    star = mark_safe("\u00a0*" if in_play else "")
    return format_html(
        '<div><span class="met">{}</span>{}<span class="meeting">{}{}</span></div>', met, between, result, star
    )


def format_result_html(total: int, unit: TotalUnit, *, on_paper: bool) -> SafeString | str:
    """Return a result as HTML: in bold on paper, in its colour on the screen. `unit`: what totals are counted in."""
    return (
        format_html(" <strong>{}</strong>", format_total(total, unit)) if on_paper else format_total_html(total, unit)
    )


class OpponentColumn(NumberColumn):
    """A column on paper, for a round robin: each player's results against the player in row `number`."""

    def __init__(self, number: int, unit: TotalUnit) -> None:
        self.number, self.unit = number, unit
        super().__init__(str(number), media=(PAPER,), style="met-at")

    def render_cell(self, table: RowTable, record: CrossTableRow) -> CellLayout:
        """Return the result of each meeting of the two players; empty if they have not met yet."""
        if record.number == self.number:
            return CellLayout("", "met-at itself")
        met = [meeting for cell in record.cells for meeting in cell.meetings if meeting.opponents == (self.number,)]
        results = (
            (f"{format_total(meeting.result.total, self.unit)}{' *' * (meeting.result[1:3] in table.in_play)}",)
            for meeting in met
        )
        return CellLayout(format_html_join(mark_safe("<br>"), "{}", results), "met-at")


def build_main_score_column(main: MainScore) -> NumberColumn:
    """Return the column of `main`, the score that ranks first: text on pages, exact numbers in files."""
    return NumberColumn(
        capfirst(str(main.name)),
        "row",
        show=lambda row: main.figures[row.tally.entry],
        export=lambda row: to_exact_number(row.get_unadjusted_figure(main.key)),
        file_heading=main.name,
    )


def build_adjustment_sums(key: str, unit: TotalUnit) -> list[tuple[str, RowColumn]]:
    """Return two columns with their keys: the signed sum of bonuses and penalties, and, on pages only, the figure
    `key`, which ranks first, with these included. `unit`: what totals are counted in."""
    adjustment = NumberColumn(_("Bonus, pénalité"), "row.tally", show=format_adjustment, export=get_adjustment)
    counted = NumberColumn(_("Total"), lambda row: format_figure(key, row.row.figures[key], unit), media=PAGES)
    return [("adjustment", adjustment), ("counted", counted)]


class CrossResultsTable(RowTable):
    """The cross-table, a row for each player in the order of the standings. `main`: the score that ranks first, if it
    is not the total; `unit`: what totals are counted in. Where there are bonuses or penalties, the column «Total»
    includes them, and the sum of the tables has a column of its own, headed on pages by its unit. `are_rounds_named`:
    False if tables are formed freely; `each_with_each`: a column for each opponent instead of each round, on paper;
    `in_play`: (table, entry) of those who still play there."""

    style = "cross"
    number = NumberColumn(_("nº"))
    player = NameColumn(_("Joueur"), "row.tally.player")
    total = NumberColumn(_("Total"), "row.tally.total")
    rank = NumberColumn(_("Rang"), "row.shown_rank", show=lambda rank: rank or NO_FIGURE)

    def __init__(
        self,
        found: CrossTable,
        main: MainScore | None,
        unit: TotalUnit,
        rows: Iterable[CrossTableRow] | None = None,
        *,
        are_rounds_named: bool = True,
        each_with_each: bool = False,
        in_play: Collection[tuple[int, int]] = (),
        **options: Any,
    ) -> None:
        self.unit, self.in_play = unit, in_play
        columns: list[tuple[str, RowColumn]] = []
        if each_with_each:
            columns += [(f"against_{line.number}", OpponentColumn(line.number, unit)) for line in found.lines]
        for n in () if each_with_each else found.rounds:
            heading = gettext("Ronde %(n)s") % {"n": n} if are_rounds_named else gettext("À la table")
            columns += [(f"round_{n}", RoundColumn(n, heading, unit)), *build_file_columns(n)]
        columns += [(main.key, build_main_score_column(main))] if main else []
        names = [name for name, _column in columns]
        adjusted = find_adjusted_metric(line.row for line in found.lines)
        sums = build_adjustment_sums(adjusted, unit) if adjusted else []
        super().__init__(
            found.lines if rows is None else rows,
            columns=[*columns, *sums],
            sequence=("number", "player", *names, "total", *(name for name, _column in sums), "rank"),
            **options,
        )
        if adjusted and self.medium != FILE:
            self.columns["total"].column.heading = TOTAL_HEADINGS[unit]
        if self.medium == PAPER:
            tight = " each" if each_with_each else " tight" if len(found.rounds) > 5 else ""
            self.style = f"lines cross{tight}"

    def render_total(self, row: CrossTableRow) -> SafeString | str:
        """Return the sum of the player's tables; in bold on paper."""
        total = row.row.tally.total
        if self.medium == PAPER:
            return format_html("<strong>{}</strong>", format_total(total, self.unit))
        return format_total_html(total, self.unit)


def build_file_columns(n: int) -> list[tuple[str, RowColumn]]:
    """Build the two columns of round `n` in files, each with its key: the opponents' numbers, and the result."""
    against, result = gettext("Ronde %(n)s, contre") % {"n": n}, gettext("Ronde %(n)s") % {"n": n}
    return [
        (f"met_{n}", RowColumn(against, lambda row: format_opponents(row.cells[n - 1]), media=(FILE,))),
        (f"result_{n}", NumberColumn(result, lambda row: format_result(row.cells[n - 1]), media=(FILE,))),
    ]


MOST_SHADED = 3
"""Cells of as many meetings as this, and of more, look alike."""
MOST_IN_LARGE_CELLS = 30
"""Players of a grid whose cells are as large as elsewhere; those of more stand closer, so that a page holds them."""


class MetColumn(RowColumn):
    """A column of the grid of meetings: how often each player met the player of the row `line`."""

    def __init__(self, grid: MeetingGrid, line: CrossTableRow) -> None:
        self.grid, self.number = grid, line.number
        super().__init__(format_html('<abbr title="{}">{}</abbr>', line.row.tally.player, line.number))

    def render_cell(self, table: RowTable, record: CrossTableRow) -> CellLayout:
        """Return how often the two players met: «2 +1» is twice as opponents and once as partners; empty if they never
        met."""
        pair = (record.number, self.number)
        against, together = self.grid.against[pair], self.grid.together[pair]
        if record.number == self.number:
            return CellLayout("", "self")
        words = [str(against)] if against else []
        words += [f"+{together}"] if together else []
        met = against + together
        return CellLayout(" ".join(words), f"n{min(met, MOST_SHADED)}" if met else "")


class MeetingGridTable(RowTable):
    """The grid of how often each player met each other player, in the order of the standings. `address(row)`: the
    address of a player's page."""

    style = "grid"
    number = NumberColumn(_("nº"))
    player = NameColumn(_("Joueur"), "row.tally.player")

    def __init__(self, grid: MeetingGrid, **options: Any) -> None:
        self.style = "grid close" if len(grid.lines) > MOST_IN_LARGE_CELLS else "grid"
        columns = [(f"met_{line.number}", MetColumn(grid, line)) for line in grid.lines]
        super().__init__(grid.lines, columns=columns, sequence=("number", "player", "..."), **options)
