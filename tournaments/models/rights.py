"""Who may do what in a club: the declared table of roles and rights. Every organiser's view, the Club page and
`docs/fr/organisers.md` read it.

It knows neither accounts nor views: a right is asked for by `tournaments.views.access.require_right`.
"""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Role(TextChoices):
    """What an account is in one club, such as «arbitre»."""

    OWNER = "owner", _("responsable")
    ORGANISER = "organiser", _("organisateur")
    ARBITER = "arbiter", _("arbitre")
    TREASURER = "treasurer", _("trésorier")
    READER = "reader", _("lecteur")


class Right(TextChoices):
    """What somebody may do, in the words of the Club page."""

    LOOK = "look", _("Voir les soirées, les feuilles, les classements et le journal ; imprimer")
    ARBITRATE = (
        "arbitrate",
        _(
            "Aux tables : saisir, corriger, répondre aux appels, donner un forfait, un bonus ou une pénalité, "
            "tenir la pendule, faire les cartes"
        ),
    )
    MONEY = "money", _("L’argent : qui doit, qui a payé, la caisse, les lots")
    RUN = (
        "run",
        _("Préparer et mener les soirées : joueurs, règles, tirages, rondes à publier et à retirer, ouvrir et clore"),
    )
    GOVERN = "govern", _("Régler le club, inviter et retirer, changer un rôle, céder le club, effacer un nom")
    INSTALL = "install", _("L’ordinateur de tous : adresse du réseau, Wi-Fi, copies, mises à jour, contrôle")


RIGHTS_BY_ROLE: dict[str, frozenset[Right]] = {
    Role.OWNER: frozenset({Right.LOOK, Right.ARBITRATE, Right.MONEY, Right.RUN, Right.GOVERN}),
    Role.ORGANISER: frozenset({Right.LOOK, Right.ARBITRATE, Right.MONEY, Right.RUN}),
    Role.ARBITER: frozenset({Right.LOOK, Right.ARBITRATE}),
    Role.TREASURER: frozenset({Right.LOOK, Right.MONEY}),
    Role.READER: frozenset({Right.LOOK}),
}
"""No role gives INSTALL: it belongs to the installation's owner alone, whichever club he is in."""


def find_rights(role: str, *, owns_installation: bool) -> frozenset[Right]:
    """Return what a member in this role may do; nothing in a role that is unknown, as one of a newer version of the
    program. `owns_installation`: the account may also run the whole installation (`Right.INSTALL`)."""
    return RIGHTS_BY_ROLE.get(role, frozenset()) | (frozenset({Right.INSTALL}) if owns_installation else frozenset())


def list_roles_with(right: Right) -> list[Role]:
    """Return the roles that give the right, in the order of `Role`."""
    return [role for role in Role if right in RIGHTS_BY_ROLE[role]]
