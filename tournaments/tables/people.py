"""Lists of people: the players and the accounts of a club, the players of a tournament."""

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from .matches import to_yes_or_no
from .row_table import NameColumn, NumberColumn, RowColumn, RowTable


class ClubPlayersTable(RowTable):
    """The players of a club, and whether they still play. A file only."""

    player = NameColumn(_("Joueur"), "name")
    active = RowColumn(_("Joue encore"), export=to_yes_or_no)


class ClubMembersTable(RowTable):
    """The accounts that run a club."""

    name = NameColumn(_("Nom"), lambda row: row.user.get_username())
    role = RowColumn(_("Rôle"), lambda row: row.get_role_display())


class TournamentPlayerRow(NamedTuple):
    """A player of a tournament: his presence in words, his table and seat; None for none."""

    player: str
    presence: str
    table: int | None
    place: int | None


class TournamentPlayersTable(RowTable):
    """The players of a tournament with presence and seat. A file only."""

    player = NameColumn(_("Joueur"))
    presence = RowColumn(_("Présence"))
    table = NumberColumn(_("Table"))
    place = NumberColumn(_("Place"))
