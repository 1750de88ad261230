"""Why standings are provisional, in words: what is still to be confirmed."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament


def describe_provisional(tournament: Tournament, unread: Sequence[tuple[int, int, bool | None]]) -> str:
    """Return why the tournament's standings are provisional; "" once all is read.

    `unread`: (round, table, whether it ended; None if it played nothing) of the tables that nobody has read and
    confirmed. Those that played nothing change no figure, and are named last."""
    if tournament.status == Tournament.Status.OPEN:
        return _("provisoire")
    if not unread:
        return ""
    return _describe_unread(unread) if len({ended for *_table, ended in unread}) == 1 else _count_by_state(unread)


def describe_printed_state(tournament: Tournament, unread: Sequence[tuple[int, int, bool | None]]) -> str:
    """Return why standings on paper are provisional; "" once all is read. While the evening is open too it says how
    many tables play, as nobody can look again. `unread`: as in `describe_provisional`."""
    if tournament.status == Tournament.Status.OPEN and unread:
        return _count_by_state(unread)
    return describe_provisional(tournament, unread)


def _count_by_state(unread: Sequence[tuple[int, int, bool | None]]) -> str:
    """Return how many of these tables play, are over, and have played nothing. `unread`: as in
    `describe_provisional`."""
    states = [ended for *_table, ended in unread]
    playing, over, idle = (states.count(state) for state in (False, True, None))
    parts = [
        ngettext("%(n)s table en cours", "%(n)s tables en cours", playing) % {"n": playing} if playing else "",
        ngettext("%(n)s table à confirmer", "%(n)s tables à confirmer", over) % {"n": over} if over else "",
        ngettext("%(n)s table n’a rien joué", "%(n)s tables n’ont rien joué", idle) % {"n": idle} if idle else "",
    ]
    return _("provisoire : %(what)s") % {"what": ", ".join(filter(None, parts))}


def _describe_unread(unread: Sequence[tuple[int, int, bool | None]]) -> str:
    """Return why standings are provisional because of these tables, which are all in one state: over, playing, or
    without anything played. `unread`: as in `describe_provisional`."""
    if len(unread) > 1 and unread[0][2] is None:
        return _("provisoire : %(n)s tables n’ont rien joué") % {"n": len(unread)}
    if len(unread) > 1 and not unread[0][2]:
        return _count_by_state(unread)
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
