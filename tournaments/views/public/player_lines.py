"""A player's lines as his page and its files show them: those that a figure counts, by table, and their sums."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import scoring
from tournaments.book.effects import Gain
from tournaments.book.sheet import Sheet
from tournaments.models import Table, Tournament
from tournaments.presentation.tables.player_lines import PlayerLinesTable
from tournaments.presentation.tags.corbillon import join_names
from tournaments.presentation.text.metric_text import format_sum
from tournaments.reading.game_figures import get_game_figures
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_ranking_with_results
from tournaments.standings.ranking import StandingsRow
from tournaments.standings.tournament_results import STATISTICS, TournamentResults
from tournaments.upkeep.publishing.reading_once import read_kept

from .names import build_public_sheets
from .table_view import (
    BEST_COUP,
    LINE_COUNTERS,
    PlayerLine,
    list_player_lines,
)
from .whereabouts import split_sides


def rank_with(
    entry: int, tournament: Tournament, names: dict[int, str], n: int | None
) -> tuple[Sequence[StandingsRow], TournamentResults]:
    """Return (the standings after round n, or now if it is None; the results behind them). This entry has a row in any
    case: before its first round, or where the standings leave it out, a last one that waits for a rank."""

    def rank_all() -> tuple[Sequence[StandingsRow], TournamentResults]:
        """Return the standings of everybody, and the results that they were made from."""
        rows, played = get_ranking_with_results(tournament, names, n)
        return place_waiting_last(tournament, rows, n), played

    rows, played = read_kept(("ranking", tournament.pk, n), rank_all)
    if any(row.tally.entry == entry for row in rows):
        return keep_ranked(entry, rows), played
    all_rows, played = get_ranking_with_results(tournament, names, n, with_later=True)
    mine = next(row for row in all_rows if row.tally.entry == entry)
    ranked = [row for row in rows if not row.waiting]
    return [*ranked, mine._replace(rank=len(ranked) + 1, tied=False, waiting=True)], played


def keep_ranked(entry: int, placed: Sequence[StandingsRow]) -> Sequence[StandingsRow]:
    """Return the standings without those who wait for a rank, since they have not played yet; this entry keeps its row
    in any case."""
    return [row for row in placed if not row.waiting or row.tally.entry == entry]


def build_whole_sum(lines: list[PlayerLine], gains: list[int], total: int) -> dict[str, Any]:
    """Return, for a template, how a player's total comes about: `beside`, the part of it that no line explains, which
    rests and unplayed rounds gave; `steps`, the sum written out, or ""; `sum`, his figures. `gains`: what each table
    brought."""
    summed = sum_lines(lines)
    beside = total - summed.net
    steps = [*gains, *([beside] if beside else [])]
    return {"beside": beside, "steps": format_sum(steps) if len(steps) > 1 else "", "sum": summed._replace(net=total)}


def build_sum_of_lines(lines: list[PlayerLine]) -> dict[str, Any]:
    """Return, for a template, the sum of some of a player's lines, in the shape that `build_whole_sum` gives."""
    return {"beside": 0, "steps": "", "sum": sum_lines(lines)}


def list_player_sheets(entry: int, names: dict[int, str]) -> list[Sheet]:
    """Return the sheets of all tables at which this entry ever sat, in order. `names`: those of its tournament."""

    def build() -> list[Sheet]:
        """Read the sheets."""
        tables = Table.objects.filter(seats__entry=entry).distinct()
        return build_public_sheets(tables.with_sheet_rows().order_by("round__n", "n"), names)

    return read_kept(("player's sheets", entry), build)


def list_figure_lines(sheets: list[Sheet], entry: int, figure: str) -> list[PlayerLine]:
    """Return the player's lines that a figure of the standings counts; all lines for an unknown figure."""
    counts = LINE_COUNTERS.get(figure, lambda gain: True)
    lines = [line for line in list_player_lines(sheets, entry) if counts(line.gain)]
    if figure != BEST_COUP:
        return lines
    best = max((line.gain.net for line in lines), default=0)
    return [line for line in lines if line.gain.net == best]


def sum_lines(lines: list[PlayerLine]) -> Gain:
    """Add up the gains of these lines."""
    total = Gain()
    for line in lines:
        total = total.plus(line.gain)
    return total


def describe_statistic_sum(figure: str, gain: Gain) -> scoring.Text | None:
    """Return, in words, the sum of one of the game's own statistics; None if `figure` is no such statistic."""
    return STATISTICS[figure].words.sum(gain.get_statistic(figure)) if figure in STATISTICS else None


@dataclass(frozen=True)
class TableLines:
    """The events of one table that concern a player, as his lines."""

    sheet: Sheet
    lines: list[PlayerLine]

    @property
    def gain(self) -> Gain:
        """The sum of the lines' gains."""
        return sum_lines(self.lines)


def group_by_table(lines: list[PlayerLine]) -> list[TableLines]:
    """Group a player's lines by table."""
    groups = (list(group) for _, group in groupby(lines, lambda line: line.sheet.table.pk))
    return [TableLines(group[0].sheet, group) for group in groups]


def build_lines_tables(
    tournament: Tournament, name: str, parts: Sequence[TableLines], whole: bool
) -> list[tuple[TableLines, PlayerLinesTable]]:
    """Build, for each of these tables, the table of this player's lines there. `whole`: all his lines are shown, not
    only those of one figure, so that a footer has their sum."""
    in_rounds = tournament.format != Tournament.Format.FREE or any(part.sheet.table.round.n > 1 for part in parts)
    return [(part, build_lines_table(tournament, name, part, whole=whole, in_rounds=in_rounds)) for part in parts]


def build_lines_table(
    tournament: Tournament, name: str, part: TableLines, *, whole: bool, in_rounds: bool
) -> PlayerLinesTable:
    """Build the table of a player's lines at one table. `whole`: all his lines are shown, so that a footer has their
    sum; `in_rounds`: the name of the card table says its round."""
    sheet = part.sheet
    page = reverse("public-table-of", args=[tournament.code, sheet.table.round.n, sheet.table.n])
    where = format_html('<a href="{}">{}</a>', page, _("Table %(n)s") % {"n": sheet.table.n})
    if in_rounds:
        where = format_html("{}, {}", where, _("ronde %(n)s") % {"n": sheet.table.round.n})
    return PlayerLinesTable(
        part.lines,
        get_game_figures(tournament),
        net=part.gain.net if whole and len(part.lines) > 1 else None,
        address=lambda line: f"{page}#l{line.narrated.n}",
        caption=format_html('{} <span class="small">{}</span>', where, name_company(sheet, name)),
        caption_id=f"t{sheet.table.pk}",
    )


def name_company(sheet: Sheet, name: str) -> SafeString:
    """Return who played at a table: where two sides met, the player's partners and their opponents, else everybody."""
    partners, opponents = split_sides(sheet, name)
    if not partners:
        return join_names(sheet.names)
    said = {"partners": join_names(partners), "others": join_names(opponents)}
    return mark_safe(_("avec %(partners)s, contre %(others)s") % said)  # the names are escaped
