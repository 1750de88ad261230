"""The standings: each player's rank, name and figures, for the screen, paper and files; on the screen with the line of
totals, what each round brought and the arrow to the reasons of a rank.

The one table that a reader sorts, and that is cut into pages. No query, no rule of a game.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django_tables2.data import TableListData

import scoring
from scoring import TotalUnit
from tournaments.presentation.tags.corbillon import format_gain, format_holding
from tournaments.presentation.text.metric_text import (
    METRIC_TEXTS,
    NO_FIGURE,
    format_figure,
    get_metric_text,
    repeats_total,
)
from tournaments.presentation.text.numbers import format_signed
from tournaments.presentation.text.option_text import localise_lazily
from tournaments.presentation.text.unit_text import TOTAL_HEADINGS, format_total, get_file_heading
from tournaments.reading.game_figures import GameFigures
from tournaments.standings.evidence import find_undecided_entries
from tournaments.standings.ranking import StandingsRow
from tournaments.standings.ranking_orders import CONDITIONS
from tournaments.standings.scores import Number
from tournaments.standings.tournament_results import STATISTICS, Tally

from .row_table import FILE, PAPER, SCREEN, CellLink, NumberColumn, Reader, RowTable, build_attribute

MAX_BRIEF = 5  # columns of the standings in brief
ROUND_PREFIX = "round-"  # of the keys of the columns of single rounds
RowAddress = Callable[..., str]
RowCompleter = Callable[[Sequence[StandingsRow]], Sequence[StandingsRow]]


class RankedRows(TableListData):  # type: ignore[misc]
    """Rows in the order of their ranks. Only the rows shown on a page are completed, by the function `complete_rows`.

    The values that rows are sorted by must be there before.
    """

    def __init__(self, rows: list[StandingsRow], complete_rows: RowCompleter) -> None:
        super().__init__(rows)
        self.ranked_rows, self.complete_rows = rows, complete_rows

    def order_by(self, aliases: Sequence[str]) -> None:
        """Sort the rows by these columns; by rank, restore the given order."""
        self.data = list(self.ranked_rows)
        if tuple(aliases) != ("rank",):
            super().order_by(aliases)

    def __getitem__(self, key: Any) -> Any:
        column = super().__getitem__(key)
        return self.complete_rows(column) if isinstance(key, slice) else column

    def __iter__(self) -> Iterator[StandingsRow]:
        return iter(self.complete_rows(self.data))


class StandingsColumn(NumberColumn):
    """A column of the standings. `figure`: the figure that its cells link to on the player's page, None for no link;
    `label`: the column's name on a narrow screen."""

    def __init__(
        self,
        heading: Any,
        read: Reader | None = None,
        *,
        figure: str | None = None,
        label: Any = "",
        head_style: str = "n",
        **options: Any,
    ) -> None:
        self.figure, self.label = figure, label
        super().__init__(heading, read, head_style=head_style, **options)


def build_figure_column(path: str, heading: Any, label: Any, read: Reader | None = None) -> StandingsColumn:
    """Return the column of a figure of the player's tally; its cells link to the coups behind it, and it sorts the
    highest first. `path`: the attribute path in a row, «tally.total»; `heading`: its title; `label`: its name on a
    narrow screen; `read`: reads the figure, where it may be missing there."""
    key, sort_by = path.rpartition(".")[2], (path.replace(".", "__"),)
    return StandingsColumn(heading, read or path, figure=key, label=label, sort_by=sort_by, high_first=True)


def build_statistic_column(statistic: scoring.Statistic) -> StandingsColumn:
    """Return the column of one of the game's own statistics."""
    heading, short = localise_lazily(statistic.words.heading), localise_lazily(statistic.words.short)
    path = f"tally.statistics.{statistic.key}"
    return build_figure_column(path, heading, short, lambda row: row.tally.get_sum(statistic.key))


def build_metric_column(key: str, undecided: Collection[int], unit: TotalUnit) -> StandingsColumn:
    """Return the column of a ranking metric for which the table declares none. `undecided`: the ids of entries that
    have no value in it; `unit`: what totals are counted in."""
    text = METRIC_TEXTS[key].name
    return StandingsColumn(
        capfirst(str(text)),
        lambda row: None if row.tally.entry in undecided else row.get_unadjusted_figure(key),
        show=lambda value: NO_FIGURE if value is None else format_figure(key, value, unit),
        export=to_exact_number,
        figure="best_coup" if key == "best_coup" else "why",
        label=text,
        sort_by=("rank",),
    )


