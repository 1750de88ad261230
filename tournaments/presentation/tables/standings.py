"""The django-tables2 tables: each class knows its columns, for the screen, the CSV and the PDF alike.

A table class knows the type of its rows and nothing else: no query, no rule of a game. `export` writes a table in
formats for other programs.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import django_tables2 as tables
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django_tables2.columns import BoundColumn
from django_tables2.data import TableListData
from django_tables2.utils import AttributeDict

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
from tournaments.presentation.text.unit_text import TOTAL_HEADINGS, get_file_heading
from tournaments.reading.game_figures import GameFigures
from tournaments.standings.evidence import find_undecided_entries
from tournaments.standings.ranking import StandingsRow
from tournaments.standings.scores import Number
from tournaments.standings.tournament_results import STATISTICS

ROUND_PREFIX = "round-"  # of the keys of the columns of single rounds
RowAddress = Callable[[StandingsRow, str], str]
RowCompleter = Callable[[Sequence[StandingsRow]], Sequence[StandingsRow]]


class RankedRows(TableListData):  # type: ignore[misc]
    """Rows in the order of their ranks. Only the rows that are shown are completed, by the function `complete_rows`.

    The values that rows are sorted by must be there before.
    """

    def __init__(self, rows: list[StandingsRow], complete_rows: RowCompleter) -> None:
        super().__init__(rows)
        self.ranked_rows, self.complete_rows = rows, complete_rows

    def order_by(self, aliases: Sequence[str]) -> None:
        """Sort the rows; by rank they are sorted already."""
        self.data = list(self.ranked_rows)
        if tuple(aliases) != ("rank",):
            super().order_by(aliases)

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return self.complete_rows(found) if isinstance(key, slice) else found

    def __iter__(self) -> Iterator[StandingsRow]:
        return iter(self.complete_rows(self.data))


class StandingsColumn(tables.Column):
    """A column of the standings: what a row shows in it, and what a file holds of it.

    figure: the figure of the player's page that its cells link to; None for no link. `cell_class`: the class of its
    cells.
    """

    def __init__(self, label: Any, accessor: str, figure: str | None, cell_class: str = "n", **options: Any) -> None:
        self.figure = figure
        options.setdefault("attrs", {"th": {"class": "n"}, "td": {"class": cell_class}})
        super().__init__(verbose_name=label, accessor=accessor, **options)

    def show(self, row: StandingsRow) -> Any:
        """Return the content of a cell on pages."""
        return self.export(row)

    def export(self, row: StandingsRow) -> Any:
        """Return the value of a cell in files: a number stays a number there, a negative one too."""
        raise NotImplementedError

    def render(self, record: StandingsRow) -> Any:
        return self.show(record)

    def value(self, record: StandingsRow) -> Any:
        return self.export(record)


class RankColumn(StandingsColumn):
    """The rank; a shared one with «ex æquo» for screen readers. Whoever has not played yet has none."""

    def export(self, row: StandingsRow) -> int | None:
        return row.shown_rank

    def show(self, row: StandingsRow) -> SafeString | int | str:
        if row.waiting:
            return NO_FIGURE
        if not row.tied:
            return row.rank
        return format_html('{}<span class="hide"> {}</span>', row.rank, _("ex æquo"))


class PlayerColumn(StandingsColumn):
    """The name, with a note if the player or the partner left a table: such players always rank last; and if he has
    not played yet, so that he has no rank."""

    def export(self, row: StandingsRow) -> str:
        return row.tally.player

    def show(self, row: StandingsRow) -> SafeString:
        name = format_html("<bdi>{}</bdi>", row.tally.player)
        if not row.tally.left and not row.waiting:
            return name
        note = _("n’a pas encore joué") if row.waiting else _("table quittée avant la fin")
        return format_html('{} <span class="small left">{}</span>', name, note)


class FigureColumn(StandingsColumn):
    """A right-aligned whole number that links to the coups behind it. `short` labels it on a narrow screen."""

    def __init__(self, key: str, label: Any, short: Any, accessor: str = "") -> None:
        self.key = key
        attrs = {"th": {"class": "n"}, "td": {"class": "n", "data-label": short}, "a": {"data-label": short}}
        super().__init__(label, accessor or f"tally__{key}", key, attrs=attrs, initial_sort_descending=True)

    def export(self, row: StandingsRow) -> int:
        return row.tally.get_sum(self.key)


class TotalColumn(FigureColumn):
    """The total: a gain or loss with its sign, and in its colour; points and coups without. `unit`: what it counts."""

    unit = TotalUnit.JETONS

    def show(self, row: StandingsRow) -> SafeString | str:
        return format_gain(row.tally.total) if self.unit is TotalUnit.JETONS else format_holding(row.tally.total)


class MetricColumn(StandingsColumn):
    """A ranking metric that has no column of its own. `unsaid`: the ids of entries for which it has no value; `unit`:
    what totals count."""

    def __init__(self, key: str, unsaid: Collection[int], unit: TotalUnit) -> None:
        self.key, self.entries_without_figure, self.unit = key, unsaid, unit
        text = METRIC_TEXTS[key].name
        attrs = {"th": {"class": "n"}, "td": {"class": "n", "data-label": text}, "a": {"data-label": text}}
        figure = "best_coup" if key == "best_coup" else "why"
        super().__init__(capfirst(str(text)), "figures", figure, attrs=attrs, order_by=("rank",))

    def show(self, row: StandingsRow) -> str:
        unsaid = row.tally.entry in self.entries_without_figure
        return NO_FIGURE if unsaid else format_figure(self.key, row.get_unadjusted_figure(self.key), self.unit)

    def export(self, row: StandingsRow) -> int | float | None:
        unsaid = row.tally.entry in self.entries_without_figure
        return None if unsaid else to_exact_number(row.get_unadjusted_figure(self.key))


class AdjustmentColumn(StandingsColumn):
    """The bonuses and penalties with their sign, in the unit of the column before; empty where there are none."""

    def __init__(self) -> None:
        attrs = {
            "th": {"class": "n"},
            "td": {"class": "n", "data-label": _("bonus, pénalité")},
            "a": {"data-label": _("bonus, pénalité")},
        }
        super().__init__(_("Bonus, pénalité"), "tally__adjustment", "why", attrs=attrs)

    def show(self, row: StandingsRow) -> str:
        return format_signed(row.tally.adjustment) if row.tally.adjustments else ""

    def export(self, row: StandingsRow) -> int:
        return row.tally.adjustment


class CountedColumn(StandingsColumn):
    """The figure that ranks first, bonuses and penalties included. `key`: its metric; `unit`: what totals count."""

    def __init__(self, key: str, unit: TotalUnit) -> None:
        self.key, self.unit = key, unit
        attrs = {
            "th": {"class": "n"},
            "td": {"class": "n", "data-label": _("total")},
            "a": {"data-label": _("total")},
        }
        super().__init__(_("Total"), "figures", "why", attrs=attrs, order_by=("rank",))

    def show(self, row: StandingsRow) -> str:
        return format_figure(self.key, row.figures[self.key], self.unit)

    def export(self, row: StandingsRow) -> int | float:
        return to_exact_number(row.figures[self.key])


def to_exact_number(figure: Number) -> int | float:
    """Return a figure for exports: an int if whole, else a float with four decimals."""
    return int(figure) if figure == int(figure) else round(float(figure), 4)


def build_statistic_column(statistic: scoring.Statistic) -> FigureColumn:
    """Return the column of one of the game's own statistics."""
    heading, short = localise_lazily(statistic.words.heading), localise_lazily(statistic.words.short)
    return FigureColumn(statistic.key, heading, short, accessor=f"tally__statistics__{statistic.key}")


