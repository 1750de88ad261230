"""The columns of the standings for the screen alone: the line of totals, what each round brought, the arrow to the
reasons of a rank."""

from collections.abc import Mapping

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from scoring import TotalUnit
from tournaments.presentation.text.metric_text import NO_FIGURE
from tournaments.presentation.text.unit_text import format_total
from tournaments.standings.ranking import StandingsRow

from .standings import ROUND_PREFIX, RowAddress, StandingsColumn


class LineColumn(StandingsColumn):
    """The total from round to round, or from coup to coup, as a drawing. `drawings`: by entry."""

    def __init__(self, drawings: Mapping[int, SafeString], *, in_coups: bool) -> None:
        self.drawings = drawings
        heading = _("De coup en coup") if in_coups else _("De ronde en ronde")
        super().__init__(heading, "tally__entry", None, cell_class="line", orderable=False)
        self.attrs = {"th": {"class": "line"}, "td": {"class": "line"}}

    def show(self, row: StandingsRow) -> SafeString | str:
        return self.drawings.get(row.tally.entry, "")


class RoundGainColumn(StandingsColumn):
    """What one round brought to the total. `gains`: by entry; `unit`: what totals count."""

    def __init__(self, n: int, gains: Mapping[int, int], unit: TotalUnit) -> None:
        self.gains, self.unit = gains, unit
        attrs = {"th": {"class": "n round"}, "td": {"class": "n round"}}
        super().__init__(_("R%(n)s") % {"n": n}, "tally__entry", None, attrs=attrs, orderable=False)

    def show(self, row: StandingsRow) -> str:
        return format_total(self.gains[row.tally.entry], self.unit) if row.tally.entry in self.gains else NO_FIGURE


class WhyColumn(StandingsColumn):
    """The arrow that opens a row to the reasons of its rank. `address(row, figure)`: of the player's page; `query`: of
    these standings."""

    def __init__(self, address: RowAddress, query: str) -> None:
        self.address, self.query = address, query
        super().__init__(_("Pourquoi"), "tally__entry", None, cell_class="open", orderable=False)

    def show(self, row: StandingsRow) -> SafeString:
        if row.waiting:
            return mark_safe("")
        page = self.address(row, "why")
        return format_html(
            '<a class="why-open" href="{}" data-why="{}/why{}"><span class="hide">{}</span></a>',
            page,
            page.partition("?")[0].partition("#")[0],
            self.query,
            _("Pourquoi ce rang, %(name)s") % {"name": row.tally.player},
        )


def list_drawn_columns(
    lines: Mapping[int, SafeString] | None,
    rounds: Mapping[int, Mapping[int, int]],
    address: RowAddress,
    query: str,
    unit: TotalUnit,
    *,
    in_coups: bool,
) -> list[tuple[str, StandingsColumn]]:
    """Return the columns for the screen alone, with their keys: the line (from coup to coup where `in_coups`), what
    each round brought, and the arrow that opens a row; without `lines` (None) no arrow. `unit`: what totals
    count."""
    return [
        *([("line", LineColumn(lines, in_coups=in_coups))] if lines else []),
        *((f"{ROUND_PREFIX}{n}", RoundGainColumn(n, gains, unit)) for n, gains in rounds.items()),
        *([("why", WhyColumn(address, query))] if lines is not None else []),
    ]