def build_adjustment_columns(key: str, unit: TotalUnit) -> list[tuple[str, StandingsColumn]]:
    """Return two columns with their keys: the figure that ranks first, bonuses and penalties included, and their signed
    sum. `key`: the figure's metric; `unit`: what totals are counted in."""
    counted = StandingsColumn(
        _("Total"),
        lambda row: row.figures[key],
        show=lambda value: format_figure(key, value, unit),
        export=to_exact_number,
        figure="why",
        label=_("total"),
        sort_by=("rank",),
    )
    adjustment = StandingsColumn(
        _("Bonus, pénalité"),
        "tally",
        show=format_adjustment,
        export=get_adjustment,
        figure="why",
        label=_("bonus, pénalité"),
        sort_by=("tally__adjustment",),
    )
    return [("counted", counted), ("adjustment", adjustment)]


def format_adjustment(tally: Tally) -> str:
    """Return the sum of a player's bonuses and penalties with its sign; "" where there are none."""
    return format_signed(tally.adjustment) if tally.adjustments else ""


def get_adjustment(tally: Tally) -> int:
    """Return the sum of a player's bonuses and penalties."""
    return tally.adjustment


def to_exact_number(figure: Number | None) -> int | float | None:
    """Return a figure for exports: an int if whole, else a float with four decimals; None without a figure."""
    if figure is None:
        return None
    return int(figure) if figure == int(figure) else round(float(figure), 4)


def format_movement(places: int | None) -> SafeString:
    """Return how many ranks a player gained or lost since the round before: an arrow, with words for screen readers; ""
    if he has no rank to compare."""
    if places is None:
        return mark_safe("")
    if not places:
        return format_html('<span aria-hidden="true">=</span><span class="hide">{}</span>', _("même rang"))
    words = ngettext("%(n)s rang gagné", "%(n)s rangs gagnés", places)
    if places < 0:
        words = ngettext("%(n)s rang perdu", "%(n)s rangs perdus", -places)
    arrow, said = "▲" if places > 0 else "▼", words % {"n": abs(places)}
    return format_html('<span aria-hidden="true">{}{}</span><span class="hide">{}</span>', arrow, abs(places), said)


def build_withdrawn_column() -> StandingsColumn:
    """Return the column, in files only, that says whether a player withdrew."""
    return StandingsColumn(
        _("S’est retiré"), lambda row: _("oui") if row.tally.withdrawn else "", media=(FILE,), style=""
    )


def list_extra_columns(
    metrics: Iterable[str],
    adjusted: str,
    rows: Sequence[StandingsRow],
    figures: GameFigures,
    moved: Mapping[int, int | None] | None,
) -> list[tuple[str, StandingsColumn]]:
    """Return (key, column) for the columns that only some standings have: metrics, bonuses, ranks moved, the game's own
    statistics. `adjusted`: the metric that bonuses and penalties change, or ""; `moved`: ranks gained, by entry id."""
    moves = partial(_read_of_entry, moved or {})
    return [
        *((key, build_metric_column(key, find_undecided_entries(rows, key), figures.unit)) for key in metrics),
        *(build_adjustment_columns(adjusted, figures.unit) if adjusted else ()),
        *([("withdrawn", build_withdrawn_column())] if any(row.tally.withdrawn for row in rows) else ()),
        *([("moved", StandingsColumn(_("Mouvement"), moves, show=format_movement))] if moved else ()),
        *((statistic.key, build_statistic_column(statistic)) for statistic in figures.statistics),
    ]


def describe_absence(row: StandingsRow) -> str:
    """Return why a player is no longer among those who play, or not yet: he has not played, he or his partner left a
    table early, or he withdrew; "" if he plays."""
    if row.waiting:
        return str(_("n’a pas encore joué"))
    left = [_("table quittée avant la fin")] if row.tally.left else []
    return ", ".join(map(str, [*left, *([_("s’est retiré")] if row.tally.withdrawn else [])]))


def find_adjusted_metric(rows: Iterable[StandingsRow]) -> str:
    """Return the metric that bonuses or penalties change, which ranks first; "" where there are none."""
    return next((key for row in rows for key in row.tally.adjustments), "")


