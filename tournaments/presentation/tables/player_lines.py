"""A player's lines: what each event of a table changed in the figures of one player."""

from collections.abc import Iterable
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scoring import TotalUnit
from tournaments.presentation.tags.corbillon import localise_html
from tournaments.presentation.text.numbers import format_holding
from tournaments.presentation.text.option_text import localise
from tournaments.presentation.text.unit_text import TOTAL_HEADINGS, get_file_heading
from tournaments.reading.game_figures import GameFigures
from tournaments.standings.tournament_results import STATISTICS

from .row_table import FILE, SCREEN, GainColumn, NumberColumn, RowColumn, RowTable


class PlayerLinesTable(RowTable):
    """The events of one table that concern a player, in a file those of all tables. A row has a `sheet`, a `narrated`
    event and a `gain`.

    `figures`: what the tournament's game counts; `net`: the sum of the gains, None for no footer.
    """

    style = "lines"
    round = NumberColumn(_("Ronde"), "sheet.table.round.n", media=(FILE,))
    table = NumberColumn(_("Table"), "sheet.table.n", media=(FILE,))
    what = RowColumn(_("Coup"), "narrated.title", names_row=True, footer=_("À cette table"))
    camp = RowColumn(_("Camp"), show=lambda text: localise_html(text) if text else "", media=(SCREEN,))
    points = NumberColumn(_("Points de cartes"), "gain.points")
    statistics = NumberColumn("", "statistics", show=" ".join, media=(SCREEN,))
    net = GainColumn(_("Gain"), "gain.net", footer=lambda table: table.format_net())

    def __init__(self, rows: Iterable[Any], figures: GameFigures, *, net: int | None = None, **options: Any) -> None:
        self.sum = net
        own = [(name_in_files(key), build_statistic_column(key)) for key in STATISTICS]
        order = ("round", "table", "what", "camp", "points", "statistics", *(name for name, _column in own), "net")
        rows = list(rows)
        hidden: tuple[str, ...] = () if figures.statistics else ("statistics",)
        if options.get("medium", SCREEN) == SCREEN and not any(row.gain.points for row in rows):
            hidden += ("points",)  # some games count the points of a side, not of a player
        if options.get("medium", SCREEN) == SCREEN and not any(row.camp for row in rows):
            hidden += ("camp",)
        super().__init__(rows, hidden=hidden, columns=own, sequence=order, **options)
        if "statistics" in self.columns.names() and figures.statistics_name:
            self.columns["statistics"].column.heading = localise(figures.statistics_name)
        gains = self.columns["net"].column
        gains.heading, gains.file_heading = TOTAL_HEADINGS[figures.unit], get_file_heading(figures.unit)
        if figures.unit is TotalUnit.COUPS_WON:
            gains.show = format_holding

    def has_footer(self) -> bool:
        """True if the table has a footer with the sum of the player's gains."""
        return self.sum is not None

    def format_net(self) -> Any:
        """Return the sum of the player's gains at the table, for the footer."""
        return self.columns["net"].column.show(self.sum)

    def render_what(self, row: Any) -> SafeString:
        """Return the event's title as a link to it on the sheet, with the tag «gagné» if the player won the coup."""
        title = self.link(row, row.narrated.title)
        return format_html('{} <span class="tag go">{}</span>', title, _("gagné")) if row.gain.coups_won else title

    def render_points(self, row: Any) -> Any:
        """Return the player's card points in a coup; "" for an event that is no coup."""
        return row.gain.points if row.gain.coups else ""


def name_in_files(key: str) -> str:
    """Return the name of a game's statistic as a column in files, which is the end of its key: "won" for
    "brusquembilles_won"."""
    return key.rpartition("_")[2]


def build_statistic_column(key: str) -> NumberColumn:
    """Return the column, in files, of one of the games' own statistics."""
    return NumberColumn(localise(STATISTICS[key].words.heading), lambda row: row.gain.get_statistic(key), media=(FILE,))