class MovedColumn(StandingsColumn):
    """The ranks gained or lost since the round before: an arrow on screen, words for screen readers. Empty for whoever
    has no rank to compare."""

    def __init__(self, moved: Mapping[int, int | None]) -> None:
        self.moved = moved
        super().__init__(_("Mouvement"), "tally__entry", None, orderable=False)

    def show(self, row: StandingsRow) -> SafeString:
        places = self.export(row)
        if places is None:
            return mark_safe("")
        if not places:
            return format_html('<span aria-hidden="true">=</span><span class="hide">{}</span>', _("même rang"))
        words = ngettext("%(n)s rang gagné", "%(n)s rangs gagnés", places)
        if places < 0:
            words = ngettext("%(n)s rang perdu", "%(n)s rangs perdus", -places)
        arrow, said = "▲" if places > 0 else "▼", words % {"n": abs(places)}
        return format_html('<span aria-hidden="true">{}{}</span><span class="hide">{}</span>', arrow, abs(places), said)

    def export(self, row: StandingsRow) -> int | None:
        return self.moved[row.tally.entry]


def list_extra_columns(
    metrics: Iterable[str],
    adjusted: str,
    rows: Sequence[StandingsRow],
    figures: GameFigures,
    moved: Mapping[int, int | None] | None,
) -> list[tuple[str, tables.Column]]:
    """Return the columns that not all standings have, with their keys: metrics, bonuses, ranks moved, the game's own.
    `adjusted`: the metric that bonuses and penalties change; "" where there are none."""
    return [
        *((key, MetricColumn(key, find_undecided_entries(rows, key), figures.unit)) for key in metrics),
        *([("counted", CountedColumn(adjusted, figures.unit)), ("adjustment", AdjustmentColumn())] if adjusted else []),
        *([("moved", MovedColumn(moved))] if moved else []),
        *((statistic.key, build_statistic_column(statistic)) for statistic in figures.statistics),
    ]


