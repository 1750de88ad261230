"""The tricks of a coup: walked through on its page, printed as a diagram, written to a file."""

from collections.abc import Sequence
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from tournaments.book.replay import ReplayCard, ReplayTrick
from tournaments.presentation.tags.corbillon import draw_suits
from tournaments.presentation.text.cards import name_card

from .row_table import FILE, PAPER, SCREEN, CellLayout, NumberColumn, RowColumn, RowTable

TrickRow = tuple[ReplayTrick, list[ReplayCard]]


class CardColumn(RowColumn):
    """A column with the cards that the player at seat `n` (from 1) played, a trick a row."""

    def __init__(self, n: int, name: str) -> None:
        self.seat = n - 1
        super().__init__(format_html("<bdi>{}</bdi>", name), file_heading=name)

    def render_cell(self, table: RowTable, record: TrickRow) -> CellLayout:
        """Return the card as drawing and words, marked if it led the trick or took it."""
        card = record[1][self.seat]
        style = "took" if card.took else ""
        if table.medium == PAPER:
            return CellLayout(format_html("{}{}", "▸ " if card.led else "", draw_suits(card.card)), style)
        led = mark_safe('<span class="led" aria-hidden="true">▸</span>') if card.led else ""
        took = format_html(", {}", _("prend")) if card.took else ""
        drawn = '{}<span aria-hidden="true">{}</span><span class="hide">{}{}</span>'
        return CellLayout(format_html(drawn, led, draw_suits(card.card), name_card(card.card), took), style)

    def export_cell(self, table: RowTable, record: TrickRow) -> str:
        """Return the card as it is recorded: "10♥"."""
        return record[1][self.seat].card


class SumColumn(NumberColumn):
    """A column with the points that side `n` (from 0) has up to each trick."""

    def __init__(self, n: int, heading: str) -> None:
        super().__init__(heading, lambda row: row[0].sums[n][1], media=(PAPER,), style="n sep" if n == 0 else "n")


def _list_sum_columns(rows: Sequence[TrickRow], letters: Sequence[str]) -> list[tuple[str, RowColumn]]:
    """Return a column for each side's points so far. `letters`: what stands for each player, by seat."""
    if not rows:
        return []
    trick, cards = rows[0]
    letter_of = {card.player: letter for card, letter in zip(cards, letters, strict=True)}
    heads = ("".join(letter_of[name] for name in names) for names, _points in trick.sums)
    return [(f"sum_{n}", SumColumn(n, head)) for n, head in enumerate(heads)]


class TricksTable(RowTable):
    """The tricks of a coup, one row each. `names`: the players' names, by seat; `shown`: the number of the trick that
    the page replays, or 0."""

    style = "tricks"
    trick = RowColumn(_("Levée"), lambda row: row[0].number, names_row=True)
    led = RowColumn(_("Entame"), lambda row: row[0].cards[0].player, media=(FILE,))
    taker = RowColumn(_("Prend"), lambda row: row[0].taker, media=(FILE,))
    points = NumberColumn(_("Points"), lambda row: row[0].points, media=(SCREEN, FILE))
    paper_points = NumberColumn(_("points"), lambda row: row[0].points, media=(PAPER,))

    def __init__(self, rows: Sequence[TrickRow], names: Sequence[str], shown: int = 0, **options: Any) -> None:
        self.shown = shown
        cards = [(f"card_{n}", CardColumn(n, name)) for n, name in enumerate(names, 1)]
        columns = [*cards, *_list_sum_columns(rows, names)]
        super().__init__(rows, columns=columns, sequence=("trick", *(key for key, _column in cards), "..."), **options)
        if self.medium == PAPER:
            trick = self.columns["trick"].column
            trick.heading, trick.style, trick.head_style = _("nº"), "no", "no"
            for each in self.columns:
                if isinstance(each.column, CardColumn):
                    each.column.heading = format_html('<bdi class="name">{}</bdi>', each.column.file_heading)

    def get_row_style(self, row: TrickRow) -> str:
        """Return the class "here" for the trick that the page replays, else ""."""
        return "here" if self.medium == SCREEN and row[0].number == self.shown else ""

    def render_trick(self, row: TrickRow) -> SafeString | int:
        """Return the number of the trick, on the screen as a link that replays it."""
        n = row[0].number
        if self.medium == PAPER:
            return n
        current = mark_safe(' aria-current="step"') if n == self.shown else ""
        return format_html('<a href="?trick={}"{}>{}</a>', n, current, n)
