"""One table's sheet: its events, and what each of its players holds."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring import TotalUnit
from tournaments.book.sheet import Sheet
from tournaments.presentation.tags.corbillon import format_gain, format_holding
from tournaments.presentation.text.sheet_text import SheetPlayer, list_players
from tournaments.presentation.text.unit_text import TOTAL_HEADINGS, get_file_heading

from .row_table import FILE, HoldingColumn, NameColumn, NumberColumn, RowColumn, RowTable


class EventRow(NamedTuple):
    """One event of a table. `net`: what each player won or lost by it; `holdings`: what each held after it; both in the
    order of the players."""

    n: int
    title: str
    net: Sequence[int]
    holdings: Sequence[int]


class TableEventsTable(RowTable):
    """The events of a table, a row each, with two columns for each player in `names`: his gain, what he then holds.
    Only exported as a file."""

    line = NumberColumn(_("Ligne"), "n")
    what = RowColumn(_("Coup"), "title")

    def __init__(self, rows: Iterable[EventRow], names: Sequence[str], **options: Any) -> None:
        nets = [(f"net_{n}", RowColumn(name, read_item("net", n))) for n, name in enumerate(names, 1)]
        held = [
            (f"has_{n}", RowColumn(gettext("%(name)s, en tout") % {"name": name}, read_item("holdings", n)))
            for n, name in enumerate(names, 1)
        ]
        super().__init__(rows, columns=[*nets, *held], **options)


def read_item(attribute: str, n: int) -> Any:
    """Return a function that reads the n-th item (from 1) of a row's attribute, which is a list."""
    return lambda row: getattr(row, attribute)[n - 1]


class HoldingRow(NamedTuple):
    """One player of a table, with his entry id and his rank at that table (None before anything is recorded). `mates`:
    those who win and lose with him, where they share his row."""

    entry: int
    player: SheetPlayer
    rank: int | None
    mates: tuple["HoldingRow", ...] = ()


def list_holdings(sheet: Sheet) -> list[HoldingRow]:
    """Return, for each player of the table in seat order, his state, entry id and rank; ranks are None before anything
    is recorded."""
    ranks = {row.player: row.rank for row in sheet.state.ranking} if sheet.state and sheet.steps else {}
    players = zip((seat.entry_id for seat in sheet.seats), list_players(sheet), strict=False)
    return [HoldingRow(entry, player, ranks.get(player.name)) for entry, player in players]


def list_side_holdings(sheet: Sheet) -> list[HoldingRow]:
    """Return the rows of `list_holdings`, with one row for partners who hold the same: two pairs give two rows, ranked
    1 and 2."""
    rows = {row.player.name: row for row in list_holdings(sheet)}
    for names in (sheet.setting and sheet.setting.sides) or ():
        first, *mates = (rows[name] for name in names)
        if all((row.player.total, row.player.left) == (first.player.total, first.player.left) for row in mates):
            rows[names[0]] = first._replace(mates=tuple(mates))
            for name in names[1:]:
                del rows[name]
    ranks = [row.rank for row in rows.values() if row.rank]
    return [row._replace(rank=row.rank and 1 + sum(each < row.rank for each in ranks)) for row in rows.values()]


class HoldingsTable(RowTable):
    """What each player of a table holds, in fiches and jetons if the game has them, and his total, counted in
    `unit`."""

    player = NameColumn(_("Joueur"), "player.name")
    fiches = HoldingColumn(_("Fiches"), "player.purse.fiches", style="n in-purse")
    jetons = HoldingColumn(_("Jetons"), "player.purse.jetons", style="n in-purse")
    has = HoldingColumn(_("En tout"), "player.purse.total")
    total = NumberColumn(_("Gain"), "player.total")
    rank = NumberColumn(_("Rang"), media=(FILE,))

    def __init__(self, rows: Iterable[HoldingRow], unit: TotalUnit, **options: Any) -> None:
        super().__init__(rows, hidden=() if unit is TotalUnit.JETONS else ("fiches", "jetons", "has"), **options)
        total = self.columns["total"].column
        total.heading, total.file_heading = TOTAL_HEADINGS[unit], get_file_heading(unit)

    def render_player(self, row: HoldingRow) -> SafeString:
        """Return the name, with a note if the player has left the table."""
        name = self.format_name(row, row.player.name)
        if not row.player.left:
            return name
        return format_html('{} <span class="small">{}</span>', name, _("a quitté la table"))

    def render_jetons(self, row: HoldingRow) -> SafeString | str:
        """Return the jetons in the player's hand; where he has none, what he owes."""
        purse = row.player.purse
        if purse is None or purse.total >= 0:
            return format_holding(purse.jetons if purse else 0)
        return gettext("doit %(n)s") % {"n": format_holding(-purse.total)}

    def render_total(self, row: HoldingRow) -> SafeString | str:
        """Return the player's total: a gain with its sign in a game of jetons, else his points."""
        return format_gain(row.player.total) if row.player.purse else format_holding(row.player.total)


class DeskHoldingsTable(HoldingsTable):
    """What each player of a table holds, for the organiser: with ranks, and tags for who deals, leads, or has left."""

    style = "tight"
    fiches = HoldingColumn(_("Fiches de 20"), "player.purse.fiches", style="n in-purse")
    has = HoldingColumn(_("En jetons"), "player.purse.total", style="n roomy")
    rank = NumberColumn(pgettext_lazy("en-tête étroit", "Rang"), lambda row: row.rank or "–")

    def render_player(self, row: HoldingRow) -> SafeString:
        """Return the names of the row's players, each with the tags «donne», «entame» and «parti» that hold for him."""
        return format_html_join(" & ", "{}", ((self.format_player(each),) for each in (row, *row.mates)))

    def format_player(self, row: HoldingRow) -> SafeString:
        """Return a player's name with his tags."""
        player = row.player
        tags = (
            (player.deals, "tag", _("donne")),
            (player.leads, "tag", _("entame")),
            (player.left, "tag warn", _("parti")),
        )
        name = self.format_name(row, player.name)
        marks = [format_html(' <span class="{}">{}</span>', style, words) for holds, style, words in tags if holds]
        return mark_safe("".join([name, *marks]))
