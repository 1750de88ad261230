"""Lists of people: the players and the accounts of a club, the players of a tournament."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from tournaments.rights import RIGHTS_BY_ROLE, Right, Role

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


def mark_right(role: Role) -> Callable[[Right], Any]:
    """Return the reader of a role's column: «oui» where the role gives the right."""
    return lambda right: _("oui") if right in RIGHTS_BY_ROLE[role] else ""


class RolesTable(RowTable):
    """What each role of a club may do: a row for each right, a column for each role. A page only."""

    right = RowColumn(_("Ce qu’on peut faire"), "label", names_row=True, style="task")

    def __init__(self) -> None:
        columns = [(role.value, RowColumn(role.label, mark_right(role))) for role in Role]
        super().__init__([right for right in Right if right != Right.INSTALL], columns=columns)


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
