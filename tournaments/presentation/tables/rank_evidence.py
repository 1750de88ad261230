"""Why a player has his rank: what each round brought, whom he met."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import TotalUnit
from tournaments.presentation.tags.corbillon import format_total_html, join_names
from tournaments.presentation.text.rank_text import describe_place
from tournaments.presentation.text.unit_text import TOTAL_HEADINGS, format_total

from .row_table import NumberColumn, RowColumn, RowTable

PageOf = Callable[[int, int], str]


class ItemColumn(NumberColumn):
    """A column with one of several figures that a row has as texts. `n`: the figure's index, from 0; `figures`: returns
    the list of figures of a row."""

    def __init__(self, n: int, heading: Any, figures: Callable[[Any], Sequence[str]], footer: Any = None) -> None:
        super().__init__(capfirst(str(heading)), lambda row: figures(row)[n], footer=footer)


class RoundSumsTable(RowTable):
    """What each round brought a player. A row: (the round's `RoundFigures`, the table's number, the figures as texts).

    `headings` and `sums`: the heading and the sum of each column of figures; `table_address(round, table)`: the address
    of a table's page; `unit`: what totals are counted in."""

    style = "sums"
    round = RowColumn(_("Ronde"), names_row=True, footer=_("Ensemble"))

    def __init__(
        self,
        rows: Iterable[Any],
        headings: Sequence[Any],
        sums: Sequence[str],
        table_address: PageOf,
        unit: TotalUnit,
        **options: Any,
    ) -> None:
        self.table_address, self.unit = table_address, unit
        columns = [
            (f"figure_{n}", ItemColumn(n, heading, lambda row: row[2], format_html("<strong>{}</strong>", figure)))
            for n, (heading, figure) in enumerate(zip(headings, sums, strict=True))
        ]
        super().__init__(rows, columns=columns, sequence=("round", "..."), **options)

    def render_round(self, record: Any) -> SafeString:
        """Return the number of the round, with how the player ended at the table, or why he did not play."""
        row, table, _figures = record
        words = gettext("Ronde %(n)s") % {"n": row.round}
        if row.outcome:
            link = format_html('<a href="{}">{}</a>', self.table_address(row.round, table), words)
            total = format_total_html(row.outcome.total, self.unit)
            words = format_html('{} <span class="small">{}, {}</span>', link, describe_place(row.outcome), total)
        kinds = {
            "rest": _("repos"),
            "won": _("comptée gagnée"),
            "away": _("n’a pas joué"),
            "playing": _("en cours"),
            "withdrawn": _("ronde retirée"),
        }
        if row.kind not in kinds:
            return format_html("{}", words)
        return format_html('{} <span class="small">{}</span>', words, kinds[row.kind])


class FacedOpponentsTable(RowTable):
    """The opponents whom a player faced. A row: (the meeting, the table's number, the opponent's name, the opponent's
    score as text).

    `score`: the heading of that score; `player_address(entry)`, `table_address(round, table)`: the addresses of their
    pages; `unit`: what totals are counted in."""

    opponent = RowColumn(_("Adversaire"), names_row=True)
    score = NumberColumn("", lambda row: row[3])
    between = RowColumn(_("Entre eux"))

    def __init__(
        self,
        rows: Iterable[Any],
        score: Any,
        player_address: Callable[[int], str],
        table_address: PageOf,
        unit: TotalUnit,
        **options: Any,
    ) -> None:
        self.player_address, self.table_address, self.unit = player_address, table_address, unit
        super().__init__(rows, **options)
        self.columns["score"].column.heading = capfirst(str(score))

    def render_opponent(self, record: Any) -> SafeString:
        """Return the opponent's name and the round of the meeting, each as a link."""
        row, table, name, _score = record
        return format_html(
            '<a href="{}"><bdi>{}</bdi></a> <span class="small"><a href="{}">{}</a></span>',
            self.player_address(row.entry),
            name,
            self.table_address(row.round, table),
            gettext("ronde %(n)s") % {"n": row.round},
        )

    def render_between(self, record: Any) -> SafeString:
        """Return who finished ahead when the two met, with the totals of both: «devant, +42 contre −15»."""
        row = record[0]
        how = _("devant") if row.won == 1 else _("à égalité") if row.won else _("derrière")
        mine, theirs = (format_total_html(total, self.unit) for total in (row.mine, row.theirs))
        return format_html("{}, {} {} {}", how, mine, _("contre"), theirs)


class RankReasonsTable(RowTable):
    """One player's rounds on paper: whom he met, how he ended, what it brought. `scores`: the headings of the ranking
    scores that tables add to; `unit`: what totals are counted in; `sides_change`: those at a table are his partners and
    opponents in turn."""

    style = "lines"
    round = RowColumn(_("Ronde"), names_row=True)
    who = RowColumn(_("Contre"), show=join_names, style="who")
    place = RowColumn(_("À la table"), style="place")
    total = NumberColumn("")

    def __init__(
        self, rows: Iterable[Any], scores: Sequence[Any], unit: TotalUnit, *, sides_change: bool, **options: Any
    ) -> None:
        columns = [(f"part_{n}", ItemColumn(n, name, lambda row: row.parts)) for n, name in enumerate(scores)]
        names = (name for name, _column in columns)
        super().__init__(rows, columns=columns, sequence=("round", "who", "place", *names, "total"), **options)
        if sides_change:
            self.columns["who"].column.heading = _("Avec")
        total = self.columns["total"].column
        total.heading, total.show = TOTAL_HEADINGS[unit], partial(format_total, unit=unit)

    def render_place(self, row: Any) -> str:
        """Return how the player ended at the table; "" for a round that he did not play."""
        return describe_place(row.at) if row.at else ""