def find_adjusted_metric(rows: Iterable[StandingsRow]) -> str:
    """Return the metric that bonuses or penalties change, which ranks first; "" where there are none."""
    return next((key for row in rows for key in row.tally.adjustments), "")


def list_ranking_columns(metrics: Iterable[str], adjusted: str) -> list[str]:
    """Return the columns that rank: these metrics, and what counts of the `adjusted` one before it."""
    found = list(metrics)
    if adjusted:
        found[:1] = ["counted", *found[:1], "adjustment"]
    return found


def order_columns(extra: Collection[str], ranking: Sequence[str]) -> tuple[str, ...]:
    """Return the order of the columns: rank and name first, what ranks, the rest, the arrow last. `extra`: the keys of
    the columns that not all standings have."""
    beside = {key: [key] if key in extra else [] for key in ("moved", "line", "why")}
    rounds = [key for key in extra if key.startswith(ROUND_PREFIX)]
    return ("rank", *beside["moved"], "player", *beside["line"], *rounds, *ranking, "...", *beside["why"])


class StandingsTable(tables.Table):
    """The standings of a tournament, one row for each player. Sorting moves rows and changes no rank.

    `figures`: what the tournament's game counts. `address(row, figure)` returns the URL behind a figure; without it
    there are no links. `ranking`: the keys of the metrics that rank; the first is `main`, which a narrow screen shows
    beside the name, or "counted" where bonuses or penalties change it. `moved`: by entry id, the ranks gained since the
    round before; without it there is no such column. `complete_rows`: completes the rows that are shown; without it
    they must be complete. `drawn`: columns for the screen alone, "line", "round-1" and the like, "why". `in_file`: each
    figure has its column, though another one says the same.
    """

    rank = RankColumn(_("Rang"), "rank", "why", "n rank")
    player = PlayerColumn(
        _("Joueur"), "tally__player", "", attrs={"td": {"class": "name"}}, order_by=("name_key", "rank")
    )
    total = TotalColumn("total", _("Gain"), "")
    tables = FigureColumn("tables", _("Tables jouées"), _("tables"))
    coups_won = FigureColumn("coups_won", _("Coups gagnés"), _("coups gagnés"))

    class Meta:
        template_name = "django_tables2/corbillon.html"
        attrs = {"class": "standings"}
        order_by = ("rank",)
        empty_text = _("Personne n’est encore inscrit.")

    def __init__(
        self,
        rows: Iterable[StandingsRow],
        figures: GameFigures,
        address: RowAddress | None = None,
        moved: Mapping[int, int | None] | None = None,
        complete_rows: RowCompleter | None = None,
        drawn: Iterable[tuple[str, StandingsColumn]] = (),
        *,
        in_file: bool = False,
        **options: Any,
    ) -> None:
        self.address = address
        rows = list(rows)
        counted = figures.statistic_keys
        self.ranking = [key for key in (rows[0].figures if rows else ()) if key != "left"]
        adjusted = find_adjusted_metric(rows)
        self.main = "counted" if adjusted else next(iter(self.ranking), "total")
        more = [key for key in self.ranking if key not in self.base_columns and key not in STATISTICS]
        extra = [*drawn, *list_extra_columns(more, adjusted, rows, figures, moved)]
        kept = (key for key in self.ranking if key in counted or key not in STATISTICS)
        ranking = list_ranking_columns(kept, adjusted)
        order = order_columns([key for key, _column in extra], ranking)
        data = RankedRows(rows, complete_rows) if complete_rows else rows
        super().__init__(data, extra_columns=extra, sequence=order, **options)
        self._name_total(figures.unit, in_file=in_file)
        if figures.unit is TotalUnit.COUPS_WON and not in_file:
            self._part_coups_won(rows)

    def _name_total(self, unit: TotalUnit, *, in_file: bool) -> None:
        """Name the column of the total after what it counts."""
        total = self.columns["total"].column
        total.unit = unit
        total.verbose_name = get_file_heading(unit) if in_file else TOTAL_HEADINGS[unit]
        if self.main != "total":
            for part in ("a", "td"):
                total.attrs[part]["data-label"] = str(total.verbose_name).lower()

    def _part_coups_won(self, rows: Sequence[StandingsRow]) -> None:
        """Hide the coups won where they are the total; where they rank and differ from it, call them otherwise."""
        if all(
            repeats_total("coups_won", row.figures, TotalUnit.COUPS_WON) for row in rows if "coups_won" in row.figures
        ):
            self.columns.hide("coups_won")
        else:
            text = get_metric_text("coups_won", TotalUnit.COUPS_WON).name
            self.columns["coups_won"].column.verbose_name = capfirst(str(text))

    def as_values(self, exclude_columns: Any = None) -> Iterator[list[Any]]:
        """Yield the headings, then each row's values."""
        columns = [column.column for column in self.columns]
        yield [str(column.header) for column in self.columns]
        for row in self.data:
            yield [column.export(row) for column in columns]

    def list_html_rows(self) -> Iterator[tuple[int, SafeString]]:
        """Yield each row of the shown page as (entry id, its cells); what a column's cells have in common is made
        once."""
        writers = [self._build_cell_writer(column) for column in self.columns]
        for shown in self.paginated_rows:
            row = shown.record
            yield row.tally.entry, mark_safe("\n      ".join([write(row) for write in writers]))

    def _build_cell_writer(self, bound: BoundColumn) -> Callable[[StandingsRow], str]:
        """Return the function that writes a row's cell of this column as HTML, with its link."""
        column, address = bound.column, self.address
        classes = f"{bound.attrs['td'].get('class', '')} {bound.name}{' main' if bound.name == self.main else ''}"
        before, after = f'<td class="{escape(classes)}">', "</td>"
        if bound.name == "player":  # the name heads the row
            before, after = '<th scope="row">', "</th>"
        show = column.show
        if address is None or column.figure is None:
            return lambda row: f"{before}{conditional_escape(show(row))}{after}"
        figure, attributes = column.figure, AttributeDict(column.attrs.get("a", {})).as_html()
        before += f'<a {attributes} href="' if attributes else '<a href="'
        return lambda row: f'{before}{escape(address(row, figure))}">{conditional_escape(show(row))}</a>{after}'
