"""What was changed at a club, in words: who came, went and changed his role, what was set for other programs, and which
pictures it shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import ClubChange, MemberChange

from .accounts import AccountNames

What = ClubChange.What
WORDS: Mapping[str, Promise] = {
    What.KEY_MADE: gettext_lazy("Clé faite : %(subject)s"),
    What.KEY_REVOKED: gettext_lazy("Clé retirée : %(subject)s"),
    What.RECEIVER_ADDED: gettext_lazy("Programme prévenu : %(subject)s"),
    What.RECEIVER_CHANGED: gettext_lazy("Programme prévenu autrement : %(subject)s"),
    What.RECEIVER_RESUMED: gettext_lazy("Programme prévenu de nouveau : %(subject)s"),
    What.RECEIVER_REMOVED: gettext_lazy("Programme qui n’est plus prévenu : %(subject)s"),
    What.SECRET_RENEWED: gettext_lazy("Secret changé : %(subject)s"),
    What.PLACE_ADDED: gettext_lazy("Le site part aussi là : %(subject)s"),
    What.PLACE_REMOVED: gettext_lazy("Le site ne part plus là : %(subject)s"),
    What.PICTURE_SHOWN: gettext_lazy("Image montrée : %(subject)s"),
    What.PICTURE_REMOVED: gettext_lazy("Image ôtée : %(subject)s"),
    What.SEASON_JOINED: gettext_lazy("Saison jouée avec un autre club : %(subject)s"),
    What.SEASON_LEFT: gettext_lazy("Saison qui n’est plus jouée avec un autre club : %(subject)s"),
}

UNKNOWN = gettext_lazy("Une action d’une version plus récente du programme (%(what)s)")


@dataclass(frozen=True)
class ClubLogLine:
    """One line of the club's log: when, what was done, and by whom ("" for the line that the log began with)."""

    at: datetime
    what: str
    actor: str


def build_club_log(club_id: int) -> list[ClubLogLine]:
    """Return the lines of the club's log, changed roles and changed settings, the latest first."""
    roles = list(MemberChange.objects.filter(club=club_id).order_by("-at", "-pk"))
    others = list(ClubChange.objects.filter(club=club_id).order_by("-at", "-pk"))
    names = AccountNames(club_id, [*(each.actor for each in roles), *(each.actor for each in others)])
    lines = [ClubLogLine(each.at, describe_role_change(each), describe_role_actor(each, names)) for each in roles]
    for each in others:
        lines.append(ClubLogLine(each.at, describe_club_change(each), describe_actor(each.actor, each.at, names)))
    return sorted(lines, key=lambda line: line.at, reverse=True)


def describe_club_change(change: ClubChange) -> str:
    """Return what a change of the club's settings did: «Programme prévenu : …», «Clé faite : tableau du club»."""
    return str(WORDS.get(change.what, UNKNOWN)) % {"subject": change.subject, "what": change.what}


def describe_role_change(change: MemberChange) -> str:
    """Return what a change of a member's role did: «Anne : arbitre», «Anne : arbitre (avant : lecteur)», «Anne n’est
    plus du club (avant : lecteur)»."""
    values = {"name": change.name, "was": change.get_was_display(), "now": change.get_now_display()}
    if not change.now:
        return _("%(name)s n’est plus du club (avant : %(was)s)") % values
    if change.was in ("", change.now):
        return _("%(name)s : %(now)s") % values
    return _("%(name)s : %(now)s (avant : %(was)s)") % values


def describe_role_actor(change: MemberChange, names: AccountNames) -> str:
    """Return the name of who changed a role; "" for the roles that the log began with."""
    return "" if change.was == change.now else describe_actor(change.actor, change.at, names)


def describe_actor(actor: str, at: datetime, names: AccountNames) -> str:
    """Return the name of who made a change: an account with its role at that time, or a command on the server."""
    if not actor:
        return _("une commande de cet ordinateur")
    return names.describe(actor, at) or _("un compte fermé")
