"""The tables of a board, each with its players' totals coup by coup as a small drawing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.book.table_cards import TableCard
from tournaments.models import Round, Table, Tournament
from tournaments.models.querysets import TableQuerySet
from tournaments.presentation.line_charts import TILE, build_chart
from tournaments.reading.running_totals import get_table_totals

from .table_view import TableView, label_coups

MAX_DRAWN = 12  # tables on a board whose totals are drawn


def list_shown_tables(tournament: Tournament, current: Round | None) -> TableQuerySet:
    """Return the tables of the current round; where tables are free, the latest table of each number."""
    if tournament.format != Tournament.Format.FREE:
        return Table.objects.filter(round=current).order_by("n")
    ids = {table.n: table.pk for table in Table.objects.filter(round__tournament=tournament).order_by("round__n")}
    return Table.objects.filter(pk__in=ids.values()).order_by("n")


def build_drawn_tables(cards: Sequence[TableCard]) -> list[TableView]:
    """Return the tables as the board shows them. If they are few, each has a drawing of its totals, read by one query
    for all."""
    totals = get_table_totals([card.table.pk for card in cards]) if len(cards) <= MAX_DRAWN else {}
    return [build_table_view(card, totals.get(card.table.pk, {})) for card in cards]


def build_table_view(card: TableCard, totals: Mapping[int, Sequence[int]]) -> TableView:
    """Return the table as the board shows it, with a drawing of `totals`: by position, the total from 0 on after each
    coup. Without them, or before the first coup, nothing is drawn."""
    steps = max(map(len, totals.values()), default=0)
    if card.setting is None or not 2 <= steps <= card.coups_played + 2:
        return TableView(card)
    lines = {name: list(totals.get(place, [0])) for place, name in enumerate(card.names, 1)}
    series = {name: line + line[-1:] * (steps - len(line)) for name, line in lines.items()}
    box = replace(TILE, height=TILE.top + TILE.bottom + TILE.name_height * max(len(series), 3))
    last = _("à la fin") if card.complete else _("maintenant")
    return TableView(card, build_chart(series, label_coups(card.coups_played, steps, last), 0, box))
