"""The papers of the rounds: results of a table, each player's seats and companions, the calendar of a league."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import TotalUnit
from tournaments.presentation.tags.corbillon import format_gain, format_holding, join_names
from tournaments.presentation.text.metric_text import UNPLAYED_REASON_TEXTS
from tournaments.presentation.text.numbers import NARROW_SPACE
from tournaments.presentation.text.unit_text import TOTAL_HEADINGS, format_total, get_full_heading

from .row_table import PAPER, CellLayout, NameColumn, NumberColumn, RowColumn, RowTable


class TableRankingTable(RowTable):
    """The players of one table with rank and total, on the phone and on paper. `unit`: what totals are counted in."""

    rank = RowColumn(_("Rang"))
    player = NameColumn(_("Joueur"))
    total = NumberColumn(_("Gain"))

    def __init__(self, rows: Iterable[Any], unit: TotalUnit, **options: Any) -> None:
        self.unit = unit
        super().__init__(rows, **options)
        total, rank = self.columns["total"].column, self.columns["rank"].column
        total.heading = get_full_heading(unit)
        if self.medium == PAPER:
            self.style, self.head_style, rank.style, total.head_style = "lines", "hide", "n", ""

    def render_total(self, row: Any) -> SafeString | str:
        """Return the player's total at the table; a gain in its colour on the screen."""
        if self.medium == PAPER:
            return format_total(row.total, self.unit)
        return format_gain(row.total) if self.unit is TotalUnit.JETONS else format_holding(row.total)


def format_seat(turn: Any) -> str:
    """Return the table and the seat of one player's part in a round (`turn`): «3 B»."""
    return f"{turn.table}{NARROW_SPACE}{turn.letter}"


class TurnColumn(NumberColumn):
    """A column of the programme: the table and seat of each player in round n."""

    def __init__(self, n: int) -> None:
        super().__init__(gettext("Ronde %(n)s") % {"n": n}, lambda way: way.get_turn(n), show=format_turn)


def format_turn(turn: Any) -> Any:
    """Return where a player sits in a round, «3 B», or «repos» if he rests, or a dash if he is not there."""
    if turn.card:
        return format_seat(turn)
    return _("repos") if turn.rests else "–"


class ProgramTable(RowTable):
    """The table and seat of each player in each of the rounds `numbers`."""

    style = "lines program"
    player = NameColumn(_("Joueur"), "name")

    def __init__(self, rows: Iterable[Any], numbers: Sequence[int], **options: Any) -> None:
        turns = [(f"round_{n}", TurnColumn(n)) for n in numbers]
        super().__init__(rows, columns=turns, sequence=("player", "..."), **options)


class ItineraryTable(RowTable):
    """The rounds of one player: his seat, the other players at his table, his gain. A row: (his part in the round, the
    names of the others). `unit`: what totals are counted in."""

    style = "lines"
    round = RowColumn(_("Ronde"), lambda row: row[0].n, names_row=True)
    table = RowColumn(_("Table"), head_style="at")
    others = RowColumn(_("À table avec"))
    net = NumberColumn(_("Gain"))

    def __init__(self, rows: Iterable[Any], unit: TotalUnit, **options: Any) -> None:
        self.unit = unit
        super().__init__(rows, **options)
        self.columns["net"].column.heading = TOTAL_HEADINGS[unit]

    def render_table(self, row: Any) -> Any:
        """Return the player's table and seat; if he has none, words across the row: «se repose» or «pas là»."""
        turn = row[0]
        if turn.card:
            return format_seat(turn)
        return CellLayout(_("se repose") if turn.rests else _("pas là"), "", 3)

    def render_others(self, row: Any) -> SafeString | None:
        """Return the names of the others at the table; None if the player has no table."""
        return join_names(row[1]) if row[0].card else None

    def render_net(self, row: Any) -> Any:
        """Return the player's gain, or why he did not play the table to its end."""
        turn = row[0]
        if not turn.card:
            return None
        return UNPLAYED_REASON_TEXTS[turn.idle] if turn.idle else format_total(turn.net, self.unit)


class CalendarRow(NamedTuple):
    """One meeting of a league's round: the table's number, who deals first, who plays against him, and how it ended."""

    table: int
    first: str
    second: str
    result: str = ""


class CalendarTable(RowTable):
    """The meetings of a round of a league, with room to write the results."""

    style = "lines"
    table = NumberColumn(_("Table"))
    first = RowColumn(_("Donne le premier"), show=lambda name: format_html("<bdi>{}</bdi>", name))
    second = RowColumn(_("Contre"), show=lambda name: format_html("<bdi>{}</bdi>", name))
    result = RowColumn(_("Résultat"))