def order_columns(extra: Collection[str], ranking: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of all columns in order: rank and name, what ranks, the rest, the arrow of ranks moved.
    `ranking`: the keys of those that rank; `extra`: the keys of the columns that only some standings have."""
    beside = {key: [key] if key in extra else [] for key in ("moved", "line", "why")}
    rounds = [key for key in extra if key.startswith(ROUND_PREFIX)]
    return ("rank", *beside["moved"], "player", *beside["line"], *rounds, *ranking, "...", *beside["why"])


class StandingsTable(RowTable):
    """The standings of a tournament, one row for each player. Sorting moves rows and changes no rank.

    `figures`: what the tournament's game counts. `figure_address(row, figure)` returns the URL behind a figure.
    `ranking`: the keys of the metrics that rank. `main`, which a narrow screen shows beside the name, is the first of
    them, or "counted" where bonuses or penalties change it. `moved`: by entry id, the ranks gained since the round
    before. `is_unplayed`: nobody has played yet. `complete_rows`: completes the rows shown. `in_play`: the entries
    still playing. `drawn`: columns for the screen alone, "why" and the like; in a file each figure has a column."""

    caption_style = "hide"
    rank = StandingsColumn(_("Rang"), "shown_rank", figure="why", style="n rank", sort_by=("rank",))
    player = StandingsColumn(
        _("Joueur"), "tally.player", figure="", style="", head_style="", names_row=True, sort_by=("name_key", "rank")
    )
    total = build_figure_column("tally.total", _("Gain"), "")
    tables = build_figure_column("tally.tables", _("Tables jouées"), _("tables"))
    coups_won = build_figure_column("tally.coups_won", _("Coups gagnés"), _("coups gagnés"))

    class Meta:
        order_by = ("rank",)
        empty_text = _("Personne n’est encore inscrit.")

    def __init__(
        self,
        rows: Iterable[StandingsRow],
        figures: GameFigures,
        figure_address: RowAddress | None = None,
        moved: Mapping[int, int | None] | None = None,
        complete_rows: RowCompleter | None = None,
        drawn: Iterable[tuple[str, StandingsColumn]] = (),
        *,
        in_play: Collection[int] = (),
        medium: str = SCREEN,
        orderable: bool = True,
    ) -> None:
        self.figure_address, self.unit, self.in_play = figure_address, figures.unit, in_play
        rows = list(rows)
        self.is_unplayed = all(row.waiting for row in rows)
        ranking = list(rows[0].figures) if rows else []
        self.ranking = [key for key in ranking if key not in CONDITIONS]
        adjusted = find_adjusted_metric(rows)
        self.main = "counted" if adjusted else next(iter(self.ranking), "total")
        own = {*self.base_columns, *STATISTICS, "left"}
        more = [key for key in ranking if key not in own]
        extra = [*([] if self.is_unplayed else drawn), *list_extra_columns(more, adjusted, rows, figures, moved)]
        super().__init__(
            RankedRows(rows, complete_rows) if complete_rows else rows,
            columns=extra,
            sequence=order_columns([key for key, _column in extra], self._list_ranking_columns(figures, adjusted)),
            medium=medium,
            orderable=orderable,
            style="lines standings" if medium == PAPER else "standings",
            caption=_("Classement") if medium == SCREEN else "",
        )
        self._name_total()
        if self.unit is TotalUnit.COUPS_WON and medium != FILE:
            self._part_coups_won(rows)
        if medium == SCREEN:
            self._name_cells()

    def shorten(self) -> None:
        """Hide all but five columns: rank, name, drawn line, the figure that ranks first, and the arrow to the reasons.
        If one of these is missing, the next figure that ranks takes its place. The rank is then no link."""
        names = [column.name for column in self.columns]
        shown = [name for name in ("rank", "player", "line", self.main, "why") if name in names]
        shown += [key for key in self.ranking if key in names and key not in shown][: MAX_BRIEF - len(shown)]
        for name in names:
            if name not in shown:
                self.columns.hide(name)
        self.columns["rank"].column.figure = None

    def _list_ranking_columns(self, figures: GameFigures, adjusted: str) -> list[str]:
        """Return the keys of the columns that rank; if bonuses change the `adjusted` metric, with "counted" first."""
        columns = [key for key in self.ranking if key in figures.statistic_keys or key not in STATISTICS]
        return ["counted", *columns[:1], "adjustment", *columns[1:]] if adjusted else columns

    def _name_cells(self) -> None:
        """Give each cell its column's name as a class, and «main» to the one beside the name on a narrow screen."""
        for name in set(self.columns.names()) - {"player"}:
            self.columns[name].column.style += f" {name} main" if name == self.main else f" {name}"

    def _name_total(self) -> None:
        """Head the column of the total with the unit that totals are counted in."""
        total = self.columns["total"].column
        total.heading, total.file_heading = TOTAL_HEADINGS[self.unit], get_file_heading(self.unit)
        if self.main != "total":
            total.label = str(total.heading).lower()

    def _part_coups_won(self, rows: Sequence[StandingsRow]) -> None:
        """Hide the column of coups won if it repeats the total; else give it a heading of its own."""
        if all(
            repeats_total("coups_won", row.figures, TotalUnit.COUPS_WON) for row in rows if "coups_won" in row.figures
        ):
            self.columns.hide("coups_won")
        else:
            text = get_metric_text("coups_won", TotalUnit.COUPS_WON).name
            self.columns["coups_won"].column.heading = capfirst(str(text))

    def get_row_id(self, record: StandingsRow) -> str:
        """Return the HTML id of the player's row, to which a search by name jumps; "" except on the screen."""
        return f"e{record.tally.entry}" if self.medium == SCREEN else ""

    def find_link(self, column: StandingsColumn) -> CellLink | None:
        """Return the link from a cell to the coups or reasons behind its figure; None if the column has none."""
        if self.figure_address is None or column.figure is None:
            return None
        return build_attribute("data-label", column.label), partial(self.figure_address, figure=column.figure)

    def render_rank(self, row: StandingsRow) -> SafeString | int | str:
        """Return the rank; a shared one with «ex æquo» for screen readers. Whoever has not played yet has none."""
        if row.waiting:
            return NO_FIGURE
        if not row.tied:
            return row.rank
        return format_html('{}<span class="hide"> {}</span>', row.rank, _("ex æquo"))

    def render_player(self, row: StandingsRow) -> SafeString:
        """Return the name, with a note on who alone has no rank yet, ranks last as he left a table, or withdrew."""
        name, note = self.format_name(row, row.tally.player), "" if self.is_unplayed else describe_absence(row)
        return format_html('{} <span class="small left">{}</span>', name, note) if note else name

    def render_tables(self, row: StandingsRow) -> str | int:
        """Return the number of tables that he played; «3 + 1 *» where the fourth still plays."""
        return f"{row.tally.tables - 1} + 1\u00a0*" if row.tally.entry in self.in_play else row.tally.tables

    def render_total(self, row: StandingsRow) -> SafeString | str:
        """Return the total: a gain or loss with its sign, and in its colour; points and coups without."""
        return format_gain(row.tally.total) if self.unit is TotalUnit.JETONS else format_holding(row.tally.total)


def list_drawn_columns(
    lines: Mapping[int, SafeString] | None,
    rounds: Mapping[int, Mapping[int, int]],
    address: RowAddress,
    query: str,
    unit: TotalUnit,
    *,
    in_coups: bool,
) -> list[tuple[str, StandingsColumn]]:
    """Return (key, column) for the columns that stand on the screen alone. "line": the drawing of each total from round
    to round (from coup to coup if `in_coups`), of `lines` by entry id. "round-1" and so on: the gains of a round, of
    `rounds` by round and entry id. "why": the arrow that opens a row, unless `lines` is None. `address(row, figure)`:
    of the player's page; `query`: the query string of the page; `unit`: what totals are counted in."""
    columns: list[tuple[str, StandingsColumn]] = []
    if lines:
        heading = _("De coup en coup") if in_coups else _("De ronde en ronde")
        column = StandingsColumn(heading, lambda row: lines.get(row.tally.entry, ""), style="line", head_style="line")
        columns.append(("line", column))
    for n, gains in rounds.items():
        read, show = partial(_read_of_entry, gains), partial(format_round_gain, unit=unit)
        column = StandingsColumn(_("R%(n)s") % {"n": n}, read, show=show, style="n round", head_style="n round")
        columns.append((f"{ROUND_PREFIX}{n}", column))
    if lines is not None:
        column = StandingsColumn(_("Pourquoi"), lambda row: link_to_reasons(row, address, query), style="open")
        columns.append(("why", column))
    return columns


def _read_of_entry(values: Mapping[int, Any], row: StandingsRow) -> Any:
    """Return the mapping's value for the row's entry id; None if it has none."""
    return values.get(row.tally.entry)


def format_round_gain(gain: int | None, unit: TotalUnit) -> str:
    """Return a player's gain in one round as text; a dash if he did not play it."""
    return NO_FIGURE if gain is None else format_total(gain, unit)


def link_to_reasons(row: StandingsRow, address: RowAddress, query: str) -> SafeString:
    """Return the arrow that opens the reasons for a player's rank below his row; "" if he has no rank yet."""
    if row.waiting:
        return mark_safe("")
    page = address(row, "why")
    return format_html(
        '<a class="why-open" href="{}" data-why="{}/why{}"><span class="hide">{}</span></a>',
        page,
        page.partition("?")[0].partition("#")[0],
        query,
        _("Pourquoi ce rang, %(name)s") % {"name": row.tally.player},
    )
