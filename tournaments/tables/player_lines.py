"""A player's lines: what each event of a table changed in the figures of one player."""

from collections.abc import Iterable
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.results.game_figures import GameFigures
from tournaments.templatetags.corbillon import MINUS

from .row_table import FILE, SCREEN, GainColumn, NumberColumn, RowColumn, RowTable


class PlayerLinesTable(RowTable):
    """A player's lines at one table; in a file, at all tables. A row has a `sheet`, a `narrated` event and a `gain`.

    `figures`: what the tournament's game counts; `net`: the sum of the lines, None for no footer.
    """

    style = "lines"
    round = NumberColumn(_("Ronde"), "sheet.table.round.n", media=(FILE,))
    table = NumberColumn(_("Table"), "sheet.table.n", media=(FILE,))
    what = RowColumn(_("Coup"), "narrated.title", names_row=True, footer=_("À cette table"))
    points = NumberColumn(_("Points de cartes"), "gain.points")
    brusquembilles = NumberColumn(_("Brusquembilles"), "gain", media=(SCREEN,))
    won = NumberColumn(_("Brusquembilles gagnées"), "gain.brusquembilles_won", media=(FILE,))
    lost = NumberColumn(_("Brusquembilles perdues"), "gain.brusquembilles_lost", media=(FILE,))
    net = GainColumn(_("Gain"), "gain.net", footer=lambda table: table.format_net())

    def __init__(self, rows: Iterable[Any], figures: GameFigures, *, net: int | None = None, **options: Any) -> None:
        self.net = net
        super().__init__(rows, hidden=() if figures.brusquembilles else ("brusquembilles",), **options)
        if not figures.in_jetons:
            self.columns["net"].column.heading = _("Points")

    def has_footer(self) -> bool:
        """True where the sum of the lines is shown."""
        return self.net is not None

    def format_net(self) -> Any:
        """Return the sum of the lines."""
        return self.columns["net"].column.show(self.net)

    def render_what(self, row: Any) -> SafeString:
        """Return the event's title as a link to its line, marked if the player won the coup."""
        title = self.link(row, row.narrated.title)
        return format_html('{} <span class="tag go">{}</span>', title, _("gagné")) if row.gain.coups_won else title

    def render_points(self, row: Any) -> Any:
        """Return the card points of a coup."""
        return row.gain.points if row.gain.coups else ""

    def render_brusquembilles(self, row: Any) -> str:
        """Return the brusquembilles won and lost in a coup."""
        gain = row.gain
        won = f"+{gain.brusquembilles_won}" if gain.coups and gain.brusquembilles_won else ""
        lost = f"{MINUS}{gain.brusquembilles_lost}" if gain.coups and gain.brusquembilles_lost else ""
        return f"{won} {lost}".strip()
