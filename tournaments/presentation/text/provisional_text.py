"""Why standings are provisional, in words: what is still to be confirmed."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament


def describe_provisional(tournament: Tournament, unread: Sequence[tuple[int, int, bool | None]]) -> str:
    """Return why the tournament's standings are provisional; "" once all is read.

    `unread`: (round, table, whether it ended; None if it played nothing) of the tables that nobody has read and
    confirmed. Those that played nothing change no figure, and are told after the others."""
    if tournament.status == Tournament.Status.OPEN:
        return _("provisoire")
    if not unread:
        return ""
    played = [each for each in unread if each[2] is not None]
    if played and (idle := len(unread) - len(played)):
        more = ngettext("%(n)s table n’a rien joué", "%(n)s tables n’ont rien joué", idle) % {"n": idle}
        return f"{_describe_unread(played)}, {more}"
    return _describe_unread(unread)


def _describe_unread(unread: Sequence[tuple[int, int, bool | None]]) -> str:
    """Return why standings are provisional because of these tables, of which either all have played or none has.
    `unread`: as in `describe_provisional`."""
    if len(unread) > 1 and unread[0][2] is None:
        return _("provisoire : %(n)s tables n’ont rien joué") % {"n": len(unread)}
    if len(unread) > 1:
        return ngettext(
            "provisoire : %(n)s table à confirmer",
            "provisoire : %(n)s tables à confirmer",
            len(unread),
        ) % {"n": len(unread)}
    round_n, n, ended = unread[0]
    if ended is None:
        words = _("provisoire : la table %(n)s n’a rien joué")
        if round_n > 1:
            words = _("provisoire : la table %(n)s de la ronde %(round)s n’a rien joué")
        return words % {"n": n, "round": round_n}
    if not ended:
        words = _("provisoire : la table %(n)s n’a pas fini")
        if round_n > 1:
            words = _("provisoire : la table %(n)s de la ronde %(round)s n’a pas fini")
        return words % {"n": n, "round": round_n}
    if round_n > 1:
        words = _("provisoire : la table %(n)s de la ronde %(round)s n’est pas encore confirmée")
        return words % {"n": n, "round": round_n}
    return _("provisoire : la table %(n)s n’est pas encore confirmée") % {"n": n}
