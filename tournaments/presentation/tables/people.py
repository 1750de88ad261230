"""Lists of people: the players and the accounts of a club, the players of a tournament."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from tournaments.models import Player
from tournaments.models.listed_names import split_name
from tournaments.models.people import read_detail
from tournaments.models.rights import RIGHTS_BY_ROLE, Right, Role

from .matches import to_yes_or_no
from .row_table import NameColumn, NumberColumn, RowColumn, RowTable


def read_detail_word(player: Player, name: str) -> str:
    """Return «oui» or «non» for one of the details "paid" (the club's fee) or "pictures" (he agrees to photos); "" if
    not known."""
    said = read_detail(player, name)
    return to_yes_or_no(said) if isinstance(said, bool) else ""


def read_given_name(player: Player) -> str:
    """Return the player's given name, "" where his family name is not known."""
    given, family = split_name(player.name, player.family_name)
    return given if family else ""


class ClubPlayersTable(RowTable):
    """All players of a club with what is kept of each; only a file, in the form that an import reads."""

    player = NameColumn(_("Joueur"), "name")
    family_name = RowColumn(_("Nom de famille"), lambda player: split_name(player.name, player.family_name)[1])
    given_name = RowColumn(_("Prénom"), read_given_name)
    licence = RowColumn(_("Licence"), partial(read_detail, name="licence"))
    home_club = RowColumn(_("Club"), partial(read_detail, name="home_club"))
    email = RowColumn(_("Courriel"), partial(read_detail, name="email"))
    category = RowColumn(_("Catégorie"), partial(read_detail, name="category"))
    paid = RowColumn(_("A payé"), partial(read_detail_word, name="paid"))
    pictures = RowColumn(_("Photos"), partial(read_detail_word, name="pictures"))
    note = RowColumn(_("Remarque"), partial(read_detail, name="note"))
    active = RowColumn(_("Joue encore"), export=to_yes_or_no)

    def __init__(self, players: Sequence[Player], **options: Any) -> None:
        are_told_apart = any(player.family_name for player in players)
        hidden: tuple[str, ...] = () if are_told_apart else ("family_name", "given_name")
        if all(read_detail(player, "pictures") in (None, "") for player in players):
            hidden += ("pictures",)
        super().__init__(players, hidden=hidden, **options)
        if are_told_apart:  # or its names would be read of the two columns beside it
            self.columns["player"].column.file_heading = _("Nom complet")


class ClubMembersTable(RowTable):
    """The accounts that run a club, each with its role."""

    name = NameColumn(_("Nom"), lambda row: row.user.get_username())
    role = RowColumn(_("Rôle"), lambda row: row.get_role_display())


class InstalledClubsTable(RowTable):
    """All clubs of an installation, for its administrator: how large each is and how many of its webhooks fail, but
    nothing of its evenings. Only a page, never a file."""

    club = NameColumn(_("Club"), "shown_name", names_row=True)
    evenings = NumberColumn(_("Soirées"))
    players = NumberColumn(_("Joueurs"), "people")
    accounts = NumberColumn(_("Comptes"))
    faults = NumberColumn(_("Programmes prévenus en panne"))


def mark_right(role: Role) -> Callable[[Right], Any]:
    """Return the function that reads a cell of a role's column: «oui» for a right that the role gives, else ""."""
    return lambda right: _("oui") if right in RIGHTS_BY_ROLE[role] else ""


class RolesTable(RowTable):
    """What each role in a club may do: a row for each right, a column for each role. Only a page, never a file."""

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
    """The players of a tournament, each with presence, table and seat; only exported as a file, never shown on a
    page."""

    player = NameColumn(_("Joueur"))
    presence = RowColumn(_("Présence"))
    table = NumberColumn(_("Table"))
    place = NumberColumn(_("Place"))
