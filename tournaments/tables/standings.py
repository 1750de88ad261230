"""The django-tables2 tables: each class knows its columns, for the screen, the CSV and the PDF alike.

A table class knows the type of its rows and nothing else: no query, no rule of a game. `export` writes a table in
formats for other programs.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django_tables2.data import TableListData

import scoring
from tournaments.results.game_figures import GameFigures
from tournaments.standings.evidence import find_undecided_entries
from tournaments.standings.ranking import StandingsRow
from tournaments.standings.scores import Number
from tournaments.standings.tournament_results import STATISTICS
from tournaments.templatetags.corbillon import format_gain
from tournaments.text.metric_text import METRIC_TEXTS, NO_FIGURE, format_figure
from tournaments.text.option_text import localise_lazily

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


class FigureColumn(tables.Column):
    """A right-aligned whole number that links to the coups behind it. `short` labels it on a narrow screen."""

    def __init__(self, key: str, label: Any, short: Any, **options: Any) -> None:
        attrs = {"th": {"class": "n"}, "td": {"class": "n"}, "a": {"data-label": short}}
        options.setdefault("initial_sort_descending", True)
        options.setdefault("accessor", f"tally__{key}")
        super().__init__(verbose_name=label, attrs=attrs, linkify=build_figure_link(key), **options)

    def value(self, value: int) -> int:
        """Return the number itself for exports, so that it stays a number there, a negative one too."""
        return value


class MetricColumn(tables.Column):
    """A ranking metric that has no column of its own. `unsaid`: the ids of entries for which it has no value."""

    def __init__(self, key: str, unsaid: Collection[int] = ()) -> None:
        self.key, self.entries_without_figure = key, unsaid
        super().__init__(
            verbose_name=capfirst(str(METRIC_TEXTS[key].name)),
            accessor="figures",
            attrs={"th": {"class": "n"}, "td": {"class": "n"}, "a": {"data-label": METRIC_TEXTS[key].name}},
            order_by=("rank",),
            linkify=build_figure_link("best_coup" if key == "best_coup" else "why"),
        )

    def render(self, value: Mapping[str, Number], record: StandingsRow) -> str:
        return (
            NO_FIGURE if record.tally.entry in self.entries_without_figure else format_figure(self.key, value[self.key])
        )

    def value(self, value: Mapping[str, Number], record: StandingsRow) -> int | float | None:
        return None if record.tally.entry in self.entries_without_figure else to_exact_number(value[self.key])


def to_exact_number(figure: Number) -> int | float:
    """Return a figure for exports: an int if whole, else a float with four decimals."""
    return int(figure) if figure == int(figure) else round(float(figure), 4)


def build_figure_link(figure: str) -> Callable[..., str | None]:
    """Return a linkify function for a column: the URL of what is behind this figure of a row, or None on paper."""

    def address(record: StandingsRow, table: "StandingsTable") -> str | None:
        return table.address(record, figure) if table.address else None

    return address


def build_statistic_column(statistic: scoring.Statistic) -> FigureColumn:
    """Return the column of one of the game's own statistics."""
    heading, short = localise_lazily(statistic.words.heading), localise_lazily(statistic.words.short)
    return FigureColumn(statistic.key, heading, short, accessor=f"tally__statistics__{statistic.key}")


class MovedColumn(tables.Column):
    """The ranks gained or lost since the round before: an arrow on screen, words for screen readers."""

    def __init__(self, moved: Mapping[int, int]) -> None:
        self.moved = moved
        attrs = {"th": {"class": "n"}, "td": {"class": "n"}}
        super().__init__(verbose_name=_("Mouvement"), accessor="tally__entry", attrs=attrs, orderable=False)

    def render(self, value: int) -> SafeString:
        places = self.moved[value]
        if not places:
            return format_html('<span aria-hidden="true">=</span><span class="hide">{}</span>', _("même rang"))
        words = ngettext("%(n)s rang gagné", "%(n)s rangs gagnés", places)
        if places < 0:
            words = ngettext("%(n)s rang perdu", "%(n)s rangs perdus", -places)
        arrow, said = "▲" if places > 0 else "▼", words % {"n": abs(places)}
        return format_html('<span aria-hidden="true">{}{}</span><span class="hide">{}</span>', arrow, abs(places), said)

    def value(self, value: int) -> int:
        return self.moved[value]


