"""Players over many evenings: one player's evenings and whom he sat with, a club's records."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import TotalUnit
from tournaments.presentation.tags.corbillon import format_total_html
from tournaments.presentation.tags.prints import long_date
from tournaments.presentation.text.unit_text import get_full_heading
from tournaments.reading.careers import CareerEvening
from tournaments.standings.careers import TableCompanion

from .row_table import FILE, NameColumn, NumberColumn, RowColumn, RowTable


class CareerEveningsTable(RowTable):
    """The evenings of one player, a row each. `unit`: what all totals are counted in; None in a file, as it has
    evenings of every game."""

    date = RowColumn(_("Jour"), lambda row: row.tournament.date.isoformat(), media=(FILE,))
    evening = NameColumn(_("Soirée"), "tournament.name")
    rank = NumberColumn(_("Rang"))
    of = NumberColumn(_("Joueurs"), "players", media=(FILE,))
    total = NumberColumn(_("Résultat"))
    tables = NumberColumn(_("Tables jouées"), lambda row: len(row.tables), media=(FILE,))

    def __init__(self, rows: Iterable[CareerEvening], unit: TotalUnit | None = None, **options: Any) -> None:
        super().__init__(rows, **options)
        if unit is not None:
            self.columns["total"].column.heading = get_full_heading(unit)

    def render_evening(self, row: CareerEvening) -> SafeString:
        """Return the evening's name with its date."""
        name = self.format_name(row, row.tournament.name)
        return format_html('{} <span class="small">{}</span>', name, long_date(row.tournament.date))

    def render_total(self, row: CareerEvening) -> SafeString | str:
        """Return the player's total of that evening as HTML, as that evening's standings show it."""
        return format_total_html(row.total, row.unit)

    def render_rank(self, row: CareerEvening) -> str:
        """Return the player's rank in that evening: «3 sur 12»."""
        return gettext("%(rank)s sur %(field)s") % {"rank": row.rank, "field": row.players}


class CompanionsTable(RowTable):
    """The base of the tables of those with whom a player sat. `names`: the public name of each player of the club, by
    id."""

    def __init__(self, rows: Iterable[TableCompanion], names: Mapping[int, str], **options: Any) -> None:
        player = NameColumn(_("Joueur"), lambda row: names[row.player])
        super().__init__(rows, columns=[("player", player)], sequence=("player", "..."), **options)


class RivalsTable(CompanionsTable):
    """The opponents of a player: how many tables they shared, and at how many he finished ahead of and behind each."""

    tables = NumberColumn(_("Tables"))
    ahead = NumberColumn(_("Devant"))
    behind = NumberColumn(_("Derrière"))


class PartnersTable(CompanionsTable):
    """The partners of a player: how many tables they played as a side, and how many they won."""

    tables = NumberColumn(_("Tables"))
    won = NumberColumn(_("Gagnées"))


class RecordRow(NamedTuple):
    """One figure of a club's records. `game`: the game's name, "" for all games; `evening` and `date`: "" for none."""

    record: str
    game: str
    player: str
    figure: int
    evening: str = ""
    date: str = ""


class RecordsTable(RowTable):
    """The records of a club, a row each; only exported as a file, never shown on a page."""

    record = RowColumn(_("Record"))
    game = RowColumn(_("Jeu"))
    player = RowColumn(_("Joueur"))
    figure = NumberColumn(_("Chiffre"))
    evening = RowColumn(_("Soirée"))
    date = RowColumn(_("Jour"))