def list_extra_columns(
    metrics: Iterable[str], rows: Sequence[StandingsRow], figures: GameFigures, moved: Mapping[int, int] | None
) -> list[tuple[str, tables.Column]]:
    """Return the columns that not all standings have, with their keys: metrics, ranks moved, the game's own."""
    return [
        *((key, MetricColumn(key, find_undecided_entries(rows, key))) for key in metrics),
        *([("moved", MovedColumn(moved))] if moved else []),
        *((statistic.key, build_statistic_column(statistic)) for statistic in figures.statistics),
    ]


class StandingsTable(tables.Table):
    """The standings of a tournament, one row for each player. Sorting moves rows and changes no rank.

    `figures`: what the tournament's game counts. `address(row, figure)` returns the URL behind a figure; without it
    there are no links. `ranking`: the keys of the metrics that rank; the first is `main`, which a narrow screen shows
    beside the name. `moved`: by entry id, the ranks gained since the round before; without it there is no such column.
    `complete_rows`: completes the rows that are shown; without it they must be complete.
    """

    rank = tables.Column(
        verbose_name=_("Rang"),
        attrs={"th": {"class": "n"}, "td": {"class": "n rank"}},
        linkify=build_figure_link("why"),
    )
    player = tables.Column(
        verbose_name=_("Joueur"),
        accessor="tally__player",
        order_by=("name_key", "rank"),
        linkify=build_figure_link(""),
        attrs={"td": {"class": "name"}},
    )
    total = FigureColumn("total", _("Gain"), "")
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
        moved: Mapping[int, int] | None = None,
        complete_rows: RowCompleter | None = None,
        **options: Any,
    ) -> None:
        self.address = address
        rows = list(rows)
        counted = figures.statistic_keys
        self.ranking = [key for key in (rows[0].figures if rows else ()) if key != "left"]
        self.main = self.ranking[0] if self.ranking else "total"
        more = [key for key in self.ranking if key not in self.base_columns and key not in STATISTICS]
        extra = list_extra_columns(more, rows, figures, moved)
        ranking = (key for key in self.ranking if key in counted or key not in STATISTICS)
        order = ("rank", *(["moved"] if moved else []), "player", *ranking, "...")
        data = RankedRows(rows, complete_rows) if complete_rows else rows
        super().__init__(data, extra_columns=extra, sequence=order, **options)
        total = self.columns["total"].column
        if not figures.in_jetons:
            total.verbose_name = _("Points")
        if self.main != "total":
            total.attrs["a"]["data-label"] = str(total.verbose_name).lower()

    def render_player(self, value: str, record: StandingsRow) -> SafeString | str:
        """Return the name, with a note if the player or the partner left a table: such players always rank last."""
        if not record.tally.left:
            return value
        return format_html('<span>{}</span> <span class="small left">{}</span>', value, _("table quittée avant la fin"))

    def value_player(self, value: str) -> str:
        return value

    def render_rank(self, record: StandingsRow) -> SafeString | int:
        """Return the rank; for a shared one with «ex æquo» for screen readers."""
        if not record.tied:
            return record.rank
        return format_html('{}<span class="hide"> {}</span>', record.rank, _("ex æquo"))

    def value_rank(self, record: StandingsRow) -> int:
        return record.rank

    def value_total(self, value: int) -> int:
        return value

    def render_total(self, value: int) -> SafeString | str:
        """Return the total with its sign, and in the colour of a gain or loss."""
        return format_gain(value)
